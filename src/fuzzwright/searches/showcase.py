"""A list of examples with a cursor: what shows a new behaviour is appended, a simpler input that shows it replaces.

Which behaviours there are is up to `traits`: things a person would tell apart, such as a side of a branch, a loop that
never ran, a way to fail. Of each the simplest input known is in the corpus, like that of any feature, so the list
follows from the corpus. Discovery is that of `Adaptive`. In between, simpler versions of the input at the cursor are
tried; the cursor moves on when there are no more of them, or many in a row did not do the same.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Generic, TypeVar

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome, Returned
from fuzzwright.engine.reduce import simplifications
from fuzzwright.engine.search import Batch, Candidate, Guide
from fuzzwright.engine.trace import Feature, end_feature, fine_features
from fuzzwright.engine.trees import replacer, walk
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.keeping import Confirm
from fuzzwright.searches.natural import more_natural, natural
from fuzzwright.searches.open_sides import Aim

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Traits = Callable[[Observation, Outcome], set[Feature]]
"""What a run shows that is worth an example of its own. All are below 0, where no edge is."""

STEPS: Final = 64
"""After so many simpler versions discovery has its turn."""
MOST_VAIN: Final = 192
"""After so many in a row that did not do the same the cursor moves on, to come back later."""
LOOKS: Final = 32
"""Variants in a batch that is looked at closely: the second, fourth, eighth, … of discovery, and then one of many."""
LOOK_EVERY: Final = 64
MOST_TRIED: Final = 20_000
DEADLY: Final = ("died", "timed_out")
"""Ends of a process: what is simpler is likely to end the next one."""


@lru_cache(maxsize=8192)
def trait(*words: object) -> Feature:
    """Return the number of a trait; the same in every process."""
    digest = hashlib.blake2b(repr(words).encode("utf-8", "backslashreplace"), digest_size=8).digest()
    return ~(int.from_bytes(digest, "big") >> 1)


def site_traits(observation: Observation, outcome: Outcome) -> set[Feature]:
    """Return a trait for each branch a run took, if it came to an end; a failure is one whichever way leads there."""
    return set() if outcome.failed else {trait(site) for site in set(observation.path)}


@dataclass(slots=True, eq=False)
class _Item(Generic[I]):
    """A place in the list: an input, and which simpler versions of it are still to be tried."""

    kept: Kept[I]
    inputs: Iterator[tuple[int, I]]
    start: int = 0
    """The place of the tree that these begin with; the places before it come last, if nothing else helped."""
    index: int = 0
    vain: int = 0
    tried: set[int] = field(default_factory=set)
    """Versions that did not do the same, of this input or of those that it replaced."""
    final: bool = False
    """Whether it is as simple as it gets, or must not be simplified."""


class Showcase(Adaptive[I]):
    """Adaptive discovery, and a list of what it showed that gets simpler in turn."""

    large = math.inf

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        guide: Guide[I] | None = None,
        aim: Aim | None = None,
        traits: Traits = site_traits,
    ) -> None:
        self.traits = traits
        self._deadly: set[Feature] = set()
        """Ends of inputs that must not be simplified; known again from feedback when a corpus is rebuilt."""
        self.measured = natural(domain)
        """The domain as people measure it, which is how the corpus does."""
        super().__init__(domain, corpus, confirm, self._reached, guide, frozenset({"restarts"}), aim)

    def _reached(self, observation: Observation, outcome: Outcome) -> set[Feature]:
        if outcome.kind in DEADLY:
            self._deadly.add(end_feature(outcome))
        return fine_features(observation, outcome) | self.traits(observation, outcome)

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.shown: dict[Feature, Kept[I]] = {
            feature: kept for feature, kept in self.corpus.simplest.items() if feature < 0 and not kept.discarded
        }
        """Of each trait the simplest input known."""
        shown = {id(kept) for kept in self.shown.values()}
        # In the order they were kept, which another process knows too, not that of their features.
        self._items = [self._item(kept) for kept in self.corpus.kept if id(kept) in shown]
        deadly = {id(kept) for feature, kept in self.shown.items() if feature in self._deadly}
        for item in self._items:
            item.final = id(item.kept) in deadly
        self._cursor = 0
        self._steps = 0
        self._rounds = 0
        self._unsure: list[I] = []
        """Inputs that were seen to show something new, but only under a close look."""
        self._asked: set[Feature] = set()

    @property
    def is_minimal(self) -> bool:
        """Whether no way is known to make anything in the list simpler."""
        return all(item.final for item in self._items)

    def ask(self) -> Batch[I]:
        if self._unsure:
            self._settle()
            return Batch(iter((self._unsure.pop(),)), "again", anew=True)
        if self._steps < STEPS and (item := self._at_cursor()) is not None:
            self._settle()
            # Simpler versions mostly go a known way, and have to be told none the less.
            return Batch(self._simpler(item), "simplify", item.kept, anew=True)
        self._steps = 0
        self._rounds += 1
        if self.corpus.kept and (self._rounds & self._rounds - 1 == 0 or self._rounds % LOOK_EVERY == 0):
            self._settle()
            return self._closely()
        return super().ask()

    def _closely(self) -> Batch[I]:
        """Return variants that are looked at closely: two may go the same way and yet do something else."""
        parent = self._pick()
        batch: Batch[I] = Batch(iter(()), "mutate", parent, look="operands")
        batch.inputs = islice(self._varying.variants(parent.input, batch), LOOKS)
        return batch

    def _settle(self) -> None:
        """Close the account of the last batch of discovery: what comes now is not to its credit."""
        self._count()
        self._states.let_go()
        self._climb = None
        self._looked_at = None

    def has_better_than(self, batch: Batch[I]) -> bool:
        # From here on the way just taken counts as known: what is simpler and goes there would not be told.
        return batch.origin == "simplify"

    # Making the items simpler

    def _item(self, kept: Kept[I], start: int = 0) -> _Item[I]:
        return _Item(kept, self._candidates(kept.input, start), start, start)

    def _at_cursor(self) -> _Item[I] | None:
        """Return the item to make simpler; None if all are as simple as they get."""
        for _ in range(len(self._items)):
            self._cursor %= len(self._items)
            item = self._items[self._cursor]
            if not item.final:
                return item
            self._cursor += 1
        return None

    def _simpler(self, item: _Item[I]) -> Iterator[I]:
        limit, measure = item.kept.complexity, self.measured.complexity_up_to
        for index, input in item.inputs:
            item.index = index
            if measure(input, limit) >= limit or _seen(input, item.tried):
                continue
            item.vain += 1
            self._steps += 1
            yield input
            if item.vain >= MOST_VAIN:
                item.vain = 0
                self._cursor += 1
                return
            if self._steps >= STEPS:
                return
        if item.start and len(item.tried) < MOST_TRIED:
            item.inputs, item.start = self._candidates(item.kept.input, 0), 0
        else:
            item.final = True

    def _candidates(self, input: I, start: int) -> Iterator[tuple[int, I]]:
        for index, spot in enumerate(walk(self.domain, input)):
            if not spot.domain.leaf:
                continue
            put = replacer(self.domain, input, spot.position)
            for value in more_natural(spot.value):
                if spot.domain.contains(value):
                    try:
                        yield index, put(value)
                    except Unfit:
                        continue
        yield from simplifications(self.domain, input, start)

    # Learning

    def keep(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> list[Feature]:
        # Whatever else asks for the domain, such as what is reduced or spliced, means the one that has the parts.
        domain, self.domain = self.domain, self.measured
        try:
            return super().keep(candidate, observation, outcome)
        finally:
            self.domain = domain

    @property
    def hears_all(self) -> bool:
        return True

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        news = super().tell(candidate, observation, outcome)
        last = self.corpus.just_kept(candidate.input)
        if last is None or last.discarded:
            return news
        won = [feature for feature in news if feature < 0]
        if won:
            losers = {id(self.shown[feature]) for feature in won if feature in self.shown}
            self.shown.update(dict.fromkeys(won, last))
            self._list(last, losers, outcome.kind in DEADLY)
        return news

    def _list(self, kept: Kept[I], losers: set[int], final: bool) -> None:
        """Put an input in the place of one that it leaves nothing to show, else behind all others."""
        left = {id(shown) for shown in self.shown.values()}
        new = self._item(kept)
        replaced = False
        for index, item in enumerate(self._items):
            if id(item.kept) not in losers:
                continue
            item.vain = 0
            if not replaced and id(item.kept) not in left:
                new = self._item(kept, item.index)
                new.tried = item.tried
                self._items[index], replaced = new, True
        new.final = final
        if not replaced:
            self._items.append(new)
        here = self._items[self._cursor % len(self._items)]
        self._items = [item for item in self._items if id(item.kept) in left]
        self._cursor = self._items.index(here) if here in self._items else self._cursor

    def look(self, candidate: Candidate[I], observation: Observation) -> None:
        super().look(candidate, observation)
        if observation.error is None and observation.ended is None:
            new = self.traits(observation, Returned()) - self.shown.keys() - self._asked
            if new:
                self._asked |= new
                self._unsure.append(candidate.input)


def _seen(input: Any, tried: set[int]) -> bool:
    try:
        # 0 and False, 1 and 1.0 are equal but not the same input; their text differs.
        key = hash((input, repr(input)))
    except Exception:
        return False
    known = key in tried
    tried.add(key)
    return known
