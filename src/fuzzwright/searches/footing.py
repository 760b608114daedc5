"""Where a climb stands: the nearest input so far, how far it is from the side, and what came of the one given out last.

What proposes inputs, along axes (`axes`), by items (`items`) or otherwise (`climb`), yields them one by one, is told
here what came of each, and goes on from whatever is nearer.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Generic, TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.trees import Position, Spot, at, replace, walk
from fuzzwright.searches.mending import Told

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_BESIDE = 16
MOST_TOP = 3

Direction = tuple[tuple[Position, int, int], ...]
"""Which axes are moved together: where, which axis, by how much for each step."""


class Footing(Generic[I]):
    """The state of a climb to one side."""

    best: Told[I]
    """What came nearest."""

    def __init__(self, domain: Domain[I], side: int, random: Random) -> None:
        self.domain = domain
        self.side = side
        self.random = random
        self.last: Told[I] | None = None
        self.distance = math.inf
        self._beside: list[tuple[float, int, Told[I]]] = []
        """What came to the condition and no nearer, with how far it is, the nearest first; a few."""
        self._told = 0
        self.way: list[int] = []
        """The sides taken on the way to the condition, as far as they are always taken."""

    def begin(self) -> bool:
        """Stand on the input given out last; return whether it came to the condition."""
        if self.last is None or not math.isfinite(self.last.far(self.side)):
            return False
        self.best = self.last
        self.distance = self.best.far(self.side)
        self.way = _way(self.best.distances, self.side)
        return True

    def tell(self, input: I, observation: Observation, distances: Mapping[int, float]) -> None:
        """Note what came of the input given out last."""
        self.last = Told(input, observation, distances)

    def take(self, strictly: bool = True) -> bool:
        """Go on from the input given out last if it is nearer; return whether it is."""
        last = self.last
        assert last is not None
        far = last.far(self.side)
        if far < self.distance or (not strictly and far == self.distance):
            self.best, self.distance = last, far
            return True
        if self.distance < far < math.inf:
            self._told += 1
            insort(self._beside, (far, self._told, last))
            del self._beside[MOST_BESIDE:]
        return False

    def step_aside(self) -> None:
        """Stand on something that is farther, if there is anything, where nothing got nearer from here."""
        if not self._beside:
            return
        bits = self.random.getrandbits
        # Rather one of the nearest, but any of them may be on the other side of a hill.
        place = min(bits(16) * len(self._beside) >> 16 for _ in range(2))
        self.last = self._beside.pop(place)[2]
        self.begin()

    def moved(self, direction: Direction, sign: int, step: int) -> I | None:
        """Return the best input with axes moved; None where that cannot be."""
        moved = self.best.input
        try:
            for position, axis, weight in direction:
                spot = at(self.domain, moved, position)
                if axis >= spot.domain.axes(spot.value):
                    return None
                moved = replace(self.domain, moved, position, spot.domain.move(spot.value, axis, sign * weight * step))
        except (Unfit, IndexError):
            return None
        return moved

    def ahead(self, moved: Callable[[int], I | None]) -> Iterator[I]:
        """Go on as long as that helps, faster and faster, then carefully again."""
        step, last, bold = 1, 1, True
        while self.distance > 0 and (input := moved(step)) is not None:
            before = self.distance
            yield input
            if self.take():
                step, last = self._next(step, before, bold), step
            elif bold and step > 2:
                # What looked like a straight line was none.
                step, bold = 2 * last, False
            else:
                break

    def _next(self, step: int, before: float, bold: bool) -> int:
        """Return how far to go next: to where the condition would be met if it were a line, or twice as far."""
        gained = before - self.distance
        if bold and gained > 0 and math.isfinite(before):
            guess = self.distance * step / gained
            if 2 * step < guess < 1e30:
                return int(guess)
        return 2 * step

    def places(self, fits: Callable[[Spot], bool], times: int, top: bool = False) -> Iterator[Spot]:
        """Yield places of the best input that fit, drawn at random, so many times or until the side is taken.

        With `top` every other time one of those nearest to the top of its tree.
        """
        bits = self.random.getrandbits
        looked_at: Told[I] | None = None
        spots: list[Spot] = []
        for _ in range(times):
            if not self.distance:
                return
            if looked_at is not self.best:
                looked_at = self.best
                spots = sorted(
                    [spot for spot in walk(self.domain, looked_at.input) if fits(spot)],
                    key=lambda spot: len(spot.position),
                )
            if not spots:
                return
            among = min(len(spots), MOST_TOP) if top and bits(1) else len(spots)
            yield spots[bits(16) * among >> 16]


def _way(distances: Mapping[int, float], side: int) -> list[int]:
    """Return the sides that a run took before it came to a condition, without those of which it took both."""
    way: list[int] = []
    for other, distance in distances.items():
        if other in (side, side ^ 1):
            break
        if not distance and distances.get(other ^ 1, 1.0):
            way.append(other)
    return way
