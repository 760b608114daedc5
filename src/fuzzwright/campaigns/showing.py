"""One function in a worker, shown by examples that get better turn by turn.

The search is `showcase`: of each behaviour the simplest input known is an example. Beside them stands one ordinary
call, if one is known that returns. An example is run again, to be told, only when its input has changed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from fuzzwright.campaigns.choosing import likened, ordinary_input, traits_of
from fuzzwright.campaigns.gallery import GROUPS, Gallery, Hung
from fuzzwright.campaigns.jobs import Record, failure_from, to_bytes
from fuzzwright.campaigns.portrait import failure_name, portrait, portrait_of_death
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.codec import Undecodable, decode
from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.loop import batch_events, search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trace import Feature, end_feature
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.usual import Ordinary, ordinary_inputs
from fuzzwright.searches.showcase import Showcase

ORDINARY: Final = "ordinary"
TOLD: Final = frozenset(
    {"call", "shown", "outcome", "result", "effect", "imports", "lines", "at", "traceback", "evidence", "ordinary"}
    | {"encoded", "complexity"}
)
"""What of a portrait is told: the fields of `LiveExample`, and what is needed to come back to it."""
MOST_LOOKED_AT: Final = 4
"""Runs in which it is looked what a function passes to others."""
QUIET: Final = 4000
"""So many executions without a change, and as many again as there were before the last one, settle it."""
QUIET_SECONDS: Final = 3.0
"""Or so many seconds of its turns, where the function is slow."""
_clock = time.monotonic


class Showing:
    """The examples of one function, and the search that makes them better."""

    def __init__(
        self,
        function: OpenedFunction,
        target: FunctionTarget,
        seed: int,
        inputs: Sequence[str] = (),
        ordinary: Sequence[str] = (),
        deadly: Sequence[tuple[str, Record]] = (),
    ) -> None:
        self.function = function
        self.target = target
        self.executions = 0
        self._ends: dict[Feature, Failure] = {}
        self.search: Showcase[Any] = Showcase(
            function.domain, Corpus(), target.repeats, function.guide(), traits=traits_of(function)
        )
        self._seed = seed
        self._begun = False
        self._replayed = list(self._decoded(inputs))
        self._ordinary = list(ordinary)
        self._ordinary_inputs = Ordinary()
        self._usual: Any = None
        """The ordinary input, once one was seen to return."""
        self._likened: Any = None
        """The input that was last tried to be made an ordinary one."""
        self._deadly = dict(deadly)
        if deadly:
            target.deadly = {to_bytes(text): failure_from(failure) for text, failure in deadly}
            # Inputs are looked up among the deadly ones only where each is noted.
            target.note = target.note or (lambda encoded: None)
        self._gallery = Gallery()
        self._births: dict[Feature, int] = {}
        self._portraits: dict[int, tuple[Any, Record]] = {}
        """By the identity of its input, which is held so that it stays the only one with it."""
        self._used: set[int] = set()
        self._records: list[Record] = []
        self._seconds = 0.0
        """How long its turns took, together."""
        self._quiet_since = (0, 0.0)

    @property
    def settled(self) -> bool:
        """Whether nothing changed for so long that more time is not worth it."""
        executions, seconds = self._quiet_since
        if not self._begun:
            return False
        if self._seconds - seconds > QUIET_SECONDS:
            return True
        return self.search.is_minimal and self.executions - executions > QUIET + executions

    def turn(self, executions: int, deadline: float) -> bool:
        """Run up to so many calls, until the deadline; return whether the examples are others now."""
        start = _clock()
        try:
            return self._turn(Budget(executions, deadline, _clock))
        finally:
            self._seconds += _clock() - start

    def _turn(self, budget: Budget) -> bool:
        if not self._begun:
            self._begin(budget)
        for _ in search_events(self.target, self.search, self._judge, budget):
            pass
        self.executions += budget.used
        self._liken()
        return self._hang()

    def run_ordinary(self) -> None:
        """Run the function as it is ordinarily called, a few times, for somebody who looks on."""
        for input in self._ordinary_inputs.all[:MOST_LOOKED_AT]:
            self.target.run(input)

    def take_ordinary(self, passed: Sequence[Any]) -> None:
        """Take what other functions pass to this one for ordinary, where documents and tests tell nothing."""
        budget = Budget(len(passed), None, _clock)
        self._seed_with(passed, budget)
        self.executions += budget.used
        self._ordinary_inputs = ordinary_inputs(self.function, self._ordinary, passed)
        self._usual = ordinary_input(self.function, self.target, self._ordinary_inputs)

    def records(self) -> list[Record]:
        """Return the examples in the order of their slots, as plain data."""
        return [dict(record) for record in self._records]

    # Starting

    def _begin(self, budget: Budget) -> None:
        """Run what is known beforehand: inputs of earlier showings, ordinary ones, the simplest."""
        self._begun = True
        self.target.begin_epoch()
        self.search.begin(self._seed)
        self._ordinary_inputs = ordinary_inputs(self.function, self._ordinary)
        first = [*self._replayed, *self._decoded(self._deadly), *self._simplest(), *self._ordinary_inputs.all]
        self._seed_with(first, budget)
        self._usual = ordinary_input(self.function, self.target, self._ordinary_inputs)

    def _seed_with(self, inputs: Sequence[Any], budget: Budget) -> None:
        """Run inputs that are known, each as if it were the first: two may go the same way and do something else."""
        for input in inputs:
            batch: Batch[Any] = Batch(iter((input,)), "seed", anew=True)
            for _ in batch_events(self.target, self.search, self._judge, batch, budget):
                pass

    def _simplest(self) -> Iterator[Any]:
        try:
            yield self.function.domain.simplest()
        except Unfit:
            return

    def _decoded(self, texts: Iterable[str]) -> Iterator[Any]:
        for text in texts:
            try:
                yield decode(self.function.domain, to_bytes(text))
            except (Undecodable, ValueError):
                continue  # the types were others

    def _judge(self, input: Any, observation: Observation) -> Outcome:
        outcome = self.function.oracle(input, observation)
        if isinstance(outcome, Failure):
            self._ends.setdefault(end_feature(outcome), outcome)
        return outcome

    def _liken(self) -> None:
        """If no ordinary input is known that returns, make one of the simplest that does."""
        if self._usual is not None:
            return
        ends = self._ends.keys()
        returning = {id(kept): kept for kept in self.search.shown.values()}
        failing = {id(kept) for feature, kept in self.search.shown.items() if feature in ends}
        kept = min((each for key, each in returning.items() if key not in failing), key=_complexity, default=None)
        if kept is not None and kept.input is not self._likened:
            self._likened = kept.input
            self._usual = likened(self.function, self.target, kept.input, self._ordinary_inputs)

    # Showing

    def _hang(self) -> bool:
        """Tell what is new, put everything in its place; return whether anything changed."""
        groups: dict[int, tuple[Kept[Any], list[Feature]]] = {}
        for feature, kept in self.search.shown.items():
            self._births.setdefault(feature, len(self._births))
            groups.setdefault(id(kept), (kept, []))[1].append(feature)
        found: dict[str, tuple[Record, set[Feature]]] = {}
        usual = None
        if self._usual is not None:
            usual = self._portrait(self._usual, None)
            found[ORDINARY] = ({**usual, "ordinary": True}, set())
        for kept, features in sorted(groups.values(), key=lambda group: min(map(self._births.__getitem__, group[1]))):
            failure = next((self._ends[feature] for feature in features if feature in self._ends), None)
            record = self._portrait(kept.input, failure)
            if usual is None or record["call"] != usual["call"]:
                name = self._name(min(features, key=self._births.__getitem__), failure)
                # One failure may come about through several callers: that is one example, the simplest.
                if name not in found or kept.complexity < found[name][0]["complexity"]:
                    found[name] = ({**record, "complexity": kept.complexity}, set(features))
        shown = self._gallery.arrange(
            {
                id: Hung(GROUPS[record["outcome"]], features, record["ordinary"])
                for id, (record, features) in found.items()
            }
        )
        records = [
            {
                "id": id,
                "slot": slot,
                "complexity": 0.0,
                **{name: found[id][0][name] for name in found[id][0] if name in TOLD},
            }
            for slot, id in enumerate(shown)
        ]
        self._portraits = {key: self._portraits[key] for key in self._used}
        self._used.clear()
        changed = [_face(record) for record in records] != [_face(record) for record in self._records]
        self._records = records
        if changed:
            self._quiet_since = (self.executions, self._seconds)
        return changed

    def _portrait(self, input: Any, failure: Failure | None) -> Record:
        """Return an input as an example, told once."""
        key = id(input)
        self._used.add(key)
        if key not in self._portraits:
            deadly = failure is not None and failure.kind in ("died", "timed_out")
            told = (
                portrait_of_death(self.function, input, failure)
                if deadly and failure is not None
                else portrait(self.function, self.target, input)
            )
            self._portraits[key] = (input, told)
        return self._portraits[key][1]

    def _name(self, oldest: Feature, failure: Failure | None) -> str:
        """Return what an example is called: by its oldest trait, or by how and where in the function it fails."""
        if failure is None:
            return f"{oldest & (1 << 64) - 1:016x}"
        return failure_name(self.function, failure)


def _complexity(kept: Kept[Any]) -> float:
    return kept.complexity


def _face(record: Record) -> tuple[Any, ...]:
    return tuple(record[name] for name in ("id", "call", "outcome", "result", "effect"))
