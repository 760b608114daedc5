"""Checks of containers, given the checks of what is in them.

Only builtin containers are looked into, with the builtin's own iteration: a subclass may have another, and what can be
read only once is not read at all.
"""

from __future__ import annotations

import collections
import collections.abc
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from fuzzwright.python.mismatch import Check, Left, Wrong, described, instance_of, look_inside, shown

_ITERATED: tuple[tuple[type, Callable[[Any], Iterator[Any]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
    (dict, dict.__iter__),
    (collections.deque, collections.deque.__iter__),
    (str, str.__iter__),
    (bytes, bytes.__iter__),
    (bytearray, bytearray.__iter__),
    (range, range.__iter__),
    (type({}.keys()), iter),
    (type({}.values()), iter),
)
_EXACT = dict(_ITERATED)
ITEMS_OF = {
    list, set, frozenset, collections.deque,
    collections.abc.Iterable, collections.abc.Collection, collections.abc.Container, collections.abc.Reversible,
    collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Set, collections.abc.MutableSet,
    collections.abc.KeysView, collections.abc.ValuesView,
}  # fmt: skip
"""What is checked item by item, all items being of one type."""


def items_of(origin: type, item_check: Check | None, kinds: tuple[type, ...] | None) -> Check:
    """Return the check of a container of one type of items; `kinds` are the classes they have, if that says all."""
    outer = instance_of(origin)
    if item_check is None:
        return outer
    each = item_check
    common = {*kinds, bool} if kinds and int in kinds else set(kinds or ())

    def check(value: Any, left: Left) -> Wrong | None:
        if not isinstance(value, origin):
            return Wrong(described(value))
        iterate = _iteration(value)
        if iterate is None:
            return None
        # Types are compared without a Python step for each item; what is left needs a closer look.
        if common and common.issuperset(map(type, islice(iterate(value), max(left.nodes, 0)))):
            left.nodes -= operator.length_hint(iterate(value))
            return None
        ordered = isinstance(value, list | tuple | collections.deque | str | bytes | bytearray | range)
        for index, item in enumerate(islice(iterate(value), max(left.nodes, 0))):
            wrong: Wrong | None
            if kinds:
                left.nodes -= 1
                wrong = None if isinstance(item, kinds) else Wrong(described(item))
            else:
                wrong = look_inside(each, item, left)
            if wrong:
                return wrong.below("item", str(index) if ordered else shown(item))
        return None

    return check


def tuple_of(checks: Sequence[Check | None]) -> Check:
    """Return the check of a tuple with a check for each item."""

    def check(value: Any, left: Left) -> Wrong | None:
        if not isinstance(value, tuple):
            return Wrong(described(value))
        if tuple.__len__(value) != len(checks):
            return Wrong(f"tuple of {tuple.__len__(value)} items, not {len(checks)}")
        for index, (item, each) in enumerate(zip(tuple.__iter__(value), checks, strict=True)):
            if each is not None and (wrong := look_inside(each, item, left)):
                return wrong.below("item", str(index))
        return None

    return check


def mapping_of(origin: type, keys: Check | None, values: Check | None) -> Check:
    """Return the check of a mapping."""

    def check(value: Any, left: Left) -> Wrong | None:
        if not isinstance(value, origin):
            return Wrong(described(value))
        if not isinstance(value, dict):
            return None
        for key, item in islice(dict.items(value), max(left.nodes, 0)):
            if keys is not None and (wrong := look_inside(keys, key, left)):
                return wrong.below("key", shown(key))
            if values is not None and (wrong := look_inside(values, item, left)):
                return wrong.below("value", shown(key))
        return None

    return check


def _iteration(value: object) -> Callable[[Any], Iterator[Any]] | None:
    """Return the builtin iteration of a container that can be read again; None for anything else."""
    exact = _EXACT.get(type(value))
    return exact or next((iterate for cls, iterate in _ITERATED if isinstance(value, cls)), None)
