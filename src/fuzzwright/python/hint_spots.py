"""The places inside a type hint: which values stand at each, and the hint with another one put there.

A spot is named by the way to it: for each level which argument of the hint, as `typing.get_args` counts them.
`Annotated` is no level of its own. Values are looked at only where they are builtin containers; what can be
read once is made a list first, by `thawed`.
"""

from __future__ import annotations

import collections
import collections.abc as abc
import functools
import itertools
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import UnionType
from typing import Any, get_args, get_origin

from fuzzwright.python.check import checker
from fuzzwright.python.generics import rebuild

DEPTH = 3
MOST_SPOTS = 16
MOST_ITEMS = 64
"""So many items of a container are looked at."""

ITEMS = frozenset(
    {list, set, frozenset, collections.deque, abc.Sequence, abc.MutableSequence, abc.Iterable, abc.Iterator}
    | {abc.Collection, abc.Reversible, abc.Set, abc.MutableSet}
)
MAPPINGS = frozenset({dict, collections.OrderedDict, collections.defaultdict, abc.Mapping, abc.MutableMapping})
_CONTAINERS = (list, tuple, set, frozenset, collections.deque)

Steps = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a hint: the way to it, and the hint there."""

    steps: Steps
    hint: Any


def plain(hint: Any) -> Any:
    """Return a hint without what `Annotated` adds to it."""
    return get_args(hint)[0] if get_origin(hint) is typing.Annotated else hint


def is_union(hint: Any) -> bool:
    """Return whether a hint leaves the choice between several."""
    return get_origin(hint) is typing.Union or get_origin(hint) is UnionType


def spots(hint: Any) -> list[Spot]:
    """Return the places in a hint, the whole of it first."""
    return list(itertools.islice(_spots(hint, ()), MOST_SPOTS))


def _spots(hint: Any, steps: Steps) -> Iterator[Spot]:
    yield Spot(steps, hint)
    if len(steps) < DEPTH:
        for index in _levels(plain(hint)):
            yield from _spots(get_args(plain(hint))[index], (*steps, index))


def _levels(hint: Any) -> range:
    """Return which arguments of a hint are hints of parts that can be looked at."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_union(hint):
        return range(len(arguments))
    if origin is tuple:
        return range(1 if arguments[1:] == (Ellipsis,) else len(arguments))
    if origin in MAPPINGS:
        return range(min(len(arguments), 2))
    return range(1 if origin in ITEMS and arguments else 0)


def values_at(hint: Any, steps: Steps, value: Any) -> list[Any]:
    """Return the parts of a value that stand at a place of its hint; none where it is of another shape."""
    values = [value]
    for index in steps:
        inner = plain(hint)
        values = [part for each in values for part in _parts(inner, index, each)][:MOST_ITEMS]
        hint = get_args(inner)[index]
    return values


def _parts(hint: Any, index: int, value: Any) -> list[Any]:
    arguments = get_args(hint)
    if is_union(hint):
        return [value] if conforms(arguments[index], value) else []
    if get_origin(hint) in MAPPINGS:
        return list(value.values() if index else value.keys()) if isinstance(value, dict) else []
    if not isinstance(value, _CONTAINERS):
        return list(value) if type(value) is str and arguments[0] is str else []
    if get_origin(hint) is tuple and arguments[1:] != (Ellipsis,):
        return [value[index]] if isinstance(value, tuple) and len(value) > index else []
    return list(value)


def with_hint_at(hint: Any, steps: Steps, new: Any) -> Any:
    """Return a hint with another one put in one of its places."""
    if not steps:
        return new
    if get_origin(hint) is typing.Annotated:
        return typing.Annotated[(with_hint_at(get_args(hint)[0], steps, new), *hint.__metadata__)]
    count = itertools.count()
    return rebuild(hint, lambda inner: with_hint_at(inner, steps[1:], new) if next(count) == steps[0] else inner)


def conforms(hint: Any, value: Any) -> bool:
    """Return whether a value is of the type a hint tells, as far as that can be found out."""
    check = _check(hint)
    return check is None or check(value) is None


def _check(hint: Any) -> Callable[[object], str | None] | None:
    try:
        return _compiled(hint)
    except TypeError:
        return checker(hint)  # a hint that cannot be hashed


_compiled = functools.lru_cache(maxsize=256)(checker)


def thawed(value: Any, depth: int = DEPTH) -> Any:
    """Return a value with what can be read only once turned into lists."""
    if depth < 0:
        return value
    if isinstance(value, abc.Iterator):
        return [thawed(item, depth - 1) for item in itertools.islice(value, MOST_ITEMS)]
    if type(value) in (list, tuple):
        items = [thawed(item, depth - 1) for item in value]
        return items if type(value) is list else tuple(items)
    if type(value) is dict:
        return {key: thawed(item, depth - 1) for key, item in value.items()}
    return value
