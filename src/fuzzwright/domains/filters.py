"""The values of a domain that a condition lets through.

The condition is asked about realised objects, as users write it. Drawing tries a bounded number of
times; a change that the condition refuses is left away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain, Head, LeafDomain, Mutant, Names, Part, Pure, Rand, Room, Unfit

_NOTHING = "no value that the condition lets through was found"
TRIES = 200
"""How often a value is drawn before giving up."""


class _Sieve:
    """What filtered leaves and filtered trees have in common."""

    inner: Domain[Any]
    _condition: Callable[[Any], object]
    _simplest: Any

    def passes(self, value: Any) -> bool:
        """Return whether the condition holds; a condition that raises does not."""
        try:
            return bool(self._condition(self.inner.realise(value)))
        except Exception:
            return False

    def generate(self, random: Random, size: int) -> Any:
        # Where nothing was found once, every draw would take as long as that.
        for attempt in range(TRIES if self._simplest != () else 0):
            value = self.inner.generate(random, size + attempt // 20)
            if self.passes(value):
                return value
        return self.simplest()

    def simplest(self) -> Any:
        """Return the simplest value; raise Unfit if none was found, at once from the second time on."""
        if self._simplest is None:
            self._simplest = ()
            self._simplest = (self._find(),)
        if not self._simplest:
            raise Unfit(_NOTHING)
        return self._simplest[0]

    def _find(self) -> Any:
        value = self.inner.simplest()
        if self.passes(value):
            return value
        random = Random(0)
        found = [
            value for value in (self.inner.generate(random, 1 + i // 20) for i in range(400)) if self.passes(value)
        ]
        if not found:
            raise Unfit(_NOTHING)
        best = min(found, key=self.inner.complexity)
        improved = True
        while improved:
            improved = False
            for simpler in self.inner.simpler(best):
                if self.inner.complexity(simpler) < self.inner.complexity(best) and self.passes(simpler):
                    best, improved = simpler, True
                    break
        return best

    def mutants(self, value: Any) -> Iterator[Mutant[Any]]:
        for mutant in self.inner.mutants(value):
            if isinstance(mutant, Pure) and self.passes(mutant.value):
                yield mutant
        yield Rand(self.generate)

    def mutate(self, value: Any, random: Random) -> Any:
        for _ in range(10):
            changed = self.inner.mutate(value, random)
            if self.passes(changed):
                return changed
        return value

    def simpler(self, value: Any) -> Iterator[Any]:
        yield self.simplest()
        yield from (simpler for simpler in self.inner.simpler(value) if self.passes(simpler))

    def _adopt(self, thing: object, room: Room) -> Any:
        return self._passed(self.inner.adopt_within(thing, room))

    def axes(self, value: Any) -> int:
        return self.inner.axes(value)

    def move(self, value: Any, axis: int, by: int) -> Any:
        return self._passed(self.inner.move(value, axis, by))

    def _passed(self, value: Any) -> Any:
        if self.passes(value):
            return value
        raise Unfit("the condition does not hold")

    def graft(self, value: Any, part: Any, random: Random) -> Any:
        grafted = self.inner.graft(value, part, random)
        return grafted if self.passes(grafted) else part

    def complexity(self, value: Any) -> float:
        return self.inner.complexity(value)

    def complexity_up_to(self, value: Any, limit: float) -> float:
        return self.inner.complexity_up_to(value, limit)

    def contains(self, value: object) -> bool:
        return self.inner.contains(value) and self.passes(value)

    def realise(self, value: Any) -> Any:
        return self.inner.realise(value)

    def source(self, value: Any, names: Names) -> str:
        return self.inner.source(value, names)


class FilteredLeaves(_Sieve, LeafDomain[Any]):
    """Leaves that a condition lets through."""

    def __init__(self, inner: LeafDomain[Any], condition: Callable[[Any], object]) -> None:
        self.inner = inner
        self._condition = condition
        self._simplest = None
        self.fixed = inner.fixed

    def listing(self, rank: int) -> Iterable[Any]:
        return [value for value in self.inner.listing(rank) if self.passes(value)]  # type: ignore[attr-defined]  # a leaf

    def pack(self, value: Any) -> bytes:
        packed: bytes = self.inner.pack(value)  # type: ignore[attr-defined]  # a leaf
        return packed

    def unpack(self, data: bytes) -> Any:
        value = self.inner.unpack(data)  # type: ignore[attr-defined]  # a leaf
        return value if self.passes(value) else self.simplest()


class Filtered(_Sieve, Domain[Any]):
    """Trees that a condition lets through."""

    def __init__(self, inner: Domain[Any], condition: Callable[[Any], object]) -> None:
        self.inner = inner
        self._condition = condition
        self._simplest = None
        self.fixed = True
        self.form = inner.form
        self.ascending = inner.ascending

    def components(self) -> Sequence[Domain[Any]]:
        return (self.inner,)

    def head(self, value: Any) -> Head:
        return self.inner.head(value)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.inner.inside(head)

    def children(self, value: Any) -> Sequence[Any]:
        return self.inner.children(value)

    def parts(self, value: Any) -> Sequence[Part]:
        return self.inner.parts(value)

    def make(self, head: Head, children: Sequence[Any]) -> Any:
        value = self.inner.make(head, children)
        if not self.passes(value):
            raise Unfit("the condition does not hold")
        return value

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return self.inner.heads(rank)


def filtered(inner: Domain[Any], condition: Callable[[Any], object]) -> Domain[Any]:
    """Return the values of `inner` that the condition lets through."""
    domain = inner.itself
    return FilteredLeaves(domain, condition) if isinstance(domain, LeafDomain) else Filtered(domain, condition)
