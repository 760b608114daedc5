"""Decimal numbers with their special values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Context, Decimal, InvalidOperation
from random import Random

from fuzzwright.domains.integers import Integers, whole
from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Pure, Rand, Room, Unfit

_ORDINARY = tuple(
    Decimal(text)
    for text in (
        *("0", "1", "-1", "2", "10", "100", "0.1", "0.01", "0.5", "1.5", "-0.5", "9.99", "19.99", "0.001", "1000"),
        *("-0", "0.00", "1E+2", "1E-10", "1E+28", "3.14", "99.995", "0.005", "1E+400", "1E-400", "12.34", "-100.25"),
    )
)
_SPECIAL = (Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity"))


class Decimals(LeafDomain[Decimal]):
    """Decimals: the ones people write, digits with an exponent, now and then NaN and the infinities."""

    def __init__(self) -> None:
        self._integers = Integers()

    def generate(self, random: Random, size: int) -> Decimal:
        bits = random.getrandbits
        kind = bits(5)
        if kind < 10:
            return _ORDINARY[bits(16) * len(_ORDINARY) >> 16]
        if kind == 31:
            return _SPECIAL[bits(8) * 3 >> 8]
        return self._integers.generate(random, 1) * Decimal(1).scaleb(-bits(3) if kind < 28 else bits(5) - 16)

    def simplest(self) -> Decimal:
        return Decimal(0)

    def mutants(self, value: Decimal) -> Iterator[Mutant[Decimal]]:
        if not value.is_nan():
            yield Pure(value.copy_negate())
        yield from (Pure(special) for special in _SPECIAL)
        yield Rand(self.generate)

    def mutate(self, value: Decimal, random: Random) -> Decimal:
        kind = random.getrandbits(3)
        if kind < 3 or not value.is_finite():
            return self.generate(random, 1)
        try:
            if kind == 3:
                return value.copy_negate()
            if kind == 4:
                return value + 1
            if kind == 5:
                return value - Decimal("0.01")
            return value.scaleb(1 if kind == 6 else -1)
        except (InvalidOperation, ArithmeticError):
            return value

    def simpler(self, value: Decimal) -> Iterator[Decimal]:
        yield Decimal(0)
        yield Decimal(1)
        if not value.is_finite():
            return
        yield value.copy_abs()
        try:
            for places in ("1", "0.1", "0.01"):
                yield value.quantize(Decimal(places))
            if abs(value) < 10**30:
                for number in self._integers.simpler(int(value)):
                    yield Decimal(number)
        except (InvalidOperation, ArithmeticError):
            return

    def _adopt(self, thing: object, room: Room) -> Decimal:
        if self.contains(thing):
            return thing  # type: ignore[return-value]  # `contains` says so
        if not room.exact and type(thing) is float:
            return Decimal(thing)
        number = None if room.exact else whole(thing)
        if number is None or number.bit_length() > 3000:
            raise Unfit("not such a decimal")
        return Decimal(number)

    def axes(self, value: Decimal) -> int:
        return 2

    def move(self, value: Decimal, axis: int, by: int) -> Decimal:
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or axis not in (0, 1) or by.bit_length() > 200:
            raise Unfit("nothing is beside it, or too far")
        # By ones, and by hundredths or the last digit that it has. A context of our own: the target may change its.
        context = Context(prec=80, traps=[])
        step = Decimal((int(by < 0), Decimal(by).as_tuple().digits, min(exponent, -2) if axis else 0))
        number = context.add(value, step)
        if not number.is_finite() or number == value:
            raise Unfit("too small a step")
        return number

    def listing(self, rank: int) -> Iterable[Decimal]:
        return (_ORDINARY + _SPECIAL)[rank : rank + 1]

    def complexity(self, value: Decimal) -> float:
        if not value.is_finite():
            return 900.0 + len(str(value))
        sign, digits, exponent = value.as_tuple()
        assert isinstance(exponent, int)
        # Zero without sign and exponent is the simplest; then the number of digits counts, then which.
        leading = sum(digit * 0.08 * 10.0**-place for place, digit in enumerate(digits[:8]))
        return (len(digits) if any(digits) else 0) + leading + abs(exponent) * 1.2 + sign * 0.5

    def contains(self, value: object) -> bool:
        return type(value) is Decimal and not value.is_snan()

    def source(self, value: Decimal, names: Names) -> str:
        return f"{names.refer(Decimal)}({str(value)!r})"

    def pack(self, value: Decimal) -> bytes:
        return str(value).encode("ascii")

    def unpack(self, data: bytes) -> Decimal:
        try:
            number = Decimal(data.decode("ascii"))
        except (InvalidOperation, ArithmeticError, ValueError):
            number = Decimal(int.from_bytes(data[:12], "big", signed=True)).scaleb(-2)
        return number if not number.is_snan() and len(number.as_tuple().digits) < 1000 else Decimal(0)
