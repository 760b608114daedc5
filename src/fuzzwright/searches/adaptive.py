"""The default: inputs that reached something are varied, spliced with each other, and joined by fresh ones.

A batch is either fresh inputs of one size or variants of one parent. Parents are picked by a small
tournament: what led to news before, is simple and was tried seldom, goes first. When nothing new
has come for a while, fresh inputs of some size take turns as parents, since the kept ones, being the
simplest of their kind, have few neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from fuzzwright.engine.corpus import Kept
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature
from fuzzwright.engine.trees import replacer, walk
from fuzzwright.searches.keeping import Keeping

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 128
MOST_SPOTS = 2048
"""Of a very large parent only so many places are varied in one batch."""
MOST_DONORS = 128
_SIZES = (1, 2, 4, 8, 16, 32, 64, 64)
_LARGE = (32, 32, 64, 64)
STALE = 8
"""Batches without news after which the kept inputs are taken to be used up."""


class Adaptive(Keeping[I]):
    """Coverage-guided typed mutation, splicing and fresh inputs."""

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._quiet = 0
        self._donors: dict[int, list[Any]] = {}
        for kept in self.corpus.kept:
            self._note_donors(kept.input)

    def ask(self) -> Batch[I]:
        bits = self._random.getrandbits
        self._quiet += 1
        kind = bits(3)
        if not self.corpus.kept or kind < 2:
            return Batch(self._fresh(_SIZES[bits(3)]))
        parent = self._stranger() if kind < 7 and self._quiet > STALE else None
        if parent is None:
            parent = self._pick()
            parent.picks += 1
        batch: Batch[I] = Batch(iter(()), origin="mutate", parent=parent)
        batch.inputs = self._variants(parent, batch)
        return batch

    def _stranger(self) -> Kept[I] | None:
        """Return a fresh input as a parent for once."""
        try:
            return Kept(self.domain.generate(self._random, _LARGE[self._random.getrandbits(2)]), 0.0)
        except Unfit:
            return None

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        news = self.keep(candidate, observation, outcome)
        if news:
            self._quiet = 0
            self._note_donors(candidate.input)
        return news

    def _pick(self) -> Kept[I]:
        kept, bits = self.corpus.kept, self._random.getrandbits
        best: Kept[I] | None = None
        for _ in range(3):
            rival = kept[bits(16) * len(kept) >> 16]
            if best is None or _promise(rival) > _promise(best):
                best = rival
        assert best is not None
        return best

    def _fresh(self, size: int) -> Iterator[I]:
        generate, random = self.domain.generate, self._random
        for _ in range(BATCH // 2):
            try:
                yield generate(random, size)
            except Unfit:
                continue

    def _variants(self, parent: Kept[I], batch: Batch[I]) -> Iterator[I]:
        random, domain, root = self._random, self.domain, parent.input
        bits = random.getrandbits
        spots = [spot for spot, _ in zip(walk(domain, root), range(MOST_SPOTS), strict=False)]
        puts: list[Callable[[Any], Any] | None] = [None] * len(spots)
        count = len(spots)
        # A small parent has few neighbours: more variants would be the same ones again.
        for _ in range(min(BATCH, 16 * count)):
            index = bits(16) * count >> 16
            position, place, old = spots[index]
            put = puts[index]
            if put is None:
                put = puts[index] = replacer(domain, root, position)
            kind = bits(4)
            try:
                if kind < 11:
                    batch.origin = "mutate"
                    value = place.mutate(old, random)
                    while kind < 3:
                        value = place.mutate(value, random)
                        kind = bits(3)
                elif kind < 14 and (donors := self._donors.get(id(place))):
                    batch.origin = "splice"
                    value = donors[bits(16) * len(donors) >> 16]
                else:
                    batch.origin = "regenerate"
                    value = place.generate(random, 1 + bits(3))
                if value != old:
                    yield put(value)
            except Unfit:
                continue

    def _note_donors(self, input: I) -> None:
        donors = self._donors
        for spot, _ in zip(walk(self.domain, input), range(MOST_SPOTS), strict=False):
            values = donors.setdefault(id(spot.domain), [])
            if len(values) < MOST_DONORS:
                values.append(spot.value)
            else:
                values[self._random.getrandbits(16) * MOST_DONORS >> 16] = spot.value


def _promise(kept: Kept[Any]) -> float:
    """Return how much is to be expected of varying this input again."""
    value: float = (1 + kept.successes) / (1 + kept.picks)
    if kept.discarded:
        value /= 4
    return value / math.sqrt(math.sqrt(8 + kept.complexity))
