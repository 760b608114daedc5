"""MUTAGEN as a part of another search: it keeps nothing itself, and hears of whatever was new, whoever tried it.

There are so many paths that what came to a place where none was before would wait behind thousands of others that only
took known steps in another order. Here it comes first, and of what others tried nothing else is mutated. Nothing is run
that ran before, whoever tried it.

Most mutants break what is assumed, and those at one place mostly do or do not together. So of each place one is tried
first. If it passes, so may the others, and they follow; if not, they wait until there is nothing else to mutate, and
what comes of the same input is mostly not even tried there. What holds the same in two parts of one type is changed in
both as well.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, TypeVar

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature
from fuzzwright.engine.trees import some_spots
from fuzzwright.searches.algebra import Way
from fuzzwright.searches.landmarks import Place, places
from fuzzwright.searches.mutagen import Mutagen
from fuzzwright.searches.mutants import put_each
from fuzzwright.searches.options import Choices
from fuzzwright.searches.queues import Waiting
from fuzzwright.searches.tried import Tried
from fuzzwright.searches.twins import twins

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

FEWEST_FRESH: Final = 10
"""How many of a hundred inputs are fresh where none of these passes; the search that this is a part of has others."""
MOST_FRESH: Final = 30
CHOICES: Final[Choices] = {"fresh": MOST_FRESH, "easy": 0}
MOST_PLACES: Final = 256
"""What has as many is not mutated: that would be thousands of long runs, and something smaller may come as far."""
_TELLING: Final = 256
"""So many fresh inputs tell how many of them pass."""
_BARREN: Final = 2
"""Where nothing passed for the parent a mutant is tried as seldom as so many bits are all zero."""
_FIRST: Final = 1 << 20
"""Longer than any path; less the length of the path, it puts what is new before all other ways, short runs first."""


class Exhaustion(Mutagen[I]):
    """Batches of all mutants of what took a new way."""

    def __init__(self, domain: Domain[I], seed: int, tried: Tried[I], without: Container[str] = ()) -> None:
        self._tried = tried
        self._sounds = "soundings" not in without
        self._pairs = "twins" not in without
        self._places: set[Place] = set()
        """What inputs that passed came to, apart from preconditions."""
        self._overhears = False
        """Whether what is told comes from others: it is mutated only where it came to something new."""
        self._moved: tuple[Way, ...] = ()
        """Around which places what runs differs from what is mutated."""
        self._made = self._fit = 0
        """How many fresh inputs there were, and how many of them passed."""
        super().__init__(domain, Corpus(), choices=CHOICES)
        self.begin(seed)

    @property
    def waits(self) -> bool:
        """Whether there is something to mutate; else there are only fresh inputs to be had."""
        self._valid.drop_done()
        self._invalid.drop_done()
        return self._top() is not None

    def _mutated(self, waiting: Waiting[I]) -> Iterator[I]:
        mutants, random = self._mutants, self._random
        is_new = self._tried.asking(waiting.input)
        nodes = list(mutants.positions(waiting.input))
        known, waiting.barren = waiting.barren, set()
        later: list[tuple[Way, Iterator[I]]] = []
        for node in nodes:
            inputs = filter(is_new, put_each(node.put, mutants.instead(node, random, waiting.count)))
            around = (node.way[:-1],)
            skipped = node.way in known and not _is_around(waiting.moved, node.way) and random.getrandbits(_BARREN)
            if not skipped and (yield from self._sounding(inputs, around)):
                yield from self._moving(inputs, around)
            else:
                waiting.barren.add(node.way)
                later.append((node.way, inputs))
        if waiting.passed and self._pairs:
            for one, other in twins(nodes):
                inputs = filter(is_new, put_each(mutants.put_alike(one, other), mutants.instead(one, random, 1)))
                yield from self._moving(islice(inputs, 1), (one.way[:-1], other.way[:-1]))
        waiting.done = True
        if later:
            rest = replace(waiting, done=False)
            rest.mutants = self._rest(rest, later)
            self._invalid.push(rest)

    def _sounding(self, inputs: Iterator[I], around: tuple[Way, ...]) -> Generator[I, None, bool]:
        """Yield the first of the mutants at a place, if there is one; return whether the others may follow."""
        for input in islice(inputs, 1):
            batch = self._batch
            assert batch is not None
            before = batch.discards
            self._moved = around
            yield input
            return batch.discards == before or not self._sounds
        return True

    def _moving(self, inputs: Iterator[I], around: tuple[Way, ...]) -> Iterator[I]:
        """Yield inputs that differ around some places, so that it is known where if one of them is mutated itself."""
        for input in inputs:
            self._moved = around
            yield input

    def _rest(self, waiting: Waiting[I], later: list[tuple[Way, Iterator[I]]]) -> Iterator[I]:
        for way, inputs in later:
            yield from self._moving(inputs, (way[:-1],))
        waiting.done = True

    def _fresh(self, batch: Batch[I]) -> Iterator[I]:
        return self._tried.only_new(super()._fresh(batch))

    def keep(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> list[Feature]:
        """Keep nothing: the search that this is a part of does."""
        return []

    def _settle(self) -> None:
        batch = self._batch
        super()._settle()
        if batch is not None and batch.origin == "fresh":
            self._made += batch.executions
            self._fit += batch.executions - batch.discards
            if self._made >= _TELLING:
                # One in a hundred that pass are worth ten more.
                self._share = min(FEWEST_FRESH + 1000 * self._fit // self._made, MOST_FRESH)

    def _newness(self, observation: Observation, passed: bool) -> tuple[int, int]:
        if passed:
            # Whole paths, however long: what is new may be in their last steps.
            path = self._part.of(observation, passed)
            met = len(self._places)
            self._places |= places(path)
            if len(self._places) > met:
                super()._newness(observation, passed)
                return len(self._places) - met, min(len(path), _FIRST) - _FIRST
        return (0, 0) if self._overhears else super()._newness(observation, passed)

    def _waiting(
        self, input: I, passed: bool, depth: int, parent: Waiting[I] | None, kept: Kept[I] | None
    ) -> Waiting[I]:
        # Where it came to something new a search may start again, however long the way there was.
        waiting = super()._waiting(input, passed, depth, parent if depth >= 0 else None, kept)
        if parent is not None and passed and parent.passed:
            waiting.barren, waiting.moved = parent.barren, self._moved
        if len(some_spots(self.domain, input, MOST_PLACES)) == MOST_PLACES:
            waiting.ancestors = 0
        return waiting

    def _reset(self) -> None:
        super()._reset()
        self._places.clear()
        self._tried.clear()

    def overhear(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> None:
        """Learn from an input that is none of its mutants."""
        current, batch = self._current, self._batch
        self._current = self._batch = None
        self._overhears = True
        self.tell(candidate, observation, outcome)
        self._overhears = False
        self._current, self._batch = current, batch


def _is_around(places: tuple[Way, ...], way: Way) -> bool:
    return any(way[: len(place)] == place for place in places)
