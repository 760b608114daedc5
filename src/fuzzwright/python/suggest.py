"""From what a run compared to inputs that would make it go another way.

For each condition the wanted operand is traced back: to the place in the input that holds it, whole
or as part of a text, or through the noted operation that produced it, read backwards, to its operands.
So `json.loads(s)["kind"] == "go"` leads to a text, `len(s) * 2 == 14` to a longer one. Values are
matched by equality, without following them through the run; what is suggested is run, so a wrong
guess costs one run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from fuzzwright.engine.domain import HOLE, Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.sides import condition_of, visit_of
from fuzzwright.engine.trees import Spot, replace, walk
from fuzzwright.python.comparisons import Dotted
from fuzzwright.python.distances import distances
from fuzzwright.python.flips import MEMBER, flips
from fuzzwright.python.inverses import Answer, backwards
from fuzzwright.python.neighbours import OTHER
from fuzzwright.python.notes import Note
from fuzzwright.python.operands import Copy, Operands

DEEPEST = 9
"""Through so many operations a wanted value is traced back."""
MOST_WAYS = 24
MOST_STEPS = 120
"""After so many steps back a value is taken to come from nowhere."""
MOST_SPOTS = 512
MOST_HOLDERS = 16
MOST_ITEMS = 16
MOST_VISITS = 6
"""A condition in a loop is looked at where the run came by last, so many times."""
MOST_PLACES = 6
"""Where a text holds what was seen several times, only so many places are tried."""


Spots = Sequence[Spot]
"""Places of an input that are to hold the same."""


class Guide:
    """What the notes of a run say about other inputs."""

    def __init__(self, domain: Domain[Any], operands: Operands, literals: Sequence[Any] = ()) -> None:
        self.domain = domain
        self.literals = literals
        self._operands = operands

    def distances(self, observation: Observation, met: Collection[int] = ()) -> dict[int, float]:
        """Return how far each side of each condition of a run is, 0 where it went; those of `met` may be left out."""
        return distances(observation.notes, met)

    def values(self, observation: Observation) -> list[Any]:
        """Return the operands of a run's comparisons, each once."""
        found: dict[Any, Any] = {}
        for note in observation.notes:
            if note.kind in ("compare", "method", "item"):
                for operand in note.operands:
                    if type(operand) in _TELLING and (key := _key(operand)) is not None:
                        found[key] = operand
        return list(found.values())

    def suggestions(
        self, input: Any, observation: Observation, random: Random, wanted: Iterable[int] | None = None
    ) -> Iterator[Any]:
        """Yield inputs that may turn a condition of the run; only those on the way to `wanted` sides if given."""
        tracing = _Tracing(self.domain, input, observation.notes, random)
        met: dict[int, int] = {}
        for place in _places(observation.notes, wanted):
            note = observation.notes[place]
            met[note.site] = met.get(note.site, 0) + 1
            if met[note.site] > MOST_VISITS:
                continue
            for seen, value in _changes(note, flips(note, self._templates(note), random)):
                yield from tracing.ways(seen, value, place)

    def _templates(self, note: Note) -> Sequence[Any]:
        if note.kind != "matched" or note.site not in self._operands.templates:
            return ()
        copy, templates = self._operands.templates[note.site]
        return [_resolved(template, copy) for template in templates]


def _places(notes: Sequence[Note], wanted: Iterable[int] | None) -> list[int]:
    """Return which notes to turn, the last ones first: all, or those that the wanted sides belong to."""
    if wanted is None:
        return list(range(len(notes) - 1, -1, -1))
    visits: dict[int, set[int]] = {}
    for side in wanted:
        visits.setdefault(condition_of(side), set()).add(visit_of(side))
    places: list[int] = []
    count: dict[int, int] = {}
    for place, note in enumerate(notes):
        asked = visits.get(note.site)
        if asked is not None:
            count[note.site] = visit = count.get(note.site, 0) + 1
            if 0 in asked or visit in asked:
                places.append(place)
    return places[::-1]


def _changes(note: Note, answers: Iterable[Answer]) -> Iterator[tuple[Any, Any]]:
    """Yield for each answer what was seen and what it should have been: an operand, or a member of one."""
    for operand, value in answers:
        if operand == MEMBER:
            yield value
        elif operand < len(note.operands):
            yield note.operands[operand], value


_TELLING: Final = (int, float, str, bytes)
_LEAVES: Final = (*_TELLING, bool, type(None))


def _resolved(template: Any, copy: Copy) -> Any:
    match template:
        case Dotted(name):
            first, *rest = name.split(".")
            thing = copy.names.get(first, HOLE)
            try:
                for part in rest:
                    thing = getattr(thing, part)
            except Exception:  # looking up an attribute may run code of its own
                return HOLE
            return thing
        case list():
            return [_resolved(item, copy) for item in template]
        case dict():
            return {key: _resolved(item, copy) for key, item in template.items()}
    return template


def _key(value: Any, depth: int = 10) -> Any:
    """Return what tells a value from others, by content for plain ones, else by identity."""
    kind = type(value)
    if kind in _LEAVES:
        return kind, value
    if kind in (list, tuple, set, frozenset, dict):
        if not depth or len(value) > 256:
            return None
        items = value.items() if kind is dict else value
        keys = [_key(item, depth - 1) for item in items]
        if None in keys:
            return None
        return kind, frozenset(keys) if kind in (set, frozenset) else tuple(keys)
    return "object", id(value)


class _Tracing:
    """One input with the notes of its run, indexed by the values that occurred."""

    def __init__(self, domain: Domain[Any], input: Any, notes: Sequence[Note], random: Random) -> None:
        self._random = random
        self._domain = domain
        self._input = input
        self._notes = notes
        self._leaves: dict[Any, list[Spot]] = {}
        self._texts: list[Spot] = []
        self._others: list[Spot] = []
        for spot, _ in zip(walk(domain, input), range(MOST_SPOTS), strict=False):
            if type(spot.value) in _LEAVES:
                self._leaves.setdefault((type(spot.value), spot.value), []).append(spot)
                if type(spot.value) in (str, bytes):
                    self._texts.append(spot)
            elif spot.position:
                self._others.append(spot)
        self._made: dict[Any, list[tuple[int, int | None]]] = {}
        """Which notes have a value as their result, or as an item of it."""
        self._long: list[int] = []
        """Which notes have a text as their result."""
        for place, note in enumerate(notes):
            if note.failed or note.kind in ("compare", "truth", "matched"):
                continue
            if (key := _key(note.result)) is not None:
                self._made.setdefault(key, []).append((place, None))
            if type(note.result) in (str, bytes):
                self._long.append(place)
            if type(note.result) in (tuple, list) and len(note.result) <= MOST_ITEMS:
                for index, item in enumerate(note.result):
                    if (key := _key(item)) is not None:
                        self._made.setdefault(key, []).append((place, index))
        self._holders: dict[Any, list[tuple[Spot, bool]]] = {}
        self._steps = 0
        self._tried: set[Any] = set()

    def ways(self, seen: Any, wanted: Any, before: int) -> Iterator[Any]:
        """Yield inputs in which the value that was `seen` may be `wanted`."""
        count = 0
        self._steps = MOST_STEPS
        self._tried.clear()
        for spots, value in self._traced(seen, wanted, before, DEEPEST):
            changed = self._put(spots, value)
            if changed is not None:
                yield changed
                count += 1
                if count >= MOST_WAYS:
                    break

    def _put(self, spots: Spots, value: Any) -> Any | None:
        changed = self._input
        try:
            for spot in spots:
                place, old = spot.domain, spot.value
                adopted = place.mutate(old, self._random) if value is OTHER else place.adopt(value)
                if adopted == spot.value:
                    return None
                changed = replace(self._domain, changed, spot.position, adopted)
        except (Unfit, IndexError):
            return None
        return changed

    def _traced(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[tuple[Spots, Any]]:
        key = _key(seen)
        step = (key, _key(wanted))
        if key is None or not self._steps or step in self._tried:
            return
        self._steps -= 1
        self._tried.add(step)
        yield from self._held(key, seen, wanted)
        if not deepest:
            return
        makers = [maker for maker in self._made.get(key, ()) if maker[0] < before]
        for place, index in makers[:-5:-1]:
            note = self._notes[place]
            result = wanted if index is None else _with_item(note.result, index, wanted)
            answers = backwards(note, result)
            if note.what == "get" or (type(wanted) is bool and bool(note.result) is not wanted):
                answers += flips(note, (), self._random)
            for old, new in _changes(note, answers):
                yield from self._traced(old, new, place, deepest - 1)
        yield from self._by_items(seen, wanted, before, deepest)
        if type(seen) in (str, bytes) and seen and type(wanted) is type(seen):
            yield from self._by_texts(seen, wanted, before, deepest)

    def _by_texts(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[tuple[Spots, Any]]:
        """Trace the text that a part was taken from, where the part itself leads nowhere."""
        wholes = [place for place in self._long if place < before and _is_part(seen, self._notes[place].result)]
        for place in wholes[:-3:-1]:
            whole = self._notes[place].result
            for changed in _within(whole, seen, wanted):
                yield from self._traced(whole, changed, place + 1, deepest - 1)

    def _by_items(self, seen: Any, wanted: Any, before: int, deepest: int) -> Iterator[tuple[Spots, Any]]:
        """Trace a single item of a collection, where the collection itself leads nowhere."""
        if type(seen) not in _COLLECTIONS or type(wanted) not in _COLLECTIONS:
            return
        if type(seen) is set:
            seen, wanted = list(seen), list(wanted)
        if seen and all(type(item) is str for item in (*seen, *wanted)):
            yield from self._traced("".join(seen), "".join(wanted), before, deepest - 1)
        if len(seen) != len(wanted):
            return
        different = [(old, new) for old, new in zip(seen, wanted, strict=True) if not _alike(old, new)]
        if len(different) <= 2:
            for old, new in different:
                yield from self._traced(old, new, before, deepest - 1)

    def _held(self, key: Any, seen: Any, wanted: Any) -> Iterator[tuple[Spots, Any]]:
        """Yield the places of the input that hold what was seen, with what they would have to hold instead."""
        holders = self._holding(key, seen)
        for spot, whole in holders:
            if whole:
                yield (spot,), wanted
            elif type(wanted) is type(spot.value):
                yield from (((spot,), text) for text in _within(spot.value, seen, wanted))
        whole_spots = [spot for spot, whole in holders if whole]
        if len(whole_spots) > 1:
            yield whole_spots, wanted

    def _holding(self, key: Any, seen: Any) -> list[tuple[Spot, bool]]:
        found = self._holders.get(key)
        if found is None:
            found = [(spot, True) for spot in self._leaves.get(key, ())] if type(seen) in _LEAVES else []
            if type(seen) in (str, bytes):
                found += [(spot, False) for spot in self._texts if _overlaps(spot.value, seen)]
            else:
                found += [(spot, True) for spot in self._others if _holds(spot, seen)]
            self._holders[key] = found = found[:MOST_HOLDERS]
        return found


_COLLECTIONS: Final = (list, tuple, set)


def _is_part(seen: Any, whole: Any) -> bool:
    return type(seen) is type(whole) and len(seen) < len(whole) and seen in whole


def _alike(left: Any, right: Any) -> bool:
    return left is right or (type(left) is type(right) and type(left) in _LEAVES and bool(left == right))


def _with_item(collection: Any, index: int, wanted: Any) -> Any:
    items = list(collection)
    items[index] = wanted
    return items if type(collection) is list else tuple(items)


def _holds(spot: Spot, seen: Any) -> bool:
    try:
        return bool(spot.domain.adopt(seen) == spot.value)
    except Unfit:
        return False


def _overlaps(value: Any, seen: Any) -> bool:
    if type(value) is not type(seen) or value == seen:
        return False
    return seen in value or bool(value and value in seen)


def _within(value: Any, seen: Any, wanted: Any) -> Iterator[Any]:
    """Yield texts in which `wanted` stands where `seen` stood in `value`; or its middle, if `seen` was the longer."""
    if value in seen and value != seen:
        start = seen.find(value)
        before, after = seen[:start], seen[start + len(value) :]
        if wanted.startswith(before) and wanted.endswith(after):
            yield wanted[len(before) : len(wanted) - len(after)]
        return
    if not seen:
        yield value + wanted
        return
    if value.count(seen) > 1:
        yield value.replace(seen, wanted)
    start = value.find(seen)
    for _ in range(MOST_PLACES):
        if start < 0:
            return
        yield value[:start] + wanted + value[start + len(seen) :]
        start = value.find(seen, start + 1)
