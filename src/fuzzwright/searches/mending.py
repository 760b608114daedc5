"""What a change broke on the way to a condition, and which conditions to turn so that the way is whole again.

A suggestion often does what it should and breaks something before: a sum that has to agree, a name that has to
differ, a bracket that has to be closed. How much of the way is left says which of several repairs is worth going on
from. Where all that was on the way still holds and the run ended all the same, the last conditions it came to are
what ended it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.sides import condition_of, visit_of

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_ENDING = 3
"""So many of the last conditions of a run may be what ended it."""

Standing = tuple[int, float]
"""How many sides of the way were kept, and how near the first is that was not, from -1 to 0."""


@dataclass(slots=True)
class Told(Generic[I]):
    """What came of an input."""

    input: I
    observation: Observation
    distances: Mapping[int, float]

    def far(self, side: int) -> float:
        """Return how far the input is from a side; infinitely, if it did not come to the condition."""
        return self.distances.get(side, math.inf)


class Mending(Generic[I]):
    """One change that lost the way, and the repairs of it that are still to be gone on from."""

    def __init__(self, root: Told[I], way: Sequence[int]) -> None:
        self._way = way
        self._waiting: list[tuple[float, float, int, Told[I]]] = []
        self._seen: set[tuple[Standing, frozenset[int]]] = set()
        self._least: Standing = (0, -1.0)
        self.add(root)

    def add(self, told: Told[I]) -> None:
        """Note what came of a repair: it is gone on from if it keeps no less of the way, and went as no other did."""
        kept = standing(told.distances, self._way)
        went = kept, frozenset([side for side, far in told.distances.items() if not far])
        if kept >= self._least and went not in self._seen:
            self._seen.add(went)
            heappush(self._waiting, (-kept[0], -kept[1], len(self._seen), told))

    @property
    def gained(self) -> bool:
        """Whether what is to be mended next kept more of the way than what was mended last."""
        return bool(self._waiting) and (-self._waiting[0][0], -self._waiting[0][1]) > self._least

    def next(self) -> Told[I] | None:
        """Return what to mend next: what kept most of the way; None if there is nothing."""
        if not self._waiting:
            return None
        place, near, _, told = heappop(self._waiting)
        self._least = (-int(place), -near)
        return told


def way_to(distances: Mapping[int, float], side: int) -> list[int]:
    """Return the sides that a run took before it came to a condition, at whichever visit, and always took."""
    way: list[int] = []
    for other, far in distances.items():
        if other >> 1 == side >> 1:
            break
        if not far and not visit_of(other) and distances.get(other ^ 1, 1.0) and other >> 1 not in _any_visit(side):
            way.append(other)
    return way


def _any_visit(side: int) -> tuple[int, ...]:
    """Return the condition of a side at any visit, as it is numbered without the way it goes."""
    return (side >> 1, (side >> 1) - visit_of(side))


def standing(distances: Mapping[int, float], way: Sequence[int]) -> Standing:
    """Return how much of a way a run kept; more is better."""
    kept = sum(side in distances and distances.get(side ^ 1, 1.0) > 0.0 for side in way)
    broken = first_broken(distances, way)
    far = 0.0 if broken is None else _farthest(distances, broken)
    return kept, -far / (far + 1) if far < math.inf else -1.0


def first_broken(distances: Mapping[int, float], way: Sequence[int]) -> int | None:
    """Return the first side of a way that a run left."""
    return next((side for side in way if distances.get(side ^ 1, 1.0) == 0.0), None)


def _farthest(distances: Mapping[int, float], side: int) -> float:
    """Return how far a condition is from a side at the visit that is farthest from it."""
    condition, holds = condition_of(side), side & 1
    return max(
        (far for other, far in distances.items() if other & 1 == holds and condition_of(other) == condition),
        default=0.0,
    )


def to_turn(distances: Mapping[int, float], way: Sequence[int]) -> list[int]:
    """Return the sides to take so that a run comes further: the first of the way that it left, if that ended it.

    A run may leave the way and still go on, as where a bracket is opened that was not there before: then it is what
    it came to last that counts.
    """
    ending: dict[int, int] = {}
    for side in reversed(list(distances)):
        if distances[side] and visit_of(side):
            ending.setdefault(condition_of(side), side)
            if len(ending) == MOST_ENDING:
                break
    broken = first_broken(distances, way)
    if broken is None:
        return list(ending.values())
    return [broken] if condition_of(broken) in ending else [*ending.values(), broken]
