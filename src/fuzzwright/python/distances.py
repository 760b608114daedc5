"""How far a noted condition is from going the other way, so that a search can come nearer step by step.

Numbers, dates and times differ by what lies between them, texts by their letters, collections by
their items. Where there is no measure, a condition is met or it is not: 0 or 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from fuzzwright.engine.sides import MOST_VISITS, VISIT_BITS
from fuzzwright.python.flips import OPPOSITE
from fuzzwright.python.inverses.answers import members_of
from fuzzwright.python.notes import Note

Cases = Callable[[int], Sequence[Callable[[Any], float]]]
"""For each `match`, by its site, how far a value is from each of its cases."""

FAR = 1e12
"""Of other kinds, or not to be compared at all."""
_FARTHEST = 1e150
"""More is not counted: whoever reckons with distances must not run out of floats."""
ITEM = 4.0
"""What an item weighs that is missing or one too many."""
_MOST_ITEMS = 64
_SIZED = (str, bytes, list, tuple, dict, set, frozenset)


def distances(notes: Iterable[Note], met: Collection[int] = (), cases: Cases = lambda site: ()) -> dict[int, float]:
    """Return for each side of each condition that a run came to, how near it came at best; 0 where it went there.

    Sides in `met` are of no interest any more: how far they are is not worked out. The cases of a `match` are
    conditions too, numbered after it, each with its own measure. So is the end of a loop that may be left before: it is
    the farther, the more rounds are left, and then as far as the last condition was from not leaving it. As far is the
    truth value that it was left with from being the other one. A key that is not there is the nearer, the more it is
    like one that is.
    """
    nearest: dict[int, float] = {}
    visits: dict[int, int] = {}
    latest: tuple[str, bool, tuple[Any, ...]] | None = None
    left_early: float | None = None
    for site, kind, sign, operands, result, failed, _ in notes:
        anyway = site << VISIT_BITS + 1  # the numbers of `side`, made here as this is often done
        if kind == "compare":
            holds = result if result is True or result is False else _is_true(result)
        elif kind == "truth":
            sign = "truth"
            holds = _is_true(result)
        else:
            if kind in ("item", "call", "method"):
                # Whether it worked at all is a condition, too; that it might fail is none to aim at.
                there = anyway | 1
                looked_up = kind == "item" or (kind == "method" and sign == "get" and len(operands) > 1)
                if not failed and (not looked_up or kind == "item" or _is_found(operands)):
                    nearest[there] = 0.0
                elif there not in met and nearest.get(there) != 0.0:
                    far = _measured(lambda pair: _missing(*pair), operands[:2]) if looked_up else 1.0
                    nearest[there] = min(far, nearest.get(there, far))
            elif kind == "matched":
                for number, measure in enumerate(cases(site), 1):
                    case = site + number << VISIT_BITS + 1 | 1
                    if case not in met:
                        far = _measured(measure, operands[0])
                        nearest[case] = min(far, nearest.get(case, far))
            elif kind == "rounds":
                end, left_early = anyway | 1, None
                if result:
                    nearest[end] = 0.0
                else:
                    left_early = ITEM * operands[0] + (0.0 if latest is None else bounded(_turned(*latest)))
                    if end not in met and nearest.get(end) != 0.0:
                        nearest[end] = min(left_early, nearest.get(end, left_early))
            continue
        if holds is None:
            continue
        # What a loop came to that was left early, as `all` leaves it: it is turned where the loop comes to its end.
        flag, left_early = left_early if type(result) is bool and sign == "truth" else None, None
        latest = sign, holds, operands
        visit = visits[site] = visits.get(site, 0) + 1
        other = anyway | (not holds)
        known = nearest.get(other)
        if visit > MOST_VISITS and known == 0.0:
            continue
        nearest[anyway | holds] = 0.0
        if met and other in met and (visit > MOST_VISITS or anyway | visit << 1 | (not holds) in met):
            if visit <= MOST_VISITS:
                nearest[anyway | visit << 1 | holds] = 0.0
            continue
        far = _turned(sign, holds, operands) if flag is None else flag
        if known is None or far < known:
            nearest[other] = far
        if visit <= MOST_VISITS:
            nearest[anyway | visit << 1 | holds] = 0.0
            nearest[anyway | visit << 1 | (not holds)] = far
    return nearest


_OF_NUMBERS: Final = {
    **{(sign, holds): True for sign in ("<", "<=", ">", ">=") for holds in (False, True)},
    ("==", False): True,
    ("==", True): False,
    ("!=", True): True,
    ("!=", False): False,
}
"""Whether it is the difference of two numbers that tells how far a condition is from going the other way."""


def _turned(sign: str, holds: bool, operands: tuple[Any, ...]) -> float:
    """Return how far a condition is from going the other way."""
    left, right = operands[0], operands[-1]
    if type(left) is int and type(right) is int:  # the same as below, for what is noted most
        by_difference = _OF_NUMBERS.get((sign, holds))
        if by_difference is not None:
            far = abs(left - right) or 1e-9 if by_difference else 1.0
            return far if far < _FARTHEST else math.inf
    return _safely(OPPOSITE.get(sign, sign) if holds else sign, operands[0], operands[-1])


def _is_found(operands: tuple[Any, ...]) -> bool:
    """Return whether `get` found its key; of what is no plain dict with a plain key it is not asked."""
    try:
        return type(operands[0]) is not dict or not _is_plain(operands[1]) or operands[1] in operands[0]
    except (Exception, SystemExit):  # other keys may be of any class
        return True


def _is_plain(key: Any) -> bool:
    return type(key) in (int, str, bytes, bool) or (type(key) is tuple and all(map(_is_plain, key)))


def _missing(container: Any, key: Any) -> float:
    """Return how far a key is from being in a dict, or an index from being in a list or text."""
    if type(container) is dict and _is_plain(key):
        plain = [other for other in islice(container, _MOST_ITEMS) if _is_plain(other)]
        return min((bounded(_safely("==", key, other)) for other in plain), default=ITEM)
    if type(container) in (list, tuple, str, bytes) and type(key) is int:
        return float(max(abs(key) - len(container), 0) + 1)
    return 1.0


def _is_true(value: Any) -> bool | None:
    """Return the truth of a plain value; of others it is their code's affair."""
    if value is None or type(value) in (bool, int, float, str, bytes, list, tuple, dict, set, frozenset):
        return bool(value)
    return None


def _safely(sign: str, left: Any, right: Any) -> float:
    try:
        return _limited(_distance(sign, left, right))
    except (Exception, SystemExit):  # values may refuse to be measured in any way they like
        return FAR


def _measured(measure: Callable[[Any], float], value: Any) -> float:
    try:
        return _limited(measure(value))
    except (Exception, SystemExit):
        return FAR


def _limited(far: float) -> float:
    if far < _FARTHEST:
        return far
    return math.inf if far == far else FAR  # nan is no distance


def _distance(sign: str, left: Any, right: Any) -> float:
    """Return how far `left sign right` is from being so; more than 0, as it is not so."""
    match sign:
        case "==":
            return max(apart(left, right), 1e-9)
        case "<" | "<=" | ">" | ">=":
            difference = _difference(left, right)
            return FAR if difference is None else max(abs(difference), 1e-9)
        case "in":
            return _outside(left, right)
        case "truth":
            # A number goes to 0, and so does a number of items.
            if type(left) in _SIZED:
                return float(len(left)) or 1.0
            return abs(left) if isinstance(left, int | float) and left else 1.0
    return 1.0


def _difference(left: Any, right: Any) -> float | None:
    if isinstance(left, int | float) and isinstance(right, int | float):
        try:
            return left - right
        except OverflowError:
            return math.inf
    if isinstance(left, Decimal | Fraction) or isinstance(right, Decimal | Fraction):
        return float(left - right)
    if isinstance(left, datetime | timedelta):
        between: Any = left
        return float((between - right) / timedelta(seconds=1))
    if isinstance(left, date):
        return float(left.toordinal() - right.toordinal())
    if isinstance(left, time):
        return _second(left) - _second(right)
    if isinstance(left, str) and isinstance(right, str):
        return next((float(ord(a) - ord(b)) for a, b in zip(left, right, strict=False) if a != b), 1.0)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return next((_difference(a, b) for a, b in zip(left, right, strict=False) if a != b), 1.0)
    return None


def _second(moment: time) -> float:
    """Return which second of the day a time is, as times are compared."""
    offset = moment.utcoffset() or timedelta()
    whole = timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second, microseconds=moment.microsecond)
    return (whole - offset) / timedelta(seconds=1)


def apart(left: Any, right: Any) -> float:
    """Return how much two values differ; 0 if they are equal."""
    if isinstance(left, str) and isinstance(right, str):
        return _runs_apart(list(map(ord, left[:256])), list(map(ord, right[:256]))) + abs(len(left) - len(right)) * 3
    if isinstance(left, bytes | bytearray) and isinstance(right, bytes | bytearray):
        return _runs_apart(left[:256], right[:256]) + abs(len(left) - len(right)) * 3
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        near = sum(bounded(apart(a, b)) for a, b in zip(left[:_MOST_ITEMS], right[:_MOST_ITEMS], strict=False))
        return near + abs(len(left) - len(right)) * ITEM
    if isinstance(left, dict) and isinstance(right, dict):
        shared = left.keys() & right.keys()
        return sum(bounded(apart(left[key], right[key])) for key in shared) + len(left.keys() ^ right.keys()) * ITEM
    if isinstance(left, Set) and isinstance(right, Set):
        return len(left ^ right) * ITEM
    difference = _difference(left, right)
    return FAR if difference is None else abs(difference)


def _runs_apart(left: Sequence[int], right: Sequence[int]) -> float:
    return sum(1 + min(abs(a - b), 127) / 128 for a, b in zip(left, right, strict=False) if a != b)


def bounded(far: float) -> float:
    """Return a distance that weighs less than a whole item, however large it was."""
    return (far / (far + 1) if far < _FARTHEST else 1.0) * (ITEM - 1)


def _outside(item: Any, container: Any) -> float:
    if isinstance(container, str | bytes):
        length = len(item)
        windows = [container[place : place + length] for place in range(min(len(container), _MOST_ITEMS))] or [
            container
        ]
        return min(apart(item, window) for window in windows)
    if isinstance(container, range):
        nearest = min(max(item, container.start), container.stop - 1)
        return float(max(abs(item - nearest), 1))
    members = members_of(container, _MOST_ITEMS) or ()
    return min((apart(item, member) for member in members), default=FAR)
