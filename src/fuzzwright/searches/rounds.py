"""What the last round of a loop or a recursion noted, as a key: the state that a run ended in.

Runs that end in the same state go on in the same way, whatever led there. A key is made of plain values
only, and no code of the values under test runs for it; it is the same in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from enum import Enum
from typing import Any, Final, Protocol

MOST_SITES = 64
"""A round with more to note than this is none to remember."""
MOST_ITEMS = 4
"""Longer collections are told apart by their length alone."""
MOST_LETTERS = 8
_EXACT = 256
"""Numbers from here on are told apart by about how large they are."""
_DEEPEST = 3


class Noted(Protocol):
    """What a state is read from: an operation of a run."""

    @property
    def site(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def operands(self) -> tuple[Any, ...]: ...
    @property
    def result(self) -> Any: ...


def state_of(notes: Sequence[Noted], lengths: Callable[[], Container[int]] = lambda: ()) -> Any | None:
    """Return what tells the state that a run ended in, from its last round; None if nothing went round.

    `lengths` gives those of the collections in the input.

    Numbers and collections make a state. Texts and other things are mostly what came last in the input,
    and count only where there is nothing else.
    """
    last: dict[int, Noted] = {}
    for note in reversed(notes):
        if note.site in last:
            break
        last[note.site] = note
    else:
        return None
    if len(last) > MOST_SITES:
        return None
    first: dict[int, Noted] = {note.site: note for note in reversed(notes)}
    moving: list[Any] = []
    others: list[Any] = []
    for site, note in last.items():
        for place, value in enumerate(_telling(note)):
            kind = type(value)
            if kind in _COLLECTIONS:
                before = _telling(first[site])
                if note is first[site]:
                    # Noted once, it may be the input itself: that would make a state of every input.
                    short = len(value) <= MOST_ITEMS and len(value) not in lengths()
                    moving.append((site, place, told(value) if short else len(value)))
                elif place >= len(before) or told(value) != told(before[place]):
                    # Else it is a table, or the input itself.
                    moving.append((site, place, told(value)))
            elif kind in _NUMBERS:
                moving.append((site, place, told(value)))
            else:
                others.append((site, place, told(value)))
    return tuple(moving) or tuple(others)


_COLLECTIONS: Final = frozenset({list, set, frozenset, dict})
_NUMBERS: Final = frozenset({int, float, bool, tuple})


def _telling(note: Noted) -> Sequence[Any]:
    """Return those values of an operation that the others do not follow from."""
    match note.kind:
        case "compare" | "item" | "matched" | "truth":
            return note.operands
        case "attribute" | "rounds":
            return ()
        case "binary" | "unary":
            return (note.result,)
    return (*note.operands, note.result)


def told(value: Any, depth: int = _DEEPEST) -> Any:
    """Return what a state keeps of a value: small ones as they are, of others about how large they are."""
    kind = type(value)
    if kind is bool or value is None:
        return value
    if kind is int:
        if -_EXACT < value < _EXACT:
            return value
        length = value.bit_length()
        return length, value >> length - 5
    if kind is str or kind is bytes:
        return value if len(value) <= MOST_LETTERS else (kind, len(value))
    if kind is float:
        return f"{value:.2g}"
    if kind in (list, tuple, set, frozenset, dict):
        length = len(value)
        if length > MOST_ITEMS or not depth:
            return kind, length
        if kind is dict:
            return kind, tuple([(told(key, depth - 1), told(item, depth - 1)) for key, item in value.items()])
        items = [told(item, depth - 1) for item in value]
        return kind, frozenset(items) if kind in (set, frozenset) else tuple(items)
    if issubclass(kind, Enum):  # not isinstance, which asks the value for its class
        return kind.__name__, object.__getattribute__(value, "_name_")
    return kind.__name__
