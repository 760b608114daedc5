"""Variants of an input: mutated, spliced with others, with words of the code under test worked in.

A round varies a few places of one parent, so that the way to each is looked up once. Half of its variants have, besides
a change of their own, one that was tried before: two are often needed together, and the second then costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, Generic, TypeVar

from fuzzwright.engine.domain import Domain, Edit, Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trees import Spot, replace, replacer, replacer_of_two, some_spots
from fuzzwright.searches.ordering import put_in_order
from fuzzwright.searches.words import Words

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 128
ROUND = 64
"""Variants that are made at the same few places."""
PLACES_BITS = 2
MOST_OPERATORS = 8
MOST_SPOTS = 2048
"""Of a very large parent only so many places are varied in one batch."""
MOST_DONORS = 128
_COMPARED: Final = (int, float, str, bytes, bool, type(None))


Change = tuple[int, Any, int, str, Edit | None]
"""In which of a round's places, what may be put there, how many operators made it, what the last of them is called,
and what was changed, if it is one stretch."""

Joint = Callable[[Change, Change], Any]
"""Puts two changes together; None, or Unfit raised, where they do not go together."""


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

    def variants(self, root: I, batch: Batch[I]) -> Iterator[I]:
        """Yield variants of one input; `batch.origin` says what made the last one."""
        spots = some_spots(self.domain, root, MOST_SPOTS)
        # A small parent has few neighbours: more variants would be the same ones again.
        left = min(BATCH, 16 * len(spots))
        ordering = self._ordering and left == BATCH
        if ordering:
            left -= 2
        if self.domain.thin:
            del spots[0]
        last = root
        while left > 0:
            for last in self._round(root, spots, batch, min(left, ROUND)):
                yield last
            left -= ROUND
        if ordering:
            yield from self._ordered((root, last), batch)

    def _ordered(self, inputs: Sequence[I], batch: Batch[I]) -> Iterator[I]:
        for input in inputs:
            try:
                ordered = put_in_order(self.domain, input, self.random)
            except (Unfit, TypeError):  # there are things that cannot be compared, even of one kind
                continue
            batch.origin = "order"
            yield ordered

    def _round(self, root: I, spots: list[Spot], batch: Batch[I], length: int) -> Iterator[I]:
        """Yield variants with a change in one of a few places, half of them with an earlier one as well."""
        bits, changed = self.random.getrandbits, self._changed
        places = [spots[bits(16) * len(spots) >> 16] for _ in range(1 << PLACES_BITS)]
        puts = [replacer(self.domain, root, spot.position) for spot in places]
        joints: dict[tuple[int, int], Joint] = {}
        changes: list[Change] = []
        # In a few places there is not much that goes together.
        stacking = 4 if len(spots) < 8 else 3
        made = operators = 0
        try:
            for _ in range(length):
                index = bits(PLACES_BITS)
                try:
                    change = changed(index, places[index], stacking)
                    _, value, count, batch.origin, _ = change
                    varied = None
                    if changes and bits(1):
                        other = changes[bits(16) * len(changes) >> 16]
                        first, second = (change, other) if index <= other[0] else (other, change)
                        where = first[0], second[0]
                        joint = joints.get(where)
                        if joint is None:
                            joint = joints[where] = _joint(self.domain, root, places, puts, *where)
                        varied = joint(first, second)
                    if varied is None:
                        varied = puts[index](value)
                    else:
                        count += other[2]
                except Unfit:
                    continue
                changes.append(change)
                made += 1
                operators += count
                yield varied
        finally:
            self.variants_made += made
            self.operators_used += operators

    def _changed(self, index: int, spot: Spot, stacking: int = 3) -> Change:
        """Return what may be put in a place; `stacking` times of eight, one more operator is used on it."""
        _, place, old = spot
        random = self.random
        bits = random.getrandbits
        value, count, edit = old, 0, None
        while not count or _equal(value, old) or bits(3) < stacking:
            if count == MOST_OPERATORS:
                raise Unfit("nothing else comes of it")
            count += 1
            kind = bits(4)
            edit = None
            if kind < 10:
                origin = "mutate"
                edit = place.edit(value, random)
                if edit is None:
                    value = place.mutate(value, random)
            elif kind < 13 and (word := self.words.word(place, random)) is not None:
                origin = "word"
                edit = place.graft_edit(value, word, random)
                if edit is None:
                    value = place.graft(value, word, random)
            elif kind < 15 and self._splicing and (donors := self._donors.get(id(place))):
                origin = "splice"
                donor = donors[bits(16) * len(donors) >> 16]
                value = donor if kind == 13 else place.graft(value, donor, random)
            else:
                origin = "regenerate"
                value = place.draw(random, 1 + bits(3))
            if edit is not None:
                value = place.edited(value, (edit,))
        return index, value, count, origin, edit if count == 1 else None

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


def _joint(
    domain: Domain[Any], root: Any, places: list[Spot], puts: list[Callable[[Any], Any]], one: int, other: int
) -> Joint:
    """Return what puts two changes together that are in these places."""
    if one != other:
        both = replacer_of_two(domain, root, places[one].position, places[other].position)
        return _never if both is None else lambda first, second: both(first[1], second[1])
    (_, place, old), put = places[one], puts[one]

    def in_one_place(first: Change, second: Change) -> Any:
        if first[4] is None or second[4] is None or first is second:
            return None
        return put(place.edited(old, (first[4], second[4])))

    return in_one_place


def _never(first: Change, second: Change) -> Any:
    return None


def _equal(left: Any, right: Any) -> bool:
    """Return whether two values are the same as far as that can be told by plain parts.

    Other things count as different: classes under test may have an `==` of their own, and which objects are the same
    one depends on what the process did before.
    """
    kind = type(left)
    if kind is not type(right):
        return False
    if kind in _COMPARED:
        return bool(left == right)
    if not issubclass(kind, tuple) or tuple.__len__(left) != tuple.__len__(right):
        return False
    return all(map(_equal, tuple.__iter__(left), tuple.__iter__(right)))
