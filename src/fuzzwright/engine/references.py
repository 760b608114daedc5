"""Domains that refer to each other: one that is still being built, and what holds only of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from fuzzwright.engine.domain import Domain, Head, Known, Mutant, Names, Part, Room
from fuzzwright.engine.putting import Node

V = TypeVar("V")


class Later(Domain[V]):
    """Stands for a domain that is still being built, so that types can refer to themselves."""

    fixed = True

    def __init__(self) -> None:
        self._target: Domain[V] | None = None

    def set(self, target: Domain[V]) -> None:
        """Say which domain was meant."""
        self._target = target

    @property
    def itself(self) -> Domain[V]:
        assert self._target is not None, "used before the recursive type was finished"
        return self._target.itself

    def components(self) -> Sequence[Domain[Any]]:
        return (self.itself,)

    def generate(self, random: Random, size: int) -> V:
        return self.itself.generate(random, size)

    @property
    def draw(self) -> Callable[[Random, int], V]:
        return self.itself.draw

    @property
    def draw_many(self) -> Callable[[Random, int, int], list[V]]:
        return self.itself.draw_many

    @property
    def mix(self) -> Callable[[Random, int], V]:
        return self.itself.mix

    def simplest(self) -> V:
        return self.itself.simplest()

    def head(self, value: V) -> Head:
        return self.itself.head(value)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.itself.inside(head)

    def children(self, value: V) -> Sequence[Any]:
        return self.itself.children(value)

    def make(self, head: Head, children: Sequence[Any]) -> V:
        return self.itself.make(head, children)

    def parts(self, value: V) -> Sequence[Part]:
        return self.itself.parts(value)

    def build(self, value: V, children: Sequence[Any]) -> V:
        return self.itself.build(value, children)

    def part(self, value: V, index: int) -> Part:
        return self.itself.part(value, index)

    def node(self, value: V, *places: int) -> Node | None:
        return self.itself.node(value, *places)

    def setter(self, value: V, index: int) -> Callable[[Any], V]:
        return self.itself.setter(value, index)

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return self.itself.heads(rank)

    def mutants(self, value: V) -> Iterator[Mutant[V]]:
        return self.itself.mutants(value)

    def mutate(self, value: V, random: Random) -> V:
        return self.itself.mutate(value, random)

    def simpler(self, value: V) -> Iterator[V]:
        return self.itself.simpler(value)

    def adopt(self, thing: object, known: Known | None = None) -> V:
        return self.itself.adopt(thing, known)

    def takes(self, thing: object, room: Room) -> bool:
        return self.itself.takes(thing, room)

    def adopt_within(self, thing: object, room: Room) -> V:
        return self.itself.adopt_within(thing, room)

    def axes(self, value: V) -> int:
        return self.itself.axes(value)

    def move(self, value: V, axis: int, by: int) -> V:
        return self.itself.move(value, axis, by)

    def graft(self, value: V, part: V, random: Random) -> V:
        return self.itself.graft(value, part, random)

    def complexity(self, value: V) -> float:
        return self.itself.complexity(value)

    def complexity_up_to(self, value: V, limit: float) -> float:
        return self.itself.complexity_up_to(value, limit)

    def contains(self, value: object) -> bool:
        return self.itself.contains(value)

    def realise(self, value: V) -> Any:
        return self.itself.realise(value)

    def source(self, value: V, names: Names) -> str:
        return self.itself.source(value, names)


def reach(root: Domain[Any], but: Mapping[int, Domain[Any]] | None = None) -> list[Domain[Any]]:
    """Return every domain below `root`, itself included, parents first; without those in `but`."""
    seen: dict[int, Domain[Any]] = {}
    waiting = [root]
    while waiting:
        domain = waiting.pop()
        if id(domain) not in seen and (but is None or id(domain) not in but):
            seen[id(domain)] = domain
            waiting.extend(domain.components())
    return list(seen.values())


def mark(domains: Sequence[Domain[Any]]) -> None:
    """Find out which of these domains are plain and steady; those below them are among them, or marked."""
    for domain in domains:
        domain.plain, domain.steady = domain.fixed, not domain.learns
    changed = True
    while changed:
        changed = False
        for domain in domains:
            if domain.plain and not all(component.plain for component in domain.components()):
                domain.plain = False
                changed = True
            if domain.steady and not all(component.steady for component in domain.components()):
                domain.steady = False
                changed = True


def settle(root: Domain[Any]) -> None:
    """Find out which domains below `root` are plain and steady, and let each finish; once, when all are built."""
    reachable = reach(root)
    mark(reachable)
    for domain in reachable:
        domain.settled()
