"""Nearer and nearer to one side of a condition that no run has taken.

In turns, for as long as something helps, and what helped last first: what the comparison suggests is put into the
input; one axis after the other is moved, in steps that grow as long as they bring it nearer (the alternating variable
method); something is put between two items that has something of both; something is put in, or around a part, as often
as that brings it nearer (`additions`), taken out (`removals`), or exchanged; values that a suggestion brought out of
order are put back in order (`ordering`); conditions that it broke are repaired, and those that the repair broke
(`mending`); two axes are moved against each other, so that the conditions on the way still hold; at last, random
changes are kept that do no harm. The climber only proposes: after
each input it is told what came of it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Any, Generic, TypeVar

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.trees import Position, Spot, at, replace, walk
from fuzzwright.searches.additions import Addition, Additions, continues
from fuzzwright.searches.mending import Mending, Told, to_turn, way_to
from fuzzwright.searches.ordering import kept_in_order
from fuzzwright.searches.removals import shorter

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_AXES = 160
"""Of a large input only so many axes, chosen at random, are tried."""
MOST_PAIRS = 24
MOST_GROWN = 12
MOST_GAPS = 6
MOST_ADDITIONS = 192
MOST_REMOVED = 64
MOST_EXCHANGED = 256
MOST_AFTER = 8
MOST_SUGGESTED = 48
MOST_ORDERED = 32
MOST_ORDERED_IN_VAIN = 6
"""When the way was still lost so often, it did not hang on the order."""
MOST_MENDED = 96
"""What may be run to mend what the suggestions for one input broke."""
FIRST_MENDED = 16
"""The same before anything else was tried."""
MOST_REPAIRS = 12
"""So many ways to mend one condition are tried."""
WALKS = 16
LONGEST_WALK = 16
RANDOM_STEPS = 64

Direction = tuple[tuple[Position, int, int], ...]
"""Which axes are moved together: where, which axis, by how much for each step."""


class Climb(Generic[I]):
    """A climb to `side` from one input."""

    def __init__(
        self,
        domain: Domain[I],
        start: I,
        side: int,
        suggest: Callable[[I, Observation, int], Iterator[I]],
        vary: Callable[[I], I],
        random: Random,
        values: Callable[[Observation], Sequence[Any]] = lambda observation: (),
        additions: Additions | None = None,
        ordering: bool = True,
    ) -> None:
        self._additions = additions
        self._ordering = ordering
        self._ordered_in_vain = 0
        self._values = values
        self.domain = domain
        self.side = side
        self._start = start
        self._suggest = suggest
        self._vary = vary
        self._random = random
        self._last: Told[I] | None = None
        self._way: list[int] = []
        """The sides taken on the way to the condition, as far as they are always taken."""
        self._lost: list[Told[I]] = []
        """What came of those suggestions after which a run did not come to the condition any more."""
        self._broken: dict[tuple[Position, int], dict[int, float]] = {}
        """Which of those a single step along an axis left, and how far it went."""

    def tell(self, input: I, observation: Observation, distances: Mapping[int, float]) -> None:
        """Note what came of the input given out last."""
        self._last = Told(input, observation, distances)

    def inputs(self) -> Iterator[I]:
        """Yield inputs until one takes the side; endless if none does, as long as there is anything to try."""
        yield self._start
        if self._last is None or not math.isfinite(self._last.far(self.side)):
            return
        self.best = self._last
        self.distance = self.best.far(self.side)
        self._way = _way(self.best.distances, self.side)
        phases: list[Callable[[], Iterator[I]]] = [
            self._suggestions,
            partial(self._mends, FIRST_MENDED),
            self._axes,
            self._growth,
            self._between,
            self._added,
            self._removed,
            self._exchanged,
            self._mends,
            self._pairs,
            self._walks,
            self._random_steps,
        ]
        tried = True
        while self.distance > 0 and tried:
            before, tried = self.distance, False
            for number, phase in enumerate(phases):
                for input in phase():
                    tried = True
                    yield input
                if self.distance < before:
                    phases.insert(0, phases.pop(number))  # what helped once may help again
                    break

    def _take(self, strictly: bool = True) -> bool:
        """Go on from the input given out last if it is nearer; return whether it is."""
        last = self._last
        assert last is not None
        far = last.far(self.side)
        if far < self.distance or (not strictly and far == self.distance):
            self.best, self.distance = last, far
            return True
        return False

    def _suggestions(self) -> Iterator[I]:
        nearer = True
        while nearer and self.distance > 0:
            nearer = False
            best = self.best
            self._lost.clear()
            for input in islice(self._suggest(best.input, best.observation, self.side), MOST_SUGGESTED):
                yield input
                nearer = self._take() or nearer
                if not self.distance:
                    return
                self._note_lost()
            if not nearer:
                yield from self._ordered()
                nearer = self.best is not best

    def _note_lost(self) -> None:
        if self._last is not None and not math.isfinite(self._last.far(self.side)):
            self._lost.append(self._last)

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
                    if self._take() or not left:
                        return
                    assert self._last is not None
                    if math.isfinite(self._last.far(self.side)):
                        pointless = True  # it is as far as it was: most likely the suggestion was taken back
                    else:
                        root.add(self._last)
            if root.gained:
                roots.appendleft(root)
            elif not pointless:
                roots.append(root)

    def _ordered(self) -> Iterator[I]:
        """Put the values that a change brought out of order back in the order they had, where order matters."""
        for told in self._lost[:MOST_ORDERED] if self._ordering else ():
            try:
                ordered = kept_in_order(self.domain, self.best.input, told.input)
            except (Unfit, TypeError):  # there are things that cannot be compared, even of one kind
                continue
            yield ordered
            if self._take():
                return
            assert self._last is not None
            self._ordered_in_vain += not math.isfinite(self._last.far(self.side))
            if self._ordered_in_vain >= MOST_ORDERED_IN_VAIN:
                self._ordering = False
                return

    # Along axes

    def _axes(self) -> Iterator[I]:
        self._broken.clear()
        axes = [
            (spot.position, axis)
            for spot in walk(self.domain, self.best.input)
            for axis in range(spot.domain.axes(spot.value))
        ]
        self._random.shuffle(axes)
        for position, axis in axes[:MOST_AXES]:
            if not self.distance:
                return
            yield from self._along(((position, axis, 1),))

    def _along(self, direction: Direction) -> Iterator[I]:
        """Go in a direction, or against it, as long as that helps."""
        moving = True
        while moving and self.distance > 0:
            moving = False
            for sign in (1, -1):
                before = self.distance
                yield from self._ahead(partial(self._moved, direction, sign))
                if self.distance < before:
                    moving = True
                elif len(direction) == 1:
                    self._note_broken(direction[0][:2])

    def _ahead(self, moved: Callable[[int], I | None]) -> Iterator[I]:
        """Go on as long as that helps, faster and faster, then carefully again."""
        step, last, bold = 1, 1, True
        while self.distance > 0 and (input := moved(step)) is not None:
            before = self.distance
            yield input
            if self._take():
                step, last = self._next(step, before, bold), step
            elif bold and step > 2:
                # What looked like a straight line was none.
                step, bold = 2 * last, False
            else:
                break

    def _next(self, step: int, before: float, bold: bool) -> int:
        """Return how far to go next: to where the condition would be met if it were a line, or twice as far."""
        gained = before - self.distance
        if bold and gained > 0 and math.isfinite(before):
            guess = self.distance * step / gained
            if 2 * step < guess < 1e30:
                return int(guess)
        return 2 * step

    def _moved(self, direction: Direction, sign: int, step: int) -> I | None:
        moved = self.best.input
        try:
            for position, axis, weight in direction:
                spot = at(self.domain, moved, position)
                if axis >= spot.domain.axes(spot.value):
                    return None
                moved = replace(self.domain, moved, position, spot.domain.move(spot.value, axis, sign * weight * step))
        except (Unfit, IndexError):
            return None
        return moved

    def _note_broken(self, axis: tuple[Position, int]) -> None:
        assert self._last is not None
        distances = self._last.distances
        broken = {side: distances[side] for side in self._way if distances.get(side, 0.0) > 0}
        if broken:
            self._broken[axis] = broken

    def _pairs(self) -> Iterator[I]:
        """Move two axes so that a condition that each of them alone would break may hold."""
        directions: list[Direction] = []
        for (one, left), (other, right) in combinations(self._broken.items(), 2):
            for side in left.keys() & right.keys():
                a, b = left[side], right[side]
                if max(a, b) > 1e9 or a != int(a) or b != int(b):
                    continue
                divisor = math.gcd(int(a), int(b)) or 1
                steps = int(b) // divisor, int(a) // divisor
                directions += [((*one, steps[0]), (*other, sign * steps[1])) for sign in (1, -1)]
        directions += self._together()
        directions += self._strides()
        self._random.shuffle(directions)
        for direction in directions[:MOST_PAIRS]:
            if not self.distance:
                return
            yield from self._along(direction)

    def _together(self) -> Iterator[Direction]:
        """Yield directions that keep the difference, the sum or the ratio of two numbers."""
        numbers = [spot for spot in walk(self.domain, self.best.input) if type(spot.value) is int]
        pairs = list(islice(combinations(numbers, 2), 256))
        self._random.shuffle(pairs)
        for one, other in pairs[:MOST_PAIRS]:
            if one.domain.axes(one.value) == other.domain.axes(other.value) == 1:
                yield (one.position, 0, 1), (other.position, 0, 1)
                yield (one.position, 0, 1), (other.position, 0, -1)
                divisor = math.gcd(one.value, other.value)
                if divisor:
                    yield (one.position, 0, one.value // divisor), (other.position, 0, other.value // divisor)

    def _strides(self) -> Iterator[Direction]:
        """Yield steps as long as the numbers that were compared with: what divides by 84 does so again 84 later."""
        compared = {value for value in self._values(self.best.observation) if type(value) is int}
        strides = [value for value in sorted(compared) if 2 < value < 1 << 32]
        for spot in walk(self.domain, self.best.input):
            if strides and type(spot.value) is int and spot.domain.axes(spot.value) == 1:
                yield ((spot.position, 0, strides[self._random.getrandbits(16) * len(strides) >> 16]),)

    def _growth(self) -> Iterator[I]:
        """Make something one longer, and turn the conditions that only the longer input comes to."""
        best = self.best
        spots = [spot for spot in walk(self.domain, best.input) if spot.domain.grows]
        self._random.shuffle(spots)
        for spot in spots[:MOST_GROWN]:
            for axis in range(1 if isinstance(spot.domain, LeafDomain) else spot.domain.axes(spot.value)):
                grown = self._moved(((spot.position, axis, 1),), 1, 1)
                if grown is None:
                    continue
                yield grown
                if self._take():
                    return
                now = self._last
                assert now is not None
                new = [side for side, far in now.distances.items() if far > 0 and side not in best.distances]
                for side in new[-3:]:
                    for input in islice(self._suggest(now.input, now.observation, side), MOST_AFTER):
                        yield input
                        if self._take():
                            return

    def _between(self) -> Iterator[I]:
        """Put something between two items that has something of both."""
        for spot in [spot for spot in walk(self.domain, self.best.input) if continues(spot)]:
            items, parts = spot.domain.run(spot.value), spot.domain.parts(spot.value)
            if type(items) is not tuple or len(parts) != len(items):
                continue
            gaps = range(max(1, len(items) - MOST_GAPS), len(items))
            for gap in reversed(gaps):
                for item in parts[gap][0].itself.between(items[gap - 1], items[gap]):
                    try:
                        more = spot.domain.with_run(spot.value, (*items[:gap], item, *items[gap:]))
                        yield replace(self.domain, self.best.input, spot.position, more)
                    except Unfit:
                        continue
                    if self._take():
                        return

    def _added(self) -> Iterator[I]:
        """Put something in, or around a part, as often as that helps."""
        additions = self._additions
        if additions is None:
            return
        for spot in self._places(additions.fits, MOST_ADDITIONS):
            try:
                addition = additions.at(spot)
            except Unfit:
                continue
            if addition is not None:
                yield from self._ahead(partial(self._with, spot.position, addition))

    def _with(self, position: Position, addition: Addition, times: int) -> I | None:
        input = self.best.input
        try:
            more: I = replace(self.domain, input, position, addition(at(self.domain, input, position).value, times))
        except (Unfit, IndexError):
            return None
        return more

    def _places(self, fits: Callable[[Spot], bool], times: int) -> Iterator[Spot]:
        """Yield places of the best input that fit, drawn at random, so many times or until the side is taken."""
        bits = self._random.getrandbits
        looked_at: Told[I] | None = None
        spots: list[Spot] = []
        for _ in range(times):
            if not self.distance:
                return
            if looked_at is not self.best:
                looked_at = self.best
                spots = [spot for spot in walk(self.domain, looked_at.input) if fits(spot)]
            if not spots:
                return
            yield spots[bits(16) * len(spots) >> 16]

    def _removed(self) -> Iterator[I]:
        """Take something out, as often as that helps."""
        nearer = True
        while nearer and self.distance > 0:
            nearer = False
            for input in shorter(self.domain, self.best.input, self._random, MOST_REMOVED):
                yield input
                if self._take():
                    nearer = True
                    break

    def _exchanged(self) -> Iterator[I]:
        """Put a few items in the place of a few others: three coins may make up for one."""
        additions = self._additions
        if additions is None:
            return
        for spot in self._places(continues, MOST_EXCHANGED):
            try:
                changed = replace(self.domain, self.best.input, spot.position, additions.exchanged(spot))
            except Unfit:
                continue
            yield changed
            self._take()

    # By repair

    def _walks(self) -> Iterator[I]:
        """Follow suggestions, each time for the first condition that does not go as it should.

        Every other walk begins with a random change, which the rest of the input is then made to fit.
        """
        wanted = [*self._way, self.side]
        for number in range(WALKS):
            now = self.best
            if number % 2:
                try:
                    changed = self._vary(now.input)
                except Unfit:
                    return
                yield changed
                assert self._last is not None
                now = self._last
                if self._take():
                    return
            for _ in range(LONGEST_WALK):
                broken = next((side for side in wanted if now.distances.get(side, 0.0) > 0), None)
                if broken is None:
                    break
                options = list(islice(self._suggest(now.input, now.observation, broken), 12))
                if not options:
                    break
                yield options[self._random.getrandbits(16) * len(options) >> 16]
                assert self._last is not None
                now = self._last
                if self._take():
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
            self._take(strictly=False)
            if self.distance < before:
                return


def _way(distances: Mapping[int, float], side: int) -> list[int]:
    """Return the sides that a run took before it came to a condition, without those of which it took both."""
    way: list[int] = []
    for other, distance in distances.items():
        if other in (side, side ^ 1):
            break
        if not distance and distances.get(other ^ 1, 1.0):
            way.append(other)
    return way
