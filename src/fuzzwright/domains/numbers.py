"""Integers, floating point and complex numbers.

The distributions: mostly sums of two powers of two, powers with their neighbours, wide random
numbers, limits of the machine formats; and, as people write small numbers, a good share of those.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator
from random import Random

from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Pure, Rand

_WIDE = tuple(sign << power for power in range(65) for sign in (1, -1))
_NARROW = tuple(sign << power for power in range(17) for sign in (1, -1))
_NEIGHBOURS = tuple((sign << power) + step for power in range(66) for sign in (1, -1) for step in (-1, 0, 1))
# 64 entries, so that six random bits choose one: the numbers people write, and the edges of formats.
_ORDINARY = (
    *(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 20, 24, 25, 30, 31, 32, 42, 50, 60, 64, 99, 100, 101),
    *(-1, -2, -3, -4, -5, -7, -8, -10, -16, -50, -100, 127, 128, 200, 255, 256, 365, 500, 999, 1000, 1024, 1900),
    *(2000, 2024, 9999, 10000, 32767, 65535, 65536, 10**6, -128, 2**31 - 1, -(2**31), 2**63 - 1, 10**9),
)
assert len(_ORDINARY) == 64


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
        bits = random.getrandbits
        kind = bits(10)
        if kind < 256:
            number = _ORDINARY[bits(6)]
        elif kind < 909:
            number = _WIDE[bits(16) * 130 >> 16] + _NARROW[bits(16) * 34 >> 16]
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

    def simpler(self, value: int) -> Iterator[int]:
        base = self.simplest()
        yield base
        if value < 0 and self.contains(-value):
            yield -value
        for power in (10, 100, 1000):
            if self.contains(power):
                yield power
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

    def listing(self, rank: int) -> Iterable[int]:
        base = self.simplest()
        number = base + (rank + 1) // 2 * self.step if rank % 2 else base - rank // 2 * self.step
        return [number] if self.contains(number) else []

    def complexity(self, value: int) -> float:
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


_MAX32 = 2.0**127 * (2 - 2.0**-23)
_MAX64 = 2.0**1023 * (2 - 2.0**-52)
_SMALL_POWERS: tuple[float, ...] = tuple(
    sign * 2.0**power + step for power in range(-64, 65) for sign in (1, -1) for step in (-1.0, 0.0, 1.0)
)
_LARGE_POWERS: tuple[float, ...] = tuple(
    sign * 2.0**power + step
    for power in (*range(65, 1024), *range(-1024, -64))
    for sign in (1, -1)
    for step in (-1.0, 0.0, 1.0)
)
_NORMAL32 = tuple(base + step for base in (2.0**-126, _MAX32) for step in (0.0, 1.0, -1.0))
_NORMAL64 = tuple(base + step for base in (2.0**-1022, _MAX64) for step in (0.0, 1.0, -1.0))
_EXACT = (2.0**24, -(2.0**24), 2.0**53, -(2.0**53))
_SUBNORMAL = tuple(
    sign * number
    for number in (2.0**-149, 2.0**-126 * (1 - 2.0**-23), 5e-324, 2.0**-1022 * (1 - 2.0**-52))
    for sign in (1.0, -1.0)
)
_SPECIAL = (math.nan, math.inf, -math.inf)
# The numbers people write, and the constants of mathematics and rounding.
_ORDINARY_FLOATS = (
    *(0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, 0.1, 0.2, 0.3, 1.5, 2.5, -1.5, 10.0, 100.0, 1000.0, 0.01, 0.001),
    *(-0.0, 0.25, 0.75, 0.99, 1.01, 99.99, 19.99, 3.14, 2.71, 1.1, 2.2, 3.3, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 12.0),
    *(-10.0, -100.0, 50.0, 42.0, 37.5, 98.6, -3.5, 1e-9, 1e9, 1e6, -1e6, 180.0, 360.0, -90.0, 0.05, 0.07),
    *(1e300, -1e300, 1e-300, math.pi, math.e, 1 / 3, 0.1 + 0.2, 1e16, 2.0**-52, 255.0),
)


class Floats(LeafDomain[float]):
    """Floating point numbers, all of them or those between two bounds (both included)."""

    def __init__(self, low: float = -math.inf, high: float = math.inf, nan: bool = True) -> None:
        self.low = low
        self.high = high
        self.nan = nan
        self._integers = Integers()
        self._free = nan and low == -math.inf and high == math.inf

    def generate(self, random: Random, size: int) -> float:
        number = self._draw(random)
        return number if self._free else self._fit(number, random)

    def _draw(self, random: Random) -> float:
        bits = random.getrandbits
        kind = bits(10)
        if kind < 256:
            return _ORDINARY_FLOATS[bits(16) * len(_ORDINARY_FLOATS) >> 16]
        if kind < 832:
            integers = self._integers
            divisor = integers.generate(random, 1) or 1
            return integers.generate(random, 1) / divisor
        if kind < 864:
            return _SMALL_POWERS[bits(16) * len(_SMALL_POWERS) >> 16]
        if kind < 896:
            return _LARGE_POWERS[bits(16) * len(_LARGE_POWERS) >> 16]
        if kind < 920:
            return _NORMAL32[bits(8) * 6 >> 8]
        if kind < 944:
            return _NORMAL64[bits(8) * 6 >> 8]
        if kind < 976:
            return _EXACT[bits(2)]
        if kind < 1000:
            return _SUBNORMAL[bits(3)]
        return _SPECIAL[kind % 3]

    def simplest(self) -> float:
        if self.low > 0:
            return self.low
        return self.high if self.high < 0 else 0.0

    def mutants(self, value: float) -> Iterator[Mutant[float]]:
        yield Rand(self.generate)

    def mutate(self, value: float, random: Random) -> float:
        bits = random.getrandbits
        kind = bits(3)
        if kind < 2:
            number = value + _NARROW[bits(16) * 34 >> 16]
        elif kind == 2:
            number = -value if bits(1) else value * 2
        elif kind == 3:
            number = value / 2 if bits(1) else value * 10
        elif kind == 4:
            number = float(round(value)) if math.isfinite(value) else 0.0
        elif kind == 5:
            number = math.nextafter(value, math.inf if bits(1) else -math.inf)
        else:
            number = self._draw(random)
        return number if self._free else self._fit(number, random)

    def simpler(self, value: float) -> Iterator[float]:
        candidates = [self.simplest(), 1.0, 2.0, 0.5]
        if math.isnan(value):
            candidates = [self.simplest()]
        elif math.isinf(value):
            candidates += [math.copysign(number, value) for number in (1.0, 1e10, 1e100, 1e308)]
        else:
            candidates += [-value, float(math.trunc(value)), float(round(value)), round(value, 1), round(value, 3)]
            candidates += [value / 2, value / 10, value - math.copysign(1.0, value)]
            if abs(value) > 1:
                candidates += [math.copysign(10.0 ** int(math.log10(abs(value))), value)]
                whole = math.trunc(value)
                if abs(whole) < 1 << 53:
                    candidates += [float(number) for number in self._integers.simpler(whole)]
        yield from (number for number in candidates if self.contains(number))

    def listing(self, rank: int) -> Iterable[float]:
        if rank < len(_ORDINARY_FLOATS):
            numbers = [_ORDINARY_FLOATS[rank]]
        elif rank - len(_ORDINARY_FLOATS) < 3:
            numbers = [_SPECIAL[rank - len(_ORDINARY_FLOATS)]]
        else:
            numbers = []
        return [number for number in numbers if self.contains(number)]

    def complexity(self, value: float) -> float:
        if math.isnan(value):
            return 2500.0
        if math.isinf(value):
            return 2400.0 + (value < 0)
        magnitude = abs(value)
        extra = 0.05 if math.copysign(1.0, value) < 0 else 0.0
        if magnitude == int(magnitude):
            return self._integers.complexity(int(magnitude)) + extra
        whole = math.log2(1 + magnitude)
        return 10 + whole + len(repr(magnitude)) + extra

    def contains(self, value: object) -> bool:
        if type(value) is not float:
            return False
        return self.nan if math.isnan(value) else self.low <= value <= self.high

    def source(self, value: float, names: Names) -> str:
        if math.isfinite(value):
            return repr(value)
        return f"float({str(value)!r})"

    def pack(self, value: float) -> bytes:
        return struct.pack(">d", value)

    def unpack(self, data: bytes) -> float:
        number: float = struct.unpack(">d", data[:8].rjust(8, b"\0"))[0]
        if self.contains(number):
            return number
        return self._clamp(number)

    def _fit(self, number: float, random: Random) -> float:
        if self.contains(number):
            return number
        if math.isfinite(self.low) and math.isfinite(self.high):
            kind = random.getrandbits(3)
            if kind == 0:
                return self.low
            if kind == 1:
                return self.high
            part = random.getrandbits(53) / (1 << 53)
            return min(max(self.low * (1 - part) + self.high * part, self.low), self.high)
        return self._clamp(number)

    def _clamp(self, number: float) -> float:
        if math.isnan(number):
            return self.simplest()
        if number < self.low:
            number = self.low + min(self.low - number, 1e6)
        if number > self.high:
            number = self.high - min(number - self.high, 1e6)
        return min(max(number, self.low), self.high)


class Complexes(LeafDomain[complex]):
    """Complex numbers: two floats."""

    def __init__(self) -> None:
        self._floats = Floats()

    def generate(self, random: Random, size: int) -> complex:
        return complex(self._floats.generate(random, 1), self._floats.generate(random, 1))

    def simplest(self) -> complex:
        return 0j

    def mutants(self, value: complex) -> Iterator[Mutant[complex]]:
        yield Pure(value.conjugate())
        yield Rand(self.generate)

    def mutate(self, value: complex, random: Random) -> complex:
        if random.getrandbits(1):
            return complex(self._floats.mutate(value.real, random), value.imag)
        return complex(value.real, self._floats.mutate(value.imag, random))

    def simpler(self, value: complex) -> Iterator[complex]:
        yield 0j
        for real in self._floats.simpler(value.real):
            yield complex(real, value.imag)
        for imaginary in self._floats.simpler(value.imag):
            yield complex(value.real, imaginary)

    def listing(self, rank: int) -> Iterable[complex]:
        return [
            complex(real, imaginary)
            for left in range(rank + 1)
            for real in self._floats.listing(left)
            for imaginary in self._floats.listing(rank - left)
        ]

    def complexity(self, value: complex) -> float:
        return self._floats.complexity(value.real) + self._floats.complexity(value.imag)

    def contains(self, value: object) -> bool:
        return type(value) is complex

    def source(self, value: complex, names: Names) -> str:
        return f"complex({self._floats.source(value.real, names)}, {self._floats.source(value.imag, names)})"

    def pack(self, value: complex) -> bytes:
        return self._floats.pack(value.real) + self._floats.pack(value.imag)

    def unpack(self, data: bytes) -> complex:
        padded = data[:16].rjust(16, b"\0")
        return complex(self._floats.unpack(padded[:8]), self._floats.unpack(padded[8:]))
