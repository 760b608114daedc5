"""What most searches do with what they are told: keep what is new, or simpler than what was known."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature, end_feature, features

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Feedback = Callable[[Observation, Outcome], set[Feature]]
"""Turns an observation into the features that count."""

Confirm = Callable[[I, Observation], bool]
"""Runs an input again and says whether it went the same way."""


class Keeping(ABC, Generic[I]):
    """A corpus with the rule for getting into it: something to gain, and the same way when run again."""

    renews = True
    """Whether it is made to begin again from its corpus with each epoch; those that were published know no epochs."""
    large = math.inf
    """From this complexity on it hardly matters which input is the simplest."""

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        feedback: Feedback = features,
    ) -> None:
        self.domain = domain
        self.corpus = corpus
        self.confirm = confirm
        self.feedback = feedback
        self.stable = 0
        self.unstable = 0
        self._doubted: set[Feature] = set()
        self.begin(0)

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Start an epoch: all randomness comes from `seed`, all knowledge from the corpus."""

    def end(self) -> None:
        """End an epoch; all there is to go on from is in the corpus already, here."""

    @abstractmethod
    def ask(self) -> Batch[I]:
        """Return what to run next."""

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        """Keep what gains something; return what it gains."""
        return self.keep(candidate, observation, outcome)

    def look(self, candidate: Candidate[I], observation: Observation) -> None:
        """Learn from a close look at a run that took a known way; nothing, here."""

    def may_be_simpler(self, limit: float, way: int) -> bool:
        """Return whether to find out if an input is simpler than what its way, known by its hash, allows.

        That takes as long as running it. Where all is known and only large inputs get there, one way in eight will do.
        """
        return limit < self.large or limit == math.inf or not way & 7

    @property
    def hears_all(self) -> bool:
        """Whether it learns from more than what gains something, so that every run on a new way has to be told."""
        return True

    def has_better_than(self, batch: Batch[I]) -> bool:
        """Return whether the rest of a batch should wait; never, here."""
        return False

    def keep(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> list[Feature]:
        """Keep the input if it gains something; return what."""
        reached = self.feedback(observation, outcome)
        # Most of what took a new way is neither new nor simple: that is soon seen.
        limit = self.corpus.most_complex(reached)
        if not self.may_be_simpler(limit, hash(observation.path)):
            return []
        try:
            complexity = self.domain.complexity_up_to(candidate.input, limit)
        except RecursionError:
            return []  # so deep that nobody could understand it
        if complexity >= limit:
            return []
        won = self.corpus.gains(complexity, reached)
        if not self.confirm(candidate.input, observation):
            self.unstable += 1
            return self._doubt(outcome)
        self.stable += 1
        kept = Kept(candidate.input, complexity, length=len(observation.path), discarded=outcome.kind == "discarded")
        kept.firsts = sum(feature not in self.corpus.simplest for feature in won)
        self.corpus.take(kept, won)
        if candidate.parent is not None and kept.firsts:
            candidate.parent.successes += 1
        return won

    def _doubt(self, outcome: Outcome) -> list[Feature]:
        """Tell a failure that did not repeat, once: it may need the calls before it. It is not built on."""
        end = end_feature(outcome)
        if not outcome.failed or end in self.corpus.simplest or end in self._doubted:
            return []
        self._doubted.add(end)
        return [end]
