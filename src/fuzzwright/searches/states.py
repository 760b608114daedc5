"""States that runs ended in, each with the simplest input that leads there: stones to step on.

A loop that moves something (a position, a stack, registers) takes the same branches in every round, so
its path does not tell one state from another; what the last round noted does. An input that ends in a
state not met before is remembered and continued: items are put behind its last, taken from other
remembered inputs, so that what brought one state further is tried on others. Inputs without anything
to continue are left to others. What calls changed about an object is the state that it is in; else only what
ended after a loop or a recursion has one (`rounds`), so flat code costs nothing.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from heapq import nlargest, nsmallest
from itertools import islice
from random import Random
from typing import Any, Final, Generic, TypeVar

from fuzzwright.engine.codec import encode
from fuzzwright.engine.corpus import Carried
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.references import reach
from fuzzwright.engine.trees import Spot, at, level_by_level, replace, walk
from fuzzwright.searches.additions import continues
from fuzzwright.searches.rounds import state_of
from fuzzwright.searches.words import Words

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_STATES = 1024
SUGGESTED = 6
"""How many of the things that a longer input compares are turned, the last ones first."""
TURNED = 12
"""The same for a remembered input as it is."""
TRIED = 128
"""How many remembered inputs are gone on from in one go."""
MOST_LEADING = 12
"""How many items are put behind each remembered input, one at a time."""
FEWEST_LEADING = 3
"""The same for one that seems to have ended before its end."""
MOST_NEAR = 32
"""How many states that are equally near to a side are told."""
_LONGEST = 4
"""How many items are put behind an input at once, at most."""


@dataclass(slots=True, eq=False)
class Stone(Generic[I]):
    """A remembered input, with how often it was continued and what came of that."""

    input: I
    complexity: float
    picks: int = 0
    successes: int = 0
    live: bool = True
    """Whether it is one to go on from."""


class States(Generic[I]):
    """The states met so far; bounded, the least promising are forgotten."""

    def __init__(
        self,
        domain: Domain[I],
        words: Words,
        vary: Callable[[I], I],
        suggest: Callable[[I, Observation], Iterator[I]],
        random: Random,
    ) -> None:
        self.domain = domain
        self._suggest = suggest
        self._words = words
        self._vary = vary
        self._random = random
        self._stones: dict[Any, Stone[I]] = {}
        self._live: list[Any] = []
        """The states to go on from: not those that ended before they came to the end of the input."""
        self._dead: deque[Any] = deque()
        self._leading: dict[int, dict[Any, int]] = {}
        """Items that were last when a state was new, by the domain they are items of, with how often."""
        self._carried: dict[bytes, tuple[int, int]] = {}
        """How often inputs were gone on from that were carried here from the last epoch, and with what success."""
        self._near: dict[int, tuple[float, deque[Any]]] = {}
        """For sides of conditions that no run took: how near the nearest states are, and some of those."""
        self._useful = _has_ends(domain)
        self.thrive = True
        """Whether new states turned up since all was tried once."""
        self._turned_up = False
        self._unfinished: Iterator[I] | None = None
        """What going on from states still has to yield."""
        self._from: Stone[I] | None = None
        self._last: tuple[Any, Observation] | None = None
        """The state that the input given out last ended in, and its run."""

    def __len__(self) -> int:
        return len(self._live)

    def let_go(self) -> None:
        """Take what is noted next for something of another origin."""
        self._from = None

    def note(self, input: I, observation: Observation) -> bool:
        """Remember the state that a run ended in if it is new, or the input simpler; return whether it is new."""
        if not self._useful:
            return False
        state = observation.life
        if state is None:
            state = state_of(observation.notes, lambda: self._lengths(input))
        parent, self._from = self._from, None
        if parent is not None:
            self._last = state, observation
        if state is None:
            return False
        known = self._stones.get(state)
        if known is None:
            complexity = self.domain.complexity(input)
            if len(self._stones) >= MOST_STATES:
                self._forget()
            picks, successes = self._carried.get(encode(self.domain, input), (0, 0)) if self._carried else (0, 0)
            self._stones[state] = Stone(input, complexity, picks, successes)
            self._live.append(state)
            self._led(input)
            if parent is not None:
                parent.successes += 1
                self.thrive = self._turned_up = True
            return True
        complexity = self.domain.complexity_up_to(input, known.complexity)
        if complexity < known.complexity:
            known.input, known.complexity = input, complexity
        return False

    def compare(self, distances: Mapping[int, float]) -> None:
        """Note how near the state that was noted as new last is to sides that no run took."""
        state = self._live[-1]
        for side, far in distances.items():
            least, states = self._near.get(side, (math.inf, None))
            if far < least:
                self._near[side] = far, deque([state], MOST_NEAR)
            elif far == least and states is not None:
                states.append(state)

    def forget_near(self, met: Container[int]) -> None:
        """Forget what came near to sides that were taken since."""
        self._near = {side: near for side, near in self._near.items() if side not in met}

    def recall(self, carried: Iterable[Carried[I]]) -> None:
        """Take note of inputs that are about to be looked at, and of how often they were gone on from."""
        # By what they are: which of them is the same object as another depends on what the process did before.
        self._carried = {encode(self.domain, each.input): (each.picks, each.successes) for each in carried}

    def to_carry(self, most: int) -> list[Carried[I]]:
        """Return inputs to go on from in the next epoch: those that promise most."""
        stones = [self._stones[state] for state in self._live]
        best = nlargest(most, stones, key=_promise)
        return [Carried(stone.input, stone.picks, stone.successes) for stone in best]

    def _lengths(self, input: I) -> set[int]:
        return {len(spot.domain.run(spot.value)) for spot in walk(self.domain, input) if continues(spot)}

    def _forget(self) -> None:
        """Forget the oldest of the dead ends if they are many, or one of the states that promise least."""
        if 4 * len(self._dead) > MOST_STATES or not self._live:
            del self._stones[self._dead.popleft()]
            return
        bits, live, stones = self._random.getrandbits, self._live, self._stones
        places = [bits(16) * len(live) >> 16 for _ in range(8)]
        del stones[self._out(min(places, key=lambda place: _promise(stones[live[place]])))]

    def _out(self, place: int) -> Any:
        """Take a state off the list of those to go on from."""
        live = self._live
        state, live[place] = live[place], live[-1]
        live.pop()
        self._stones[state].live = False
        return state

    def inputs(self) -> Iterator[I]:
        """Yield inputs that go on from where remembered ones ended; what was left unfinished first."""
        if self._unfinished is None:
            self._unfinished = self._going_on()
        # Not `yield from`, which would end it when the rest is left for later.
        for input in self._unfinished:  # noqa: UP028
            yield input
        self._unfinished = None

    def _going_on(self) -> Iterator[I]:
        self._turned_up = False
        for _ in range(TRIED):
            if not self._live:
                break
            state = self._pick()
            stone = self._stones[state]
            stone.picks += 1
            if stone.picks == 1:
                yield from self._longer(state, stone)
                continue
            if stone.picks == 2:
                yield from self._turned(stone, stone.input, TURNED)
                continue
            try:
                changed = self._changed(stone.input)
            except (Unfit, IndexError):
                continue
            self._from = stone
            yield changed
        self._from = None
        self.thrive = self._turned_up

    def _longer(self, state: Any, stone: Stone[I]) -> Iterator[I]:
        """Put one more of its last behind an input, then items that led on elsewhere; turn what the first compares."""
        start = stone.input  # a simpler one may take its place while what is made of it runs
        bits, spots = self._random.getrandbits, self._ends(start)
        if not spots:
            return
        spot = spots[bits(16) * len(spots) >> 16]
        try:
            longer = replace(self.domain, start, spot.position, spot.domain.move(spot.value, 0, 1))
        except Unfit:
            return
        self._from, self._last = stone, None
        yield longer
        after = self._last
        went_on = after is not None and after[0] != state
        for input in self._with_each(spot, start, MOST_LEADING if went_on else FEWEST_LEADING):
            self._from, self._last = stone, None
            yield input
            went_on = went_on or (self._last is not None and self._last[0] != state)
        if not went_on:
            if state in self._live:
                self._dead.append(self._out(self._live.index(state)))
        elif after is not None:
            yield from self._turning(stone, longer, after[1], SUGGESTED)

    def _with_each(self, spot: Spot, input: I, most: int) -> Iterator[I]:
        """Yield an input with each of the items behind it that led to new states most often, but for its last."""
        items = self._leading.get(id(spot.domain), {})
        there = spot.domain.run(spot.value)
        for item in nlargest(most, items, key=items.__getitem__):
            if item == there[-1:]:
                continue
            try:
                yield replace(self.domain, input, spot.position, spot.domain.with_run(spot.value, there + item))
            except Unfit:
                continue

    def _led(self, input: I) -> None:
        """Note what is last in an input that led to a new state."""
        for spot in self._ends(input):
            item = spot.domain.run(spot.value)[-1:]
            if not item or not _is_plain(item):
                continue
            items = self._leading.setdefault(id(spot.domain), {})
            items[item] = items.get(item, 0) + 1
            if len(items) > 8 * MOST_LEADING:
                for rare in nsmallest(4 * MOST_LEADING, items, key=items.__getitem__):
                    del items[rare]

    def _turned(self, stone: Stone[I], input: I, most: int) -> Iterator[I]:
        """Yield an input, and what may turn one of the last things it compares."""
        self._from, self._last = stone, None
        yield input
        if self._last is not None:
            yield from self._turning(stone, input, self._last[1], most)

    def _turning(self, stone: Stone[I], input: I, observation: Observation, most: int) -> Iterator[I]:
        for suggested in islice(self._suggest(input, observation), most):
            self._from = stone
            yield suggested

    def _pick(self) -> Any:
        bits, live, stones = self._random.getrandbits, self._live, self._stones
        if self._near and not bits(2):
            # What is nearest to where no run went, as long as something comes of it; near in value may be far in steps.
            sides = list(self._near)
            near = self._near[sides[bits(16) * len(sides) >> 16]][1]
            chosen = [state for state in near if state in stones and stones[state].live]
            if chosen:
                return max(chosen, key=lambda state: _promise(stones[state]))
        rivals = [live[bits(16) * len(live) >> 16] for _ in range(4)]
        # Every other time rather a simple one: from those everything can be come to, from the others sooner.
        simple = bits(1)
        return max(rivals, key=lambda state: _promise(stones[state], simple))

    def _ends(self, input: I) -> list[Spot]:
        """Return the places to continue an input at: those not inside another."""
        spots: list[Spot] = []
        for spot in level_by_level(self.domain, input):
            if spots and len(spot.position) > len(spots[0].position):
                break
            if continues(spot):
                spots.append(spot)
        return spots

    def _changed(self, input: I) -> I:
        bits = self._random.getrandbits
        spots = self._ends(input)
        if not spots or not bits(2):
            return self._vary(input)
        spot = spots[bits(16) * len(spots) >> 16]
        longer = spot.domain.with_run(spot.value, spot.domain.run(spot.value) + self._more(spot))
        continued: I = replace(self.domain, input, spot.position, longer)
        return continued

    def _more(self, spot: Spot) -> Any:
        """Return what to put behind a run of items: a part of another, as it is or varied, or something fresh."""
        random, domain = self._random, spot.domain
        bits = random.getrandbits
        kind, run = bits(3), domain.run
        part: Any = None
        if kind < 6:
            part = self._part(run(spot.value) if kind < 2 else self._other(spot))
        elif kind == 6:
            word = self._words.word(domain, random)
            part = None if word is None else run(word)
        if not part:
            part = run(domain.generate(random, 1 + bits(2)))[:_LONGEST]
        elif kind == 5:
            whole = domain.with_run(spot.value, part)
            spots = list(walk(domain, whole))
            inner = spots[bits(16) * len(spots) >> 16]
            part = run(replace(domain, whole, inner.position, inner.domain.mutate(inner.value, random)))
        return part

    def _other(self, spot: Spot) -> Any:
        """Return the items at the same place of another remembered input, if there are such."""
        bits = self._random.getrandbits
        other = self._stones[self._live[bits(16) * len(self._live) >> 16]]
        try:
            found = at(self.domain, other.input, spot.position)
        except IndexError:
            return None
        return found.domain.run(found.value) if found.domain is spot.domain else None

    def _part(self, value: Any) -> Any:
        if not value:
            return None
        bits = self._random.getrandbits
        start = bits(16) * len(value) >> 16
        return value[start : start + 1 + (bits(16) * _LONGEST >> 16)]


def _promise(stone: Stone[Any], simple: int = 0) -> float:
    value: float = (1 + stone.successes) / (1 + stone.picks)
    return value / math.sqrt(8 + stone.complexity) if simple else value


_OURS: Final = [
    getattr(kind, name) for kind in (object, Enum, int, str, bytes, float, tuple) for name in ("__eq__", "__hash__")
]


def _is_plain(value: Any) -> bool:
    """Return whether a value can be looked up without running code of the user's, and is found again."""
    kind = type(value)
    if kind in (int, str, bytes, bool, type(None)):
        return True
    if kind is float:
        return not math.isnan(value)
    if any(type.__getattribute__(kind, name) not in _OURS for name in ("__eq__", "__hash__")):
        return False
    return issubclass(kind, Enum) or (issubclass(kind, tuple) and all(map(_is_plain, tuple.__iter__(value))))


def _has_ends(domain: Domain[Any]) -> bool:
    """Return whether values of a domain can have anything that can be continued."""
    return any(each.itself.grows and each.itself.ascending is None for each in reach(domain))
