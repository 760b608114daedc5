"""Values next to a value: a little below or above it, another one, one of the other truth.

What is wanted where a comparison should go the other way, or come just to the edge.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.inverses.answers import EXAMPLES, resized


class _Other:
    def __repr__(self) -> str:
        return "OTHER"


OTHER = _Other()
"""Stands for whatever is legal in a place and not there now."""
_SOME_DAY: Final = date(2000, 1, 1)


def shifted(value: Any, by: int) -> Any:
    """Return a value a little below (-1) or above (1); the same one where there is none."""
    try:
        return _neighbour(value, by)
    except (OverflowError, ValueError):
        return value


def _neighbour(value: Any, by: int) -> Any:
    match value:
        case float() if value + by == value:
            return math.nextafter(value, by * math.inf)
        case bool() | int() | float() | Decimal() | Fraction():
            return value + by
        case datetime() | timedelta():
            return value + timedelta(seconds=by)
        case date():
            return value + timedelta(days=by)
        case time():
            moved = datetime.combine(_SOME_DAY, value) + timedelta(seconds=by)
            return moved.timetz() if moved.date() == _SOME_DAY else value
        case str() if value and 0 <= ord(value[-1]) + by <= sys.maxunicode:
            return value[:-1] + chr(ord(value[-1]) + by)
        case bytes() if value and 0 <= value[-1] + by <= 255:
            return value[:-1] + bytes([value[-1] + by])
        case str() | bytes() | list() | tuple():
            # Whatever begins with it is above it.
            return value[:-1] if by < 0 else resized(value, len(value) + 1)
    return value


def others(value: Any) -> Iterator[Any]:
    """Yield some values that differ from this one."""
    match value:
        case bool():
            yield not value
        case int() | float() | Decimal() | Fraction() | date() | time() | timedelta():
            above = shifted(value, 1)
            yield above if above != value else shifted(value, -1)
        case str():
            yield value + "a"
            yield value[:-1]
        case bytes():
            yield value + b"a"
        case list() | tuple() | dict() | set() | frozenset():
            yield resized(value, max(len(value) - 1, 0))
            yield resized(value, len(value) + 1)
        case None:
            yield from _something()


def _something() -> Iterator[Any]:
    """Yield things that are not None; the simplest that fits, which HOLE stands for, may well be None again."""
    yield HOLE
    yield from (examples[-1] for cls, examples in EXAMPLES.items() if cls is not type(None))


def other_truths(value: Any) -> Iterator[Any]:
    """Yield values of the same type that are true if this one is false, and the other way round."""
    if value is None:
        yield from _something()
    for example in EXAMPLES.get(type(value), ()):
        if bool(example) != bool(value):
            yield example
