"""The input that came nearest to being taken, of those that an `assume` discarded, and what stood in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.search import Batch
from fuzzwright.engine.sides import MOST_VISITS, side
from fuzzwright.python.fields import LEAVES
from fuzzwright.python.notes import Note
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.properties import Assumed, uncounted
from fuzzwright.python.target import FunctionTarget

LONGEST = 60
"""Operands are shown with at most so many letters."""
_ASKING: Final = ("compare", "method")


@dataclass(frozen=True, slots=True)
class Miss:
    """A discarded input, as a call, and the last thing that was asked before it was."""

    call: str
    asked: str
    """As `3 < 1`; empty if it was true, so that something else turned the input away, or cannot be shown."""
    file: str
    line: int


def nearest_miss(function: OpenedFunction, target: FunctionTarget, inputs: Iterable[Any]) -> Miss | None:
    """Return which of the inputs came nearest: discarded by the last assumption that any came to, by the least."""
    guide = function.guide()
    best: tuple[tuple[int, float, float], Any, Note] | None = None
    with uncounted():
        for input in inputs:
            for _, observation in target.run_new(Batch(iter((input,)), "look", look="operands"), Budget(1)):
                if type(observation.error) is not Assumed:
                    continue
                note, far = _turned_away(observation.notes, guide.distances(observation))
                if note is None:
                    continue
                # Assumptions stand one below the other, so whoever came to a lower one passed those above.
                rank = (-_line_of(observation.error, function.found.file), far, function.domain.complexity(input))
                if best is None or rank < best[0]:
                    best = (rank, input, note)
    if best is None:
        return None
    _, input, note = best
    file, line = function.operands.lines.get(note.site, ("", 0))
    return Miss(function.call(input)[0], _asked(note), file, line)


def _line_of(error: BaseException, file: str) -> int:
    """Return the line of the property at which an input was discarded."""
    traceback, line = error.__traceback__, 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def _turned_away(notes: Sequence[Note], distances: dict[int, float]) -> tuple[Note | None, float]:
    """Return the last question of a run, and how far it was from being answered otherwise."""
    note = next((note for note in reversed(notes) if note.kind in _ASKING and type(note.result) is bool), None)
    if note is None:
        return None, 0.0
    visit = sum(other.site == note.site for other in notes)
    found = [
        distances.get(side(note.site, visit if visit <= MOST_VISITS else 0, holds), 0.0) for holds in (True, False)
    ]
    return note, max(found)


def _asked(note: Note) -> str:
    if note.result or any(type(operand) not in LEAVES for operand in note.operands):
        return ""
    first, *others = (text if len(text := repr(each)) <= LONGEST else f"{text[:LONGEST]}…" for each in note.operands)
    return f"{first} {note.what} {others[0]}" if note.kind == "compare" else f"{first}.{note.what}({', '.join(others)})"
