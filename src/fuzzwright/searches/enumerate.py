"""Every input once, smallest first: for small types a proof, for others the simplest failures there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TypeVar

from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.searches.keeping import Keeping
from fuzzwright.searches.ranks import all_values

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 64
PASSED = 20_000


class Enumerate(Keeping[I]):
    """Goes on where the corpus says it stopped; when a type has no more values it draws at random."""

    _done = -1
    _behind = 0
    """How many values were run by an earlier worker and have to be passed over."""
    _inputs: Iterator[I] = iter(())

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        if self._done != self.corpus.executions:
            self._done = self._behind = self.corpus.executions
            self._inputs = all_values(self.domain)

    @property
    def hears_all(self) -> bool:
        return False

    def ask(self) -> Batch[I]:
        return Batch(self._next())

    def _next(self) -> Iterator[I]:
        if self._behind > 0:
            # Some at a time and in a batch without inputs, so that whoever watches sees that it goes on.
            for _ in islice(self._inputs, min(self._behind, PASSED)):
                pass
            self._behind -= PASSED
            return
        before = self._done
        for input in islice(self._inputs, BATCH):
            self._done += 1
            yield input
        if self._done > before:
            return
        for _ in range(BATCH):
            try:
                input = self.domain.generate(self._random, 4)
            except Unfit:
                continue
            self._done += 1
            yield input
