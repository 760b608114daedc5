"""Arithmetic read backwards: operators, and the functions and methods of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from fuzzwright.python.inverses.answers import Answers, bounded, first, is_run


def _add(left: Any, right: Any, wanted: Any) -> Answers:
    if not is_run(wanted):
        return Answers([(0, wanted - right), (1, wanted - left)])
    found = Answers()
    if wanted[: len(left)] == left:
        found.append((1, wanted[len(left) :]))
    if right and wanted[-len(right) :] == right:
        found.append((0, wanted[: -len(right)]))
    return found or Answers([(0, wanted[: len(left)]), (1, wanted[len(left) :]), (0, wanted)])


def _multiplied(left: Any, right: Any, wanted: Any) -> Answers:
    if is_run(wanted):
        run, times = (0, right) if isinstance(right, int) else (1, left)
        return Answers(
            [(run, wanted[: len(wanted) // times]), (1 - run, len(wanted) // len((left, right)[run] or "a"))]
        )
    found = Answers()
    whole = isinstance(wanted, int) and not isinstance(left, float) and not isinstance(right, float)
    if whole and (left is right or left == right):
        found.append((0, math.isqrt(wanted) if wanted >= 0 else 0))
    for place, other in enumerate((right, left)):
        if other:
            found.append((place, wanted // other if whole else wanted / other))
    return found


def _remainder(left: Any, right: Any, wanted: Any) -> Answers:
    if isinstance(left, str):
        return first(wanted)
    return Answers([(0, left - left % right + wanted), (0, wanted), (1, left - wanted)])


def _power(left: Any, right: Any, wanted: Any) -> Answers:
    root = round(abs(wanted) ** (1 / right)) if right else wanted
    found = first(root if wanted >= 0 else -root)
    if left > 1 and wanted > 0:
        found.append((1, round(math.log(wanted, left))))
    return found


BINARY: Final[dict[str, Callable[[Any, Any, Any], Any]]] = {
    "+": _add,
    "-": lambda left, right, wanted: Answers([(0, wanted + right), (1, left - wanted)]),
    "*": _multiplied,
    "/": lambda left, right, wanted: Answers([(0, wanted * right), (1, left / wanted if wanted else left)]),
    "//": lambda left, right, wanted: first(wanted * right, wanted * right + right - 1),
    "%": _remainder,
    "**": _power,
    "^": lambda left, right, wanted: Answers([(0, wanted ^ right), (1, wanted ^ left)]),
    "&": lambda left, right, wanted: Answers([(0, left & ~right | wanted), (1, right & ~left | wanted)]),
    "|": lambda left, right, wanted: Answers([(0, wanted & ~right), (0, wanted), (1, wanted & ~left)]),
    "<<": lambda left, right, wanted: wanted >> right,
    ">>": lambda left, right, wanted: wanted << bounded(right),
}


def _digits(number: int, base: int) -> str:
    if base in (0, 2, 8, 10, 16):
        return format(number, {2: "b", 8: "o", 16: "x"}.get(base, "d"))
    if number < 0:
        return "-" + _digits(-number, base)
    digits = ""
    while number or not digits:
        number, last = divmod(number, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[last] + digits
    return digits


def _number_text(wanted: Any, x: Any, base: int = 10) -> Any:
    if not isinstance(x, str | bytes):
        return wanted
    digits = _digits(wanted, base)
    # As wide as before, too: it may stand among others.
    texts = dict.fromkeys((digits.zfill(len(x)), digits))
    return first(*[text if isinstance(x, str) else text.encode() for text in texts])


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    int: _number_text,
    float: lambda wanted, argument: repr(float(wanted)) if isinstance(argument, str) else wanted,
    abs: lambda wanted, _: first(wanted, -wanted),
    round: lambda wanted, number, ndigits=None: wanted,
    divmod: lambda wanted, _, divisor: wanted[0] * divisor + wanted[1],
    math.gcd: lambda wanted, left, right: Answers(
        [(0, wanted), (1, wanted), (0, left // wanted * wanted), (1, right // wanted * wanted)]
    ),
    int.from_bytes: lambda wanted, bytes, byteorder="big", signed=False: wanted.to_bytes(
        len(bytes) or 1, byteorder, signed=signed
    ),
    Decimal: lambda wanted, value, context=None: str(wanted) if isinstance(value, str) else wanted,
    Fraction: lambda wanted, numerator: str(wanted) if isinstance(numerator, str) else wanted,
}

METHODS: Final[dict[str, Callable[..., Any]]] = {
    "bit_length": lambda wanted, _: first(1 << bounded(wanted) >> 1, (1 << wanted) - 1),
    "bit_count": lambda wanted, _: (1 << bounded(wanted)) - 1,
    "to_bytes": lambda wanted, owner, length=1, byteorder="big", signed=False: int.from_bytes(
        wanted, byteorder, signed=signed
    ),
}
