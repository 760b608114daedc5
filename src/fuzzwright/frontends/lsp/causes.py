"""What about an input makes a call fail, if that is simple: something is empty, zero, negative, None or not a number.

Calls of the same function that work tell what is not the reason, and the exception tells what is likely to be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fuzzwright.frontends.lsp.arguments import Given


@dataclass(frozen=True, slots=True)
class Cause:
    """A condition on one parameter under which a function does not work."""

    parameter: str
    condition: str
    opposite: str
    message: str


@dataclass(frozen=True, slots=True)
class _Kind:
    holds: Callable[[Any], bool]
    condition: str
    opposite: str
    message: str
    likely: tuple[str, ...]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_KINDS = (
    _Kind(
        lambda value: value is None,
        "{0} is None",
        "{0} is not None",
        "{0} must not be None",
        ("TypeError", "AttributeError"),
    ),
    _Kind(
        lambda value: isinstance(value, str | bytes | list | tuple | set | dict) and not value,
        "not {0}",
        "{0}",
        "{0} must not be empty",
        ("IndexError", "ZeroDivisionError", "ValueError", "StopIteration", "StatisticsError", "KeyError"),
    ),
    _Kind(
        lambda value: _number(value) and value == 0,
        "{0} == 0",
        "{0} != 0",
        "{0} must not be zero",
        ("ZeroDivisionError", "ValueError"),
    ),
    _Kind(
        lambda value: _number(value) and -math.inf < value < 0,
        "{0} < 0",
        "{0} >= 0",
        "{0} must not be negative",
        ("ValueError", "IndexError", "RecursionError", "OverflowError", "TypeError"),
    ),
    _Kind(
        lambda value: isinstance(value, float) and math.isnan(value),
        "{0} != {0}",
        "{0} == {0}",
        "{0} must not be NaN",
        ("ValueError",),
    ),
    _Kind(
        lambda value: isinstance(value, float) and math.isinf(value),
        '{0} in (float("inf"), float("-inf"))',
        '{0} not in (float("inf"), float("-inf"))',
        "{0} must be finite",
        ("OverflowError", "ValueError"),
    ),
)


def cause_of(failing: Mapping[str, Given], exception: str, working: Sequence[Mapping[str, Given]]) -> Cause | None:
    """Return the one simple condition that a failing call meets and no working one does; None if it is not one."""
    name = exception.partition(":")[0].rpartition(".")[2].strip()
    found = [
        (parameter, kind)
        for parameter, given in failing.items()
        if given.plain or given.value is not None
        for kind in _KINDS
        if kind.holds(given.value) and not any(_holds(kind, other.get(parameter)) for other in working)
    ]
    likely = [(parameter, kind) for parameter, kind in found if name in kind.likely]
    # An exception that says nothing of the kind needs calls that work as a witness.
    chosen = likely or (found if working else [])
    if len(chosen) != 1:
        return None
    parameter, kind = chosen[0]
    return Cause(parameter, *(text.format(parameter) for text in (kind.condition, kind.opposite, kind.message)))


def _holds(kind: _Kind, given: Given | None) -> bool:
    return given is not None and (given.plain or given.value is not None) and kind.holds(given.value)
