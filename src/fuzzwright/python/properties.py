"""Properties: functions that should never raise, and the precondition inside them.

`prop` only marks a function; `assume` raises where an input is not meant for it and notes how much
of the path belongs to the precondition. The path is module state because user code calls `assume`
with nothing but a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__fuzzwright_prop__"


class Assumed(BaseException):
    """The input does not meet the precondition; not an Exception, so that no handler swallows it."""


class Preconditions:
    """Where the running target's path is, and how long it was at the last `assume`."""

    path: Sized | None = None
    checked: int = 0


PRECONDITIONS = Preconditions()


def prop(function: F) -> F:
    """Mark a function as a property: whatever its parameters' types allow, it must not raise."""
    setattr(function, MARK, True)
    return function


def is_property(function: object) -> bool:
    """Return whether a function was marked with `prop`."""
    return getattr(function, MARK, False) is True


def assume(condition: object) -> None:
    """Go on only if the condition holds; otherwise the input is discarded and counts as nothing."""
    path = PRECONDITIONS.path
    if path is not None:
        PRECONDITIONS.checked = len(path)
    if not condition:
        raise Assumed
