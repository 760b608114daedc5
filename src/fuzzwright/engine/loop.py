"""The loop that joins a target, a search and an oracle; everything else is detail around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.events import Event, Found, Kept
from fuzzwright.engine.search import Batch, Oracle, Search, Target

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

EPOCH = 1000
"""Executions of the first epoch; each later one is twice as long, up to LONGEST_EPOCH."""
LONGEST_EPOCH = 32_000
MOST_EMPTY = 1000
"""After so many batches in a row without one input that could be made, there is nothing to run."""


def epoch_length(index: int) -> int:
    """Return how many executions an epoch has; short ones first, so that first results are soon safe."""
    return min(EPOCH << min(index, 20), LONGEST_EPOCH)


def search_events(target: Target[I], search: Search[I], oracle: Oracle[I], budget: Budget) -> Iterator[Event[I]]:
    """Yield what is worth telling, so that whoever listens can stop at any time."""
    empty = 0
    while budget.allows_another() and empty < MOST_EMPTY:
        before = budget.used
        yield from batch_events(target, search, oracle, search.ask(), budget)
        empty = 0 if budget.used > before else empty + 1


def batch_events(
    target: Target[I], search: Search[I], oracle: Oracle[I], batch: Batch[I], budget: Budget
) -> Iterator[Event[I]]:
    """Yield what is worth telling of one batch."""
    # The hot loop is inside run_new: it runs the batch and lets through only what is new or failed.
    for candidate, observation in target.run_new(batch, budget):
        if candidate.known:
            search.look(candidate, observation)
            continue
        outcome = oracle(candidate.input, observation)
        news = search.tell(candidate, observation, outcome)
        if news:
            event = Found if outcome.failed else Kept
            yield event(candidate.input, outcome, news, budget.used)
        if search.has_better_than(batch):
            break
