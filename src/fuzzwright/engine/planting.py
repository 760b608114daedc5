"""Simple inputs that hold a given value somewhere: what one function failed on, handed to another that leads to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import replace, some_spots

MOST_PLACES = 40
"""In so many places of an input, those that are highest in it, a value is tried."""


def planted(domain: Domain[Any], things: Iterable[object]) -> Iterator[Any]:
    """Yield the simplest input with each of the things in each place that takes it, one place at a time."""
    plain = domain.simplest()
    spots = some_spots(domain, plain, MOST_PLACES)
    every = list(things)
    # Place by place: of many things each is tried somewhere before any is tried everywhere.
    for spot in spots:
        for thing in every:
            try:
                yield replace(domain, plain, spot.position, spot.domain.adopt(thing))
            except Unfit:
                continue
