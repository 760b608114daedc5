"""A failure looked at once more: does it hang on a value that nobody writes? A few other inputs are run to tell."""

from __future__ import annotations

from typing import Any

from fuzzwright.engine.outcome import Discarded, Failure
from fuzzwright.python.judging.oddity import only_if_odd
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.target import FunctionTarget

DOUBTED = ("unexpected", "return_type")
"""Verdicts that are worth a second look."""


def if_odd(function: OpenedFunction, target: FunctionTarget, input: Any, failure: Failure) -> tuple[str, str]:
    """Return the verdict on a failure that hangs on a value nobody writes, and the evidence; else nothing."""
    place = failure.frames[-1:]

    def still_fails(candidate: Any) -> bool:
        outcome = function.oracle(candidate, target.run(candidate))
        same = isinstance(outcome, Failure) and (outcome.what, outcome.frames[-1:]) == (failure.what, place)
        return same or isinstance(outcome, Discarded)

    line = function.line_at(place[0]) if place else ""
    return only_if_odd(function.domain, input, still_fails, lambda: function.sources_of(failure), line)
