"""What every input gets from being a tree: positions, replacement, crossover, size.

All of it is written over `Domain.parts` and `Domain.build`, so Python values and programs of a
generated language are handled alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.putting import Put, in_turn, itself, putter_of_two

Position = tuple[int, ...]
"""Which child, of which child, … from the root; the root is ()."""


class Spot(NamedTuple):
    """A place in a tree: where it is, what is legal there, and what is there now."""

    position: Position
    domain: Domain[Any]
    value: Any


_new: Final = tuple.__new__  # what the class itself makes one with takes three times as long


def walk(domain: Domain[Any], value: Any) -> Iterator[Spot]:
    """Yield every place in the tree, parents before children."""
    stack = [Spot((), domain.itself, value)]
    while stack:
        spot = stack.pop()
        yield spot
        if not spot[1].leaf:
            stack += reversed(_below(spot))


def level_by_level(domain: Domain[Any], value: Any) -> Iterator[Spot]:
    """Yield every place in the tree, the highest first; quick where the first few will do."""
    found = [Spot((), domain.itself, value)]
    for spot in found:
        yield spot
        found += _below(spot)


def some_spots(domain: Domain[Any], value: Any, most: int) -> list[Spot]:
    """Return the places that are highest in the tree, at most so many; quicker than `walk`, parents before children."""
    found = [Spot((), domain.itself, value)]
    for spot in found:
        if not spot[1].leaf:
            found += _below(spot)
            if len(found) >= most:
                break
    return found[:most]


def _below(spot: Spot) -> list[Spot]:
    position, place, value = spot
    if place.leaf:
        return []
    return [
        _new(Spot, ((*position, index), part.itself, child)) for index, (part, child) in enumerate(place.parts(value))
    ]


def size(domain: Domain[Any], value: Any) -> int:
    """Return how many places the tree has."""
    return sum(1 for _ in walk(domain, value))


def at(domain: Domain[Any], value: Any, position: Position) -> Spot:
    """Return the place at `position`."""
    for index in position:
        domain, value = domain.part(value, index)
    return Spot(position, domain.itself, value)


class Way(NamedTuple):
    """The way down to a place: looked up once, it serves all that is put there, alone or with something elsewhere."""

    position: Position
    above: list[tuple[Domain[Any], Any]]
    """What it leads through, from the root on, each with its domain."""
    setters: list[Put]
    """What puts a child back into each of these; `itself` where that is nothing."""

    def put(self, above: int = 0) -> Put:
        """Return what puts a subtree there, into what is so many steps below the root."""
        return in_turn([setter for setter in reversed(self.setters[above:]) if setter is not itself])


def way_to(domain: Domain[Any], value: Any, position: Position) -> Way:
    """Return the way to a place."""
    above, setters = [], []
    for index in position:
        above.append((domain, value))
        setters.append(domain.setter(value, index))
        domain, value = domain.part(value, index)
    return Way(position, above, setters)


def replacer(domain: Domain[Any], value: Any, position: Position) -> Put:
    """Return a function that puts another subtree at `position`; it raises Unfit where that cannot be."""
    return way_to(domain, value, position).put()


def replacer_of_two(
    domain: Domain[Any], value: Any, first: Position, second: Position
) -> Callable[[Any, Any], Any] | None:
    """Return a function that puts subtrees at two positions; None if one of them is inside the other."""
    return put_at_two(way_to(domain, value, first), way_to(domain, value, second))


def put_at_two(first: Way, second: Way) -> Callable[[Any, Any], Any] | None:
    """Return a function that puts subtrees at the ends of two ways; None if one leads through the other's end."""
    shared = 0
    for one, other in zip(first.position, second.position, strict=False):
        if one != other:
            break
        shared += 1
    else:
        return None
    domain, value = first.above[shared]
    places = first.position[shared], second.position[shared]
    puts = first.put(shared + 1), second.put(shared + 1)
    after = [setter for setter in reversed(first.setters[:shared]) if setter is not itself]
    node = domain.node(value, *places)
    if node is not None:
        return putter_of_two(node, places, puts, after)
    children, build = list(domain.children(value)), domain.build
    (left, right), (put_left, put_right) = places, puts

    def replace_with(new: Any, other: Any) -> Any:
        siblings = children.copy()
        siblings[left] = put_left(new)
        siblings[right] = put_right(other)
        both = build(value, siblings)
        for put in after:
            both = put(both)
        return both

    return replace_with


def replace(domain: Domain[Any], value: Any, position: Position, new: Any) -> Any:
    """Return the tree with `new` at `position`; raise Unfit where that cannot be."""
    return replacer(domain, value, position)(new)


def replace_all(domain: Domain[Any], value: Any, changes: Mapping[Position, Any]) -> Any:
    """Return the tree with others at several positions, none inside another; raise Unfit where that cannot be.

    One after the other would not do: keys that become the same leave fewer places than there were.
    """
    if () in changes:
        return changes[()]
    below: dict[int, dict[Position, Any]] = {}
    for position, new in changes.items():
        below.setdefault(position[0], {})[position[1:]] = new
    children = list(domain.children(value))
    for index, inner in below.items():
        children[index] = replace_all(*domain.part(value, index), inner)
    return domain.build(value, children) if below else value


def crossover(domain: Domain[Any], mother: Any, father: Any, random: Random) -> Any | None:
    """Return `mother` with a subtree of `father` of the same type in it, or None if they share no type."""
    donors: dict[int, list[Any]] = {}
    for spot in walk(domain, father):
        if spot.position:
            donors.setdefault(id(spot.domain), []).append(spot.value)
    places = [spot for spot in walk(domain, mother) if spot.position and id(spot.domain) in donors]
    if not places:
        return None
    spot = places[random.randrange(len(places))]
    gifts = donors[id(spot.domain)]
    try:
        return replace(domain, mother, spot.position, gifts[random.randrange(len(gifts))])
    except Unfit:
        return None
