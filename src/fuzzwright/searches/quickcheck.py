"""Random inputs, small ones first and growing; learns nothing. The baseline of all comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.searches.keeping import Keeping

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 64
LARGEST = 64


class QuickCheck(Keeping[I]):
    """Each batch is of one size; sizes go round from 1 to the largest."""

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._batches = self.corpus.executions // BATCH

    def ask(self) -> Batch[I]:
        size = 1 + self._batches % LARGEST
        self._batches += 1
        return Batch(self._inputs(size))

    def _inputs(self, size: int) -> Iterator[I]:
        generate, random = self.domain.generate, self._random
        for _ in range(BATCH):
            try:
                yield generate(random, size)
            except Unfit:
                continue
