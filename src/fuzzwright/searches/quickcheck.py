"""Random inputs, small ones first and growing; learns nothing. The baseline of all comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trace import features
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.classic import maker
from fuzzwright.searches.keeping import Confirm, Feedback, Keeping
from fuzzwright.searches.options import Choices, Option, Options, defaults
from fuzzwright.searches.ramp import Ramp

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH: Final = 64
OPTIONS: Final[Options] = {
    "size": Option(100, "the largest size of an input"),
    "generator": Option(
        "own", "random values of our own, or as QuickCheck's derived generators make them", ("own", "classic")
    ),
}


class QuickCheck(Keeping[I]):
    """Sizes go round from the smallest to the largest, one for each input that passed."""

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
        self._largest: int = chosen["size"]
        self._generate = maker(chosen["generator"], Algebra())(domain)
        super().__init__(domain, corpus, confirm, feedback)

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._ramp = Ramp(self._largest, self.corpus.executions)
        self._batch: Batch[I] | None = None

    @property
    def hears_all(self) -> bool:
        return False

    def ask(self) -> Batch[I]:
        if self._batch is not None:
            self._ramp.add(self._batch.executions, self._batch.discards)
        self._batch = Batch(iter(()))
        self._batch.inputs = self._inputs(self._batch)
        return self._batch

    def _inputs(self, batch: Batch[I]) -> Iterator[I]:
        generate, random, size = self._generate, self._random, self._ramp.size
        for ran in range(BATCH):
            try:
                # No input is smaller than one leaf.
                yield generate(random, size(ran, batch.discards) or 1)
            except Unfit:
                return  # tried again with the next batch
