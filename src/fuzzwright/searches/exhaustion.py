"""MUTAGEN as a part of another search: it keeps nothing itself, and hears of whatever was new, whoever tried it."""

from __future__ import annotations

from typing import TypeVar

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Candidate
from fuzzwright.engine.trace import Feature
from fuzzwright.searches.mutagen import Mutagen

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs


class Exhaustion(Mutagen[I]):
    """Batches of all mutants of what took a new way."""

    def __init__(self, domain: Domain[I], seed: int) -> None:
        super().__init__(domain, Corpus())
        self.begin(seed)

    def keep(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> list[Feature]:
        """Keep nothing: the search that this is a part of does."""
        return []

    def overhear(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> None:
        """Learn from an input that is none of its mutants."""
        current, batch = self._current, self._batch
        self._current = self._batch = None
        self.tell(candidate, observation, outcome)
        self._current, self._batch = current, batch
