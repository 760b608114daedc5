"""Whether a failure hangs on a value whose type the hints leave open.

What is annotated `Any` gets values of all common types, and most code takes only some of them. If the failure is one
of types, and goes away when a value of another type is put there and nothing else is changed, then it says more
about the hint than about the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.trees import replace, walk
from fuzzwright.python.anything import Anything

MOST_PLACES = 4


def is_of_types(outcome: Outcome) -> bool:
    """Return whether an outcome is a failure that the type of a value may be the reason for."""
    if not isinstance(outcome, Failure):
        return False
    return outcome.kind == "return_type" or outcome.what in ("TypeError", "AttributeError")


def only_through_any(domain: Domain[Any], input: Any, still_fails: Callable[[Any], bool]) -> str:
    """Return the evidence that a failing input fails for the type of a value that may have any; else nothing."""
    spots = [spot for spot in walk(domain, input) if isinstance(spot.domain, Anything)][:MOST_PLACES]
    for position, place, value in spots:
        assert isinstance(place, Anything)
        for other in place.others(value):
            try:
                changed = replace(domain, input, position, other)
            except Unfit:
                continue
            if not still_fails(changed):
                was, now = _name(place.realise(value)), _name(place.realise(other))
                return f"the hints allow anything where it got {was}; with {now} there it does not happen"
    return ""


def _name(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
