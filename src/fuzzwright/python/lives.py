"""What the calls of a recipe changed about the object that it makes, as a key: the state that an object is in.

Objects that went through different calls and are alike go on alike, whatever the code under test looked at so far: a
counter that nobody asked for yet tells them apart all the same. Noted only during close looks. No code of the values
under test runs for it, and a key is the same in every process.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from itertools import islice
from typing import Any, Final

from fuzzwright.python.snapshots import fields_of
from fuzzwright.searches.rounds import MOST_ITEMS, told

MOST_OBJECTS = 4
"""Where there are more in an input, the others do not tell states apart."""
MOST_FIELDS = 32
_DEEPEST: Final = 3
_DICTS: Final = (OrderedDict, Counter, defaultdict, dict)
_OTHERS: Final = (list, tuple, deque, set, frozenset)


class Lives:
    """What was changed about the objects of the run at hand, by calls that came before it."""

    def __init__(self) -> None:
        self.watched = False
        self._made = 0
        self._changed: list[tuple[int, str, Any]] = []

    def begin(self) -> None:
        """Watch what is made from now on."""
        self.watched = True
        self._made = 0
        self._changed.clear()

    def end(self) -> tuple[tuple[int, str, Any], ...] | None:
        """Watch no longer; return what was changed about which object, or None if nothing was."""
        self.watched = False
        return tuple(self._changed) or None

    def changed(self, before: dict[str, Any], thing: Any) -> None:
        """Note that an object was made, and then changed by calls."""
        if self._made < MOST_OBJECTS:
            for name, told_now in told_fields(thing).items():
                if before.get(name, _MISSING) != told_now:
                    self._changed.append((self._made, name, told_now))
        self._made += 1


_MISSING: Final = object()


def told_fields(thing: Any) -> dict[str, Any]:
    """Return what is told of each attribute of an object."""
    fields = fields_of(thing) or {}
    return {name: _told(value, _DEEPEST) for name, value in islice(fields.items(), MOST_FIELDS)}


def _told(value: Any, depth: int) -> Any:
    """Return what is told of an attribute: numbers, short texts and small collections as they are.

    Texts in collections are mostly what was handed in, and would make a state of every input.
    """
    kind = type(value)
    if depth < _DEEPEST and kind in (str, bytes):
        return kind.__name__
    for each in _DICTS:
        if kind is each:
            return _collected(each, len(value), each.items(value), depth)
    for builtin in _OTHERS:
        if kind is builtin:
            return _collected(builtin, len(value), builtin.__iter__(value), depth)
    fields = fields_of(value) if depth and kind.__module__ != "builtins" else None
    if fields:
        parts = [(name, _told(each, depth - 1)) for name, each in islice(fields.items(), MOST_ITEMS)]
        return kind.__name__, tuple(parts)
    return told(value)


def _collected(kind: type, length: int, items: Any, depth: int) -> Any:
    if length > MOST_ITEMS or not depth:
        return kind.__name__, length
    each = [_told(item, depth - 1) for item in items]
    return kind.__name__, frozenset(each) if kind in (set, frozenset) else tuple(each)
