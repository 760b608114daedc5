"""FuzzChick: inputs that reach something new get energy, and are mutated at random as long as it lasts.

Two queues, of inputs that passed and of inputs that were discarded; new ones wait behind all others. How much energy
an input gets follows AFL's rule: more for a short run and for one that reaches much, less for a discarded one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeVar

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature, features
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.classic import GENERATOR, maker
from fuzzwright.searches.keeping import Confirm, Feedback, Keeping
from fuzzwright.searches.nudges import Nudges
from fuzzwright.searches.options import Choices, Option, Options, defaults
from fuzzwright.searches.parts import PART, PathPart
from fuzzwright.searches.ramp import Ramp

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

OPTIONS: Final[Options] = {
    "part": PART,
    "everything": Option(False, "whether every input is as good as a new one, as the published branch has it"),
    "again": Option(
        1000, "after so many fresh inputs in a row, all that passed and were new wait again", can_be_off=True
    ),
    "forget": Option(0, "queues are emptied every so many executions; 1024 in the published code", can_be_off=True),
    "staged": Option(False, "new inputs wait aside, the newest first, until the queue is empty, as in the code"),
    "size": Option(5, "the largest size of what is generated"),
    "generator": GENERATOR,
}

BATCH: Final = 64
BASE_ENERGY: Final = 100
LEAST_ENERGY: Final = 5
MOST_ENERGY: Final = 1600
_MOST_SAVED: Final = 1 << 14
_BY_TIME: Final = ((10.0, 0.1), (4.0, 0.25), (2.0, 0.5), (4 / 3, 0.75))
_BY_TIME_BELOW: Final = ((1 / 4, 3.0), (1 / 3, 2.0), (1 / 2, 1.5))
_BY_REACH: Final = ((10 / 3, 3.0), (2.0, 2.0), (4 / 3, 1.5))
_BY_REACH_BELOW: Final = ((1 / 3, 0.25), (1 / 2, 0.5), (2 / 3, 0.75))
_DISCARDED: Final = 0.33


@dataclass(slots=True, eq=False)
class Seed(Generic[I]):
    """An input with how often it may still be mutated."""

    input: I
    passed: bool
    energy: int
    full: int
    """What it had at first."""


class FuzzChick(Keeping[I]):
    """Coverage-guided property testing with random mutation and energy."""

    renews = False

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        feedback: Feedback = features,
        choices: Choices | None = None,
    ) -> None:
        chosen: dict[str, Any] = {**defaults(OPTIONS), **(choices or {})}
        self._chosen = chosen
        algebra = Algebra()
        make = maker(chosen["generator"], algebra)
        self._generate = make(domain)
        self._nudges = Nudges(algebra, make, chosen["size"])
        super().__init__(domain, corpus, confirm, feedback)

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._ramp = Ramp(self._chosen["size"], self.corpus.executions)
        self._met: set[Feature] = set()
        self._valid: deque[Seed[I]] = deque()
        self._invalid: deque[Seed[I]] = deque()
        self._aside: list[Seed[I]] = []
        """In staged mode: what passed, the newest last."""
        self._saved: deque[Seed[I]] = deque(maxlen=_MOST_SAVED)
        """All that passed and were new, to be queued again."""
        self._means = Means()
        self._part = PathPart(self._chosen["part"])
        self._fresh_in_a_row = 0
        self._until_forgotten: int = self._chosen["forget"]
        self._batch: Batch[I] | None = None
        self._current: Seed[I] | None = None
        for kept in reversed(self.corpus.kept):
            if not kept.discarded:
                self._queue(Seed(kept.input, True, 10 * BASE_ENERGY, 10 * BASE_ENERGY))

    # Asking

    def ask(self) -> Batch[I]:
        self._settle()
        self._current = self._next()
        batch: Batch[I] = Batch(iter(()))
        if self._current is None:
            batch.inputs = self._fresh(batch)
        else:
            batch.origin = "mutate"
            batch.inputs = self._mutated(self._current)
        self._batch = batch
        return batch

    def _settle(self) -> None:
        """Count what the last batch ran."""
        batch, self._batch = self._batch, None
        if batch is None:
            return
        self._ramp.add(batch.executions, batch.discards)
        self._fresh_in_a_row = self._fresh_in_a_row + batch.executions if self._current is None else 0
        if self._chosen["again"] and self._fresh_in_a_row >= self._chosen["again"]:
            self._fresh_in_a_row = 0
            for seed in self._saved:
                seed.energy = seed.full
            self._valid.extend(self._saved)
        if self._chosen["forget"]:
            self._until_forgotten -= batch.executions
            if self._until_forgotten <= 0:
                self._until_forgotten = self._chosen["forget"]
                for queue in (self._valid, self._invalid, self._aside):
                    queue.clear()

    def _next(self) -> Seed[I] | None:
        """Return the first input that has energy left: one that passed, if there is one."""
        for queue in (self._valid, self._invalid):
            while queue and queue[0].energy < 0:
                queue.popleft()
            if queue is self._valid and not queue and self._aside:
                queue.extend(reversed(self._aside))
                self._aside.clear()
            if queue:
                return queue[0]
        return None

    def _fresh(self, batch: Batch[I]) -> Iterator[I]:
        generate, random, ramp = self._generate, self._random, self._ramp
        for ran in range(BATCH):
            try:
                yield generate(random, ramp.size(ran, batch.discards))
            except Unfit:
                return  # tried again with the next batch

    def _mutated(self, seed: Seed[I]) -> Iterator[I]:
        one, domain, random = self._nudges.one, self.domain.itself, self._random
        for _ in range(BATCH):
            if seed.energy < 0:
                return
            seed.energy -= 1
            try:
                yield one(domain, seed.input, random)
            except Unfit:
                continue

    def has_better_than(self, batch: Batch[I]) -> bool:
        if self._current is None:
            return bool(self._valid or self._invalid or self._aside)
        return not self._current.passed and bool(self._valid or self._aside)

    # Learning

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        news = self.keep(candidate, observation, outcome)
        if outcome.failed:
            return news
        passed = outcome.kind != "discarded"
        path = self._part.of(observation, passed)
        reached = features(Observation(path=path, more=observation.more), outcome)
        new = not reached <= self._met
        self._met |= reached
        if new or self._chosen["everything"]:
            energy = self._means.energy(len(path), len(reached), passed)
            seed = Seed(candidate.input, passed, energy, energy)
            self._queue(seed)
            if passed:
                self._saved.append(seed)
        return news

    def _queue(self, seed: Seed[I]) -> None:
        if not seed.passed:
            self._invalid.append(seed)
        elif self._chosen["staged"]:
            self._aside.append(seed)
        else:
            self._valid.append(seed)


@dataclass(slots=True)
class Means:
    """How long runs are and how much they reach, of those that were queued."""

    count: int = 0
    steps: int = 0
    reached: int = 0

    def energy(self, steps: int, reached: int, passed: bool) -> int:
        """Return how often to mutate an input, by how its run compares with those before it."""
        self.count += 1
        self.steps += steps
        self.reached += reached
        # Steps stand for time: clocks would make runs differ.
        factor = _factor(steps * self.count / (self.steps or 1), _BY_TIME, _BY_TIME_BELOW)
        factor *= _factor(reached * self.count / (self.reached or 1), _BY_REACH, _BY_REACH_BELOW)
        energy = BASE_ENERGY * factor * (1.0 if passed else _DISCARDED)
        return 10 * int(min(max(energy, LEAST_ENERGY), MOST_ENERGY))


Bounds = tuple[tuple[float, float], ...]


def _factor(ratio: float, above: Bounds, below: Bounds) -> float:
    for bound, factor in above:
        if ratio > bound:
            return factor
    for bound, factor in below:
        if ratio < bound:
            return factor
    return 1.0
