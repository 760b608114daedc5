"""Collections read backwards: look-ups, slices, lengths, sums, and what makes one collection of another."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.inverses.answers import EXAMPLES, Answer, Answers, first, in_order, like, resized

_MOST_KEYS = 64
_FARTHEST = 512
"""A list is not made longer than this for one of its items."""


def item(container: Any, key: Any, wanted: Any) -> Iterator[Answer]:
    """Yield how `container[key]` could be `wanted`."""
    if isinstance(container, Mapping):
        yield 0, {**container, key: wanted}
        yield from ((1, other) for other, value in list(container.items())[:_MOST_KEYS] if value == wanted)
        return
    if isinstance(key, slice):
        yield 0, with_slice(container, key, wanted)
        return
    if not isinstance(key, int):
        return
    length = len(container)
    if key < 0:
        key += length
    if isinstance(container, bytes):
        wanted = bytes([wanted]) if isinstance(wanted, int) else wanted
    if isinstance(container, str | bytes):
        yield 0, container[:key] + wanted + container[key + 1 :]
        yield 0, container[:key] + wanted + container[key:]
        return
    items = list(container)
    if 0 <= key < length:
        changed = [*items[:key], wanted, *items[key + 1 :]]
    elif key < _FARTHEST:
        changed = items + [HOLE] * (key - length) + [wanted]
    else:
        return
    yield 0, like(container, changed)
    if wanted in items:
        yield 1, items.index(wanted)


def with_slice(container: Any, key: slice, wanted: Any) -> Any:
    """Return a collection whose slice is `wanted`."""
    start, stop, step = key.indices(len(container))
    if step == -1 and key.start is None and key.stop is None:
        return like(container, wanted[::-1])
    if step != 1:
        changed = list(container)
        changed[key] = list(wanted)
        return like(container, changed)
    stop = max(start, stop)
    if isinstance(container, str | bytes):
        return container[:start] + wanted + container[stop:]
    return like(container, [*container[:start], *wanted, *container[stop:]])


def _summed(wanted: Any, items: Any, start: Any = 0) -> Any:
    items = list(items)
    if not items:
        return [wanted]
    missing = wanted - sum(items, start)
    whole = [[*items[:place], items[place] + missing, *items[place + 1 :]] for place in (0, len(items) - 1)]
    return first(*whole, *_spread(items, missing))


def _spread(items: list[Any], missing: Any) -> Iterator[list[Any]]:
    """Yield the items with a part of what is missing added to each, and to each but those that are nothing."""
    for places in ([place for place, item in enumerate(items) if item], list(range(len(items)))):
        if len(places) > 1:
            try:
                part = missing // len(places)
            except TypeError:  # complex numbers have no whole parts
                return
            more = dict.fromkeys(places, part)
            more[places[0]] += missing - part * len(places)
            yield [item + more[place] if place in more else item for place, item in enumerate(items)]


def _extreme(wanted: Any, *arguments: Any, key: Any = None, default: Any = None) -> Any:
    if len(arguments) > 1:
        return Answers((place, wanted) for place in range(len(arguments)))
    items = list(arguments[0])
    return first([*items[:-1], wanted], [wanted] * len(items), [wanted])


def _counted(wanted: Any, items: Any) -> Any:
    spread = [key for key, count in wanted.items() for _ in range(min(count, 64))]
    return like(items, spread)


def _same_members(wanted: Any, items: Any) -> Any:
    return like(items, in_order(wanted))


def _plain(wanted: Any, items: Any) -> Any:
    return like(items, wanted)


def _of_pairs(wanted: Any, items: Any, **_: Any) -> Any:
    return dict(wanted) if isinstance(items, Mapping) else like(items, list(wanted.items()))


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    len: lambda wanted, value: resized(value, wanted),
    sum: _summed,
    type: lambda wanted, _: EXAMPLES[wanted][-1],
    min: _extreme,
    max: _extreme,
    sorted: lambda wanted, items, key=None, reverse=False: like(items, wanted),
    reversed: lambda wanted, items: like(items, list(wanted)[::-1]),
    list: _plain,
    tuple: _plain,
    set: _same_members,
    frozenset: _same_members,
    deque: lambda wanted, iterable, maxlen=None: like(iterable, list(wanted)),
    bytes: lambda wanted, items: list(wanted),
    Counter: _counted,
    dict: _of_pairs,
    OrderedDict: _of_pairs,
}


def _got(wanted: Any, owner: Any, key: Any, *_: Any) -> Any:
    return Answers(item(owner, key, wanted))


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "copy": lambda wanted, _: wanted,
    "get": _got,
    "keys": lambda wanted, owner: {key: owner.get(key, HOLE) for key in wanted},
    "values": lambda wanted, owner: dict(zip(owner, wanted, strict=True)),
    "items": lambda wanted, _: dict(wanted),
}
