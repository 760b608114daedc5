"""Stronger hints by what values are: lengths, bounds, and predicates on numbers and text."""

from __future__ import annotations

import collections.abc as abc
import math
from collections import deque
from collections.abc import Callable, Iterator
from decimal import Decimal
from types import GenericAlias
from typing import Any, get_args, get_origin

from fuzzwright.python.hint_spots import MAPPINGS, Spot, plain
from fuzzwright.python.narrowing import Ge, Gt, Le, Len, Narrowing, Predicate, Say, annotated

_SIZED = frozenset(
    {list, set, frozenset, deque, tuple, str, bytes, bytearray, *MAPPINGS}
    | {abc.Sequence, abc.MutableSequence, abc.Collection, abc.Set, abc.MutableSet}
)
_ROWS = frozenset({abc.Iterable, abc.Sequence, abc.Collection})
_LENGTHS = (str, bytes, bytearray, list, tuple, set, frozenset, dict, deque)
_LONGEST = 8
"""Lengths above this are chance rather than meant."""
_LONGEST_ROW = 4
_NUMBERS = (int, float, Decimal)


def lengths(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    """Propose bounds of a length; each only where a value that is one too short or too long was seen to fail."""
    hint = plain(spot.hint)
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind not in _SIZED | _ROWS or (kind is tuple and arguments and arguments[1:] != (Ellipsis,)):
        return
    passed, failed = ([len(value) for value in values if isinstance(value, _LENGTHS)] for values in (good, bad))
    if not any(passed):
        return
    shortest, longest = min(passed), max(passed)
    too_short, too_long = [length for length in failed if length < shortest], longest + 1 in failed
    if kind in _SIZED and too_short:
        least = max(too_short) + 1
        for length in dict.fromkeys((least, shortest if shortest - 1 in failed else least)):
            if length <= _LONGEST:
                yield annotated(spot, Len(length), f"Len({length})", _length(length, None))
    if longest > _LONGEST or not too_long:
        return
    if kind in _SIZED:
        yield annotated(spot, Len(0, longest), f"Len(0, {longest})", _length(0, longest))
    if shortest != longest or shortest - 1 not in failed:
        return
    if kind in _ROWS and arguments and longest <= _LONGEST_ROW:
        new = GenericAlias(tuple, (arguments[0],) * longest)
        yield Narrowing(spot, new, _length(longest, longest), instead=f"tuple[{', '.join(['{0}'] * longest)}]")
    elif kind in _SIZED:
        yield annotated(spot, Len(longest, longest), f"Len({longest}, {longest})", _length(longest, longest))


def _length(shortest: int, longest: int | None) -> Say:
    def holds(value: Any) -> bool | None:
        if not isinstance(value, _LENGTHS):
            return None
        return shortest <= len(value) <= (math.inf if longest is None else longest)

    return holds


def numbers(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    """Propose what numbers can be kept to; bounds other than zero only where both of their sides were seen."""
    yield annotated(spot, Predicate(_is_not_nan), "Not(math.isnan)", _number(_is_not_nan), ("math", ""))
    yield annotated(spot, Predicate(_is_finite), "Predicate(math.isfinite)", _number(_is_finite), ("math", ""))
    text = "Predicate(lambda number: number != 0)"
    yield annotated(spot, Predicate(_is_not_zero), text, _number(_is_not_zero))
    yield annotated(spot, Ge(0), "Ge(0)", _ordered(lambda number: number >= 0))
    yield annotated(spot, Gt(0), "Gt(0)", _ordered(lambda number: number > 0))
    passed, failed = ([each for each in values if type(each) is int] for values in (good, bad))
    if plain(spot.hint) is not int or not passed:
        return
    low, high = min(passed), max(passed)
    if low - 1 in failed and low not in (0, 1):
        yield annotated(spot, Ge(low), f"Ge({low})", _ordered(lambda number: number >= low))
    if high + 1 in failed:
        yield annotated(spot, Le(high), f"Le({high})", _ordered(lambda number: number <= high))


def _number(condition: Callable[[Any], bool]) -> Say:
    return lambda value: condition(value) if isinstance(value, _NUMBERS) else None


def _ordered(condition: Callable[[Any], bool]) -> Say:
    # NaN is neither above nor below anything, so it says nothing about a bound.
    return lambda value: condition(value) if isinstance(value, _NUMBERS) and _is_not_nan(value) else None


def _is_not_nan(value: Any) -> bool:
    return not value.is_nan() if isinstance(value, Decimal) else value == value


def _is_finite(value: Any) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else isinstance(value, int) or math.isfinite(value)


def _is_not_zero(value: Any) -> bool:
    return bool(value)  # NaN is not zero


def texts(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    """Propose what text can be kept to; what says more about it only if many texts were seen."""
    passed, failed = ({each for each in values if type(each) is str} for values in (good, bad))
    many = len(passed) >= _MANY_PASSED and len(failed) >= _MANY_FAILED
    for text, condition in (*_OF_TEXT, *(_OF_WHOLE_TEXT if many else ())):
        yield annotated(spot, Predicate(condition), f"Predicate({text})", _text(condition))


def _text(condition: Callable[[str], bool]) -> Say:
    return lambda value: condition(value) if type(value) is str else None


def _has_no_surrogate(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


_MANY_PASSED, _MANY_FAILED = 8, 3
_OF_TEXT: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (r'lambda text: not any("\ud800" <= letter <= "\udfff" for letter in text)', _has_no_surrogate),
    (r'lambda text: "\0" not in text', lambda text: "\0" not in text),
    ("lambda text: bool(text.strip())", lambda text: bool(text.strip())),
)
_OF_WHOLE_TEXT: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("str.isascii", str.isascii),
    ("str.isdecimal", str.isdecimal),
    ("str.isidentifier", str.isidentifier),
)
