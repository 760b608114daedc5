"""The default: whatever reached something is looked at closely, varied and spliced; open conditions are climbed to.

An input that is the first to reach something is run once more with its operands noted, and what its
conditions compared with is put back into it, where it came from (`Guide.suggestions`). After that,
batches of seven kinds take turns: fresh inputs, variants of kept ones, variants of large fresh ones,
climbs towards a side of a condition that no run took yet, inputs that go on from the state another one
ended in, those that have a part made by a function of the code under test, and, where assumptions do not
hold, all mutants of what was new. Which kind is next is drawn by how much news it brought for its cost so
far (Thompson's rule), so there is nothing to tune.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.codec import encode
from fuzzwright.engine.corpus import Carried, Corpus, Kept, one_for_each_branch
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate, Guide
from fuzzwright.engine.sides import visit_of
from fuzzwright.engine.trace import PATH_LIMIT, Feature, fine_features
from fuzzwright.engine.trees import size
from fuzzwright.searches.assumptions import Assumptions
from fuzzwright.searches.climb import Climb
from fuzzwright.searches.keeping import Confirm, Feedback, Keeping
from fuzzwright.searches.open_sides import Aim, OpenSides
from fuzzwright.searches.restarts import Restarts
from fuzzwright.searches.schedule import ARMS, SUGGESTIONS, Schedule
from fuzzwright.searches.states import States
from fuzzwright.searches.suggestions import Suggestions
from fuzzwright.searches.vary import BATCH, LONG_BATCH, Varying
from fuzzwright.searches.words import Words

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

INGREDIENTS: Final = frozenset(
    {
        "comparisons",
        "descent",
        "exhaustion",
        "literals",
        "producers",
        "ordering",
        "restarts",
        "schedule",
        "soundings",
        "splicing",
        "states",
        "strangers",
        "tried",
        "twins",
    }
)
"""What can be left out, to see what it is good for."""

MOST_VAIN = 15
"""After so many attempts in a row nothing of that size is to be had."""
MOST_SURVEYED = 48
"""At the start of an epoch so many kept inputs are looked at, to know which conditions are open."""
MOST_CARRIED = 192
"""So many inputs are handed on from one epoch to the next; in the first ones fewer, one for so many executions."""
FEWEST_CARRIED = 16
CARRIED_OF = 64
SETTLED_CARRIED = 4
"""Where there is nothing left to turn."""
SHORTEST_CLIMB = 512
"""What the first climb to a side may cost, in plain runs; each further one twice as much, up to LONGEST_CLIMB."""
LONGEST_CLIMB = 16_384
SETTLED_CLIMB = 128
"""The same, and for going on from states, where there is nothing left to turn."""
LONGEST_WALK = 2048
"""What going on from states may cost at once, in plain runs; it is taken up again where it was left."""
FEWEST_LOOKS = 48
"""A climb among long runs may cost more: the first so many looks, each further one twice as many."""
MOST_LOOKS = 384
MOST_PLACES = 32
"""But not from an input with more places than this: what there is to suggest for it takes long to work out."""
_SIZES = (1, 2, 4, 8, 16, 32, 64, 96)
_LARGE = (48, 64, 64, 96)
SETTLED = 16_000
"""Before so many executions no function is taken for one that has no more to show."""
CLOSE_LOOKS: Final = ("climb", "states")
"""The kinds whose inputs are all looked at closely."""
_COSTS: Final = {"fresh": 1, "vary": 3, "strangers": 3, "climb": 1, "states": 1, "produce": 6, "exhaust": 1}
"""What it takes to make an input and run it; looks and suggestions come on top."""
_PRODUCED_BY: Final = "produced by "


class Adaptive(Keeping[I]):
    """Coverage-guided typed mutation, with what the code under test compares as a guide."""

    large = 64.0

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        feedback: Feedback = fine_features,
        guide: Guide[I] | None = None,
        without: frozenset[str] = frozenset(),
        aim: Aim | None = None,
    ) -> None:
        self._guide = guide
        self._aim = aim
        self._without = without
        super().__init__(domain, corpus, confirm, feedback)

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._restarts = Restarts(self.corpus, "restarts" not in self._without)
        if self._restarts.anew:
            self._start({}, [])
        else:
            self._start(self.corpus.notes, self.corpus.carried)

    def _start(self, notes: dict[str, int], handed: Sequence[Carried[I]]) -> None:
        """Go on from what was kept and handed on."""
        random = self._random
        guide, without = self._guide, self._without
        words = Words(guide.literals if guide is not None and "literals" not in without else ())
        self._varying = Varying(self.domain, words, random, "splicing" not in without, "ordering" not in without)
        for kept in self.corpus.kept:
            self._varying.note(kept.input)
        self._schedule = Schedule(notes, random)
        self._sides: OpenSides[I] = OpenSides(random, self._aim)
        self._suggestions = Suggestions(
            guide, self._sides, self._schedule, self.has_settled, random, "comparisons" not in without
        )
        self._states = States(self.domain, words, self._varying.varied, self._suggestions.of, random)
        self._climb: Climb[I] | None = None
        self._begun: dict[int, int] = {}
        """What climbs to a side were at when they were ended."""
        self._climbed: tuple[int, float] | None = None
        """Which side the last batch was to get nearer to, and how far it was before."""
        self._looked_at: Kept[I] | None = None
        self._survey: list[I] = []
        if guide is not None:
            settled = self._restarts.nothing_open and self.corpus.executions >= SETTLED
            known = one_for_each_branch(self.corpus) if settled else self.corpus.kept
            short = [kept.input for kept in known if kept.length < PATH_LIMIT]
            self._survey = random.sample(short, min(len(short), MOST_SURVEYED))
            self._survey += [each.input for each in handed]
            self._states.recall(handed)
        self._unlooked = [kept for kept in self.corpus.kept if not kept.picks]
        self._counted: Batch[I] | None = None
        self._producers = guide.producers if guide is not None and "producers" not in without else None
        if self._producers is not None:
            self._producers.begin()
        self._assumptions: Assumptions[I] = Assumptions(self.domain, random, without)
        self._due = False
        """Whether the last climb was made since there are conditions that never went one of their ways."""
        self._arm = ""
        self._drawn: Batch[I] | None = None
        """The last batch, if it is of the kind `_arm`, whose yield is counted."""

    def end(self) -> None:
        carried = self._to_carry(self.corpus.executions)
        if self._restarts.anew:
            carried = self._each_once([*self.corpus.carried[::2], *carried[::2]])
        self.corpus.carried = carried
        self._restarts.end(self._sides.never_taken)

    def _to_carry(self, executions: int) -> list[Carried[I]]:
        """Return what is worth going on from after so many executions, besides what was kept."""
        # The first epochs are short, and looking at what was carried takes a part of the next.
        most = min(max(executions // CARRIED_OF, FEWEST_CARRIED), MOST_CARRIED)
        if self.has_settled():
            most = SETTLED_CARRIED
        near = self._sides.nearest_to_open(most // 2)
        # What is in both is gone on from as the stone that it is.
        return self._each_once([*map(Carried, near), *self._states.to_carry(most - len(near))])

    def _each_once(self, carried: Sequence[Carried[I]]) -> list[Carried[I]]:
        return list({encode(self.domain, each.input): each for each in carried}.values())

    # Asking

    def ask(self) -> Batch[I]:
        restarts = self._restarts
        if not restarts.anew:
            return self._next()
        renewed = restarts.is_renewed()
        if renewed:
            self._start(self._schedule.notes, self._to_carry(restarts.ran))
        batch = self._next()
        batch.anew = batch.anew or renewed
        restarts.count(batch)
        return batch

    def _next(self) -> Batch[I]:
        self._count()
        self._states.let_go()
        self._climb = None
        self._looked_at = None
        self._schedule.settled = self.has_settled()
        if self._suggestions and self._schedule.affords_suggestions():
            self._counted = self._suggestions.next()
            return self._counted
        if self._survey:
            survey, self._survey = self._survey, []
            return Batch(iter(survey), "look", look="operands")
        while self._unlooked and not self._suggestions:
            kept = self._unlooked.pop()
            if kept.picks or not kept.wins:
                continue
            kept.picks += 1
            if self._guide is not None and kept.length < PATH_LIMIT and "comparisons" not in self._without:
                self._looked_at = kept
                return Batch(iter((kept.input,)), "look", kept, look="operands")
        self._arm = self._draw()
        self._drawn = self._made(self._arm)
        return self._drawn

    def _draw(self) -> str:
        """Return the kind of the next batch."""
        self._due = False
        if not self.corpus.kept:
            return "fresh"
        schedule = self._schedule
        arms = [arm for arm in ARMS if arm not in self._without]
        if not self._producers:
            arms.remove("produce")
        if not self._assumptions:
            arms.remove("exhaust")
        elif (due := self._assumptions.due(arms, schedule)) is not None:
            return due
        if "descent" in self._without or not self._sides:
            arms.remove("climb")
        elif self._aim is not None and self._random.getrandbits(1) and self._sides.aimed_at() is not None:
            return "climb"
        if "states" in arms and not self._states:
            arms.remove("states")
        # A state is no news by itself, nor is a distance that got smaller: what they lead to may be, but only later.
        self._due = "climb" in arms and schedule.is_due("climb") and self._sides.never_taken
        if self._due:
            return "climb"
        held_back = CLOSE_LOOKS if self.has_settled() else ()
        if "states" in arms and schedule.is_due("states") and self._states.thrive and not held_back:
            return "states"
        draw = schedule.draw_evenly if "schedule" in self._without else schedule.draw
        return draw(arms, held_back)

    def has_settled(self) -> bool:
        """Whether close looks, each as long as ten plain runs, have had their time and nothing to turn is left."""
        return not self._sides.never_taken and self.corpus.executions >= SETTLED and not self._restarts.anew

    def _count(self) -> None:
        """Note what the last batch cost."""
        suggested, self._counted = self._counted, None
        looked = self._suggestions.cost()
        self._suggestions.begin()
        if suggested is not None:
            self._schedule.charge(SUGGESTIONS, suggested.executions + looked)
        batch, self._drawn = self._drawn, None
        if batch is None:
            return
        if self._climbed is not None and self._sides.nearest[self._climbed[0]][0] <= self._climbed[1] / 2:
            self._schedule.won(self._arm)  # much nearer is not there yet, but where it goes on there is more to be had
        self._climbed = None
        made = batch.executions * _COSTS[self._arm]
        # Also where nothing could be made, or it would be drawn for ever.
        self._schedule.charge(self._arm, made + looked or 1)

    def _made(self, arm: str) -> Batch[I]:
        bits, untried = self._random.getrandbits, self._assumptions.untried
        batch: Batch[I] = Batch(iter(()), "mutate")
        most = LONG_BATCH if self.has_settled() else BATCH
        if arm == "fresh":
            return Batch(untried(self._generated(_SIZES[bits(3)], most)))
        if arm == "climb" and (side := self._sides.next(self._due)) is not None:
            return self._climbing(side)
        if arm == "states":
            self._states.forget_near(self._sides.met)
            cost = SETTLED_CLIMB if self.has_settled() else LONGEST_WALK
            return Batch(self._while_cheap(self._states.inputs(), cost, 0), "states", look="operands")
        if arm == "exhaust" and (mutants := self._assumptions.mutants()) is not None:
            return mutants
        if arm == "produce" and self._producers is not None:
            parent = batch.parent = self._pick()
            name = self._producers.pick(self._random)
            batch.origin = _PRODUCED_BY + name
            made = self._producers.inputs(name, parent.input, self._varying.donor, self._random, BATCH)
            batch.inputs = untried(made, parent.input)
            return batch
        if arm == "strangers":
            # The kept inputs, being the simplest of their kind, have few neighbours.
            try:
                batch.inputs = self._varying.variants(self.domain.mix(self._random, _LARGE[bits(2)]), batch, most)
            except Unfit:
                return batch
        else:
            landmarks = self._assumptions.landmarks
            near = landmarks and bits(1)
            parent = batch.parent = landmarks.pick() if near else self._pick()
            parent.picks += 1
            batch.inputs = untried(self._varying.variants(parent.input, batch, most), parent.input)
        return batch

    def _generated(self, size: int, most: int) -> Iterator[I]:
        mix, random = self.domain.mix, self._random
        for _ in range(MOST_VAIN):
            try:
                first = mix(random, size)
            except Unfit:
                continue
            yield first
            break
        else:
            return
        # With nothing of ours in between: on small functions that would be seen.
        others = map(mix, repeat(random, most - 1), repeat(size))
        while True:
            try:
                yield from others
                return
            except Unfit:
                continue

    def _pick(self) -> Kept[I]:
        kept, bits = self.corpus.kept, self._random.getrandbits
        best: Kept[I] | None = None
        for _ in range(3):
            rival = kept[bits(16) * len(kept) >> 16]
            if best is None or _promise(rival) > _promise(best):
                best = rival
        assert best is not None
        return best

    def nearest(self) -> Iterator[tuple[int, float, I]]:
        """Yield the sides that were come to, how near the nearest input came, 0 if it went there, and that input."""
        for side, (distance, _, input) in self._sides.nearest.items():
            yield side, distance, input

    def _climbing(self, side: int) -> Batch[I]:
        distance, start, tries = self._sides.start(side)
        self._climbed = None if visit_of(side) else (side, distance)
        assert self._guide is not None
        varying = self._varying
        self._climb = Climb(
            self.domain,
            start,
            side,
            self._suggestions.to,
            varying.varied,
            self._random,
            self._guide.values,
            varying.additions,
            "ordering" not in self._without,
            self._begun,
        )
        most, fewest = min(SHORTEST_CLIMB << tries, LONGEST_CLIMB), min(FEWEST_LOOKS << tries, MOST_LOOKS)
        if self.has_settled():
            most, fewest = SETTLED_CLIMB, 0
        elif size(self.domain, start) > MOST_PLACES:
            fewest = 0
        inputs = self._while_cheap(self._climb.inputs(), most, fewest)
        return Batch(inputs, "climb", look="operands")

    def _while_cheap(self, inputs: Iterator[I], most: int, fewest: int) -> Iterator[I]:
        """Yield inputs until looking at them has cost as much as so many plain runs, but no less than so many."""
        for number, input in enumerate(inputs, 1):
            yield input
            if number >= fewest and self._suggestions.have_cost(most):
                return

    # Learning

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        return self._restarts.lasting(candidate.input, self._hear(candidate, observation, outcome))

    def _hear(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        stone = bool(observation.notes) and self._learn(candidate, observation)
        if candidate.origin == "look":
            return ()  # kept already
        self._assumptions.hear(candidate, observation, outcome, self._drawn, self._exhausting)
        news = self.keep(candidate, observation, outcome)
        last = self.corpus.just_kept(candidate.input) if news else None
        if last is not None:
            self._assumptions.note(last, observation, outcome)
            if last.firsts:
                # Where inputs pass, another way not to is hardly worth going on.
                counts = outcome.kind != "discarded" or not self._assumptions.landmarks
                if counts and (self._drawn is not None or self._counted is not None):
                    self._schedule.won(self._arm if self._drawn is not None else SUGGESTIONS)
                if self._producers is not None and candidate.origin.startswith(_PRODUCED_BY):
                    self._producers.won(candidate.origin.removeprefix(_PRODUCED_BY))
                self._varying.note(candidate.input)
                self._unlooked.append(last)
                return news
            last.picks = 1  # no need to look at it: another one went the same way before
        if stone:
            self._suggestions.step_on(candidate.input, observation)
        return news

    @property
    def _exhausting(self) -> bool:
        """Whether the last batch has mutants."""
        return self._drawn is not None and self._arm == "exhaust"

    @property
    def hears_all(self) -> bool:
        return bool(self._assumptions)

    def has_better_than(self, batch: Batch[I]) -> bool:
        return self._assumptions.has_better_than(batch, self._exhausting)

    def look(self, candidate: Candidate[I], observation: Observation) -> None:
        if self._learn(candidate, observation):
            self._suggestions.step_on(candidate.input, observation)

    def _learn(self, candidate: Candidate[I], observation: Observation) -> bool:
        """Note how near a run came to each side, and what it compared with; return whether any was new."""
        guide = self._guide
        assert guide is not None
        climb, input, length = self._climb, candidate.input, len(observation.notes)
        self._suggestions.count(length)
        noting = climb is None and "states" not in self._without
        new_state = noting and self._states.note(input, observation)
        if noting and not new_state and candidate.origin == "states":
            return False
        distances = guide.distances(observation, self._sides.met if climb is None else ())
        new = self._sides.learn(distances, length, input)
        if new_state:
            self._states.compare(self._sides.distances_to_open(distances))
        if climb is not None:
            climb.tell(input, observation, distances)
        elif new and "literals" not in self._without:
            self._varying.words.add(guide.values(observation))
        if self._looked_at is not None:
            self._suggestions.follow(self._looked_at, observation)
            return False
        return new and candidate.origin != "look"


def _promise(kept: Kept[Any]) -> float:
    """Return how much is to be expected of varying this input again."""
    value: float = (1 + kept.successes) / (1 + kept.picks)
    if kept.discarded:
        value /= 4
    return value / math.sqrt(math.sqrt(8 + kept.complexity))
