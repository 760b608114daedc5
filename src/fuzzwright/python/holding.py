"""Whether a place of an input holds what a run saw: whole, as part of a text, or as what an object was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.trees import Spot
from fuzzwright.python.fields import LEAVES, may_be_made

COLLECTIONS: Final = (list, tuple, set, frozenset)
_HELD: Final = (*COLLECTIONS, dict)
MOST_NODES = 1024
"""Larger things are not told apart."""
DEEPEST = 10
LONGEST = 4096
"""Longer texts are not traced."""
MOST_PLACES = 6
"""Where a text holds what was seen several times, only so many places are tried."""


def key_of(value: Any) -> Any:
    """Return what tells a value from others, by content for plain ones, else by identity; None if it is too large."""
    return _key_of(value, [MOST_NODES], DEEPEST)


def _key_of(value: Any, left: list[int], deepest: int) -> Any:
    kind = type(value)
    if kind in LEAVES:
        return kind, value
    # Not isinstance, which asks the value for its class.
    if kind in _HELD or issubclass(kind, tuple):
        left[0] -= 1 + len(value)
        if left[0] < 0 or not deepest:
            return None
        items = value.items() if kind is dict else tuple.__iter__(value) if issubclass(kind, tuple) else value
        keys = [_key_of(item, left, deepest - 1) for item in items]
        if None in keys:
            return None
        return kind, frozenset(keys) if kind in (set, frozenset) else tuple(keys)
    return "object", id(value)


def holds(spot: Spot, seen: Any, adopt: Callable[[Domain[Any], Any], Any]) -> bool:
    """Return whether what was seen may have been made at a place of the input; `adopt` raises Unfit if it never is."""
    # Adopting is slow, and most places can be ruled out by what they are.
    if isinstance(spot.domain, Sequences):
        if type(seen) not in COLLECTIONS or len(seen) != len(spot.value):
            return False
        if isinstance(seen, set | frozenset):
            # In a list, whether they stand in the order of the set would be a matter of chance.
            return spot.domain.collection.distinct and _has_members(spot, adopt(spot.domain, seen))
    elif not may_be_made(spot, seen):
        return False
    return _same(adopt(spot.domain, seen), spot.value)


def _has_members(spot: Spot, adopted: Any) -> bool:
    return all(item in spot.value for item in adopted)


def _same(adopted: Any, value: Any) -> bool:
    """Return whether a value is what an object was made of; whatever was left out has some default."""
    if value is LEFT_OUT:
        return True
    adopted, value = _opened(adopted), _opened(value)
    if isinstance(value, tuple) and type(adopted) is type(value) and len(adopted) == len(value):
        return all(map(_same, adopted, value))
    return bool(adopted == value)


def _opened(value: Any) -> Any:
    """Return what was chosen where there was a choice: a value may be legal as one of several members."""
    while type(value) is Chosen:
        value = value.value
    return value


def overlaps(value: Any, seen: Any) -> bool:
    """Return whether one of two texts is a part of the other."""
    if type(value) is not type(seen) or value == seen:
        return False
    return seen in value or bool(value and value in seen)


def within(value: Any, seen: Any, wanted: Any) -> Iterator[Any]:
    """Yield texts in which `wanted` stands where `seen` stood in `value`; or its middle, if `seen` was the longer."""
    if len(value) + len(seen) + (value.count(seen) if seen else 1) * len(wanted) > LONGEST:
        return
    if value in seen and value != seen:
        start = seen.find(value)
        before, after = seen[:start], seen[start + len(value) :]
        if wanted.startswith(before) and wanted.endswith(after):
            yield wanted[len(before) : len(wanted) - len(after)]
        return
    if not seen:
        yield value + wanted
        return
    if value.count(seen) > 1:
        yield value.replace(seen, wanted)
    start = value.find(seen)
    for _ in range(MOST_PLACES):
        if start < 0:
            return
        yield value[:start] + wanted + value[start + len(seen) :]
        start = value.find(seen, start + 1)
