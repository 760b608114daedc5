"""Variants of an input: mutated, spliced with others, with words of the code under test worked in.

A batch varies a few places of one parent, so that the way to each is looked up once. About half of its variants have a
change of their own, alone or with one that was tried before, and the others two that were: two are often needed
together, and what was made before costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final, Generic, TypeVar

from fuzzwright.acceleration import FastVariants, accelerator
from fuzzwright.engine.domain import Domain, Edit, Unfit
from fuzzwright.engine.putting import Put
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trees import Spot, Way, put_at_two, replace, some_spots, way_to
from fuzzwright.searches.additions import Additions
from fuzzwright.searches.ordering import put_in_order
from fuzzwright.searches.words import Words

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 128
LONG_BATCH = 512
"""Where there is little left to learn: setting a batch up takes as long as a dozen variants, or more."""
PLACES = 6
"""So many places of a parent are varied in one batch."""
STACKING = 2
"""So many times of eight, one more operator is used on a change."""
MOST_OPERATORS = 8
_COUNTS: Final = range(1, MOST_OPERATORS + 1)
MOST_SPOTS = 2048
"""Of a very large parent only so many places are varied in one batch."""
MOST_DONORS = 128
_COMPARED: Final = (int, float, str, bytes, bool, type(None))


Change = tuple[int, Any, int, str, Edit | None]
"""In which of the places, what may be put there, how many operators made it, what the last of them is called,
and what was changed, if it is one stretch."""

Joint = Callable[[Any, Any], Any]
"""Puts what two changes come to in their two places."""

InOnePlace = tuple[Put, Callable[[Any, Edit], Any], tuple[int, int] | None]
"""How two changes of one place go together, if one is of a stretch: what puts a value there, what makes such a change
in a value, and how short and how long that may get, where the change is just to replace the stretch."""


class Varying(Generic[I]):
    """What variants are made of: subtrees of kept inputs by their domain, and words."""

    def __init__(
        self, domain: Domain[I], words: Words, random: Random, splicing: bool = True, ordering: bool = True
    ) -> None:
        self.domain = domain
        self.words = words
        self.random = random
        self._splicing = splicing
        self._ordering = ordering
        self._donors: dict[int, list[Any]] = {}
        self._beside: dict[int, list[Any]] = {}
        """The parts of the input that is varied, by their domain."""
        fast = accelerator()
        self._equal = _equal if fast is None else fast.plainly_equal
        self.additions = Additions(domain, self.donor, random)
        self.variants_made = self.operators_used = 0

    def note(self, input: I) -> None:
        """Remember the subtrees of an input, for splicing."""
        donors = self._donors
        for spot in some_spots(self.domain, input, MOST_SPOTS):
            values = donors.setdefault(id(spot.domain), [])
            if len(values) < MOST_DONORS:
                values.append(spot.value)
            else:
                values[self.random.getrandbits(16) * MOST_DONORS >> 16] = spot.value

    def donor(self, domain: Domain[Any]) -> Any | None:
        """Return a subtree of a kept input by its domain; None if there is none."""
        donors = self._donors.get(id(domain))
        return donors[self.random.getrandbits(16) * len(donors) >> 16] if donors else None

    def variants(self, root: I, batch: Batch[I], most: int = BATCH) -> Iterator[I]:
        """Yield variants of one input; `batch.origin` says what made the last one."""
        spots = [spot for spot in some_spots(self.domain, root, MOST_SPOTS) if not spot.domain.single]
        # A small parent has few neighbours: more variants would be the same ones again.
        left = min(most, 16 * _room(spots))
        # Putting in order takes as long as thirty other variants.
        ordering = self._ordering and left >= BATCH and not self.random.getrandbits(1)
        if ordering:
            left -= 1
        if self.domain.thin:
            del spots[0]
        last = root
        if spots:
            changed = self._changed_somewhere(root, spots, batch, left)
            try:
                yield from changed
            finally:
                self.variants_made += changed.made
                self.operators_used += changed.operators
            last = root if changed.last is None else changed.last
        if ordering:
            try:
                ordered = put_in_order(self.domain, last if self.random.getrandbits(1) else root, self.random)
            except (Unfit, TypeError):  # there are things that cannot be compared, even of one kind
                return
            batch.origin = "order"
            yield ordered

    def _changed_somewhere(self, root: I, spots: list[Spot], batch: Batch[I], length: int) -> FastVariants:
        """Return variants with one or two changes in a few places, about half of them with a new one."""
        # Different ones, as far as there are so many.
        places = self.random.sample(spots, PLACES) if len(spots) > PLACES else spots
        beside = self._beside = {}
        for _, place, value in spots:
            beside.setdefault(id(place), []).append(value)
        ways = [way_to(self.domain, root, spot.position) for spot in places]
        puts = [way.put() for way in ways]
        joint = partial(_joint, places, ways, puts)
        fast = accelerator()
        if fast is None:
            return Variants(self.random, places, puts, self._changed, joint, batch, length)
        return fast.new_variants(self.random, places, puts, self._changed, joint, Unfit, batch, length)

    def _changed(self, index: int, spot: Spot) -> Change:
        """Return what may be put in a place."""
        _, place, old = spot
        random = self.random
        bits = random.getrandbits
        value, stacked, equal = old, False, self._equal
        for count in _COUNTS:
            kind, edit = bits(4), None
            if kind < 10:
                origin = "mutate"
                if place.cuts:
                    edit = place.edit(value, random)
                else:
                    value = place.mutate(value, random)
            elif kind < 13 and (word := self.words.word(place, random)) is not None:
                origin = "word"
                edit = place.graft_edit(value, word, random)
                if edit is None:
                    value = place.graft(value, word, random)
            elif kind < 15 and self._splicing and (donors := self._donors.get(id(place))):
                origin = "splice"
                if bits(1):
                    donors = self._beside.get(id(place), donors)  # what is equal within one input is often told apart
                donor = donors[bits(16) * len(donors) >> 16]
                value = donor if kind == 13 else place.graft(value, donor, random)
            elif self.additions.nests(place) and bits(1) and (nest := self.additions.around(place)) is not None:
                origin = "nest"
                value = nest(value, 1)
            else:
                origin = "regenerate"
                value = place.draw(random, 1 + bits(3))
            if edit is not None:
                value = place.edited(value, edit)
            if equal(value, old):
                stacked = False
            elif edit is not None and not stacked:
                return index, value, count, origin, edit  # it can go with others, and need not have more in it
            elif bits(3) >= STACKING:
                return index, value, count, origin, None
            else:
                stacked = True
        raise Unfit("nothing else comes of it")

    def varied(self, input: I) -> I:
        """Return one variant."""
        bits = self.random.getrandbits
        for _ in range(MOST_OPERATORS):
            spots = some_spots(self.domain, input, MOST_SPOTS)
            spot = spots[bits(16) * len(spots) >> 16]
            try:
                input = replace(self.domain, input, spot.position, self._changed(0, spot)[1])
            except Unfit:
                continue
            if bits(2):
                return input
        raise Unfit("it has no variant")


def _room(spots: Sequence[Spot]) -> int:
    """Return how many places there are to change, each letter being one."""
    return len(spots) + sum(len(value) for _, _, value in spots if type(value) is str or type(value) is bytes)


def _joint(places: list[Spot], ways: list[Way], puts: list[Put], one: int, other: int) -> Joint | InOnePlace | None:
    """Return what puts two changes together that are in these places."""
    if one != other:
        return put_at_two(ways[one], ways[other])
    place: Any = places[one].domain
    return puts[one], place.edited, (place.shortest, place.longest) if place.cuts else None


class Variants:
    """Variants of an input with one or two changes in a few places; as `fuzzwright_fast.Variants`, bit for bit."""

    def __init__(
        self,
        random: Random,
        places: list[Spot],
        puts: list[Put],
        changed: Callable[[int, Spot], Change],
        joint: Callable[[int, int], Joint | InOnePlace | None],
        batch: Batch[Any],
        length: int,
    ) -> None:
        self._random = random
        self._places = places
        self._puts = puts
        self._changed = changed
        self._joint = joint
        self._joints: dict[int, Joint | InOnePlace | None] = {}
        self.last: Any = None
        self.made = self.operators = 0
        self._all = self._made(batch, length)

    def __iter__(self) -> Iterator[Any]:
        return self._all

    def __next__(self) -> Any:
        return next(self._all)

    def _made(self, batch: Batch[Any], length: int) -> Iterator[Any]:
        bits, changed, together = self._random.getrandbits, self._changed, self._together
        places, puts = self._places, self._puts
        count = len(places)
        changes: list[Change] = []
        for _ in range(length):
            try:
                known = len(changes)
                varied = None
                if known >= PLACES and bits(3) < 5:
                    # Two that were tried before: that costs less than a third one.
                    change, other = changes[bits(16) * known >> 16], changes[bits(16) * known >> 16]
                    varied = together(change, other)
                    if varied is None:
                        other = changes[bits(16) * known >> 16]
                        varied = together(change, other)
                if varied is None:
                    index = bits(16) * count >> 16
                    change = changed(index, places[index])
                    changes.append(change)
                    if known and bits(2):
                        other = changes[bits(16) * known >> 16]
                        varied = together(change, other)
                self.operators += change[2]
                if varied is None:
                    varied = puts[change[0]](change[1])
                else:
                    self.operators += other[2]
            except Unfit:
                continue
            batch.origin = change[3]
            self.made += 1
            self.last = varied
            yield varied

    def _together(self, one: Change, other: Change) -> Any:
        if one[0] > other[0]:
            one, other = other, one
        where = one[0] * PLACES + other[0]
        if where not in self._joints:
            self._joints[where] = self._joint(one[0], other[0])
        joint = self._joints[where]
        if joint is None:
            return None
        if not isinstance(joint, tuple):
            return joint(one[1], other[1])
        # A change of a stretch can be made in whatever the other one came to.
        base, edit = one[1], other[4]
        if edit is None:
            base, edit = other[1], one[4]
        if edit is None or one is other:
            return None
        put, edited, _ = joint
        return put(edited(base, edit))


def _equal(left: Any, right: Any) -> bool:
    """Return whether two values are the same as far as that can be told by plain parts.

    Other things count as different: classes under test may have an `==` of their own, and which objects are the same
    one depends on what the process did before.
    """
    kind = type(left)
    if kind is not type(right):
        return False
    if kind in _COMPARED:
        same: bool = left == right
        return same
    if not issubclass(kind, tuple) or tuple.__len__(left) != tuple.__len__(right):
        return False
    return all(map(_equal, tuple.__iter__(left), tuple.__iter__(right)))
