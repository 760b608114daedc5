"""One of several types.

Where all members are plain, a value of the union is a value of one of them, told apart by its class;
otherwise it carries the number of its member, as two members may look alike (a list and a tuple).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from fuzzwright.domains.heights import heights, leads_to
from fuzzwright.engine.domain import (
    Domain,
    Head,
    Mutant,
    Names,
    Part,
    Pure,
    Rand,
    Room,
    Unfit,
    Weigh,
    weigher,
    weighs_of,
)
from fuzzwright.engine.putting import itself
from fuzzwright.engine.references import reach


class Chosen(NamedTuple):
    """A value of one member of a union that needs to be told which."""

    member: int
    value: Any


_NO_VALUE: Final = object()


class Unions(Domain[Any]):
    """A value of one of the member domains; the first is the simplest that ends, if the type is recursive."""

    form = "sum"
    fixed = True

    def __init__(
        self, members: Sequence[Domain[Any]], weights: Sequence[int] | None = None, left_out: Sequence[str] = ()
    ) -> None:
        self.members = tuple(members)
        self.left_out = tuple(left_out)
        """Which members of the type are not among these, and why."""
        self.weights = list(weights) if weights else [1] * len(self.members)
        self._by_class: dict[type, int] = {}
        self._ending: list[int] | None = None
        self._draws: list[int] = []
        self._grows: list[int] = []
        self._generators: list[Callable[[Random, int], Any]] = []

    def components(self) -> Sequence[Domain[Any]]:
        return self.members

    def settled(self) -> None:
        self.__dict__.pop("_weighs", None)
        self.__dict__.pop("weigh", None)
        self._draws = [index for index, weight in enumerate(self.weights) for _ in range(weight)]
        self._generators = [member.itself.generate for member in self.members]
        growing = {index for index, member in enumerate(self.members) if leads_to(member, self)}
        self._grows = [index for index in self._draws if index in growing]

    # Which member

    @cached_property
    def _member_of(self) -> dict[type, int]:
        """For each class that one member alone is for: which."""
        classes = [member.itself.instances_of for member in self.members]
        return {cls: index for index, cls in enumerate(classes) if cls is not None and classes.count(cls) == 1}

    def _open(self, value: Any) -> tuple[int, Any]:
        if not self.plain:
            chosen: Chosen = value
            return chosen
        index = self._by_class.get(type(value))
        if index is None:
            index = self._find(value)
        return index, value

    def _find(self, value: Any) -> int:
        fitting = [index for index, member in enumerate(self.members) if member.contains(value)]
        if not fitting:
            raise Unfit("a value of none of the members")
        alone = self._only_member_for(type(value), fitting[0])
        if alone:
            self._by_class[type(value)] = fitting[0]
        return fitting[0]

    def _only_member_for(self, kind: type, index: int) -> bool:
        """Return whether the class alone tells the member: no other simplest value has that class."""
        others = (self._simplest_of(place) for place in range(len(self.members)) if place != index)
        return kind not in (int, str, tuple, bytes, float) and all(type(other) is not kind for other in others)

    def _simplest_of(self, index: int) -> Any:
        """Return the simplest value of a member; _NO_VALUE if it has none, as where a condition holds for nothing."""
        try:
            return self.members[index].simplest()
        except Unfit:
            return _NO_VALUE

    def _close(self, index: int, value: Any) -> Any:
        return value if self.plain else Chosen(index, value)

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: that of the lowest member."""
        return 1 + min(heights[id(member)] for member in self.members)

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Drop the members that have no finite value, if others have."""
        kept = [index for index, member in enumerate(self.members) if heights[id(member)] != math.inf]
        if kept:
            self.members = tuple(self.members[index] for index in kept)
            self.weights = [self.weights[index] for index in kept]
        here = loops[id(self)]
        ending = [index for index, member in enumerate(self.members) if loops.get(id(member)) != here]
        least = min(heights[id(member)] for member in self.members)
        self._ending = ending or [i for i, member in enumerate(self.members) if heights[id(member)] == least]

    def _ends(self) -> list[int]:
        """The members that do not lead back to this union; if all do, those that lead out soonest."""
        if self._ending is None:
            found = heights(self)
            for domain in reach(self):
                if isinstance(domain, Unions) and domain._ending is None:
                    domain._ending = domain._lowest(found)
            self._ending = self._lowest(found)
        return self._ending

    def _lowest(self, found: dict[int, float]) -> list[int]:
        known = [(index, found[id(member)]) for index, member in enumerate(self.members)]
        ending = [i for i, height in known if height != math.inf and not leads_to(self.members[i], self)]
        least = min(height for _, height in known)
        return ending or [index for index, height in known if height == least]

    # Making

    def generate(self, random: Random, size: int) -> Any:
        if size <= 1:
            ends = self._ends()
            index = ends[random.getrandbits(16) * len(ends) >> 16]
        else:
            # Of a recursive type, mostly members that recurse: else large values would be rare.
            draws = self._grows if self._grows and size > 2 and random.getrandbits(3) else self._draws
            index = draws[random.getrandbits(16) * len(draws) >> 16]
        try:
            value = self._generators[index](random, size)
        except Unfit:
            return self.simplest()
        return value if self.plain else Chosen(index, value)

    def simplest(self) -> Any:
        for index in self._ends():
            if (found := self._simplest_of(index)) is not _NO_VALUE:
                return self._close(index, found)
        raise Unfit("no member has a value")

    def head(self, value: Any) -> Head:
        return (self._open(value)[0],)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return (self.members[head[0]],)

    def children(self, value: Any) -> Sequence[Any]:
        return (self._open(value)[1],)

    def parts(self, value: Any) -> Sequence[Part]:
        index, inner = self._open(value)
        return ((self.members[index], inner),)

    def make(self, head: Head, children: Sequence[Any]) -> Any:
        return self._close(head[0], children[0])

    def build(self, value: Any, children: Sequence[Any]) -> Any:
        return children[0] if self.plain else Chosen(value.member, children[0])

    def part(self, value: Any, index: int) -> Part:
        member, inner = self._open(value)
        return self.members[member], inner

    def setter(self, value: Any, index: int) -> Callable[[Any], Any]:
        if self.plain:
            return itself
        member = value.member
        return lambda inner: Chosen(member, inner)

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return (((index,), 0) for index in range(len(self.members)))

    def mutants(self, value: Any) -> Iterator[Mutant[Any]]:
        current = self._open(value)[0]
        yield from map(Pure, self._other_simplest(current))
        yield Rand(self.generate)

    def mutate(self, value: Any, random: Random) -> Any:
        bits = random.getrandbits
        if bits(1):
            return self.draw(random, 1 + bits(3))
        index, inner = self._open(value)
        try:
            changed = self.members[index].mutate(inner, random)
        except Unfit:
            return value
        return changed if self.plain else Chosen(index, changed)

    def simpler(self, value: Any) -> Iterator[Any]:
        yield from self._other_simplest(self._open(value)[0])

    def _other_simplest(self, current: int) -> Iterator[Any]:
        """Yield the simplest values of the members that end a value, but for the current one."""
        for index in self._ends():
            if index != current and (found := self._simplest_of(index)) is not _NO_VALUE:
                yield self._close(index, found)

    def takes(self, thing: object, room: Room) -> bool:
        index = self._member_of.get(type(thing))
        return index is not None and self.members[index].takes(thing, room)

    def _adopt(self, thing: object, room: Room) -> Any:
        only = self._member_of.get(type(thing))
        if only is not None:
            return self._close(only, self.members[only].adopt_within(thing, room))
        for index, member in enumerate(self.members):
            try:
                return self._close(index, member.adopt_within(thing, room))
            except RecursionError:
                raise
            except Exception:
                continue  # what one member cannot read another may
        raise Unfit("a value of none of the members")

    def axes(self, value: Any) -> int:
        return 1 if len(self.members) > 1 else 0

    def move(self, value: Any, axis: int, by: int) -> Any:
        index = self._open(value)[0] + by
        if axis != 0 or not 0 <= index < len(self.members):
            raise Unfit("no such member")
        try:
            return self._close(index, self.members[index].simplest())
        except RecursionError:
            raise Unfit("a member without a finite value") from None

    def complexity(self, value: Any) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Any, limit: float) -> float:
        if self.plain:
            index, inner = self._by_class.get(type(value)), value
            if index is None:
                index = self._find(value)
        else:
            index, inner = value
        return self._weighs[index](inner, limit) + index * 0.01

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of(self.members)

    @cached_property
    def weigh(self) -> Weigh:
        return weigher(self, "union" if self.plain else "chosen", 0.0, self._by_class, self.complexity_up_to)

    def contains(self, value: object) -> bool:
        if self.plain:
            return any(member.contains(value) for member in self.members)
        return (
            isinstance(value, Chosen)
            and 0 <= value.member < len(self.members)
            and self.members[value.member].contains(value.value)
        )

    def realise(self, value: Any) -> Any:
        if self.plain:
            return value
        return self.members[value[0]].realise(value[1])

    def source(self, value: Any, names: Names) -> str:
        index, inner = self._open(value)
        return self.members[index].source(inner, names)
