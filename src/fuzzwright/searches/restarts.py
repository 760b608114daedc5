"""When a search begins again as if nothing were known, and what then becomes of what is.

How long it takes to come to a branch has a long tail: most seeds get there soon, and some go on from inputs that lead
nowhere. So where conditions are left that never went one of their ways, and no branch was new for as long as it took to
come to the last one, every other epoch begins anew. What is known for good is put aside meanwhile; it learns what
that epoch finds, and is gone on from in the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import EPOCH
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trace import Feature, sites_of

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

STUCK = 64_000
"""So many executions without a new branch are no reason yet."""
_BRANCHES: Final = "branches"
_SINCE: Final = "branches since"
_OPEN: Final = "open"
_ANEW: Final = "begun anew"


class Restarts(Generic[I]):
    """Whether one epoch begins anew, and how far it got."""

    def __init__(self, corpus: Corpus[I], allowed: bool) -> None:
        corpus.bring_back()  # if the last epoch was not ended
        self._corpus = corpus
        self.anew = allowed and bool(corpus.kept) and self._is_stuck() and not corpus.notes.get(_ANEW)
        """Whether what is known is put aside in this epoch."""
        if self.anew:
            corpus.put_aside()
        self.ran = 0
        """How many executions there were since, counted only then."""
        self._renewal = EPOCH
        self._batch: Batch[I] | None = None

    @property
    def nothing_open(self) -> bool:
        """Whether every condition that was met by the end of the last epoch went both ways."""
        return self._corpus.notes.get(_OPEN) == 0

    def _is_stuck(self) -> bool:
        notes, executions = self._corpus.notes, self._corpus.executions
        since = notes.get(_SINCE, 0)
        return bool(notes.get(_OPEN)) and executions - since >= max(since, STUCK)

    def is_renewed(self) -> bool:
        """Return whether to go on from what was kept since it began anew, as the short epochs of a beginning do.

        Without that it would come as far only half as often.
        """
        self.ran += 0 if self._batch is None else self._batch.executions
        if self.ran < self._renewal:
            return False
        self._renewal += self._renewal + EPOCH
        return True

    def count(self, batch: Batch[I]) -> None:
        """Have the executions of a batch counted."""
        self._batch = batch

    def lasting(self, input: I, news: Sequence[Feature]) -> Sequence[Feature]:
        """Return what of the news of an input is new for good, and have it kept there."""
        aside = self._corpus.aside
        if aside is None or not news:
            return news
        last = self._corpus.just_kept(input)
        if last is None:
            return [feature for feature in news if feature not in aside.simplest]
        # An entry of its own: there it may be the simplest for fewer things.
        return aside.offer(replace(last, wins=0), news)

    def end(self, never_taken: bool) -> None:
        """Go back to what is known for good, and note how far that is."""
        corpus, notes = self._corpus, self._corpus.notes
        corpus.bring_back()
        branches = len(sites_of(corpus.simplest))
        if branches > notes.get(_BRANCHES, 0):
            notes[_BRANCHES], notes[_SINCE] = branches, corpus.executions
        notes[_OPEN], notes[_ANEW] = int(never_taken), int(self.anew)
