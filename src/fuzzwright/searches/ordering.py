"""Numbers, texts, dates and pairs of an input put in order along its tree, as search trees, heaps and tables want them.

Such an invariant holds for next to no random tree, and is lost by nearly every change of one. So all
values of one kind are collected in the order of some way through the tree, sorted, and put back: the
shape stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Position, Spot, some_spots

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_SPOTS = 256
_STEPPED: Final = (int, float, str, bytes)
"""What has a next one, so that equal values can be told apart."""
_ORDERED: Final = (*_STEPPED, bool)


def put_in_order(domain: Domain[I], input: I, random: Random) -> I:
    """Return an input with all values of one kind in order; raise Unfit if it has not three of any kind."""
    bits = random.getrandbits
    spots = some_spots(domain, input, MOST_SPOTS)
    kinds: dict[int, Domain[Any]] = {}
    count: dict[int, int] = {}
    for spot in spots:
        if _has_order(spot):
            kinds[id(spot.domain)] = spot.domain
            count[id(spot.domain)] = count.get(id(spot.domain), 0) + 1
    several = [kind for key, kind in kinds.items() if count[key] > 2]
    if not several or len(spots) >= MOST_SPOTS:
        raise Unfit("there is nothing to order")
    kind = several[bits(16) * len(several) >> 16]
    found = list(_leaves(domain.itself, input, (), kind, bits(2)))
    if any(inner[: len(outer)] == outer for (outer, _), (inner, _) in pairwise(sorted(found, key=itemgetter(0)))):
        raise Unfit("one is inside another")
    values = sorted([value for _, value in found], reverse=not bits(2))
    if bits(1) and type(values[0]) in _STEPPED:
        values = _distinct(kind, values)
    changed = {position: value for (position, _), value in zip(found, values, strict=True)}
    made: I = _put(domain.itself, input, (), changed)
    return made


def kept_in_order(domain: Domain[I], before: I, after: I) -> I:
    """Return `after` with its values put in the order they had in `before`; raise Unfit if they have it.

    What was the smallest of its kind is so again, and so on: a change of one value in a sorted list, a heap or a search
    tree moves others aside.
    """
    old, new = _by_kind(domain, before), _by_kind(domain, after)
    changed: dict[Position, Any] = {}
    for kind, values in new.items():
        if values.keys() != old.get(kind, {}).keys():
            continue
        places = sorted(values, key=old[kind].__getitem__)
        pairs = zip(places, sorted(values.values()), strict=True)
        changed.update({place: value for place, value in pairs if value != values[place]})
    if not changed:
        raise Unfit("the order is what it was")
    made: I = _put(domain.itself, after, (), changed)
    return made


def _by_kind(domain: Domain[Any], input: Any) -> dict[int, dict[Position, Any]]:
    """Return what can be put in order, by its domain and place: whole dates and pairs, not what is inside of them."""
    found: dict[int, dict[Position, Any]] = {}
    rows: set[Position] = set()
    spots = some_spots(domain, input, MOST_SPOTS)
    if len(spots) >= MOST_SPOTS:
        raise Unfit("there is too much to order")
    for spot in spots:
        position = spot.position
        if position and position[:-1] in rows:
            rows.add(position)
        elif _has_order(spot):
            found.setdefault(id(spot.domain), {})[position] = spot.value
            rows.add(position)
    return found


def _has_order(spot: Spot) -> bool:
    """Return whether what is in a place can be put in order with others of its kind."""
    return type(spot.value) in _ORDERED or (not spot.domain.grows and _is_row(spot.value))


def _is_row(value: Any) -> bool:
    """Return whether a value is a few plain ones, to be ordered by the first, then the second: a date, a pair."""
    return type(value) is tuple and len(value) > 1 and all(map(_is_plain, value))


def _is_plain(value: Any) -> bool:
    return value is None or type(value) in _ORDERED or (isinstance(value, tuple) and all(map(_is_plain, value)))


def _leaves(
    domain: Domain[Any], value: Any, position: Position, kind: Domain[Any], way: int
) -> Iterator[tuple[Position, Any]]:
    """Yield the values of a kind: before what is below them, after its first part, after all of it, or as they come."""
    parts = [(index, part.itself, child) for index, (part, child) in enumerate(domain.parts(value))]
    own = [((*position, index), child) for index, part, child in parts if part is kind]
    if domain is kind:
        yield position, value
    for number, (index, part, child) in enumerate(part for part in parts if part[1] is not kind or way == 3):
        if number == way < 2:
            yield from own
            own = []
        yield from _leaves(part, child, (*position, index), kind, way)
    if way < 3:
        yield from own


def _distinct(kind: Domain[Any], values: Sequence[Any]) -> list[Any]:
    """Return values that rise, or fall, from each to the next."""
    rising = values[0] <= values[-1]
    moved: list[Any] = []
    for value in values if rising else reversed(values):
        moved.append(value if not moved or value > moved[-1] else kind.move(moved[-1], 0, 1))
    return moved if rising else moved[::-1]


def _put(domain: Domain[Any], value: Any, position: Position, changed: dict[Position, Any]) -> Any:
    if position in changed:
        return changed[position]
    parts = domain.parts(value)
    if not parts:
        return value
    children = [_put(part.itself, child, (*position, index), changed) for index, (part, child) in enumerate(parts)]
    return domain.build(value, children)
