"""The search over sequences of choices: what to play next, and what to learn from what came of it.

Made for hundreds of runs rather than millions, so each is used for all it shows. Many are made by lot, as
Hypothesis makes them. A sequence that reached something new is kept and varied; which operators get more turns follows
from what each brought so far. A condition that went one way only is aimed at: what it compared with is put into the
choices of the run that came nearest, where it came from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Guide
from fuzzwright.engine.sides import condition_of, visit_of
from fuzzwright.engine.sides import side as side_of
from fuzzwright.engine.trace import features
from fuzzwright.frontends.hypothesis.played import Played, key_of
from fuzzwright.frontends.hypothesis.varying import OPERATORS, Pool, onward
from fuzzwright.python.choice_sequences import KINDS, Choices

FIRST: Final = 12
"""So many runs are made by lot before anything is varied; Hypothesis' health checks look at these."""
SHARES: Final = {"fresh": 0.4, "aim": 0.1, "vary": 0.1}
"""The share of runs that each way of making them has in any case; the rest goes by what each brought so far."""
ALL_CLOSE: Final = 40
"""So many runs are all looked at closely; after these, those by lot and by variation only now and then."""
SELDOM: Final = 4
MOST_TRIES: Final = 8
"""So many changes are tried to turn a condition from one run; a run that comes nearer begins anew."""
MOST_KNOWN: Final = 200
"""So many values of each kind are pooled; later ones take the places of earlier ones."""
MOST_DOUBLE: Final = 16
"""After so many runs in a row that were made before, there is little left to try."""

_ORDERING: Final = ("<", "<=", ">", ">=")
_FAR: Final = 2.0**60
_KIND_OF: Final = {cls: kind for kind, cls in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play."""

    origin: str
    choices: Choices = ()
    by_lot: int | None = None
    """How many choices beyond these are made by lot before the simplest are taken; None for all."""
    parent: Kept[Played] | None = None


@dataclass(slots=True)
class Aim:
    """A side of a condition that no run took yet, and the run that came nearest to it."""

    distance: float
    played: Played
    observation: Observation
    tries: int = 0
    inputs: Iterator[Choices] | None = None


@dataclass(slots=True)
class Search:
    """What is known of one test."""

    random: Random
    guide: Guide[Choices]
    corpus: Corpus[Played] = field(default_factory=Corpus)
    runs: int = 0
    doubles: int = 0
    """How many of the last runs in a row were made before."""
    pool: Pool = field(default_factory=dict)
    queue: list[Plan] = field(default_factory=list)
    """What to play first."""
    _made: set[int] = field(default_factory=set)
    _aims: dict[int, Aim] = field(default_factory=dict)
    """By the side; by the inverse of the condition where equal operands are aimed at."""
    _met: set[int] = field(default_factory=set)
    _both: set[int] = field(default_factory=set)
    """Conditions that went both ways."""
    _tries: dict[int, int] = field(default_factory=dict)
    """How often each side was aimed at, from whatever run."""
    _peaks: dict[str, tuple[float, Kept[Played]]] = field(default_factory=dict)
    _turns: dict[str, list[float]] = field(default_factory=dict)
    """For each origin how often it was tried, and how often it brought something."""

    @property
    def exhausted(self) -> bool:
        """Whether the last runs were all made before."""
        return self.doubles >= MOST_DOUBLE

    # What to play -------------------------------------------------------------------------------

    def ask(self) -> Plan:
        """Return what to play next."""
        self.runs += 1
        if self.queue:
            return self.queue.pop(0)
        if self.runs <= FIRST or not self.corpus.kept:
            return self._by_lot()
        for _ in range(4):
            way = self._way()
            if way == "fresh":
                break
            plan = self._aimed() if way == "aim" else self._varied()
            if plan is not None and key_of(plan.choices) not in self._made:
                return plan
        return self._by_lot()

    def is_close(self, plan: Plan) -> bool:
        """Return whether what a run compares is worth to be noted."""
        return self.runs <= ALL_CLOSE or plan.origin == "aim" or not self.runs % SELDOM

    def _by_lot(self) -> Plan:
        # Small ones too: beyond some choices made by lot the simplest.
        short = not self.runs % 4
        return Plan("fresh", by_lot=1 + self.random.getrandbits(3) if short else None)

    def _way(self) -> str:
        """Return how to make the next run, by what each way brought so far."""
        ways = [way for way in SHARES if way != "aim" or self._aims]
        worth = {way: self._weight(way) for way in ways}
        free, total = 1 - sum(SHARES[way] for way in ways), sum(worth.values())
        return self.random.choices(ways, [SHARES[way] + free * worth[way] / total for way in ways])[0]

    def _weight(self, origin: str) -> float:
        tried, won = self._turns.get(origin, (0, 0))
        return (won + 1) / (tried + 2)

    def _aimed(self) -> Plan | None:
        """Return choices that may turn a condition: of those that were tried least, the one that turned up last."""
        while self._aims:
            side = min(reversed(self._aims), key=lambda side: self._tries.get(side, 0))
            aim = self._aims[side]
            if aim.inputs is None:
                wanted = side if side >= 0 else side_of(~side, 0, True)
                aim.inputs = self.guide.suggestions(aim.played.choices, aim.observation, self.random, [wanted])
            self._tries[side] = self._tries.get(side, 0) + 1
            aim.tries += 1
            choices = next(aim.inputs, None) if aim.tries <= MOST_TRIES else None
            if choices is not None:
                return Plan("aim", tuple(choices))
            # Nothing is left to try from this run; another one may show more.
            del self._aims[side]
        return None

    def _varied(self) -> Plan | None:
        parent = self._parent()
        other = self.random.choice(self.corpus.kept)
        names = list(OPERATORS)
        weights = [self._weight(name) for name in names]
        for name in self.random.choices(names, weights, k=4):
            choices = OPERATORS[name](parent.input, other.input, self.random, self.pool)
            if choices is not None:
                parent.picks += 1
                return Plan(name, tuple(choices), parent=parent)
        return None

    def _parent(self) -> Kept[Played]:
        if self._peaks and not self.random.getrandbits(1):
            return self.random.choice([kept for _, kept in self._peaks.values()])
        kept = self.corpus.kept
        return self.random.choices(kept, [_promise(entry) for entry in kept])[0]

    # What came of it ----------------------------------------------------------------------------

    def tell(
        self, plan: Plan, played: Played, observation: Observation, outcome: Outcome, scores: Mapping[str, float]
    ) -> bool:
        """Learn from a run; return whether it brought something."""
        key = key_of(played.choices)
        self.doubles = self.doubles + 1 if key in self._made else 0
        self._made.update((key, key_of(plan.choices)))
        known = self.corpus.simplest
        reached = features(observation, outcome)
        kept = Kept(played, played.complexity, length=len(observation.path), discarded=outcome.kind == "discarded")
        kept.firsts = sum(feature not in known for feature in reached)
        won = self.corpus.offer(kept, reached)
        higher = [label for label, score in scores.items() if score > self._peaks.get(label, (-math.inf,))[0]]
        for label in higher:
            self._peaks[label] = (scores[label], kept)
        further = onward(plan.parent.input, played) if higher and plan.parent is not None else None
        if further is not None:
            self.queue.append(Plan("step", tuple(further), parent=kept))
        new = self._learn(played, observation) or bool(kept.firsts) or bool(higher)
        self._reward(plan, new)
        return new or bool(won)

    def _reward(self, plan: Plan, new: bool) -> None:
        for origin in (plan.origin, "vary") if plan.origin in OPERATORS else (plan.origin,):
            turns = self._turns.setdefault(origin, [0.0, 0.0])
            # What was good long ago counts less.
            turns[0], turns[1] = turns[0] * 0.98 + 1, turns[1] * 0.98 + new
        if new and plan.parent is not None:
            plan.parent.successes += 1

    def _learn(self, played: Played, observation: Observation) -> bool:
        """Note how near a run came to each side of its conditions; return whether it was the first to take one."""
        # Of a condition that went both ways before there is nothing to learn.
        notes = [note for note in observation.notes if note.site not in self._both]
        turned = False
        for side, distance in self.guide.distances(observation._replace(notes=notes)).items() if notes else ():
            if visit_of(side) or side in self._met:
                continue
            if not distance:
                self._met.add(side)
                self._aims.pop(side, None)
                if side ^ 1 in self._met:
                    self._both.add(condition_of(side))
                turned = True
            elif (aim := self._aims.get(side)) is None or distance < aim.distance:
                self._aims.pop(side, None)
                self._aims[side] = Aim(distance, played, observation)
        turned = self._learn_edges(played, observation) or turned
        if turned:
            self.learn_values(self.guide.values(observation))
        return turned

    def _learn_edges(self, played: Played, observation: Observation) -> bool:
        """Have those comparisons aimed at whose operands were never equal: which way they go then is often wrong."""
        met = False
        for note in observation.notes:
            if note.kind != "compare" or note.what not in _ORDERING or ~note.site in self._met:
                continue
            left, right = note.operands
            if type(left) not in _KIND_OF or type(right) is not type(left):
                continue
            if left == right:
                self._met.add(~note.site)
                self._aims.pop(~note.site, None)
                met = True
                continue
            far = float(min(abs(left - right), _FAR)) if isinstance(left, int | float) else _FAR
            if (aim := self._aims.get(~note.site)) is None or far < aim.distance:
                self._aims.pop(~note.site, None)
                self._aims[~note.site] = Aim(far, played, observation)
        return met

    def learn_values(self, values: Any) -> None:
        """Pool values that may be worth trying."""
        for value in values:
            kind = _KIND_OF.get(type(value))
            if kind is None or kind == "boolean" or (isinstance(value, str | bytes) and not 0 < len(value) <= 64):
                continue
            known = self.pool.setdefault(kind, [])
            if value not in known:
                known.append(value)
                del known[:-MOST_KNOWN]

    def replay(self, values: Iterable[Any]) -> None:
        """Have a sequence from elsewhere played next; what is no choice is left out."""
        self.queue.append(Plan("replay", tuple([value for value in values if type(value) in _KIND_OF])))


def _promise(kept: Kept[Played]) -> float:
    """Return how much is to be expected of varying this sequence again."""
    value = (1 + kept.successes + math.log2(1 + kept.firsts)) / (1 + kept.picks)
    return value / 4 if kept.discarded else value
