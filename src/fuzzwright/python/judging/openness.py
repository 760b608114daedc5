"""Whether a failure hangs on a value whose type the hints leave open.

What is annotated `Any` gets values of all common types, and most code takes only some of them. If the failure is one
of types, and goes away when a value of another type is put there and nothing else is changed, then it says more
about the hint than about the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.trees import Spot, replace, walk
from fuzzwright.python.anything import Anything

MOST_PLACES = 4
MOST_PAIRS = 400
"""How many times two values are changed at once, if changing one was not enough."""
_POSITION = re.compile(r"-?\d+")


def is_of_types(outcome: Outcome) -> bool:
    """Return whether an outcome is a failure that the type of a value may be the reason for."""
    if not isinstance(outcome, Failure):
        return False
    if outcome.what == "KeyError":
        # A position was looked up: a dictionary stands where a text or list was meant.
        return _POSITION.fullmatch(outcome.says) is not None
    return outcome.kind == "return_type" or outcome.what in ("TypeError", "AttributeError")


def only_through_any(domain: Domain[Any], input: Any, still_fails: Callable[[Any], bool]) -> str:
    """Return the evidence that a failing input fails for the type of a value that may have any; else nothing."""
    spots = [spot for spot in walk(domain, input) if isinstance(spot.domain, Anything)][:MOST_PLACES]
    for changes in _changes(spots):
        try:
            changed = input
            for spot, other in changes:
                changed = replace(domain, changed, spot.position, other)
        except Unfit:
            continue
        if not still_fails(changed):
            was = " and ".join(_name(spot.domain.realise(spot.value)) for spot, _ in changes)
            now = " and ".join(_name(spot.domain.realise(other)) for spot, other in changes)
            return f"the hints allow anything where it got {was}; with {now} there it does not happen"
    return ""


def _changes(spots: list[Spot]) -> Iterator[tuple[tuple[Spot, Any], ...]]:
    """Yield what to try: each value changed alone, then two at once, since each may fail for itself, then all."""
    others = [[(spot, other) for other in _others(spot)] for spot in spots]
    for changes in others:
        yield from ((change,) for change in changes)
    pairs = (pair for one, two in combinations(others, 2) for pair in product(one, two))
    for _, pair in zip(range(MOST_PAIRS), pairs, strict=False):
        yield pair
    # Several that are used alike, such as `*args: Any`, all get the same type.
    yield from zip(*others, strict=False) if len(others) > 2 else ()


def _others(spot: Spot) -> Iterator[Any]:
    assert isinstance(spot.domain, Anything)
    return spot.domain.others(spot.value)


def _name(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
