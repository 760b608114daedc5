"""Where inputs that passed came to, beyond what the property asks of them, and how they ended: the simplest for each.

Where preconditions are many-sided, nearly all that is kept is kept for what it shows of them, and what shows something
of the code under test would be varied as seldom as everything else. How a run ended matters, as what goes wrong on the
way may come to nothing: a sum is of no use to a program that is trapped behind it.
"""

from __future__ import annotations

from random import Random
from typing import Generic, TypeVar

from fuzzwright.engine.corpus import Kept
from fuzzwright.engine.observation import Observation, Path
from fuzzwright.searches.parts import PathPart

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Place = tuple[int, int]
"""A branch, and the last one of a path that has it."""


def places(path: Path) -> set[Place]:
    """Return where a path leads through, and how it ended there."""
    return {(branch, path[-1]) for branch in path}


class Landmarks(Generic[I]):
    """Kept inputs by the places they came to behind all assumptions."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._part = PathPart("tested")
        self._simplest: dict[Place, Kept[I]] = {}
        self._kept: list[Kept[I]] = []
        """Each once, in the order of the places."""

    def __bool__(self) -> bool:
        return bool(self._simplest)

    def note(self, kept: Kept[I], observation: Observation) -> None:
        """Remember an input that passed for the places that no simpler one came to."""
        won = False
        for place in places(self._part.of(observation, True)):
            known = self._simplest.get(place)
            if known is None or kept.complexity < known.complexity:
                self._simplest[place] = kept
                won = True
        if won:
            self._kept = list({id(each): each for each in self._simplest.values()}.values())

    def pick(self) -> Kept[I]:
        """Return one of them."""
        return self._kept[self._random.getrandbits(16) * len(self._kept) >> 16]
