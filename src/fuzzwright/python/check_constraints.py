"""Checks of `Annotated`: bounds, lengths and predicates.

Constraints are recognised by the names of their attributes, so that no package that defines them has to be there.
`constraints` is about making values that obey them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fuzzwright.python.mismatch import Check, Left, Wrong, shown

_COMPARED = {"builtins", "collections", "datetime", "decimal", "fractions"}


def constrained(first: Check | None, metadata: tuple[Any, ...]) -> Check | None:
    """Return a check with what the metadata asks for added; the same one if that is nothing."""
    rules = [rule for item in metadata for rule in _rules(item)]
    if not rules:
        return first

    def check(value: Any, left: Left) -> Wrong | None:
        wrong = first(value, left) if first is not None else None
        # Comparing instances of user classes would run their code.
        if wrong is not None or type(value).__module__ not in _COMPARED:
            return wrong
        for rule, text in rules:
            if not rule(value):
                return Wrong(f"{shown(value)}, not {text}")
        return None

    return check


def _rules(item: Any) -> Iterator[tuple[Callable[[Any], bool], str]]:
    """Read a constraint by its attributes, as annotated-types and those who follow it spell them."""
    if isinstance(item, type):
        return
    bounds: tuple[tuple[str, str, Callable[[Any, Any], bool]], ...] = (
        ("ge", ">=", lambda value, bound: value >= bound),
        ("gt", ">", lambda value, bound: value > bound),
        ("le", "<=", lambda value, bound: value <= bound),
        ("lt", "<", lambda value, bound: value < bound),
        ("multiple_of", "a multiple of", lambda value, bound: value % bound == 0),
        ("min_length", "of length at least", lambda value, bound: len(value) >= bound),
        ("max_length", "of length at most", lambda value, bound: len(value) <= bound),
    )
    for attribute, text, holds in bounds:
        bound = getattr(item, attribute, None)
        if bound is not None and not (attribute == "min_length" and bound == 0):
            yield (lambda value, bound=bound, holds=holds: holds(value, bound)), f"{text} {bound!r}"  # type: ignore[misc]  # defaults bind the loop's variables
    predicate = getattr(item, "func", None)
    if callable(predicate) and type(item).__name__ == "Predicate":
        yield (lambda value: bool(predicate(value))), f"as {getattr(predicate, '__name__', 'its predicate')} wants"
