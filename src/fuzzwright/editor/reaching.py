"""Questions for an input that reaches a line: answered from known examples, else by a search of some seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fuzzwright.campaigns.jobs import Record
from fuzzwright.editor.assignments import Task
from fuzzwright.editor.examples import LiveExample, Reached
from fuzzwright.editor.states import OpenText, example_from
from fuzzwright.python.ways import way_to
from fuzzwright.reports.missed import missed

SECONDS = 5.0
"""For a search."""
_USABLE = ("settled", "fuzzing", "waiting")


@dataclass(slots=True, eq=False)
class _Question:
    request: int
    path: str
    line: int
    qualname: str = ""
    goal: int = 0
    """The line of code that stands for the line asked for."""
    executions: int = 0
    example: LiveExample | None = None
    nearest: Record | None = None
    remarks: list[str] = field(default_factory=list)


class Reaching:
    """Questions that wait, and answers that were not taken yet."""

    def __init__(self) -> None:
        self._number = 0
        self._waiting: list[_Question] = []
        self._answers: list[Reached] = []

    @property
    def is_waiting(self) -> bool:
        """Whether a question has no answer yet."""
        return bool(self._waiting)

    def ask(self, text: OpenText | None, path: str, line: int) -> int:
        """Take up a question; return its number."""
        self._number += 1
        question = _Question(self._number, path, line)
        if text is None or text.buffer.parsed is None or text.buffer.problem:
            why = text.buffer.problem if text is not None and text.buffer.problem else "the text is not open"
            self._say(question, f"line {line} cannot be reached: {why}")
            return self._number
        if (known := _known(text, line)) is not None:
            question.qualname, question.example = known
            self._say(question, known[1].text)
        elif refusal := self._aim(question, text):
            self._say(question, refusal)
        else:
            # Whoever asks again has moved on from what was asked before.
            self._waiting = [question]
        return self._number

    def _aim(self, question: _Question, text: OpenText) -> str:
        """Find the function to call; return why there is none, if so."""
        parsed, line = text.buffer.parsed, question.line
        assert parsed is not None
        ways = []
        for name, place in text.places.items():
            if name in text.states:
                try:
                    way = way_to(parsed.text.encode("utf-8", "surrogatepass"), line, place.first, place.last)
                except (SyntaxError, ValueError, RecursionError):
                    way = None
                if way is not None:
                    ways.append((name, place, way))
        if not ways:
            return f"line {line} is not in a function"
        alive = [each for each in ways if not each[2].dead]
        if not alive:
            return f"line {ways[0][2].lines[0]} can never run: {ways[0][2].dead}"
        own = [each for each in alive if each[1].first <= line <= each[1].last]
        connected = [each for each in alive if each[2].connected]
        for name, _, way in [*own, *connected]:
            if text.states[name].state != "skipped":
                question.qualname, question.goal = name, way.lines[0]
                return ""
        skipped = [text.states[name] for name, _, _ in [*own, *connected]]
        return f"line {line} is not called: {skipped[0].reason}" if skipped else f"nothing leads to line {line}"

    def next_pursuit(self, texts: Mapping[str, OpenText]) -> Task | None:
        """Return the search for the question that waits, if one does."""
        for question in self._waiting:
            text = texts.get(question.path)
            if text is None or question.qualname not in text.states:
                self._waiting.remove(question)
                self._say(question, f"line {question.line} is not there any more")
                return None
            return Task("reach", question.path, (question.qualname,), question.goal, SECONDS)
        return None

    def text_changed(self, path: str) -> None:
        """Answer: the line that was asked for may be another now."""
        if any(question.path == path for question in self._waiting):
            self.give_up("the text was changed")

    def hear(self, record: Record) -> None:
        """Take up what a worker tells about the search."""
        if not self._waiting:
            return
        question = self._waiting[0]
        match record["event"]:
            case "epoch":
                question.executions = int(record["executions"])
            case "reached":
                question.example = example_from(record["example"])
            case "nearest":
                question.nearest = record

    def finish(self, text: OpenText) -> None:
        """Answer: the search is over."""
        if self._waiting:
            question = self._waiting.pop(0)
            if question.example is not None:
                self._say(question, question.example.text)
            else:
                said = missed(question.goal, question.executions, question.nearest)
                self._say(question, "; ".join(line.strip() for line in said))

    def give_up(self, reason: str) -> None:
        """Answer: the search could not be made."""
        if self._waiting:
            question = self._waiting.pop(0)
            self._say(question, f"line {question.line} cannot be reached: {reason.splitlines()[0]}")

    def take_answers(self) -> list[Reached]:
        """Return the answers there are, each once."""
        answers, self._answers = self._answers, []
        return answers

    def _say(self, question: _Question, text: str) -> None:
        self._answers.append(
            Reached(question.request, question.path, question.line, question.example, text, question.qualname)
        )


def _known(text: OpenText, line: int) -> tuple[str, LiveExample] | None:
    """Return the example that runs a line and has the shortest call, and its function."""
    found = [
        (name, example)
        for name, state in text.states.items()
        if state.state in _USABLE
        for example in state.examples
        if line in example.lines
    ]
    return min(found, key=lambda each: (len(each[1].call), each[1].slot), default=None)
