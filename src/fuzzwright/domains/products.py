"""A fixed number of parts of different types: tuples with a type for each place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from fuzzwright.domains.heights import leads_to
from fuzzwright.domains.sequences import items_of
from fuzzwright.engine.domain import (
    Domain,
    Head,
    Mutant,
    Names,
    Part,
    Pure,
    Room,
    Unfit,
    Weigh,
    summed_up_to,
    weigher,
    weighs_of,
)
from fuzzwright.engine.putting import Node

Parts = tuple[Any, ...]


class Products(Domain[Parts]):
    """One value for each of the given domains."""

    form = "tuple"
    fixed = True

    def __init__(self, places: Sequence[Domain[Any]]) -> None:
        self.places = tuple(places)
        self._recursive: bool | None = None

    def components(self) -> Sequence[Domain[Any]]:
        return self.places

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Find out whether a value can hold another of this domain."""
        self._recursive = any(loops.get(id(place)) == loops[id(self)] for place in self.places)

    def generate(self, random: Random, size: int) -> Parts:
        share = size // (len(self.places) or 1) or 1
        if len(self.places) == 1:
            return (self.places[0].generate(random, share),)
        return tuple([place.draw(random, share) for place in self.places])

    def simplest(self) -> Parts:
        return tuple(place.simplest() for place in self.places)

    def head(self, value: Parts) -> Head:
        return ()

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.places

    def children(self, value: Parts) -> Sequence[Any]:
        return value

    def parts(self, value: Parts) -> Sequence[Part]:
        return list(zip(self.places, value, strict=True))

    def make(self, head: Head, children: Sequence[Any]) -> Parts:
        return tuple(children)

    def build(self, value: Parts, children: Sequence[Any]) -> Parts:
        return tuple(children)

    def part(self, value: Parts, index: int) -> Part:
        return self.places[index], value[index]

    def node(self, value: Parts, *places: int) -> Node | None:
        return value, None

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        if self._recursive is None:
            self._recursive = any(leads_to(place, self) for place in self.places)
        # A type that holds itself needs a cost at each level, to have finitely many values of each rank.
        return [((), 1)] if self._recursive else [((), 0)]

    def mutants(self, value: Parts) -> Iterator[Mutant[Parts]]:
        for left in range(len(value)):
            for right in range(left + 1, len(value)):
                if self.places[left].itself is self.places[right].itself:
                    swapped = list(value)
                    swapped[left], swapped[right] = value[right], value[left]
                    yield Pure(tuple(swapped))

    def mutate(self, value: Parts, random: Random) -> Parts:
        if not value:
            return value
        index = random.getrandbits(16) * len(value) >> 16
        place = self.places[index].itself
        twins = [other for other in range(len(value)) if other != index and self.places[other].itself is place]
        if twins and random.getrandbits(1):
            new = value[twins[random.getrandbits(16) * len(twins) >> 16]]
        else:
            try:
                new = place.mutate(value[index], random)
            except Unfit:
                return value
        return (*value[:index], new, *value[index + 1 :])

    def simpler(self, value: Parts) -> Iterator[Parts]:
        simplest = self.simplest()
        if simplest != value:
            yield simplest

    def _adopt(self, thing: object, room: Room) -> Parts:
        kind = type(thing)
        if kind is not tuple and (room.exact or not issubclass(kind, tuple | list)):
            raise Unfit("not a tuple")
        return adopt_each(self.places, items_of(thing), room)

    def complexity(self, value: Parts) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Parts, limit: float) -> float:
        return summed_up_to(0.0, self._weighs, value, limit)

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of(self.places)

    @cached_property
    def weigh(self) -> Weigh:
        return weigher(self, "sum", 0.0, ())

    def contains(self, value: object) -> bool:
        return (
            type(value) is tuple
            and len(value) == len(self.places)
            and all(place.contains(part) for place, part in zip(self.places, value, strict=True))
        )

    def realise(self, value: Parts) -> Any:
        if self.plain:
            return value
        return tuple([place.realise(part) for place, part in zip(self.places, value, strict=True)])

    def source(self, value: Parts, names: Names) -> str:
        written = [place.source(part, names) for place, part in zip(self.places, value, strict=True)]
        return f"({written[0]},)" if len(written) == 1 else f"({', '.join(written)})"


def adopt_each(places: Sequence[Domain[Any]], things: Sequence[object], room: Room) -> Parts:
    """Return the value for each of the things, each in its own domain; raise Unfit if one has none."""
    if len(things) != len(places):
        raise Unfit("too many or too few parts")
    return tuple([place.adopt_within(thing, room) for place, thing in zip(places, things, strict=True)])
