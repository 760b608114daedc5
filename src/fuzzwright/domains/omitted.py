"""What may be left out: a parameter with a default, a key that need not be there.

The marker is the simplest value, and unlike anything a domain holds, so no tag is needed beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from fuzzwright.domains.choices import Choices
from fuzzwright.engine.domain import Domain, Head, Mutant, Names, Part, Pure, Rand, Room


class LeftOut:
    """The class of the marker `LEFT_OUT`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "LEFT_OUT"


LEFT_OUT: Final = LeftOut()


class Omittable(Domain[Any]):
    """A value of `inner`, or the marker for nothing at all; one in four is left out."""

    form = "sum"

    def __init__(self, inner: Domain[Any]) -> None:
        self.inner = inner

    def components(self) -> Sequence[Domain[Any]]:
        return (self.inner,)

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: nothing is lower than what is not there."""
        return 0

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Always leave out what has no finite value."""
        if heights[id(self.inner)] == math.inf:
            self.inner = Choices((LEFT_OUT,))

    def generate(self, random: Random, size: int) -> Any:
        if size < 1 or not random.getrandbits(2):
            return LEFT_OUT
        return self.inner.generate(random, size)

    def simplest(self) -> Any:
        return LEFT_OUT

    def head(self, value: Any) -> Head:
        return (0,) if value is LEFT_OUT else (1,)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return (self.inner,) if head[0] else ()

    def children(self, value: Any) -> Sequence[Any]:
        return () if value is LEFT_OUT else (value,)

    def parts(self, value: Any) -> Sequence[Part]:
        return () if value is LEFT_OUT else ((self.inner, value),)

    def make(self, head: Head, children: Sequence[Any]) -> Any:
        return children[0] if children else LEFT_OUT

    def build(self, value: Any, children: Sequence[Any]) -> Any:
        return children[0] if children else LEFT_OUT

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return [((0,), 0), ((1,), 1)][: rank + 1]

    def mutants(self, value: Any) -> Iterator[Mutant[Any]]:
        if value is LEFT_OUT:
            yield Pure(self.inner.simplest())
            yield Rand(self.inner.generate)
        else:
            yield Pure(LEFT_OUT)

    def mutate(self, value: Any, random: Random) -> Any:
        if value is LEFT_OUT:
            return self.inner.generate(random, 1 + random.getrandbits(3))
        return LEFT_OUT if not random.getrandbits(3) else self.inner.mutate(value, random)

    def _adopt(self, thing: object, room: Room) -> Any:
        return LEFT_OUT if thing is LEFT_OUT else self.inner.adopt_within(thing, room)

    def complexity(self, value: Any) -> float:
        return 0 if value is LEFT_OUT else 1 + self.inner.complexity(value)

    def complexity_up_to(self, value: Any, limit: float) -> float:
        return 0 if value is LEFT_OUT else 1 + self.inner.complexity_up_to(value, limit)

    def contains(self, value: object) -> bool:
        return value is LEFT_OUT or self.inner.contains(value)

    def realise(self, value: Any) -> Any:
        return value if value is LEFT_OUT else self.inner.realise(value)

    def source(self, value: Any, names: Names) -> str:
        return "..." if value is LEFT_OUT else self.inner.source(value, names)
