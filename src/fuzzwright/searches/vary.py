"""Variants of an input: mutated, spliced with others, with words of the code under test worked in.

Most variants differ in one place, changed once or several times over; every third in more than one,
as two changes are often needed together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trees import Spot, at, replace, replacer, walk
from fuzzwright.searches.words import Words

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 128
MOST_SPOTS = 2048
"""Of a very large parent only so many places are varied in one batch."""
MOST_DONORS = 128


class Varying(Generic[I]):
    """What variants are made of: subtrees of kept inputs by their domain, and words."""

    def __init__(self, domain: Domain[I], words: Words, random: Random, splicing: bool = True) -> None:
        self.domain = domain
        self.words = words
        self.random = random
        self._splicing = splicing
        self._donors: dict[int, list[Any]] = {}

    def note(self, input: I) -> None:
        """Remember the subtrees of an input, for splicing."""
        donors = self._donors
        for spot, _ in zip(walk(self.domain, input), range(MOST_SPOTS), strict=False):
            values = donors.setdefault(id(spot.domain), [])
            if len(values) < MOST_DONORS:
                values.append(spot.value)
            else:
                values[self.random.getrandbits(16) * MOST_DONORS >> 16] = spot.value

    def variants(self, root: I, batch: Batch[I]) -> Iterator[I]:
        """Yield variants of one input; `batch.origin` says what made the last one."""
        domain, bits, changed = self.domain, self.random.getrandbits, self._changed
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
            try:
                value = changed(place, old, batch)
                if value != old:
                    varied = put(value)
                    if count > 1 and bits(2) == 3:
                        varied = self._again(varied, spots, batch)
                    yield varied
            except Unfit:
                continue

    def _changed(self, place: Domain[Any], old: Any, batch: Batch[I]) -> Any:
        random = self.random
        bits = random.getrandbits
        kind = bits(4)
        if kind < 9:
            batch.origin = "mutate"
            value = place.mutate(old, random)
            while kind < 3:
                value = place.mutate(value, random)
                kind = bits(3)
            return value
        if kind < 12 and (word := self.words.word(place, random)) is not None:
            batch.origin = "word"
            return place.graft(old, word, random)
        if kind < 14 and self._splicing and (donors := self._donors.get(id(place))):
            batch.origin = "splice"
            value = donors[bits(16) * len(donors) >> 16]
            return value if kind == 12 else place.graft(old, value, random)
        batch.origin = "regenerate"
        return place.generate(random, 1 + bits(3))

    def _again(self, varied: I, spots: list[Spot], batch: Batch[I]) -> I:
        """Return a variant changed in further places, wherever those are still there."""
        bits = self.random.getrandbits
        while True:
            position = spots[bits(16) * len(spots) >> 16].position
            try:
                spot = at(self.domain, varied, position)
                varied = replace(self.domain, varied, position, self._changed(spot.domain, spot.value, batch))
            except (Unfit, IndexError):
                pass
            if bits(1):
                return varied

    def varied(self, input: I) -> I:
        """Return one variant."""
        for changed in self.variants(input, Batch(iter(()))):
            return changed
        raise Unfit("it has no variant")
