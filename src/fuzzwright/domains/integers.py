"""Integers.

The distribution: mostly sums of two powers of two, powers with their neighbours, wide random
numbers, limits of the machine formats; and, as people write small numbers, a good share of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from random import Random

from fuzzwright.acceleration import accelerator
from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Rand, Room, Unfit, Weigh

_WIDE = tuple(sign << power for power in range(65) for sign in (1, -1))
NARROW = tuple(sign << power for power in range(17) for sign in (1, -1))
_NEIGHBOURS = tuple((sign << power) + step for power in range(66) for sign in (1, -1) for step in (-1, 0, 1))
# 64 entries, so that six random bits choose one: the numbers people write, and the edges of formats.
_ORDINARY = (
    *(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 20, 24, 25, 30, 31, 32, 42, 50, 60, 64, 99, 100, 101),
    *(-1, -2, -3, -4, -5, -7, -8, -10, -16, -50, -100, 127, 128, 200, 255, 256, 365, 500, 999, 1000, 1024, 1900),
    *(2000, 2024, 9999, 10000, 32767, 65535, 65536, 10**6, -128, 2**31 - 1, -(2**31), 2**63 - 1, 10**9),
)
assert len(_ORDINARY) == 64


# Tried on the way to the simplest: the numbers that are read at a glance.
_ROUND = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1000)


POOL_BITS = 12
_MOST_COMPLEXITIES = 1 << POOL_BITS + 1


@lru_cache(maxsize=256)
def _pool(low: int | None, high: int | None, step: int, toward: int) -> tuple[int, ...]:
    domain = Integers(low, high, step, toward)
    random = Random(low or 0)
    return tuple([domain._drawn(random) for _ in range(1 << POOL_BITS)])


class Integers(LeafDomain[int]):
    """Integers, all of them or those between two bounds (both included)."""

    def __init__(
        self, low: int | None = None, high: int | None = None, step: int = 1, toward: int | None = None
    ) -> None:
        self.low = low
        self.high = high
        self.step = step
        self._free = low is None and high is None and step == 1
        if toward is None:
            toward = low if low is not None and low > 0 else high if high is not None and high < 0 else 0
        self._simplest = self._snap(toward)

    def generate(self, random: Random, size: int) -> int:
        # Mostly one that was drawn before: a look-up takes a fifth of the time.
        bits = random.getrandbits
        return self.pool[bits(POOL_BITS)] if bits(4) else self._drawn(random)

    @property
    def draw(self) -> Callable[[Random, int], int]:  # it has its pool
        return self.generate

    @cached_property
    def draw_many(self) -> Callable[[Random, int, int], list[int]]:
        pool = self.pool

        def draw_many(random: Random, size: int, count: int) -> list[int]:
            bits = random.getrandbits
            numbers = [pool[bits(POOL_BITS)] for _ in range(count)]
            if numbers and not bits(2):
                numbers[bits(16) * count >> 16] = self._drawn(random)
            return numbers

        return draw_many

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """Numbers of this domain as they are drawn, always the same ones."""
        return _pool(self.low, self.high, self.step, self._simplest)

    def _drawn(self, random: Random) -> int:
        bits = random.getrandbits
        kind = bits(10)
        if kind < 256:
            number = _ORDINARY[bits(6)]
        elif kind < 909:
            number = _WIDE[bits(16) * 130 >> 16] + NARROW[bits(16) * 34 >> 16]
        elif kind < 955:
            number = _NEIGHBOURS[bits(16) * 396 >> 16]
        elif kind < 1001:
            number = bits(65) + 2
            if bits(1):
                number = -number
        else:
            number = kind % 3 - 1
        return number if self._free else self._fit(number, random)

    def simplest(self) -> int:
        return self._simplest

    def mutants(self, value: int) -> Iterator[Mutant[int]]:
        yield Rand(self.generate)

    def mutate(self, value: int, random: Random) -> int:
        bits = random.getrandbits
        kind = bits(3)
        if kind < 2:
            number = value + 1 + bits(3) if bits(1) else value - 1 - bits(3)
        elif kind == 2:
            number = value ^ (1 << bits(4))
        elif kind == 3:
            number = -value if bits(1) else value << 1
        elif kind == 4:
            number = value >> 1 if bits(1) else value // 10
        elif kind < 7:
            number = _ORDINARY[bits(6)]
        else:
            return self.generate(random, 1)
        return number if self._free else self._fit(number, random)

    def between(self, one: int, other: int) -> Iterator[int]:
        step = 1 if one < other else -1
        for number in dict.fromkeys((one + step, one + other >> 1, other - step)):
            if self.contains(number):
                yield number

    def simpler(self, value: int) -> Iterator[int]:
        base = self.simplest()
        yield base
        if value < 0 and self.contains(-value):
            yield -value
        for number in _ROUND:
            if self.contains(number):
                yield number
        distance = value - base
        while distance not in (0, -1):
            # Halving from both ends finds a boundary by bisection.
            distance >>= 1
            number = self._snap(value - distance)
            if self.contains(number):
                yield number
        for step in (self.step, -self.step):
            if self.contains(value + step):
                yield value + step

    def _adopt(self, thing: object, room: Room) -> int:
        number = thing if type(thing) is int or room.exact else whole(thing)
        if number is not None and self.contains(number):
            return number  # type: ignore[return-value]  # `contains` says so
        raise Unfit("not such an integer")

    def axes(self, value: int) -> int:
        return 1

    def move(self, value: int, axis: int, by: int) -> int:
        number = value + by * self.step
        if axis == 0 and self.contains(number):
            return number
        raise Unfit("past the bounds")

    def listing(self, rank: int) -> Iterable[int]:
        base = self.simplest()
        number = base + (rank + 1) // 2 * self.step if rank % 2 else base - rank // 2 * self.step
        return [number] if self.contains(number) else []

    @cached_property
    def complexity(self) -> Callable[[int], float]:
        return self._complexities.__getitem__

    @cached_property
    def _complexities(self) -> _Complexities:
        return _Complexities(self._complexity)

    @cached_property
    def weigh(self) -> Weigh:
        fast = accelerator()
        known = self._complexities
        return self.complexity_up_to if fast is None else fast.new_weigher("number", 0.0, [], known, None)

    def _complexity(self, value: int) -> float:
        distance = abs(value - self._simplest)
        # The logarithm orders by length; the fraction orders within a length, so that 7 reduces to 6.
        bits = distance.bit_length()
        fraction = distance / (1 << bits) if bits < 1000 else 0.5
        return bits + fraction * 0.9 + (0.05 if value < 0 else 0.0)

    def contains(self, value: object) -> bool:
        if type(value) is not int:
            return False
        if self._free:
            return True
        if self.low is not None and value < self.low:
            return False
        if self.high is not None and value > self.high:
            return False
        return value % self.step == 0

    def source(self, value: int, names: Names) -> str:
        if value.bit_length() > 10_000:
            # Past the digits that int() reads; hexadecimal has no such limit.
            return hex(value)
        return repr(value)

    def pack(self, value: int) -> bytes:
        return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)

    def unpack(self, data: bytes) -> int:
        number = int.from_bytes(data, "big", signed=True)
        return number if self._free else self._clamp(number)

    def _fit(self, number: int, random: Random) -> int:
        if self.contains(number):
            return number
        low, high = self.low, self.high
        if low is not None and high is not None:
            kind = random.getrandbits(3)
            if kind == 0:
                return self._snap(low)
            if kind == 1:
                return self._snap(high)
            span = high - low + 1
            more = span.bit_length() + 16
            return self._snap(low + (random.getrandbits(more) * span >> more))
        return self._clamp(number)

    def _clamp(self, number: int) -> int:
        low, high = self.low, self.high
        if low is not None and high is not None:
            return self._snap(low + (number - low) % (high - low + 1))
        if low is not None and number < low:
            number = low + (low - number)
        if high is not None and number > high:
            number = high - (number - high)
        return self._snap(number)

    def _snap(self, number: int) -> int:
        if self.step == 1:
            return number
        number -= number % self.step
        if self.low is not None and number < self.low:
            number += self.step
        return number


class _Complexities(dict[int, float]):
    """How complex numbers are, each worked out once: most are of a pool, and come again and again."""

    def __init__(self, work_out: Callable[[int], float]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, number: int) -> float:
        complexity = self._work_out(number)
        if len(self) < _MOST_COMPLEXITIES:
            self[number] = complexity
        return complexity


def whole(thing: object) -> int | None:
    """Return the plain integer that a number of another class equals; None for a bool, and if there is none."""
    kind = type(thing)
    if kind is float:
        number: float = thing  # type: ignore[assignment]  # by its class
        return int(number) if number.is_integer() else None
    if issubclass(kind, int) and kind is not bool:
        # The method of `int` itself: one of the subclass could do anything.
        return int.__index__(thing)  # type: ignore[arg-type]  # by its class
    return None
