"""Along axes: one number, length or letter after the other, in steps that grow as long as they bring a climb nearer.

This is the alternating variable method. Where a single step breaks a condition on the way, two axes are moved against
each other, so that it still holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import Any, Generic, TypeVar

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.trees import Position, Spot, walk
from fuzzwright.searches.footing import Direction, Footing

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_AXES = 160
"""Of a large input only so many axes, chosen at random, are tried."""
MOST_PAIRS = 24
MOST_DIGITS = 8
"""So many pairs of digits of one number are moved, if that is not larger than LARGEST."""
LARGEST = 10**40


class Axes(Generic[I]):
    """Steps along the axes of the nearest input; `values` gives what a run compared with."""

    def __init__(self, footing: Footing[I], values: Callable[[Observation], Sequence[Any]]) -> None:
        self._footing = footing
        self._values = values
        self._broken: dict[tuple[Position, int], dict[int, float]] = {}
        """Which sides of the way a single step along an axis left, and how far it went."""

    def single(self) -> Iterator[I]:
        """Yield inputs moved along one axis after the other."""
        self._broken.clear()
        axes = [
            (spot.position, axis)
            for spot in walk(self._footing.domain, self._footing.best.input)
            for axis in range(spot.domain.axes(spot.value))
        ]
        self._footing.random.shuffle(axes)
        for position, axis in axes[:MOST_AXES]:
            if not self._footing.distance:
                return
            yield from self._along(((position, axis, 1),))

    def _along(self, direction: Direction) -> Iterator[I]:
        """Go in a direction, or against it, as long as that helps."""
        moving = True
        while moving and self._footing.distance > 0:
            moving = False
            for sign in (1, -1):
                before = self._footing.distance
                yield from self._footing.ahead(partial(self._footing.moved, direction, sign))
                if self._footing.distance < before:
                    moving = True
                elif len(direction) == 1:
                    self._note_broken(direction[0][:2])

    def _note_broken(self, axis: tuple[Position, int]) -> None:
        assert self._footing.last is not None
        distances = self._footing.last.distances
        broken = {side: distances[side] for side in self._footing.way if distances.get(side, 0.0) > 0}
        if broken:
            self._broken[axis] = broken

    def pairs(self) -> Iterator[I]:
        """Move two axes so that a condition that each of them alone would break may hold."""
        directions: list[Direction] = []
        for (one, left), (other, right) in combinations(self._broken.items(), 2):
            for side in left.keys() & right.keys():
                a, b = left[side], right[side]
                if max(a, b) > 1e9 or a != int(a) or b != int(b):
                    continue
                divisor = math.gcd(int(a), int(b)) or 1
                steps = int(b) // divisor, int(a) // divisor
                directions += [((*one, steps[0]), (*other, sign * steps[1])) for sign in (1, -1)]
        directions += self._together()
        directions += self._strides()
        directions += self._digits()
        self._footing.random.shuffle(directions)
        for direction in directions[:MOST_PAIRS]:
            if not self._footing.distance:
                return
            yield from self._along(direction)

    def _together(self) -> Iterator[Direction]:
        """Yield directions that keep the difference, the sum or the ratio of two numbers."""
        numbers = [spot for spot in walk(self._footing.domain, self._footing.best.input) if type(spot.value) is int]
        pairs = list(islice(combinations(numbers, 2), 256))
        self._footing.random.shuffle(pairs)
        for one, other in pairs[:MOST_PAIRS]:
            if one.domain.axes(one.value) == other.domain.axes(other.value) == 1:
                yield (one.position, 0, 1), (other.position, 0, 1)
                yield (one.position, 0, 1), (other.position, 0, -1)
                divisor = math.gcd(one.value, other.value)
                if divisor:
                    yield (one.position, 0, one.value // divisor), (other.position, 0, other.value // divisor)

    def _strides(self) -> Iterator[Direction]:
        """Yield steps as long as the numbers that were compared with: what divides by 84 does so again 84 later."""
        compared = {value for value in self._values(self._footing.best.observation) if type(value) is int}
        strides = [value for value in sorted(compared) if 2 < value < 1 << 32]
        for spot in self._numbers() if strides else ():
            yield ((spot.position, 0, strides[self._footing.random.getrandbits(16) * len(strides) >> 16]),)

    def _digits(self) -> Iterator[Direction]:
        """Yield steps that take from one decimal digit of a number what they give to another."""
        for spot in self._numbers():
            if 10 <= abs(spot.value) < LARGEST:
                pairs = list(combinations(range(len(str(abs(spot.value)))), 2))
                self._footing.random.shuffle(pairs)
                for low, high in pairs[:MOST_DIGITS]:
                    yield ((spot.position, 0, 10**high - 10**low),)

    def _numbers(self) -> Iterator[Spot]:
        """Yield the whole numbers of the nearest input that can be moved."""
        for spot in walk(self._footing.domain, self._footing.best.input):
            if type(spot.value) is int and spot.domain.axes(spot.value) == 1:
                yield spot
