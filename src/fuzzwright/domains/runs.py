"""What strings and bytes have in common: both are runs of letters, and lengthened, cut and moved alike.

Which letters there are, which of them are simple and which runs are worth trying is left to `text`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from random import Random
from typing import Generic, TypeVar

from fuzzwright.engine.domain import Edit, LeafDomain, Mutant, Pure, Rand, Room, Unfit

T = TypeVar("T", str, bytes)

_LONGEST = 4096
_MOVED = 64
"""How many letters, from the start, have an axis of their own."""


class Runs(LeafDomain[T], Generic[T]):
    """Runs of letters, of a length between two bounds."""

    _empty: T

    grows = True
    crosses = True
    cuts = True

    def __init__(self, shortest: int = 0, longest: int = _LONGEST) -> None:
        self.shortest = shortest
        self.longest = min(longest, max(_LONGEST, shortest))

    def _length(self, random: Random, size: int) -> int:
        # Sizes are counted in leaves; the runs inside one leaf are kept short, and now and then longer.
        most = size if size < 16 else 16
        length = random.getrandbits(16) * (most + 2) >> 16
        if not random.getrandbits(6):
            length *= 4
        if length < self.shortest:
            return self.shortest
        return length if length < self.longest else self.longest

    def simplest(self) -> T:
        return self._filler() * self.shortest

    def complexity_up_to(self, value: T, limit: float) -> float:
        least = len(value) * 2.0  # each letter weighs so much, and what it is comes on top
        return least if least >= limit else self.complexity(value)

    @abstractmethod
    def _filler(self) -> T:
        """Return the simplest run of length one."""

    @abstractmethod
    def _fresh(self, random: Random, length: int) -> T:
        """Return a random run of this length."""

    def generate(self, random: Random, size: int) -> T:
        return self._fresh(random, self._length(random, size))

    def mutants(self, value: T) -> Iterator[Mutant[T]]:
        filler = self._filler()
        for index in range(min(len(value), 64)):
            yield from self._pure(value[:index] + value[index + 1 :])
            yield from self._pure(value[: index + 1] + value[index:])
        yield from self._pure(value + filler)
        yield Rand(self.generate)

    def _pure(self, value: T) -> Iterator[Mutant[T]]:
        if self.shortest <= len(value) <= self.longest:
            yield Pure(value)

    def mutate(self, value: T, random: Random) -> T:
        start, end, new = self.edit(value, random)
        varied: T = value[:start] + new + value[end:]
        if self.shortest <= len(varied) <= self.longest:
            return varied
        return value if len(varied) < self.shortest else varied[: self.longest]

    def edit(self, value: T, random: Random) -> Edit:
        bits = random.getrandbits
        length = len(value)
        kind = bits(4)
        if not length or kind < 4:
            index = bits(16) * (length + 1) >> 16
            return index, index, self._fresh(random, 1)
        index = bits(16) * length >> 16
        if kind < 7:
            return index, index + 1, self._fresh(random, 1)
        if kind < 9:
            return index, index + 1, self._empty
        if kind == 9:
            end = index + 1 + bits(3)
            return end, end, value[index:end]
        if kind == 10:
            return index, index + 1 + bits(3), self._empty
        if kind == 11:
            other = bits(16) * length >> 16
            return index, index + 1, value[other : other + 1]
        if kind == 12:
            return (index, length, self._empty) if bits(1) else (0, index, self._empty)
        if kind == 13:
            return self._twist(value, index, random)
        if kind == 14:
            return index, index + bits(1), self._token(random)
        return 0, length, self._fresh(random, 1 + bits(3))

    def edited(self, value: T, edit: Edit) -> T:
        start, end, new = edit
        varied: T = value[:start] + new + value[end:]
        if self.shortest <= len(varied) <= self.longest:
            return varied
        raise Unfit("too long or too short")

    @abstractmethod
    def _twist(self, value: T, index: int, random: Random) -> Edit:
        """Return an edit that turns the letter at `index`, or all of them, into a relative."""

    @abstractmethod
    def _token(self, random: Random) -> T:
        """Return a run that reaches special cases in much code."""

    def simpler(self, value: T) -> Iterator[T]:
        length = len(value)
        for candidate in (value[: self.shortest], self._filler() * length):
            if candidate != value:
                yield candidate
        run = length
        while run:
            run //= 2
            for start in range(0, length, run or 1):
                shorter = value[:start] + value[start + (run or 1) :]
                if len(shorter) >= self.shortest:
                    yield shorter
        filler = self._filler()
        for index in range(length):
            for letter in self._simpler_letters(value[index : index + 1]):
                yield value[:index] + letter + value[index + 1 :]
            if value[index : index + 1] != filler and index + 1 < length:
                yield value[:index] + filler * (length - index)

    @abstractmethod
    def _simpler_letters(self, letter: T) -> Iterator[T]:
        """Return letters simpler than this one."""

    def _adopt(self, thing: object, room: Room) -> T:
        run = thing if room.exact else self._plain(thing)
        if run is not None and self.contains(run):
            return run  # type: ignore[return-value]  # `contains` says so
        raise Unfit("no such text")

    @abstractmethod
    def _plain(self, thing: object) -> T | None:
        """Return the run that an object of this or a related class stands for."""

    def axes(self, value: T) -> int:
        return 1 + min(len(value), _MOVED)

    def move(self, value: T, axis: int, by: int) -> T:
        length = len(value)
        if axis == 0:
            wanted = length + by
            if not self.shortest <= wanted <= self.longest or wanted > max(_LONGEST, length):
                raise Unfit("too long or too short")
            return value[:wanted] + (value[-1:] or self._filler()) * by
        if not 0 < axis <= length:
            raise Unfit("no such letter")
        return value[: axis - 1] + self._beside(value[axis - 1 : axis], by) + value[axis:]

    @abstractmethod
    def _beside(self, letter: T, by: int) -> T:
        """Return the letter that is `by` further; raise Unfit if there is none."""

    def graft(self, value: T, part: T, random: Random) -> T:
        start, end, new = self.graft_edit(value, part, random)
        grafted = value[:start] + new + value[end:]
        return grafted[: self.longest] if len(grafted) >= self.shortest else part

    def graft_edit(self, value: T, part: T, random: Random) -> Edit:
        bits = random.getrandbits
        kind, length = bits(3), len(value)
        if kind < 2:
            return 0, length, part
        if kind < 4:
            end = length if kind == 2 else 0
            return end, end, part
        index = bits(16) * (length + 1) >> 16
        if kind < 6:
            # Between two letters, or over as many as it has.
            return index, index + (len(part) if kind == 5 else 0), part
        return index, index + (bits(16) * (length - index + 1) >> 16), part

    def listing(self, rank: int) -> Iterable[T]:
        alphabet = self._alphabet()
        shortest = self.simplest()
        if rank == 0:
            return [shortest]
        return (
            shortest + text
            for text in self._of_rank(rank, alphabet)
            if len(shortest) + len(text) <= self.longest and self.shortest <= len(shortest) + len(text)
        )

    @abstractmethod
    def _alphabet(self) -> T:
        """Return the letters that are listed, simplest first."""

    def _of_rank(self, rank: int, alphabet: T) -> Iterator[T]:
        if rank == 0:
            yield self._empty
        for first in range(min(rank, len(alphabet))):
            for rest in self._of_rank(rank - first - 1, alphabet):
                yield alphabet[first : first + 1] + rest

    def _fit_length(self, value: T) -> T:
        if len(value) < self.shortest:
            return value + self._filler() * (self.shortest - len(value))
        return value[: self.longest]
