"""Floating point and complex numbers.

The distribution: quotients of integers, powers of two with their neighbours, limits of the machine
formats, what is not finite; and a good share of the numbers people write.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator
from random import Random

from fuzzwright.domains.integers import NARROW, Integers, whole
from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Pure, Rand, Room, Unfit

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
        self._simplest = 0.0
        if low > 0:
            # A whole number where there is one: it is easier to read than the bound.
            self._simplest = float(math.ceil(low)) if low != math.inf and math.ceil(low) <= high else low
        elif high < 0:
            self._simplest = float(math.floor(high)) if high != -math.inf and math.floor(high) >= low else high

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
        return self._simplest

    def mutants(self, value: float) -> Iterator[Mutant[float]]:
        yield Rand(self.generate)

    def mutate(self, value: float, random: Random) -> float:
        bits = random.getrandbits
        kind = bits(3)
        if kind < 2:
            number = value + NARROW[bits(16) * 34 >> 16]
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
            # From a number near 0 no halving leads to one that people write.
            candidates += [math.copysign(number, value) for number in (0.1, 0.01) if abs(value) < number]
            candidates += [float(f"{value:.0e}"), float(f"{value:.1e}")]
            if abs(value) > 1:
                candidates += [math.copysign(10.0 ** int(math.log10(abs(value))), value)]
                whole = math.trunc(value)
                if abs(whole) < 1 << 53:
                    candidates += [float(number) for number in self._integers.simpler(whole)]
        yield from (number for number in candidates if self.contains(number))

    def _adopt(self, thing: object, room: Room) -> float:
        number = thing if type(thing) is float or room.exact else _same_float(thing)
        if number is not None and self.contains(number):
            return number  # type: ignore[return-value]  # `contains` says so
        raise Unfit("not such a number")

    def axes(self, value: float) -> int:
        return 3

    def move(self, value: float, axis: int, by: int) -> float:
        # By ones, by fine fractions, and along the numbers there are: in small steps the last digit of any
        # number, in large ones its order of magnitude.
        if not math.isfinite(value):
            raise Unfit("nothing is beside it")
        try:
            number = _along(value, by) if axis == 2 else value + (by if axis == 0 else by / 1024)
        except OverflowError:
            raise Unfit("too far") from None
        if 0 <= axis < 3 and number != value and math.isfinite(number) and self.contains(number):
            return number
        raise Unfit("past the bounds, or too small a step")

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


def _same_float(thing: object) -> float | None:
    """Return the plain float that a number of another class equals, if there is one."""
    kind = type(thing)
    if issubclass(kind, float):
        return float.__float__(thing)  # type: ignore[arg-type]  # by its class
    number = whole(thing)
    if number is None or number.bit_length() > 1023:
        return None
    return float(number) if float(number) == number else None


def _along(value: float, by: int) -> float:
    """Return the float that is `by` floats further up."""
    bits: int = struct.unpack(">q", struct.pack(">d", value))[0]
    # Negative floats are ordered the other way round.
    place = (bits if bits >= 0 else -(bits & _SIGNLESS)) + by
    if abs(place) > _SIGNLESS:
        raise OverflowError
    number: float = struct.unpack(">d", struct.pack(">q", abs(place)))[0]
    return number if place >= 0 else -number


_SIGNLESS = (1 << 63) - 1


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

    def _adopt(self, thing: object, room: Room) -> complex:
        if type(thing) is complex:
            return thing
        number = thing if type(thing) is float else _same_float(thing)
        if room.exact or number is None:
            raise Unfit("not a complex number")
        return complex(number)

    def axes(self, value: complex) -> int:
        return 6

    def move(self, value: complex, axis: int, by: int) -> complex:
        if axis < 3:
            return complex(self._floats.move(value.real, axis, by), value.imag)
        return complex(value.real, self._floats.move(value.imag, axis - 3, by))

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
