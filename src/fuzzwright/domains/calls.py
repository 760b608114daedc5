"""Objects made by one call with a fixed number of arguments: dates, fractions, streams, iterators.

A value is the tuple of the arguments' values; a new object is made for each run. Where the arguments
depend on each other (the days of a month), `fit` makes any of them legal; where they can be read from
the object again, `take_apart` does so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from fuzzwright.domains.products import adopt_each
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
    weighs_of,
)

Parts = tuple[Any, ...]
Write = Callable[[list[str], Names], str]
TakeApart = Callable[[Any], Sequence[object] | None]
"""Gives the arguments that make an object like this one; None for objects of other classes."""


class Calls(Domain[Parts]):
    """What `construct` gives for a value of each of the given domains."""

    form = "tuple"

    def __init__(
        self,
        construct: Callable[..., Any],
        places: Sequence[Domain[Any]],
        write: Write | None = None,
        fit: Callable[[Parts], Parts] | None = None,
        take_apart: TakeApart | None = None,
        names: Sequence[str] = (),
    ) -> None:
        """`names` are those of the parts, if they have any."""
        self.construct = construct
        self.places = tuple(places)
        self.names = tuple(names)
        self._write = write
        self._fit = fit
        self._take_apart = take_apart
        self._simplest: Parts | None = None

    def components(self) -> Sequence[Domain[Any]]:
        return self.places

    def generate(self, random: Random, size: int) -> Parts:
        share = (size - 1) // (len(self.places) or 1)
        if share < 1:
            share = 1
        return self.make((), [place.draw(random, share) for place in self.places])

    def simplest(self) -> Parts:
        if self._simplest is None:
            self._simplest = self.make((), [place.simplest() for place in self.places])
        return self._simplest

    def head(self, value: Parts) -> Head:
        return ()

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.places

    def children(self, value: Parts) -> Sequence[Any]:
        return value

    def parts(self, value: Parts) -> Sequence[Part]:
        return list(zip(self.places, value, strict=True))

    def make(self, head: Head, children: Sequence[Any]) -> Parts:
        value = tuple(children)
        return value if self._fit is None else self._fit(value)

    def build(self, value: Parts, children: Sequence[Any]) -> Parts:
        return self.make((), children)

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return [((), 0)] if rank >= 0 else []

    def mutants(self, value: Parts) -> Iterator[Mutant[Parts]]:
        for left in range(len(value)):
            for right in range(left + 1, len(value)):
                if self.places[left].itself is self.places[right].itself and value[left] != value[right]:
                    swapped = list(value)
                    swapped[left], swapped[right] = value[right], value[left]
                    yield Pure(self.make((), swapped))

    def mutate(self, value: Parts, random: Random) -> Parts:
        if not value:
            return value
        index = random.getrandbits(16) * len(value) >> 16
        changed = list(value)
        changed[index] = self.places[index].mutate(value[index], random)
        return self.make((), changed)

    def simpler(self, value: Parts) -> Iterator[Parts]:
        if self.simplest() != value:
            yield self.simplest()
        for index, place in enumerate(self.places):
            changed = list(value)
            changed[index] = place.simplest()
            yield self.make((), changed)

    def _adopt(self, thing: object, room: Room) -> Parts:
        if self._take_apart is None:
            raise Unfit("objects of this type cannot be taken apart")
        arguments = self._take_apart(thing)
        if arguments is None and type(thing) is tuple and not room.exact:
            arguments = thing
        if arguments is None:
            raise Unfit("an object of another class")
        value = adopt_each(self.places, arguments, room)
        if self._fit is not None and repr(self._fit(value)) != repr(value):
            raise Unfit("these arguments do not go together")
        return value

    def complexity(self, value: Parts) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Parts, limit: float) -> float:
        return summed_up_to(0.0, self._weighs, value, limit)

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of(self.places)

    def contains(self, value: object) -> bool:
        if type(value) is not tuple or len(value) != len(self.places):
            return False
        if not all(place.contains(part) for place, part in zip(self.places, value, strict=True)):
            return False
        return self._fit is None or repr(self._fit(value)) == repr(value)

    def realise(self, value: Parts) -> Any:
        return self.construct(*[place.realise(part) for place, part in zip(self.places, value, strict=True)])

    def source(self, value: Parts, names: Names) -> str:
        written = [place.source(part, names) for place, part in zip(self.places, value, strict=True)]
        if self._write is not None:
            return self._write(written, names)
        return f"{names.refer(self.construct)}({', '.join(written)})"


def reader(cls: type, *names: str) -> TakeApart:
    """Return what reads the arguments from the attributes of an instance of exactly `cls`."""
    return lambda thing: [getattr(thing, name) for name in names] if type(thing) is cls else None
