"""What every input gets from being a tree: positions, replacement, crossover, size.

All of it is written over `Domain.parts` and `Domain.build`, so Python values and programs of a
generated language are handled alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.putting import in_turn, itself, putter_of_two

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


def replacer(domain: Domain[Any], value: Any, position: Position) -> Callable[[Any], Any]:
    """Return a function that puts another subtree at `position`; it raises Unfit where that cannot be.

    The way down is looked up once, so a batch of variants of one parent pays for it once.
    """
    setters, _, _ = _way_down(domain, value, position)
    return in_turn(setters)


def _way_down(
    domain: Domain[Any], value: Any, position: Position
) -> tuple[list[Callable[[Any], Any]], Domain[Any], Any]:
    """Return what puts a subtree back, from `position` upwards, and what is there."""
    setters = []
    for index in position:
        put = domain.setter(value, index)
        if put is not itself:
            setters.append(put)
        domain, value = domain.part(value, index)
    setters.reverse()
    return setters, domain, value


def replacer_of_two(
    domain: Domain[Any], value: Any, first: Position, second: Position
) -> Callable[[Any, Any], Any] | None:
    """Return a function that puts subtrees at two positions; None if one of them is inside the other."""
    shared = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared += 1
    else:
        return None
    setters, domain, value = _way_down(domain, value, first[:shared])
    left, right = first[shared], second[shared]
    put_left = replacer(*domain.part(value, left), first[shared + 1 :])
    put_right = replacer(*domain.part(value, right), second[shared + 1 :])
    node = domain.node(value)
    if node is not None:
        return putter_of_two(node, (left, right), (put_left, put_right), setters)
    children, build = list(domain.children(value)), domain.build

    def replace_with(new: Any, other: Any) -> Any:
        siblings = children.copy()
        siblings[left] = put_left(new)
        siblings[right] = put_right(other)
        both = build(value, siblings)
        for put in setters:
            both = put(both)
        return both

    return replace_with


def replace(domain: Domain[Any], value: Any, position: Position, new: Any) -> Any:
    """Return the tree with `new` at `position`; raise Unfit where that cannot be."""
    return replacer(domain, value, position)(new)


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
