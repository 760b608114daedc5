"""What can be taken out of an input: a run of items, or what is around a part of it.

The other direction of `additions`: where a count has to be smaller, or something spoils the rest, less of it may
be nearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Position, Spot, replace, walk
from fuzzwright.searches.additions import LONGEST_RUN, continues

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs


def shorter(domain: Domain[I], input: I, random: Random, most: int) -> Iterator[I]:
    """Yield inputs with something taken out, at most so many, in no order: mostly one item, sometimes several."""
    spots = list(walk(domain, input))
    runs = [spot for spot in spots if continues(spot) and len(spot.domain.run(spot.value))]
    ways = [(spot, place) for spot in runs for place in range(len(spot.domain.run(spot.value)))]
    inside = _inside(spots)
    ways += [(spot, -1) for spot in spots if spot.position in inside]
    random.shuffle(ways)
    bits = random.getrandbits
    for spot, place in ways[:most]:
        try:
            if place < 0:
                inner = inside[spot.position]
                value = inner[bits(16) * len(inner) >> 16].value
            else:
                items = spot.domain.run(spot.value)
                width = 1 if bits(1) else 1 + (bits(16) * LONGEST_RUN >> 16)
                value = spot.domain.with_run(spot.value, items[:place] + items[place + width :])
            less: I = replace(domain, input, spot.position, value)
        except Unfit:
            continue
        yield less


def _inside(spots: list[Spot]) -> dict[Position, list[Spot]]:
    """Return for each place what is below it and could be there instead, if anything is."""
    domains = {spot.position: spot.domain for spot in spots}
    found: dict[Position, list[Spot]] = {}
    for spot in spots:
        for depth in range(len(spot.position)):
            around = spot.position[:depth]
            if domains[around] is spot.domain:
                found.setdefault(around, []).append(spot)
    return found
