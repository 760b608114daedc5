"""How a structure is written in a text, learnt from one that is: brackets, what stands between items, and words.

A parser of the code under test made lists of a text. Where other lists are wanted, they are written the
way the ones it made are written: from `(a b)`, which gave `["a", "b"]`, comes `(a (b c))`. What is
learnt from one example may be wrong; whoever asks runs what comes of it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fuzzwright.engine.domain import HOLE

_MOST_NODES = 1024
_DEEPEST = 12
_WORDS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Form:
    """What lists begin and end with, and what stands between their items."""

    opening: str
    closing: str
    separator: str


def rewritten(text: str, seen: Sequence[Any], wanted: Sequence[Any]) -> str | None:
    """Return the text that says `wanted` as `text` says `seen`; None if it does not show how."""
    if not _can_be_written(seen, [_MOST_NODES], _DEEPEST):
        return None
    form = _form(text, seen)
    if form is None or not _can_be_written(wanted, [_MOST_NODES], _DEEPEST):
        return None
    try:
        return _Writer(form).write(wanted)
    except ValueError:  # a number with more digits than may be written
        return None


_DELIMITERS: Final = ",;\t|"


def quoted(text: str, seen: Sequence[Any], wanted: Sequence[Any]) -> str | None:
    """Return the text with a row of cells in place of another, some of them in quotes; None if none has to be."""
    if not all(type(cell) is str for cell in (*seen, *wanted)):
        return None
    for number, line in enumerate(lines := text.splitlines()):
        for delimiter in _DELIMITERS:
            if delimiter not in line or not any(sign in cell for cell in wanted for sign in (delimiter, '"')):
                continue
            try:
                if next(csv.reader([line], delimiter=delimiter), None) != list(seen):
                    continue
                written = io.StringIO()
                csv.writer(written, delimiter=delimiter, lineterminator="").writerow(wanted)
            except csv.Error:
                continue
            return "\n".join([*lines[:number], written.getvalue(), *lines[number + 1 :]])
    return None


def _can_be_written(thing: Any, left: list[int], deepest: int) -> bool:
    """Return whether there are only lists, texts and numbers, and not too many; `left` says how many more may be."""
    left[0] -= 1
    kind = type(thing)
    if left[0] < 0 or not deepest:
        return False
    if kind is list or kind is tuple:
        return all(_can_be_written(item, left, deepest - 1) for item in thing)
    # No subclasses: their text is written by code of their own.
    return thing is HOLE or kind in (str, int, float, bool)


def _form(text: str, seen: Sequence[Any]) -> Form | None:
    try:
        leaves = list(_leaves(seen, 1, ()))
    except ValueError:
        return None
    if not leaves:
        depth, inner = 1, seen
        while inner and depth < _DEEPEST:
            depth, inner = depth + 1, inner[0]
        middle = len(text.strip()) // 2
        opening, closing = _single(text.strip()[:middle], depth), _single(text.strip()[middle:], depth)
        return None if opening is None or closing is None else Form(opening, closing, " ")
    spans: list[tuple[int, int]] = []
    end = 0
    for leaf in leaves:
        start = text.find(leaf.text, end)
        if start < 0 or not leaf.text:
            return None
        end = start + len(leaf.text)
        spans.append((start, end))
    opening = _single(text[: spans[0][0]], leaves[0].depth)
    closing = _single(text[spans[-1][1] :], leaves[-1].depth)
    between = [
        text[left[1] : right[0]]
        for (one, left), (other, right) in zip(
            zip(leaves, spans, strict=True), list(zip(leaves, spans, strict=True))[1:], strict=False
        )
        if one.parent == other.parent
    ]
    if opening is None or closing is None:
        return None
    # A bracket needs no space beside it, words do.
    return Form(opening, closing, between[0] if between else " " if opening else ",")


def _single(brackets: str, depth: int) -> str | None:
    """Return one of the brackets that so many lists begin or end with at the same place."""
    plain = "".join(brackets.split())
    one = plain[: len(plain) // depth]
    return one if one * depth == plain else None


@dataclass(frozen=True, slots=True)
class _Leaf:
    text: str
    depth: int
    parent: tuple[int, ...]


def _leaves(structure: Sequence[Any], depth: int, place: tuple[int, ...]) -> Iterator[_Leaf]:
    for number, item in enumerate(structure):
        if isinstance(item, list | tuple):
            if depth < _DEEPEST:
                yield from _leaves(item, depth + 1, (*place, number))
        else:
            yield _Leaf(str(item), depth, place)


@dataclass(slots=True)
class _Writer:
    form: Form
    _holes: Iterator[str] = field(default_factory=lambda: iter(_WORDS))

    def write(self, thing: Any) -> str:
        if isinstance(thing, list | tuple):
            form = self.form
            return form.opening + form.separator.join([self.write(item) for item in thing]) + form.closing
        # Whatever fits: each time another one, as two of a kind often do not.
        return next(self._holes, "a") if thing is HOLE else str(thing)
