"""A finite choice among given objects: None, bool, Literal, Enum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Pure, Room, Unfit

# What an option of another class is compared with: classes whose `==` is none of the user's.
_COMPARED = (bool, int, float, complex, str, bytes)


_MOST_AXES = 16


class Choices(LeafDomain[Any]):
    """One of the given objects, the first being the simplest."""

    def __init__(self, options: Sequence[Any], write: Callable[[Any, Names], str] | None = None) -> None:
        self.options = tuple(options)
        self.single = len(self.options) == 1
        self._write = write or (lambda value, names: repr(value))

    def generate(self, random: Random, size: int) -> Any:
        options = self.options
        return options[random.getrandbits(16) * len(options) >> 16]

    @property
    def draw(self) -> Callable[[Random, int], Any]:  # they are all there
        return self.generate

    @cached_property
    def draw_many(self) -> Callable[[Random, int, int], list[Any]]:
        options, length = self.options, len(self.options)

        def draw_many(random: Random, size: int, count: int) -> list[Any]:
            bits = random.getrandbits
            return [options[bits(16) * length >> 16] for _ in range(count)]

        return draw_many

    def simplest(self) -> Any:
        return self.options[0]

    def mutants(self, value: Any) -> Iterator[Mutant[Any]]:
        return (Pure(option) for option in self.options if option is not value)

    def mutate(self, value: Any, random: Random) -> Any:
        # Another one: of two options the same would come out every other time.
        others = max(1, len(self.options) - 1)
        return self.options[(self._index(value) + 1 + (random.getrandbits(16) * others >> 16)) % len(self.options)]

    def simpler(self, value: Any) -> Iterator[Any]:
        yield from self.options[: self._index(value)]

    def _adopt(self, thing: object, room: Room) -> Any:
        for option in self.options:
            if option is thing or (type(option) is type(thing) and option == thing):
                return option
        if not room.exact and type(thing) in _COMPARED:
            for option in self.options:
                if option == thing:
                    return option
        raise Unfit("none of the options")

    def axes(self, value: Any) -> int:
        # Options have no order that means anything: each of the others is one step away.
        return min(len(self.options), _MOST_AXES + 1) - 1

    def move(self, value: Any, axis: int, by: int) -> Any:
        if 0 <= axis < min(len(self.options), _MOST_AXES + 1) - 1:
            return self.options[(self._index(value) + (axis + 1) * by) % len(self.options)]
        raise Unfit("no such option")

    def listing(self, rank: int) -> Iterable[Any]:
        return self.options[rank : rank + 1]

    def complexity(self, value: Any) -> float:
        return 0 if self.single else self._index(value)

    def contains(self, value: object) -> bool:
        return any(option is value or (type(option) is type(value) and option == value) for option in self.options)

    def source(self, value: Any, names: Names) -> str:
        return self._write(value, names)

    def pack(self, value: Any) -> bytes:
        return self._index(value).to_bytes(2, "big")

    def unpack(self, data: bytes) -> Any:
        return self.options[int.from_bytes(data, "big") % len(self.options)]

    def _index(self, value: Any) -> int:
        for index, option in enumerate(self.options):
            if option is value:
                return index
        for index, option in enumerate(self.options):
            if type(option) is type(value) and option == value:
                return index
        return 0


def booleans() -> Choices:
    """Return the domain of False and True."""
    return Choices((False, True))


def nothing() -> Choices:
    """Return the domain of None alone."""
    return Choices((None,))
