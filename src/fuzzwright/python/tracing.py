"""From a value that a run saw to the places of its input that it came from.

A value is matched by equality with what the input holds, whole or as part of a text, and with the results
of the noted operations, which are read backwards (`inverses`). Nothing is followed through the run, so
what is found may be wrong: whoever asks runs what comes of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Any, Final

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.codec import fingerprint
from fuzzwright.engine.domain import HOLE, Domain, Unfit
from fuzzwright.engine.trees import Spot, at, replace, walk
from fuzzwright.python.fields import LEAVES, field_position
from fuzzwright.python.flips import MEMBER, flips
from fuzzwright.python.growing import is_splitting, lacking, with_copies, with_pieces
from fuzzwright.python.holding import COLLECTIONS, holds, key_of, overlaps, within
from fuzzwright.python.inverses import backwards
from fuzzwright.python.inverses.answers import Answer, in_order, is_record
from fuzzwright.python.made import Made, with_item
from fuzzwright.python.neighbours import OTHER
from fuzzwright.python.notes import Note
from fuzzwright.python.writing import quoted, rewritten

DEEPEST = 9
"""Through so many operations a wanted value is traced back."""
MOST_WAYS = 24
MOST_PUT = 48
"""So many changes are tried for one wanted value, those that do not fit or were made before among them."""
FEWEST_PUT = 8
MOST_VAIN = 96
"""After so many changes in a row that brought nothing, only FEWEST_IN_VAIN are tried for each further value; after
twice as many, none."""
FEWEST_IN_VAIN = 2
MOST_LOOKED_AT = 2048
"""In a large input a change costs more: so many places may be looked at for all changes of one wanted value."""
MOST_STEPS = 120
"""After so many steps back a value is taken to come from nowhere."""
MOST_SPOTS = 512
MOST_HOLDERS = 16
MOST_WRITTEN = 8
"""In so many texts of an input a structure is looked for."""
LONGEST_REPEATED = 96
"""Longer inputs make every later run slower, and seldom show more."""

Change = tuple[Spot, Any]
"""A place of the input, and what it is to hold."""
Changes = Sequence[Change]
"""What is to be changed at once."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A value of the place's domain, to be put there as it is."""

    value: Any


def changes_of(note: Note, answers: Iterable[Answer]) -> Iterator[tuple[Any, Any]]:
    """Yield for each answer what was seen and what it should have been: an operand, or a member of one."""
    for operand, value in answers:
        if operand == MEMBER:
            yield value
        elif operand < len(note.operands):
            yield note.operands[operand], value


_UNFIT: Final[Any] = object()


class Tracing:
    """One input with the notes of its run, indexed by the values that occurred."""

    def __init__(self, domain: Domain[Any], input: Any, notes: Sequence[Note], random: Random) -> None:
        self._random = random
        self._domain = domain
        self._input = input
        self._notes = notes
        self._root = Spot((), domain.itself, input)
        self._leaves: dict[Any, list[Spot]] = {}
        self._texts: list[Spot] = []
        self._others: list[Spot] = []
        for spot, _ in zip(walk(domain, input), range(MOST_SPOTS), strict=False):
            if type(spot.value) in LEAVES:
                self._leaves.setdefault((type(spot.value), spot.value), []).append(spot)
                if type(spot.value) in (str, bytes):
                    self._texts.append(spot)
            elif spot.position:
                self._others.append(spot)
        self._singles = [spot for spot in self._others if type(spot.value) is not tuple]
        places = 1 + sum(map(len, self._leaves.values())) + len(self._others)
        self._most_put = max(FEWEST_PUT, min(MOST_PUT, MOST_LOOKED_AT // places))
        self._made = Made(notes)
        self._splits = [note for note in notes if is_splitting(note)][-MOST_WRITTEN:]
        self._holders: dict[Any, list[tuple[Spot, bool]]] = {}
        self._asked: list[Any] = []
        """What was looked for; held, since its key may be its identity."""
        self._rounds: list[int] = []
        """How often the site of each note was met before it."""
        self._steps = 0
        self._tried: dict[Any, Any] = {}
        """What was traced already; held, since keys tell objects by their identity."""
        self._given: set[Any] = set()
        """What was put where before."""
        self._put_before: list[Any] = []
        self._vain = 0
        """How many changes in a row did not fit, or were made before."""
        self.tried = 0
        """How many wanted values and changes were looked at since this was last set to 0."""
        self._fingerprints: dict[tuple[int, int], int] = {}
        """Those of the parts of the input."""
        self._wholes = {fingerprint(domain, input, self._fingerprints, learn=True)}
        """Those of the input and of all that was suggested."""
        self._adoptions: dict[tuple[int, int], tuple[Any, Any]] = {}
        """What places made of values; held likewise."""
        for spot in self._others:
            if spot.domain.plain:  # the run saw the very object that is in the input
                self._adoptions[id(spot.domain), id(spot.value)] = (spot.value, spot.value)

    def ways(self, seen: Any, wanted: Any, before: int) -> Iterator[Any]:
        """Yield inputs in which the value that was `seen` may be `wanted`."""
        if self._vain >= 2 * MOST_VAIN:
            return
        self.tried += 1
        count = tried = 0
        self._steps = MOST_STEPS
        self._tried.clear()
        equal = self._equal_places(seen, wanted)
        for changes in self._traced(seen, wanted, before, DEEPEST):
            for together in (changes, (*equal, *changes)) if equal and changes[0][0] is not equal[0][0] else (changes,):
                changed = self._put(together)
                tried += 1
                self.tried += 1
                self._vain = 0 if changed is not None else self._vain + 1
                if changed is not None:
                    yield changed
                    count += 1
                if count >= MOST_WAYS or tried >= (self._most_put if self._vain < MOST_VAIN else FEWEST_IN_VAIN):
                    return

    def _equal_places(self, seen: Any, wanted: Any) -> Changes:
        """Return how to keep a place equal that held what was seen, if there is just one; it may have to be so."""
        key = key_of(seen)
        spots = self._leaves.get(key, ()) if type(seen) in LEAVES else ()
        # Nothing can be said of values that are everywhere.
        return ((spots[0], wanted),) if len(spots) == 1 and seen not in (0, 1, "", b"", None) else ()

    def _put(self, changes: Changes) -> Any | None:
        """Return the input with these changes; None if they do not fit, or were made before."""
        adopted: list[tuple[Spot, Any]] = []
        try:
            for spot, value in changes:
                place, old = spot.domain, spot.value
                if type(value) is Ready:
                    new = value.value
                else:
                    new = place.mutate(old, self._random) if value is OTHER else self._adopted(place, value)
                if new is old or (type(new) is type(old) and _equal(new, old)):
                    return None
                adopted.append((spot, new))
            # Many ways lead to the same place: what was given out once need not be run again.
            key = tuple([(spot.position, self._fingerprint(spot.domain, new)) for spot, new in adopted])
            if key in self._given:
                return None
            self._given.add(key)
            changed = self._input
            for spot, new in adopted:
                # What was changed around this place before may have left another type there, or nothing.
                if changed is not self._input and at(self._domain, changed, spot.position).domain is not spot.domain:
                    return None
                changed = replace(self._domain, changed, spot.position, new)
            # In a tree, what is changed at one place and what at another around it may come to the same.
            whole = fingerprint(self._domain, changed, self._fingerprints)
        except Exception:  # what does not fit, also together: objects of the code under test may raise anything
            return None
        if whole in self._wholes:
            return None
        self._wholes.add(whole)
        return changed

    def _fingerprint(self, place: Domain[Any], new: Any) -> int:
        if not place.leaf:
            self._put_before.append(new)  # it is known by its identity from now on
        return fingerprint(place, new, self._fingerprints, learn=True)

    def _adopted(self, place: Domain[Any], value: Any) -> Any:
        """Return what a place makes of a value; large ones are asked for at many places of one kind."""
        key = (id(place), id(value))
        known = self._adoptions.get(key)
        if known is None:
            try:
                new = place.adopt((in_order(value) or value) if isinstance(value, set | frozenset) else value)
            except Unfit:
                new = _UNFIT
            known = self._adoptions[key] = (value, new)
        if known[1] is _UNFIT:
            raise Unfit("not a value of this place")
        return known[1]

    def _traced(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[Changes]:
        key = key_of(seen)
        step = (key, key_of(wanted))
        if key is None or not self._steps or step in self._tried:
            return
        self._steps -= 1
        self._tried[step] = (seen, wanted)
        # Which object a value was read from tells more than which places hold the same.
        places = chain(self._by_fields(key, wanted, before), self._held(key, seen, wanted, before))
        if not deepest:
            yield from places
            return
        makers = self._by_makers(key, wanted, before, deepest)
        if type(seen) is int and len(self._holding(key, seen)) > 1:
            # The same number in several places may well be there by chance, and what was counted is none of them.
            yield from _in_turns(places, makers)
        else:
            yield from places
            yield from makers
        yield from self._by_items(seen, wanted, before, deepest)
        if type(seen) in (str, bytes) and seen and type(wanted) is type(seen):
            yield from self._by_texts(seen, wanted, before, deepest)
        if type(seen) in (list, tuple) and type(wanted) in (list, tuple):
            yield from self._by_writing(seen, wanted)
        yield from self._by_growing(seen, wanted)

    def _by_makers(self, key: Any, wanted: Any, before: int, deepest: int) -> Iterator[Changes]:
        """Trace the operands of the operations that gave a value."""
        for place, old, new in self._one_back(key, wanted, before):
            yield from self._traced(old, new, place, deepest - 1)

    def _by_fields(self, key: Any, wanted: Any, before: int) -> Iterator[Changes]:
        """Yield the fields of the objects that a value was read from, the latest first."""
        for place, where_in in self._made.makers(key, before, 3):
            note = self._notes[place]
            if note.kind == "attribute" and not where_in and is_record(note.operands[0]):
                owner = note.operands[0]
                for spot, _ in self._holding(key_of(owner), owner)[:4]:
                    where = field_position(spot, note.what)
                    if where is not None:
                        yield ((at(self._domain, self._input, where), wanted),)

    def _one_back(self, key: Any, wanted: Any, before: int) -> Iterator[tuple[int, Any, Any]]:
        """Yield which operands of the notes that gave a value would have to be what, and where these notes are."""
        for place, where in self._made.makers(key, before, 4):
            note = self._notes[place]
            result = with_item(note.result, where, wanted)
            answers = backwards(note, result)
            if note.what == "get" or (type(wanted) is bool and bool(note.result) is not wanted):
                answers += flips(note, (), self._random)
            if note.kind == "item" and type(note.operands[1]) is slice:
                answers += [(0, whole) for whole in self._with_length(note, result, place)]
            yield from ((place, old, new) for old, new in changes_of(note, answers))

    def _with_length(self, note: Note, wanted: Any, place: int) -> Iterator[Any]:
        """Yield what a slice was taken of, with another length of it told where the slice's end came from."""
        whole, bounds = note.operands
        if type(wanted) is not type(note.result) or type(bounds.stop) is not int or bounds.step is not None:
            return
        start, stop, longer = bounds.start or 0, bounds.stop, len(wanted) - len(note.result)
        aim = key_of(whole)
        if not longer or not 0 <= start <= stop or aim is None:
            return
        for changed in self._back_to(aim, stop, stop + longer, place, 5, {}):
            if type(changed) is type(whole):
                # The length stands before what it is the length of, and may be written in more digits now.
                moved = len(changed) - len(whole)
                yield changed[: start + moved] + wanted + changed[stop + moved :]

    def _back_to(
        self, aim: Any, seen: Any, wanted: Any, before: int, deepest: int, tried: dict[Any, Any]
    ) -> Iterator[Any]:
        """Yield what the value with the key `aim` would have to be for the one that was `seen` to be `wanted`."""
        key = key_of(seen)
        if key == aim:
            yield wanted
            return
        step = (key, key_of(wanted), before)
        if key is None or not self._steps or not deepest or step in tried:
            return
        self._steps -= 1
        tried[step] = (seen, wanted)  # held, since keys tell objects by their identity
        for place, old, new in list(self._one_back(key, wanted, before)):
            yield from self._back_to(aim, old, new, place, deepest - 1, tried)

    def _by_texts(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[Changes]:
        """Trace the text that a part was taken from, where the part itself leads nowhere."""
        wholes = [place for place in self._made.texts if place < before and _is_part(seen, self._notes[place].result)]
        for place in wholes[:-3:-1]:
            whole = self._notes[place].result
            for changed in within(whole, seen, wanted):
                yield from self._traced(whole, changed, place + 1, deepest - 1)

    def _by_items(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[Changes]:
        """Trace a single item of a collection, where the collection itself leads nowhere."""
        if type(seen) not in COLLECTIONS or type(wanted) not in COLLECTIONS:
            return
        if isinstance(seen, set | frozenset):
            members = in_order(wanted)
            for old, new in _exchanges(seen, set(members) if all(type(m) in LEAVES for m in members) else set()):
                yield from self._traced(old, new, before, deepest - 1)
            seen, wanted = in_order(seen), in_order(wanted)
        if seen and all(type(item) is str for item in (*seen, *wanted)):
            yield from self._traced("".join(seen), "".join(wanted), before, deepest - 1)
        different = [(old, new) for old, new in zip(seen, wanted, strict=False) if not _alike(old, new)]
        if len(different) <= 2:
            for old, new in different:
                yield from self._traced(old, new, before, deepest - 1)

    def _by_writing(self, seen: Any, wanted: Any) -> Iterator[Changes]:
        """Write a structure that was read from a text the way the text has it."""
        for spot in self._texts[:MOST_WRITTEN]:
            if type(spot.value) is str and spot.value and not isinstance(spot.domain, Choices):
                for text in (rewritten(spot.value, seen, wanted), quoted(spot.value, seen, wanted)):
                    if text is not None:
                        yield ((spot, text),)

    def _by_growing(self, seen: Any, wanted: Any) -> Iterator[Changes]:
        """Add an item or a call like one that gave a member, for each member that a collection lacks."""
        members, new = lacking(seen, wanted)
        for member in [member for member in members if type(member) in LEAVES][:2]:
            for spot, whole in self._holding(key_of(member), member)[:3]:
                values = self._others_for(spot, member, whole, new)
                changed = with_copies(self._domain, self._input, spot.position, values) if values else None
                if changed is not None:
                    yield ((self._root, Ready(changed)),)
        for spot in self._texts[:MOST_WRITTEN] if members and self._splits else ():
            if type(spot.value) is str:
                yield from (((spot, text),) for text in with_pieces(spot.value, self._splits, seen, wanted))

    def _others_for(self, spot: Spot, member: Any, whole: bool, new: Sequence[Any]) -> list[Any]:
        """Return what a place that gave a member would have to hold to give each of the new ones."""
        found: list[Any] = []
        for value in new:
            if not whole:
                value = next(within(spot.value, member, value), HOLE) if type(value) is type(member) else HOLE
            try:
                found.append(
                    spot.domain.mutate(spot.value, self._random) if value is HOLE else spot.domain.adopt(value)
                )
            except Unfit:
                return []
        return found

    def repeated(self, times: int) -> Iterator[Any]:
        """Yield inputs in which a list or a text stands several times over: what it is counted for counts as often."""
        for spot in (*self._others, *self._texts):
            value, place = spot.value, spot.domain
            listed = isinstance(place, Sequences)
            if not (listed or type(value) in (str, bytes)) or not 0 < len(value) * times <= LONGEST_REPEATED:
                continue
            try:
                many = place.make((), value * times) if listed else place.adopt(value * times)
            except Unfit:
                continue
            changed = self._put(((spot, Ready(many)),))
            if changed is not None:
                yield changed

    def _held(self, key: Any, seen: Any, wanted: Any, before: int) -> Iterator[Changes]:
        """Yield the places of the input that hold what was seen, with what they would have to hold instead."""
        holders = self._by_round(self._holding(key, seen), before)[:MOST_HOLDERS]
        for spot, whole in holders:
            if whole:
                yield ((spot, wanted),)
            elif type(wanted) is type(spot.value):
                yield from (((spot, text),) for text in within(spot.value, seen, wanted))
        whole_spots = [spot for spot, whole in holders if whole]
        if len(whole_spots) > 1:
            yield tuple((spot, wanted) for spot in whole_spots)

    def _by_round(self, holders: list[tuple[Spot, bool]], before: int) -> list[tuple[Spot, bool]]:
        """Return places in the order in which they are likely meant: what a loop sees in its third round is the third.

        The others may be meant all the same.
        """
        if len(holders) < 2 or not 0 <= before < len(self._notes):
            return holders
        first, last = holders[0][0].position, holders[-1][0].position
        depth = next((depth for depth, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), None)
        if depth is None:
            return holders
        if not self._rounds:
            met: dict[int, int] = {}
            for note in self._notes:
                self._rounds.append(met.get(note.site, 0))
                met[note.site] = self._rounds[-1] + 1
        meant = self._rounds[before]
        return sorted(holders, key=lambda holder: abs(sum(holder[0].position[depth : depth + 1]) - meant))

    def _holds(self, spot: Spot, seen: Any) -> bool:
        try:
            return holds(spot, seen, self._adopted)
        except Unfit:
            return False

    def _holding(self, key: Any, seen: Any) -> list[tuple[Spot, bool]]:
        found = self._holders.get(key)
        if found is None:
            found = [(spot, True) for spot in self._leaves.get(key, ())] if type(seen) in LEAVES else []
            if type(seen) in (str, bytes):
                found += [(spot, False) for spot in self._texts if overlaps(spot.value, seen)]
            else:
                # What is passed on as it is can be told for certain; no number was made of a row of things.
                others = self._singles if type(seen) in LEAVES else self._others
                itself = [spot for spot in others if spot.value is seen]
                found += [(spot, True) for spot in itself or others if itself or self._holds(spot, seen)]
            self._holders[key] = found
            self._asked.append(seen)
        return found


def _exchanges(seen: set[Any] | frozenset[Any], wanted: set[Any]) -> list[tuple[Any, Any]]:
    """Return which members of a set would have to be which others, one at a time."""
    # Where none is too many, one of several places that hold the same may have to hold another.
    gone, come = in_order(seen - wanted) or in_order(seen), in_order(wanted - seen) or in_order(wanted)
    return [(old, new) for old in gone[:4] for new in come[:2]]


def _in_turns(*ways: Iterator[Changes]) -> Iterator[Changes]:
    """Yield one of each in turn, until all are used up."""
    waiting = deque(ways)
    while waiting:
        for changes in islice(waiting[0], 1):
            yield changes
            waiting.append(waiting[0])
        waiting.popleft()


def _equal(left: Any, right: Any) -> bool:
    try:
        return bool(left == right)
    except (Exception, SystemExit):  # classes under test may have an `==` of their own
        return False


def _is_part(seen: Any, whole: Any) -> bool:
    return type(seen) is type(whole) and len(seen) < len(whole) and seen in whole


def _alike(left: Any, right: Any) -> bool:
    return left is right or (type(left) is type(right) and type(left) in LEAVES and bool(left == right))
