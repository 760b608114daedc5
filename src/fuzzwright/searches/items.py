"""By items: some are put into the nearest input of a climb, between two or around a part, taken out or exchanged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from fuzzwright.engine.domain import LeafDomain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.trees import Position, at, level_by_level, replace, walk
from fuzzwright.searches.additions import Addition, Additions, continues
from fuzzwright.searches.footing import Footing
from fuzzwright.searches.removals import shorter

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Suggest = Callable[[I, Observation, int], Iterator[I]]
"""Yields inputs that may take a side, from an input and what its run noted."""

MOST_TRIMMED = 3
SHORT = 3
"""So few items are left as they are."""
MOST_GROWN = 12
MOST_AFTER = 8
FURTHER = 2
"""So many times what was turned leads to a condition that is turned in its turn."""
MOST_GAPS = 6
MOST_ADDITIONS = 192
MOST_FITTED = 6
MOST_REMOVED = 64
MOST_EXCHANGED = 256


class Items(Generic[I]):
    """What can be done with the items of the nearest input."""

    def __init__(self, footing: Footing[I], suggest: Suggest[I], additions: Additions | None) -> None:
        self._footing = footing
        self._suggest = suggest
        self._additions = additions

    def trimmed(self) -> Iterator[I]:
        """Leave out what is behind all that matters, by halves: what a run did not come to is moved in vain."""
        footing = self._footing
        spots = [spot for spot in level_by_level(footing.domain, footing.best.input) if continues(spot)]
        for spot in spots[:MOST_TRIMMED]:
            items = spot.domain.run(spot.value)
            least, most = 0, len(items)
            while most > SHORT and least < most:
                middle = (least + most) // 2
                try:
                    less = spot.domain.with_run(spot.value, items[:middle])
                    input: I = replace(footing.domain, footing.best.input, spot.position, less)
                except (Unfit, IndexError):
                    break
                yield input
                if footing.take(strictly=False):
                    most = middle
                else:
                    least = middle + 1

    def grown(self) -> Iterator[I]:
        """Make something one longer, and turn the conditions that only the longer input comes to."""
        best = self._footing.best
        spots = [spot for spot in walk(self._footing.domain, best.input) if spot.domain.grows]
        self._footing.random.shuffle(spots)
        for spot in spots[:MOST_GROWN]:
            for axis in range(1 if isinstance(spot.domain, LeafDomain) else spot.domain.axes(spot.value)):
                grown = self._footing.moved(((spot.position, axis, 1),), 1, 1)
                if grown is None:
                    continue
                yield grown
                if self._footing.take():
                    return
                yield from self._followed(set(best.distances), FURTHER)
                if self._footing.best is not best:
                    return

    def _followed(self, known: set[int], further: int) -> Iterator[I]:
        """Turn the conditions that the input given out last was the first to come to, and those behind them."""
        now, best = self._footing.last, self._footing.best
        assert now is not None
        new = [side for side, far in now.distances.items() if far > 0 and side not in known]
        known = known.union(now.distances)
        for side in new[-3:]:
            for input in islice(self._suggest(now.input, now.observation, side), MOST_AFTER):
                yield input
                if self._footing.take():
                    return
                assert self._footing.last is not None
                if further and not known.issuperset(self._footing.last.distances):
                    yield from self._followed(known, further - 1)
                    if self._footing.best is not best:
                        return

    def between(self) -> Iterator[I]:
        """Put something between two items that has something of both."""
        for spot in [spot for spot in walk(self._footing.domain, self._footing.best.input) if continues(spot)]:
            items, parts = spot.domain.run(spot.value), spot.domain.parts(spot.value)
            if type(items) is not tuple or len(parts) != len(items):
                continue
            gaps = range(max(1, len(items) - MOST_GAPS), len(items))
            for gap in reversed(gaps):
                for item in parts[gap][0].itself.between(items[gap - 1], items[gap]):
                    try:
                        more = spot.domain.with_run(spot.value, (*items[:gap], item, *items[gap:]))
                        yield replace(self._footing.domain, self._footing.best.input, spot.position, more)
                    except Unfit:
                        continue
                    if self._footing.take():
                        return

    def added(self) -> Iterator[I]:
        """Put something in, or around a part, as often as that helps."""
        additions = self._additions
        if additions is None:
            return
        for spot in self._footing.places(additions.fits, MOST_ADDITIONS, top=True):
            try:
                addition = additions.at(spot)
            except Unfit:
                continue
            if addition is None:
                continue
            best = self._footing.best
            yield from self._footing.ahead(partial(self._with, spot.position, addition))
            if self._footing.best is best and not self._footing.random.getrandbits(2):
                yield from self._fitted()

    def _fitted(self) -> Iterator[I]:
        """Make what was added last fit: the number it has may be the wrong one."""
        now = self._footing.last
        if now is None or now is self._footing.best or not math.isfinite(now.far(self._footing.side)):
            return
        for input in islice(self._suggest(now.input, now.observation, self._footing.side), MOST_FITTED):
            yield input
            if self._footing.take():
                return

    def _with(self, position: Position, addition: Addition, times: int) -> I | None:
        input = self._footing.best.input
        try:
            more: I = replace(
                self._footing.domain, input, position, addition(at(self._footing.domain, input, position).value, times)
            )
        except (Unfit, IndexError):
            return None
        return more

    def removed(self) -> Iterator[I]:
        """Take something out, as often as that helps."""
        nearer = True
        while nearer and self._footing.distance > 0:
            nearer = False
            for input in shorter(self._footing.domain, self._footing.best.input, self._footing.random, MOST_REMOVED):
                yield input
                if self._footing.take():
                    nearer = True
                    break

    def exchanged(self) -> Iterator[I]:
        """Put a few items in the place of a few others: three coins may make up for one."""
        additions = self._additions
        if additions is None:
            return
        for spot in self._footing.places(continues, MOST_EXCHANGED):
            try:
                changed = replace(
                    self._footing.domain, self._footing.best.input, spot.position, additions.exchanged(spot)
                )
            except Unfit:
                continue
            yield changed
            self._footing.take()
