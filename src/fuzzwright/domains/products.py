"""A fixed number of parts of different types: tuples with a type for each place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain, Head, Mutant, Names, Part, Pure, Unfit

Parts = tuple[Any, ...]


class Products(Domain[Parts]):
    """One value for each of the given domains."""

    fixed = True

    def __init__(self, places: Sequence[Domain[Any]]) -> None:
        self.places = tuple(places)

    def components(self) -> Sequence[Domain[Any]]:
        return self.places

    def generate(self, random: Random, size: int) -> Parts:
        share = size // (len(self.places) or 1) or 1
        return tuple([place.generate(random, share) for place in self.places])

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

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return [((), 0)]

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

    def complexity(self, value: Parts) -> float:
        return sum(place.complexity(part) for place, part in zip(self.places, value, strict=True))

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
