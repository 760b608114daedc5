"""What close looks suggest to try, waiting for its turn: the latest first, and no more than it may cost.

What a look costs is counted as it is made, in plain runs: the more there was to note, the more, and what there is to
suggest takes work too. Never measured, so the same seed makes the same choices on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Final, Generic, TypeVar

from fuzzwright.engine.corpus import Kept
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.search import Batch, Guide, Look
from fuzzwright.searches.open_sides import OpenSides
from fuzzwright.searches.schedule import ALLOWANCE, Schedule

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_SUGGESTED = 256
MOST_STONES = 32
MOST_NOTES = 200
_NOTES: Final = 4
"""So many notes take about as long as a plain run."""
_LOOK: Final = 24
"""What a look takes besides, as so many notes."""
_CHANGE: Final = 6
"""What it takes to try a change when suggestions are made, as so many fresh inputs."""


class Suggestions(Generic[I]):
    """Batches of what may turn a condition, and what looks cost since the last batch began."""

    def __init__(
        self,
        guide: Guide[I] | None,
        sides: OpenSides[I],
        schedule: Schedule,
        has_settled: Callable[[], bool],
        random: Random,
        wanted: bool,
    ) -> None:
        self._guide = guide
        self._sides = sides
        self._schedule = schedule
        self._has_settled = has_settled
        self._random = random
        self._wanted = wanted
        self._waiting: list[Batch[I]] = []
        self._noted = 0
        self._work = 0 if guide is None else guide.work

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def next(self) -> Batch[I]:
        """Return what is to be run first."""
        return self._waiting.pop()

    # What looks cost

    def count(self, notes: int) -> None:
        """Note that something was looked at, with so many notes."""
        self._noted += notes + _LOOK

    def have_cost(self, runs: int) -> bool:
        """Return whether the notes of all looks since the last batch began took longer than so many plain runs."""
        return self._noted > runs * _NOTES

    def cost(self) -> int:
        """Return what looks and suggestions took since the last batch began, in plain runs."""
        work = 0 if self._guide is None else self._guide.work - self._work
        return self._noted // _NOTES + work * _CHANGE

    def begin(self) -> None:
        """Count anew."""
        self._noted, self._work = 0, self._guide.work if self._guide is not None else 0

    # What is suggested

    def follow(self, kept: Kept[I], observation: Observation) -> None:
        """Have what may turn a condition of a kept input tried next: first the sides that no run took yet."""
        others = self.of(kept.input, observation)
        self._waiting.append(self._batch(islice(others, MOST_SUGGESTED), kept))
        self._waiting.append(self._to_open(kept, observation))

    def step_on(self, input: I, observation: Observation) -> None:
        """Follow up an input that has nothing new by its path, but came to a condition that none came to before."""
        if len(self._waiting) < MOST_STONES and self._wanted:
            self._waiting.append(self._to_open(Kept(input, 0.0), observation))

    def of(self, input: I, observation: Observation) -> Iterator[I]:
        """Return what may turn any condition of a run."""
        if self._guide is None or not self._wanted:
            return iter(())
        return self._guide.suggestions(input, observation, self._random)

    def to(self, input: I, observation: Observation, side: int) -> Iterator[I]:
        """Return what may lead to a side."""
        if self._guide is None or not self._wanted:
            return iter(())
        return self._guide.suggestions(input, observation, self._random, [side])

    def _to_open(self, kept: Kept[I], observation: Observation) -> Batch[I]:
        assert self._guide is not None
        met = self._sides.met
        sides = [side for side in self._guide.distances(observation, met) if side not in met]
        inputs = self._guide.suggestions(kept.input, observation, self._random, sides)
        # After a long run everything there is to note costs more than it tells.
        look: Look = "operands" if len(observation.notes) <= MOST_NOTES else "path"
        return self._batch(islice(inputs, MOST_SUGGESTED), kept, look)

    def _batch(self, inputs: Iterator[I], kept: Kept[I], look: Look = "path") -> Batch[I]:
        return Batch(self._while_affordable(inputs, kept, look), "suggest", kept, look=look)

    def _while_affordable(self, inputs: Iterator[I], kept: Kept[I], look: Look) -> Iterator[I]:
        """Yield suggestions until they have cost more than their share; the rest then waits for its turn."""
        for input in inputs:
            yield input
            if not self._schedule.affords_suggestions(self.cost(), 0 if self._has_settled() else ALLOWANCE):
                self._waiting.append(self._batch(inputs, kept, look))
                return
