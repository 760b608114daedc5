"""Whether a failure hangs on a value that nobody writes.

Hints allow NaN, halves of surrogate pairs, and dates before there were calendars; searches find them since they make
code fail. If an ordinary value in the same place takes the failure away and nothing else was changed, then it says
little about the code, unless that knows of such values: it asks for NaN, or has the very number in its source.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from fuzzwright.domains.calls import Calls
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Spot, replace, walk

MOST_PLACES = 8
LARGE = 10**9
"""Whole numbers from here on are mostly too many of anything."""
_FIRST_YEAR, _LAST_YEAR = 1000, 3000
_LONG = 366 * 1000
"""Days of a duration that no two dates in use are apart."""
_WRITTEN = "\t\n\r\x0c"
_KNOWS_NOT_FINITE = re.compile(r"\bis_?(nan|inf|infinite|finite)\(", re.I)


class Oddity(NamedTuple):
    """What is odd about a value, and the values to try instead."""

    verdict: str
    what: str
    instead: tuple[Any, ...]


def only_if_odd(
    domain: Domain[Any], input: Any, still_fails: Callable[[Any], bool], sources: Callable[[], str], line: str = ""
) -> tuple[str, str]:
    """Return the verdict on an input that fails only for a value nobody writes, and the evidence; else nothing.

    `sources` gives the text of the code that the failure passed through, and `line` is the one where it happened.
    """
    odd = [(spot, oddity) for spot in walk(domain, input) if (oddity := _oddity(spot)) is not None][:MOST_PLACES]
    for spot, oddity in odd:
        # Where a part of a date is replaced, there may be no such day in ordinary years either.
        if _is_known(spot.value, sources()) or (isinstance(spot.domain, Calls) and ".replace(" in line):
            continue
        changed = list(_with(domain, input, spot, oddity.instead))
        if changed and not any(map(still_fails, changed)):
            return (
                oddity.verdict,
                f"happens with {oddity.what}, which few would write; with an ordinary one it does not",
            )
    return "", ""


def _with(domain: Domain[Any], input: Any, spot: Spot, others: tuple[Any, ...]) -> Iterator[Any]:
    for other in others:
        try:
            yield replace(domain, input, spot.position, other)
        except Unfit:
            continue


def _oddity(spot: Spot) -> Oddity | None:
    match spot.value:
        case bool():
            return None
        case int(number) if abs(number) >= LARGE:
            sign = 1 if number > 0 else -1
            return Oddity("resource", f"a number as large as {_shown(number)}", (7 * sign, 100 * sign))
        case float(number) if not math.isfinite(number):
            return Oddity("precondition", f"the number {number}", (0.5, 7.0))
        case float(number) if abs(number) >= LARGE:
            sign = 1 if number > 0 else -1
            return Oddity("resource", f"a number as large as {number:g}", (7.0 * sign, 100.5 * sign))
        case Decimal() as number if not number.is_finite():
            return Oddity("precondition", f"the number {number}", (Decimal("0.5"), Decimal(7)))
        case str(text) if any(map(_is_odd, text)):
            plain = "".join("a" if _is_odd(each) else each for each in text)
            odd = next(filter(_is_odd, text))
            return Oddity("precondition", f"the character U+{ord(odd):04X} in a text", (plain, plain.replace("a", " ")))
    return _odd_moment(spot)


def _odd_moment(spot: Spot) -> Oddity | None:
    made = spot.domain.construct if isinstance(spot.domain, Calls) else None
    if made in (dt.date, dt.datetime) and not _FIRST_YEAR <= spot.value[0] <= _LAST_YEAR:
        rest = spot.value[1:]
        others = tuple(spot.domain.make((), (year, *rest)) for year in (2023, 2024))
        return Oddity("precondition", f"a date in the year {spot.value[0]}", others)
    if made is dt.timedelta and abs(spot.value[0]) >= _LONG:
        near = tuple(
            spot.domain.make((), (int(math.copysign(days, spot.value[0])), *spot.value[1:])) for days in (1, 40)
        )
        return Oddity("precondition", f"a duration of {spot.value[0]} days", near)
    return None


def _is_odd(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Cn", "Co") and character not in _WRITTEN


def _is_known(value: Any, source: str) -> bool:
    """Tell whether code has something to say about an odd value."""
    match value:
        case int() | float() if math.isfinite(value):
            return any(_is_number(text, abs(value)) for text in re.findall(r"\b0x[\da-fA-F_]+|\b\d[\d_]*", source))
        case float() | Decimal():
            return _KNOWS_NOT_FINITE.search(source) is not None
        case str():
            return any(repr(each)[1:-1] in source for each in value if _is_odd(each))
    return False


def _is_number(text: str, number: float) -> bool:
    try:
        return abs(int(text, 0) - number) <= 1
    except ValueError:
        return False


def _shown(number: int) -> str:
    # A number may have more digits than Python converts.
    return str(number) if abs(number) < 10**18 else f"{'-' if number < 0 else ''}2**{abs(number).bit_length() - 1}"
