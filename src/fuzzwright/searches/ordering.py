"""Numbers and texts of an input put in order along its tree, as search trees, heaps and tables want them.

Such an invariant holds for next to no random tree, and is lost by nearly every change of one. So all
leaves of one kind are collected in the order of some way through the tree, sorted, and put back: the
shape stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit
from fuzzwright.engine.trees import Position, some_spots

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_SPOTS = 256
_ORDERED: Final = (int, float, str, bytes)


def put_in_order(domain: Domain[I], input: I, random: Random) -> I:
    """Return an input with all leaves of one kind in order; raise Unfit if it has not three of any kind."""
    bits = random.getrandbits
    spots = some_spots(domain, input, MOST_SPOTS)
    kinds: dict[int, LeafDomain[Any]] = {}
    count: dict[int, int] = {}
    for spot in spots:
        if isinstance(spot.domain, LeafDomain) and type(spot.value) in _ORDERED:
            kinds[id(spot.domain)] = spot.domain
            count[id(spot.domain)] = count.get(id(spot.domain), 0) + 1
    several = [kind for key, kind in kinds.items() if count[key] > 2]
    if not several or len(spots) >= MOST_SPOTS:
        raise Unfit("there is nothing to order")
    kind = several[bits(16) * len(several) >> 16]
    found = list(_leaves(domain.itself, input, (), kind, bits(2)))
    values = sorted([value for _, value in found], reverse=not bits(2))
    if bits(1):
        values = _distinct(kind, values)
    changed = {position: value for (position, _), value in zip(found, values, strict=True)}
    made: I = _put(domain.itself, input, (), changed)
    return made


def _leaves(
    domain: Domain[Any], value: Any, position: Position, kind: LeafDomain[Any], way: int
) -> Iterator[tuple[Position, Any]]:
    """Yield the leaves of a kind: before what is below them, after its first part, after all of it, or as they come."""
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


def _distinct(kind: LeafDomain[Any], values: Sequence[Any]) -> list[Any]:
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
