"""What is known of each function of an open text, and how that changes with the text and with what workers tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args

from fuzzwright.campaigns.jobs import Record
from fuzzwright.editor.buffers import Buffer, Defined, Parsed
from fuzzwright.editor.examples import LiveExample, LiveFunction, Outcome, State, says_the_same
from fuzzwright.editor.remap import Move, moved, moved_defined, moved_example
from fuzzwright.editor.results import Result, Results

MOST_DEATHS = 3
"""After so many inputs that end its process a function is given up."""
_FIELDS = {each.name for each in fields(LiveExample)}
_OUTCOMES = get_args(Outcome)


@dataclass(slots=True, eq=False)
class FunctionState:
    """One function of an open text."""

    qualname: str
    key: str
    state: State = "waiting"
    reason: str = ""
    examples: tuple[LiveExample, ...] = ()
    inputs: tuple[str, ...] = ()
    """The inputs of its examples, to be tried first by the next worker."""
    deadly: list[tuple[str, Record]] = field(default_factory=list)
    """Inputs that ended a process, with the failure that this was."""
    careful: bool = False
    """Whether it ended a worker, so that from now on each of its inputs is written down before it runs."""
    had_turn: bool = False
    doubtful: bool = False
    """Whether what kept it from being called may be gone: the text around it has changed."""
    brief: bool = False
    """Whether only what is known is to be shown once more: it was given up."""
    executions: int = 0
    is_saved: bool = False
    """Whether all this is on disk already."""

    @property
    def is_over(self) -> bool:
        """Whether no worker is needed any more."""
        return self.state == "settled" or (self.state == "skipped" and not self.doubtful)

    def change(self, key: str) -> None:
        """Take up that the function means something else now."""
        self.key, self.is_saved = key, False
        self.state = "stale" if self.examples else "waiting"
        # Whether inputs that ended the old code still do is worth knowing first; with care that costs one worker less.
        self.inputs = (*self.inputs, *(encoded for encoded, _ in self.deadly))
        self.careful = bool(self.deadly)
        self.deadly = []
        self.reason, self.had_turn, self.brief, self.executions = "", False, False, 0

    def show(self, examples: list[Record], executions: int, settled: bool, move: Move, file: str) -> None:
        """Take up what a worker tells; raise ValueError or TypeError if it is no such thing."""
        told = tuple(moved_example(example_from(record), move, file) for record in examples)
        if self.state == "fuzzing" and not settled and executions < self.executions and len(told) < len(self.examples):
            return  # another worker took over, and is not as far as the last
        self.examples, self.is_saved = told, False
        if self.state == "skipped":
            self.reason = ""
        dead = {encoded for encoded, _ in self.deadly}
        encoded = [str(record["encoded"]) for record in examples if record.get("encoded")]
        self.inputs = tuple(text for text in encoded if text not in dead)
        self.executions = int(executions)
        self.had_turn = True
        if settled:
            self.settle()
        else:
            self.state = "fuzzing"

    def end(self, examples: list[Record], move: Move, file: str) -> None:
        """Take up what inputs did that ended their process; other examples stay."""
        told = [moved_example(example_from(record), move, file) for record in examples]
        ids = {example.id for example in told}
        others = [each for each in self.examples if each.outcome not in ("hangs", "dies") and each.id not in ids]
        self.examples = tuple(replace(each, slot=slot) for slot, each in enumerate([*others, *told]))

    def skip(self, reason: str) -> None:
        """Take up that it cannot be called."""
        self.state, self.reason, self.doubtful, self.examples = "skipped", reason, False, ()

    def settle(self) -> None:
        """Take up that there is no more to find."""
        self.state, self.is_saved = "settled", False
        if not self.examples and not self.reason:
            self.reason = "no call got past building its arguments"

    def die(self, encoded: str, failure: Record) -> None:
        """Take up that an input ended a process."""
        self.deadly.append((encoded, failure))
        self.inputs = tuple(text for text in self.inputs if text != encoded)
        self.state = "fuzzing"
        if len(self.deadly) >= MOST_DEATHS:
            self.brief = True
            ends = "hangs" if failure.get("is") == "TimedOut" else "ends its process"
            self.reason = f"given up: it {ends} on too many inputs"


def example_from(record: Mapping[str, Any]) -> LiveExample:
    """Return the example in plain data; raise ValueError, KeyError or TypeError if there is none."""
    plain = {name: value for name, value in record.items() if name in _FIELDS}
    if plain["outcome"] not in _OUTCOMES:
        raise ValueError("not an outcome")
    plain["imports"] = tuple(str(line) for line in plain["imports"])
    plain["lines"] = tuple(int(line) for line in plain["lines"])
    plain["slot"], plain["at"] = int(plain["slot"]), int(plain["at"])
    for name in ("id", "call", "result", "effect", "traceback", "evidence"):
        if not isinstance(plain[name], str):
            raise TypeError(name)
    return LiveExample(**plain)


def plain_example(example: LiveExample) -> Record:
    """Return an example as plain data."""
    return {each.name: getattr(example, each.name) for each in fields(example)}


@dataclass(slots=True, eq=False)
class OpenText:
    """An open text with the functions in it."""

    buffer: Buffer
    states: dict[str, FunctionState] = field(default_factory=dict)
    places: dict[str, Defined] = field(default_factory=dict)
    """Where the functions are in the text as it is, also while that cannot be parsed."""
    unimportable: str = ""
    """Why the module cannot be imported, if a worker found that out."""
    doubtful: bool = False
    """Whether that may be different by now."""
    is_costly: bool = False
    """Whether finding that out took so long that it is done again only with good reason."""
    told: dict[str, LiveFunction] = field(default_factory=dict)
    """What was said last about each function."""
    stirred: bool = True
    """Whether there may be something else to say."""
    _seen: tuple[str, Parsed] | None = None
    """The text that lines of examples go by, and what was parsed then."""

    @property
    def path(self) -> str:
        """The path that the editor knows it by."""
        return self.buffer.path

    @property
    def trouble(self) -> str:
        """Why functions cannot be run that should be."""
        is_waiting = any(not state.is_over for state in self.states.values())
        return self.unimportable if is_waiting else ""

    def doubt(self, edited: Collection[str]) -> None:
        """Take up that other modules have changed: an import that failed may work now."""
        parsed = self.buffer.parsed
        own = {self.buffer.module.name, *(parsed.imports if parsed is not None else ())}
        self.doubtful = self.doubtful or not self.is_costly or not own.isdisjoint(edited)

    def take_text(self) -> None:
        """Find lines again after the text has changed."""
        self.stirred = True
        buffer, parsed = self.buffer, self.buffer.parsed
        if parsed is None:
            return
        if buffer.problem:
            move = moved(parsed.text, buffer.text)
            self.places = {name: moved_defined(each, move) for name, each in parsed.functions.items()}
            return
        before = self._seen
        self.places = dict(parsed.functions)
        self._seen = (parsed.text, parsed)
        if before is not None and before[0] != parsed.text:
            move = moved(before[0], parsed.text, before[1].functions, parsed.functions)
            for state in self.states.values():
                state.examples = tuple(moved_example(each, move, buffer.module.file) for each in state.examples)

    def take_keys(self, keys: Mapping[str, str], results: Results) -> None:
        """Take up which functions there are and what they mean now."""
        self.stirred = True
        gone = {name: state for name, state in self.states.items() if name not in keys}
        by_key = {state.key: state for state in gone.values()}
        for name in gone:
            del self.states[name]
        for name, key in keys.items():
            known = self.states.get(name)
            if known is None:
                self.states[name] = self._fresh(name, key, by_key.get(key), results)
            elif known.key != key:
                known.change(key)
            elif known.state == "skipped":
                known.doubtful, known.had_turn = True, False

    def _fresh(self, name: str, key: str, renamed: FunctionState | None, results: Results) -> FunctionState:
        state = FunctionState(name, key)
        if renamed is not None:
            state.inputs, state.deadly, state.careful = renamed.inputs, renamed.deadly, renamed.careful
            return state
        found = results.load(key, self.path, name)
        if found is not None:
            state.inputs, state.deadly = found.inputs, list(found.deadly)
            state.careful = bool(found.deadly)
            shift = self.places[name].line - found.line
            try:
                examples = [example_from(record) for record in found.examples]
                state.examples = tuple(
                    moved_example(each, lambda line: line + shift, self.buffer.module.file) for each in examples
                )
            except (KeyError, TypeError, ValueError):
                state.examples = ()
        return state

    def result(self, name: str) -> Result:
        """Return what is known of a function, to be kept."""
        state = self.states[name]
        examples = tuple(plain_example(example) for example in state.examples)
        return Result(state.key, self.places[name].line, examples, state.inputs, tuple(state.deadly))

    def function(self, name: str) -> LiveFunction:
        """Return what is to be shown of a function."""
        state, place = self.states[name], self.places[name]
        shown: State = state.state
        reason = state.reason
        if self.buffer.problem:
            shown, reason = "stale", self.buffer.problem
        elif self.unimportable and not state.is_over:
            shown, reason = ("stale" if state.examples else "skipped"), self.unimportable
        return LiveFunction(
            path=self.path,
            qualname=name,
            version=self.buffer.taken,
            hash=state.key,
            line=place.line,
            signature_line=place.signature_line,
            last_line=place.last,
            state=shown,
            reason=reason,
            examples=state.examples,
            executions=state.executions,
        )

    def news(self) -> list[LiveFunction]:
        """Return the functions about which something else is to be said than the last time."""
        if not self.stirred:
            return []
        self.stirred = False
        found = [self.function(name) for name in self.states if name in self.places]
        told = {function.qualname: function for function in found}
        gone = [
            replace(last, version=self.buffer.taken, state="gone", examples=(), reason="")
            for name, last in self.told.items()
            if name not in told
        ]
        # That the same holds for a newer version of the text goes without saying.
        changed = [
            each for each in found if (last := self.told.get(each.qualname)) is None or not says_the_same(each, last)
        ]
        self.told = told
        return gone + changed
