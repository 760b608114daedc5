"""Which sides of conditions runs came to, how near, and which of those that none took is to be climbed to next."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Final, Generic, TypeVar

from fuzzwright.engine.sides import at_any_visit, visit_of

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Aim = Callable[[int], int | None]
"""How near a side is to what the search aims at, smaller being nearer; None if it is not on the way."""
_LATER: Final = 1000
_LAST: Final = 8
_MOST_OTHERS: Final = 8


class OpenSides(Generic[I]):
    """What is known of sides in one epoch."""

    def __init__(self, random: Random, aim: Aim | None) -> None:
        self._random = random
        self._aim = aim
        self.nearest: dict[int, tuple[float, int, I]] = {}
        """For each side of a condition that was come to: how near the nearest input came, in how many steps, and it."""
        self.met: set[int] = set()
        self._open: dict[int, None] = {}
        """The sides that runs came to and none took; in the order they were come to, which a set would not keep."""
        self._untaken: dict[int, None] = {}
        """Those of them that no run took at any visit."""
        self._last: set[int] = set()
        """Sides of conditions that were among the last before a run ended."""
        self._climbs: dict[int, int] = {}
        self._tied: dict[int, list[I]] = {}
        """For sides that no run took at any visit: a few other inputs that came as near. The nearest is the simplest of
        these, and may lack what a climb needs."""
        self._others: dict[int, list[I]] = {}
        """For sides that climbs did not come to: a few other inputs that came to the condition."""

    def __bool__(self) -> bool:
        return bool(self._open)

    @property
    def never_taken(self) -> bool:
        """Whether a condition never went one of its ways, at no visit."""
        return bool(self._untaken)

    def learn(self, distances: dict[int, float], length: int, input: I) -> bool:
        """Note how near a run of so many steps came to each side; return whether any was new."""
        nearest, new = self.nearest, False
        last = set(islice((side for side in reversed(distances) if visit_of(side)), _LAST))
        for side, distance in distances.items():
            known = nearest.get(side)
            if known is None or distance < known[0]:
                nearest[side] = (distance, length, input)
                self._tied.pop(side, None)
                if not distance:
                    self.met.add(side)
                    self._open.pop(side, None)
                    self._untaken.pop(side, None)
                else:
                    self._open[side] = None
                    if not visit_of(side):
                        self._untaken[side] = None
                    if side in last:
                        self._last.add(side)
                new = new or known is None or not distance
            elif distance:
                tied = distance == known[0]
                if tied and length < known[1]:
                    nearest[side] = (distance, length, input)
                elif tied and side in self._untaken:
                    self._remember(self._tied, side, input)
                elif side in self._climbs and not self._random.getrandbits(3):
                    self._remember(self._others, side, input)
        return new

    def distances_to_open(self, distances: Mapping[int, float]) -> dict[int, float]:
        """Return those of a run's distances that are to sides that no run took at any visit."""
        return {side: distances[side] for side in self._untaken if side in distances}

    def nearest_to_open(self, most: int) -> list[I]:
        """Return the inputs that came nearest to sides that no run took at any visit, each once, at most so many."""
        inputs = {id(near[2]): near[2] for side in self._untaken if (near := self.nearest[side])}
        return list(inputs.values())[-most:]

    def next(self, untaken: bool = False) -> int | None:
        """Return a side that was come to and never taken: one on the way to the aim, or one that was tried least.

        Rather one that no run took at any visit, if that is asked for.
        """
        best = self.aimed_at()
        if best is not None:
            return best
        # Of the others half are for conditions that never went there, half for a certain visit of one.
        bits = self._random.getrandbits
        later = bool(bits(1)) and not untaken
        fewest = math.inf
        least: list[tuple[int, int]] = []
        for side in self._open:
            if visit_of(side) and at_any_visit(side) in self._untaken:
                continue  # that is to be climbed to, at whichever visit it is nearest
            tries = self._climbs.get(side, 0)
            if later is not bool(visit_of(side)):
                tries += _LATER
            elif later and side not in self._last:
                tries += 2  # a decision in the middle of a run matters less than one that ended it
            if tries < fewest:
                fewest, least = tries, []
            if tries == fewest:
                least.append((self.nearest[side][1], side))
        if not least:
            return None
        # Rather one that a short run comes to: it is cheaper, and the way to the others may lead through it.
        return min(least[bits(16) * len(least) >> 16] for _ in range(3))[1]

    def aimed_at(self) -> int | None:
        """Return a side to climb to for the aim, three times of four: near to it, and not tried too often."""
        if self._aim is None or not self._random.getrandbits(2):
            return None
        open_sides = [(near, side) for side in self._open if (near := self._aim(side)) is not None]
        # What is nearest may be impossible: each try puts it behind three others.
        ranked = [(rank + 3 * self._climbs.get(side, 0), side) for rank, (_, side) in enumerate(sorted(open_sides))]
        return min(ranked)[1] if ranked else None

    def _remember(self, known: dict[int, list[I]], side: int, input: I) -> None:
        others = known.setdefault(side, [])
        if len(others) < _MOST_OTHERS:
            others.append(input)
        elif not self._random.getrandbits(3):
            others[self._random.getrandbits(16) * _MOST_OTHERS >> 16] = input

    def start(self, side: int) -> tuple[float, I, int]:
        """Note one more climb; return how far, where from, and how many there were so far.

        The first begin at the input that is nearest, or one that is as near. What they could not better is mostly the
        best around: every other one of the later climbs begins elsewhere.
        """
        bits = self._random.getrandbits
        tries = self._climbs[side] = self._climbs.get(side, 0) + 1
        distance, _, input = self.nearest[side]
        tied, others = self._tied.get(side), self._others.get(side)
        if tries > 2 and tries % 2 and others:
            input = others.pop(bits(16) * len(others) >> 16)
        elif tied and bits(1):
            input = tied[bits(16) * len(tied) >> 16]
        return distance, input, tries
