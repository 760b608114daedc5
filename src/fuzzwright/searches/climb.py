"""Nearer and nearer to one side of a condition that no run has taken.

In turns, for as long as something helps, and what helped last first: what the comparison suggests is put into the
input; one axis after the other is moved (`axes`); items are put in, taken out or exchanged (`items`); values that a
suggestion brought out of order are put back in order (`ordering`); conditions that it broke are repaired, and those
that the repair broke (`mending`); two axes are moved against each other; at last, random changes are kept that do no
harm. The climber only proposes: after each input it is told what came of it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any, TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.searches.additions import Additions
from fuzzwright.searches.axes import Axes
from fuzzwright.searches.footing import Footing
from fuzzwright.searches.items import Items, Suggest
from fuzzwright.searches.mending import Mending, Told, first_broken, to_turn, way_to
from fuzzwright.searches.ordering import kept_in_order

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_SUGGESTED = 48
MOST_ORDERED = 32
MOST_ORDERED_IN_VAIN = 6
"""When the way was still lost so often, it did not hang on the order."""
MOST_MENDED = 96
"""What may be run to mend what the suggestions for one input broke."""
FIRST_MENDED = 16
"""The same before anything else was tried."""
MOST_DETOURS = 4
MOST_BACK = 64
"""What may be run to climb back to the way from one suggestion."""
MOST_REPAIRS = 12
"""So many ways to mend one condition are tried."""
WALKS = 6
LONGEST_WALK = 16
RANDOM_STEPS = 64


class Climb(Footing[I]):
    """A climb to `side` from one input."""

    def __init__(
        self,
        domain: Domain[I],
        start: I,
        side: int,
        suggest: Suggest[I],
        vary: Callable[[I], I],
        random: Random,
        values: Callable[[Observation], Sequence[Any]] = lambda observation: (),
        additions: Additions | None = None,
        ordering: bool = True,
        begun: dict[int, int] | None = None,
    ) -> None:
        super().__init__(domain, side, random)
        self._begun: dict[int, int] = {} if begun is None else begun
        """For each side, what the last climb to it was at when it was ended: the next one begins with what follows."""
        self._start = start
        self._suggest = suggest
        self._vary = vary
        self._axes = Axes(self, values)
        self._additions = additions
        self._items = Items(self, suggest, additions)
        self._ordering = ordering
        self._ordered_in_vain = 0
        self._lost: list[Told[I]] = []
        """What came of those suggestions after which a run did not come to the condition any more."""

    def inputs(self) -> Iterator[I]:
        """Yield inputs until one takes the side; endless if none does, as long as there is anything to try."""
        yield self._start
        if not self.begin():
            return
        always: list[Callable[[], Iterator[I]]] = [self._suggestions, partial(self._mends, FIRST_MENDED)]
        others: list[Callable[[], Iterator[I]]] = [
            self._axes.single,
            self._items.grown,
            self._items.between,
            self._items.added,
            self._items.removed,
            self._items.exchanged,
            self._mends,
            self._axes.pairs,
            self._detours,
            self._walks,
            self._random_steps,
        ]
        yield from self._items.trimmed()
        first = (self._begun.get(self.side, -1) + 1) % len(others)
        phases = [*always, *others[first:], *others[:first]]
        tried = True
        while self.distance > 0 and tried:
            before, tried = self.distance, False
            for number, phase in enumerate(phases):
                if phase in others:
                    self._begun[self.side] = others.index(phase)
                for input in phase():
                    tried = True
                    yield input
                if self.distance < before:
                    phases.insert(0, phases.pop(number))  # what helped once may help again
                    break
            else:
                self.step_aside()

    def _suggestions(self) -> Iterator[I]:
        nearer = True
        while nearer and self.distance > 0:
            nearer = False
            best = self.best
            self._lost.clear()
            for input in islice(self._suggest(best.input, best.observation, self.side), MOST_SUGGESTED):
                yield input
                nearer = self.take() or nearer
                if not self.distance:
                    return
                self._note_lost()
            if not nearer:
                yield from self._ordered()
                nearer = self.best is not best

    def _note_lost(self) -> None:
        if self.last is not None and not math.isfinite(self.last.far(self.side)):
            self._lost.append(self.last)

    def _mends(self, most: int = MOST_MENDED) -> Iterator[I]:
        """Go on from suggestions that lost the way: from one as long as repairs bring more of it back, or in turns."""
        way = way_to(self.best.distances, self.side)
        roots = deque(Mending(told, way) for told in self._lost)
        left = most
        while roots:
            root = roots.popleft()
            now = root.next()
            if now is None:
                continue
            pointless = False
            for broken in to_turn(now.distances, way):
                for input in islice(self._suggest(now.input, now.observation, broken), MOST_REPAIRS):
                    yield input
                    left -= 1
                    if self.take() or not left:
                        return
                    assert self.last is not None
                    if math.isfinite(self.last.far(self.side)):
                        pointless = True  # it is as far as it was: most likely the suggestion was taken back
                    else:
                        root.add(self.last)
            if root.gained:
                roots.appendleft(root)
            elif not pointless:
                roots.append(root)

    def _detours(self) -> Iterator[I]:
        """Climb back to what a suggestion broke on the way: where a hall is larger, more people have to come in."""
        way = way_to(self.best.distances, self.side)
        for told in self._lost[:MOST_DETOURS]:
            broken = first_broken(told.distances, way)
            if broken is None or not math.isfinite(told.far(broken)):
                continue
            detour: Footing[I] = Footing(self.domain, broken, self.random)
            detour.last = told
            detour.begin()
            items = Items(detour, self._suggest, self._additions)
            for input in islice(chain(items.added(), items.removed()), MOST_BACK):
                yield input
                assert self.last is not None
                if self.take():
                    return
                detour.last = self.last

    def _ordered(self) -> Iterator[I]:
        """Put the values that a change brought out of order back in the order they had, where order matters."""
        for told in self._lost[:MOST_ORDERED] if self._ordering else ():
            try:
                ordered = kept_in_order(self.domain, self.best.input, told.input)
            except (Unfit, TypeError):  # there are things that cannot be compared, even of one kind
                continue
            yield ordered
            if self.take():
                return
            assert self.last is not None
            self._ordered_in_vain += not math.isfinite(self.last.far(self.side))
            if self._ordered_in_vain >= MOST_ORDERED_IN_VAIN:
                self._ordering = False
                return

    # By repair

    def _walks(self) -> Iterator[I]:
        """Follow suggestions, each time for the first condition that does not go as it should.

        Every other walk begins with a random change, which the rest of the input is then made to fit.
        """
        wanted = [*self.way, self.side]
        for number in range(WALKS):
            now = self.best
            if number % 2:
                try:
                    changed = self._vary(now.input)
                except Unfit:
                    return
                yield changed
                assert self.last is not None
                now = self.last
                if self.take():
                    return
            for _ in range(LONGEST_WALK):
                broken = next((side for side in wanted if now.distances.get(side, 0.0) > 0), None)
                if broken is None:
                    break
                options = list(islice(self._suggest(now.input, now.observation, broken), 12))
                if not options:
                    break
                yield options[self.random.getrandbits(16) * len(options) >> 16]
                assert self.last is not None
                now = self.last
                if self.take():
                    return

    # By chance

    def _random_steps(self) -> Iterator[I]:
        before = self.distance
        for _ in range(RANDOM_STEPS):
            try:
                changed = self._vary(self.best.input)
            except Unfit:
                continue
            yield changed
            self.take(strictly=False)
            if self.distance < before:
                return
