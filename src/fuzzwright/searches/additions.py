"""What can be added to an input, once or many times: a run of items put in, or something put around a part of it.

A sum grows by a summand, a stack by an instruction and what it needs, a term by another around it. An addition is
made as often as it is told to, so that a climb can take larger and larger steps.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import reach
from fuzzwright.engine.trees import Spot, replace, replace_all, walk

LONGEST_RUN = 4
MOST_HOLES = 64
MOST_ADDED = 4096
"""Items, letters or layers: more make nothing nearer that fewer did not."""

Addition = Callable[[Any, int], Any]
"""Makes an addition to a value so many times; raises Unfit where there is no room for it."""


class Additions:
    """Additions to values of the domains below one; `donor` has values that reached something, by domain."""

    def __init__(self, root: Domain[Any], donor: Callable[[Domain[Any]], Any | None], random: Random) -> None:
        self._donor = donor
        self._random = random
        self._nested = {id(each.itself) for each in reach(root) if _holds_itself(each.itself)}

    def nests(self, domain: Domain[Any]) -> bool:
        """Return whether values of a domain can have others of it inside them."""
        return id(domain) in self._nested

    def fits(self, spot: Spot) -> bool:
        """Return whether anything can be added to what is in a place."""
        return continues(spot) or self.nests(spot.domain)

    def at(self, spot: Spot) -> Addition | None:
        """Return one that may fit what is in a place, drawn at random; None if that did not come to anything."""
        if continues(spot) and not (self.nests(spot.domain) and self._random.getrandbits(1)):
            return self._run(spot)
        # A term grows by what it is made of: what is around a part of it can be so once more.
        return self.around(spot.domain, spot.value if self._random.getrandbits(1) else None)

    def _run(self, spot: Spot) -> Addition | None:
        """Return what puts a run of items behind the last, or between two."""
        random, domain, items = self._random, spot.domain, spot.domain.run(spot.value)
        bits = random.getrandbits
        kind = bits(2)
        donor = self._donor(domain) if kind > 1 else None
        source: Any = items if kind == 0 else None if donor is None else domain.run(donor)
        if not source:
            source = domain.run(domain.draw(random, 1 + bits(2)))
        if not source or type(source) is not type(items):
            return None
        start = bits(16) * len(source) >> 16
        run = source[start : start + 1 + (bits(16) * LONGEST_RUN >> 16)]
        place = len(items) if bits(1) else bits(16) * (len(items) + 1) >> 16

        def put_in(now: Any, times: int) -> Any:
            if times * len(run) > MOST_ADDED:
                raise Unfit("too much of it")
            there = domain.run(now)
            return domain.with_run(now, there[:place] + run * times + there[place:])

        return put_in

    def exchanged(self, spot: Spot) -> Any:
        """Return what is in a place, with up to three of its items exchanged for up to three others."""
        random, domain, items = self._random, spot.domain, spot.domain.run(spot.value)
        bits = random.getrandbits
        start = bits(16) * (len(items) + 1) >> 16
        run = items[:0]
        for _ in range(bits(2)):
            donor = self._donor(domain) if bits(1) else None
            source = items if donor is None else domain.run(donor)
            if not source or type(source) is not type(items):
                raise Unfit("there are no others")
            place = bits(16) * len(source) >> 16
            run += source[place : place + 1]
        return domain.with_run(spot.value, items[:start] + run + items[start + bits(2) :])

    def around(self, domain: Domain[Any], around: Any = None) -> Addition | None:
        """Return what puts a value of a domain around another one of it: this, one that reached something, or any."""
        random = self._random
        bits = random.getrandbits
        if around is None and bits(1):
            around = self._donor(domain)
        if around is None:
            # Mostly no more than it takes, and of values that are in use: what is larger or strange breaks something.
            around = self._familiar(domain, domain.draw(random, 2 + bits(3) if bits(1) else 2))
        holes = [inner.position for inner in walk(domain, around) if inner.position and inner.domain is domain]
        if not holes:
            return None
        hole = holes[bits(16) * min(len(holes), MOST_HOLES) >> 16]

        def put_around(now: Any, times: int) -> Any:
            if times * len(hole) > MOST_ADDED >> 6:
                raise Unfit("too deep")
            for _ in range(times):
                now = replace(domain, around, hole, now)
            return now

        return put_around

    def _familiar(self, domain: Domain[Any], value: Any) -> Any:
        """Return a value with about half of its leaves exchanged for such as reached something."""
        leaves = [spot for spot in walk(domain, value) if spot.domain.leaf][:MOST_HOLES]
        known = {spot.position: self._donor(spot.domain) for spot in leaves if self._random.getrandbits(1)}
        return replace_all(domain, value, {place: leaf for place, leaf in known.items() if leaf is not None})


def continues(spot: Spot) -> bool:
    """Return whether more items can be put into what is in a place, wherever one likes."""
    return spot.domain.run(spot.value) is not None


def _holds_itself(domain: Domain[Any]) -> bool:
    return any(below.itself is domain for part in domain.components() for below in reach(part))
