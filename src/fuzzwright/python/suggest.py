"""From what a run compared to inputs that would make it go another way.

For each condition the wanted operand is traced back: to the place in the input that holds it, whole
or as part of a text, or through the noted operation that produced it, read backwards, to its operands.
So `json.loads(s)["kind"] == "go"` leads to a text, `len(s) * 2 == 14` to a longer one. Values are
matched by equality, without following them through the run; what is suggested is run, so a wrong
guess costs one run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.sides import condition_of, visit_of
from fuzzwright.python.distances import distances
from fuzzwright.python.flips import flips
from fuzzwright.python.holding import key_of
from fuzzwright.python.notes import Note
from fuzzwright.python.operands import Operands
from fuzzwright.python.producers import Producers
from fuzzwright.python.templates import far_from, filled_in, resolved
from fuzzwright.python.tracing import Tracing, changes_of

MOST_VISITS = 6
"""A condition in a loop is looked at where the run came by last, so many times."""
MOST_BEFORE = 4
"""Where what a condition asks for leads nowhere, so many comparisons before it are turned instead."""
FARTHEST_BEFORE = 32
MOST_REPEATED = 2
"""So many different multiples of the input's lists and texts are tried."""

_TELLING: Final = (int, float, str, bytes)


class Guide:
    """What the notes of a run say about other inputs."""

    def __init__(
        self, domain: Domain[Any], operands: Operands, literals: Sequence[Any] = (), producers: Producers | None = None
    ) -> None:
        self.domain = domain
        self.producers = producers
        self.literals = literals
        self.work = 0
        self._operands = operands
        self._cases: dict[int, Sequence[Any]] = {}
        self._reckoned: tuple[Sequence[Note], Collection[int], dict[int, float]] = ((), (), {})
        """The last distances that were asked for: of which notes, and without which sides."""

    def distances(self, observation: Observation, met: Collection[int] = ()) -> dict[int, float]:
        """Return how far each side of each condition of a run is, 0 where it went; those of `met` may be left out."""
        notes, reckoned, found = self._reckoned
        # A set of sides that were met only grows, so that what was found before it grew has more in it, not less.
        if notes is not observation.notes or not (reckoned is met or reckoned == ()):
            found = distances(observation.notes, met, self._measures)
            self._reckoned = (observation.notes, met, found)
        return found

    def values(self, observation: Observation) -> list[Any]:
        """Return the operands of a run's comparisons, each once."""
        found: dict[Any, Any] = {}
        for note in observation.notes:
            if note.kind in ("compare", "method", "item"):
                for operand in note.operands:
                    if type(operand) in _TELLING and (key := key_of(operand)) is not None:
                        found[key] = operand
        return list(found.values())

    def suggestions(
        self, input: Any, observation: Observation, random: Random, wanted: Iterable[int] | None = None
    ) -> Iterator[Any]:
        """Yield inputs that may turn a condition of the run; only those on the way to `wanted` sides if given."""
        try:
            yield from self._suggestions(input, observation, random, wanted)
        except RecursionError:
            return  # so deep that nothing in it can be followed

    def _suggestions(
        self, input: Any, observation: Observation, random: Random, wanted: Iterable[int] | None
    ) -> Iterator[Any]:
        tracing = Tracing(self.domain, input, observation.notes, random)
        met: dict[int, int] = {}
        repeated: set[int] = set()
        visits = None if wanted is None else _visits(wanted)
        for place in self._places(observation.notes, visits):
            note = observation.notes[place]
            met[note.site] = met.get(note.site, 0) + 1
            if met[note.site] > MOST_VISITS:
                continue
            nothing = True
            for other in self._turned(tracing, note, place, visits, repeated, random):
                nothing = False
                yield other
            if nothing and visits is not None and len(visits) == 1:
                # A flag, a count, what passed a filter: it hangs on what was compared on the way to it. Only where
                # one condition is aimed at, as this takes long to work out.
                for earlier in _conditions_before(observation.notes, place):
                    note = observation.notes[earlier]
                    yield from self._turned(tracing, note, earlier, None, repeated, random)

    def _turned(
        self,
        tracing: Tracing,
        note: Note,
        place: int,
        visits: Mapping[int, Collection[int]] | None,
        repeated: set[int],
        random: Random,
    ) -> Iterator[Any]:
        """Yield inputs that may turn one condition."""
        try:
            for seen, value in changes_of(note, flips(note, self._asked(note, visits), random)):
                for other in tracing.ways(seen, value, place):
                    self._reckon(tracing)
                    yield other
                self._reckon(tracing)
                times = _multiple(seen, value)
                if times and times not in repeated and len(repeated) < MOST_REPEATED:
                    repeated.add(times)
                    yield from tracing.repeated(times)
        except (Exception, SystemExit):
            return  # objects of the code under test may do anything when they are looked at

    def _reckon(self, tracing: Tracing) -> None:
        self.work += tracing.tried
        tracing.tried = 0

    def _templates(self, site: int) -> Sequence[Any]:
        """Return what the cases of a `match` ask for."""
        found = self._cases.get(site)
        if found is None:
            copy, templates = self._operands.templates.get(site, (None, ()))
            found = self._cases[site] = [resolved(template, copy.names) for template in templates] if copy else ()
        return found

    def _measures(self, site: int) -> Sequence[Callable[[Any], float]]:
        return [lambda value, template=template: far_from(value, template) for template in self._templates(site)]  # type: ignore[misc]

    def _places(self, notes: Sequence[Note], visits: Mapping[int, Collection[int]] | None) -> list[int]:
        """Return which notes to turn, the last ones first: all, or those that the wanted visits belong to."""
        if visits is None:
            return list(range(len(notes) - 1, -1, -1))
        places: list[int] = []
        count: dict[int, int] = {}
        for place, note in enumerate(notes):
            asked = visits.get(note.site)
            if asked is not None:
                count[note.site] = visit = count.get(note.site, 0) + 1
                if 0 in asked or visit in asked:
                    places.append(place)
            elif note.kind == "matched":
                cases = range(note.site + 1, note.site + 1 + len(self._templates(note.site)))
                if not visits.keys().isdisjoint(cases):
                    places.append(place)
        return places[::-1]

    def _asked(self, note: Note, sides: Collection[int] | None) -> Sequence[Any]:
        """Return what a `match` could be given: what all of its cases ask for, or those on wanted sides."""
        if note.kind != "matched":
            return ()
        numbered = enumerate(self._templates(note.site), note.site + 1)
        return [filled_in(template) for site, template in numbered if sides is None or site in sides]


def _conditions_before(notes: Sequence[Note], place: int) -> list[int]:
    """Return which comparisons came last before a note, the nearest first."""
    earlier = range(place - 1, max(place - FARTHEST_BEFORE, 0) - 1, -1)
    return [number for number in earlier if notes[number].kind == "compare"][:MOST_BEFORE]


def _multiple(seen: Any, wanted: Any) -> int:
    """Return how many times as much is wanted of what may be a count; 0 if it is none, or no multiple is wanted."""
    if type(seen) is not int or type(wanted) is not int or not 0 < seen < wanted:
        return 0
    times, rest = divmod(wanted, seen)
    return 0 if rest else times


def _visits(sides: Iterable[int]) -> dict[int, set[int]]:
    """Return for each condition of these sides the visits that they belong to."""
    visits: dict[int, set[int]] = {}
    for side in sides:
        visits.setdefault(condition_of(side), set()).add(visit_of(side))
    return visits
