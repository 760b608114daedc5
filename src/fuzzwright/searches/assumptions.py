"""What a search does differently where the code under test assumes something of its inputs.

From the first assumption that does not hold, whatever is new is mutated exhaustively, and that comes first as long as
there is something to mutate; no input runs twice; functions that make inputs, and what came to a place behind all
assumptions, get their share. Before that, and where nothing is assumed, none of this costs anything.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from random import Random
from typing import Final, Generic, TypeVar

from fuzzwright.engine.corpus import Kept
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.searches.exhaustion import Exhaustion
from fuzzwright.searches.landmarks import Landmarks
from fuzzwright.searches.schedule import LEAST_SHARE, Schedule
from fuzzwright.searches.tried import Tried

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MUTANTS: Final = 0.4
"""The least share of exhaustive mutants, as long as there are some."""


class Assumptions(Generic[I]):
    """What is known of inputs that were discarded, and of those that were not; nothing before the first discard."""

    def __init__(self, domain: Domain[I], random: Random, without: Container[str]) -> None:
        self._domain = domain
        self._random = random
        self._without = without
        self._tried: Tried[I] | None = None
        """What ran since; how inputs are told apart is worked out only then."""
        self._exhaustion: Exhaustion[I] | None = None
        self._unaware: Batch[I] | None = None
        """What was being run when the first assumption did not hold; it gives way."""
        self.landmarks: Landmarks[I] = Landmarks(random)
        """What came to places behind all assumptions."""

    def __bool__(self) -> bool:
        return self._exhaustion is not None

    def due(self, arms: Container[str], schedule: Schedule) -> str | None:
        """Return the kind of batch that has had less than its share, if one has."""
        if self._exhaustion is None:
            return None
        if schedule.is_due("exhaust", MUTANTS if self._exhaustion.waits else LEAST_SHARE):
            return "exhaust"
        if "produce" in arms and schedule.is_due("produce"):
            return "produce"
        return "vary" if self.landmarks and schedule.is_due("vary") else None

    def mutants(self) -> Batch[I] | None:
        """Return what to try next of all mutants; None if nothing is assumed."""
        return None if self._exhaustion is None else self._exhaustion.ask()

    def untried(self, inputs: Iterator[I], parent: I | None = None) -> Iterator[I]:
        """Return what did not run before: where something is assumed most inputs are small, and alike."""
        return inputs if self._tried is None else self._tried.only_new(inputs, parent)

    def hear(
        self,
        candidate: Candidate[I],
        observation: Observation,
        outcome: Outcome,
        drawn: Batch[I] | None,
        exhausting: bool,
    ) -> None:
        """Have all mutants of an input that took a new way tried, whether it is one of the mutants itself or not."""
        if self._exhaustion is None:
            if outcome.kind != "discarded" or not observation.path or "exhaustion" in self._without:
                return
            self._tried = Tried(self._domain, "tried" not in self._without)
            self._exhaustion = Exhaustion(self._domain, self._random.getrandbits(64), self._tried, self._without)
            self._unaware = drawn
        if exhausting:
            self._exhaustion.tell(candidate, observation, outcome)
        else:
            self._exhaustion.overhear(candidate, observation, outcome)

    def note(self, kept: Kept[I], observation: Observation, outcome: Outcome) -> None:
        """Remember what a kept input came to, if it met all assumptions."""
        if self._exhaustion is not None and outcome.kind == "returned":
            self.landmarks.note(kept, observation)

    def has_better_than(self, batch: Batch[I], exhausting: bool) -> bool:
        """Return whether the rest of a batch should wait for mutants."""
        if self._exhaustion is None:
            return False
        return self._exhaustion.has_better_than(batch) if exhausting else self._unaware is batch
