"""Targets for the tests of searches: a generator function whose yielded numbers are the path it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Discarded, Outcome, Raised, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Seen, cut

ASSUMED: Final = 0
"""Yielded where a precondition held; no branch."""


class Unmet(Exception):
    """Raised where a precondition does not hold."""


class PathTarget:
    """Runs a generator function; what it yields are the branches it took."""

    def __init__(self, function: Callable[[Any], Iterator[int]]) -> None:
        self.function = function
        self.seen = Seen()
        self.ran: list[Any] = []
        """Every input, in order."""

    def run(self, input: Any) -> Observation:
        """Run once and return the path."""
        path: list[int] = []
        error = None
        checked = 0
        try:
            for step in self.function(input):
                if step == ASSUMED:
                    checked = len(path)
                else:
                    path.append(step)
        except Exception as raised:
            error = raised
            if isinstance(raised, Unmet):
                checked = len(path)
        kept, more = cut(path)
        return Observation(error=error, path=kept, more=more, checked=checked)

    def run_new(self, batch: Batch[Any], budget: Budget) -> Iterator[tuple[Candidate[Any], Observation]]:
        """Run a batch and let through what took a new way."""
        if batch.anew:
            self.seen.forget()
        for input in batch.inputs:
            if not budget.left:
                break
            budget.used += 1
            batch.executions += 1
            self.ran.append(input)
            observation = self.run(input)
            batch.discards += isinstance(observation.error, Unmet)
            key = hash((observation.path, type(observation.error)))
            if key not in self.seen.young and self.seen.add(key):
                yield Candidate(input, batch.origin, batch.parent), observation


def judge(input: Any, observation: Observation) -> Outcome:
    """Return what came of a run: an exception is a failure, unless it is a precondition that was not met."""
    if observation.error is None:
        return Returned()
    if isinstance(observation.error, Unmet):
        return Discarded()
    return Raised(exception=type(observation.error).__name__, message=str(observation.error))
