"""The loop that joins target, search and oracle, and the budget it keeps to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from fuzzwright.domains.choices import booleans
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.engine import loop
from fuzzwright.engine.budget import NO_LIMIT, Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.events import Found, Kept
from fuzzwright.engine.loop import EPOCH, LONGEST_EPOCH, epoch_length, search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome, Raised, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature
from fuzzwright.searches import SEARCHES
from tests.engine.shapes import finished
from tests.searches.targets import PathTarget


def test_a_budget_ends_after_its_executions() -> None:
    budget = Budget(executions=3)
    assert budget.allows_another()
    assert budget.left == 3
    budget.used = 3
    assert budget.left == 0
    assert not budget.allows_another()


def test_a_budget_ends_at_its_deadline_by_the_clock_it_was_given() -> None:
    times = iter([1.0, 4.9, 5.0])
    budget = Budget(deadline=5.0, clock=lambda: next(times))
    assert [budget.allows_another() for _ in range(3)] == [True, True, False]


def test_a_stopped_budget_lets_nothing_more_through() -> None:
    budget = Budget()
    assert budget.left == NO_LIMIT
    budget.stop()
    assert not budget.allows_another()


def test_epochs_double_up_to_the_longest() -> None:
    lengths = [epoch_length(index) for index in range(12)]
    assert lengths[:3] == [EPOCH, 2 * EPOCH, 4 * EPOCH]
    assert lengths == sorted(lengths)
    assert lengths[-1] == epoch_length(10**6) == LONGEST_EPOCH


class Script:
    """A search that proposes given batches and notes what it is told."""

    def __init__(self, batches: list[list[int]], better_after: int | None = None) -> None:
        self.corpus: Corpus[int] = Corpus()
        self.batches = batches
        self.better_after = better_after
        self.told: list[int] = []

    def begin(self, seed: int) -> None:
        """Nothing to start from."""

    def end(self) -> None:
        """Nothing to hand on."""

    def ask(self) -> Batch[int]:
        return Batch(iter(self.batches.pop(0)))

    def tell(self, candidate: Candidate[int], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        self.told.append(candidate.input)
        return [1] if candidate.input % 2 else []

    def look(self, candidate: Candidate[int], observation: Observation) -> None:
        """Nothing to learn."""

    def has_better_than(self, batch: Batch[int]) -> bool:
        return bool(self.told) and self.told[-1] == self.better_after


def echo(number: int) -> Iterator[int]:
    yield number + 1000
    if number >= 7:
        raise ValueError(number)


def judge(input: int, observation: Observation) -> Outcome:
    return Returned() if observation.error is None else Raised(exception=type(observation.error).__name__)


def test_what_is_news_to_the_search_is_announced_as_kept_or_found() -> None:
    search, budget = Script([[1, 2, 3], [7, 8, 9]]), Budget(executions=6)
    events = list(search_events(PathTarget(echo), search, judge, budget))
    assert [(type(event), event.input, event.execution) for event in events] == [
        (Kept, 1, 1),
        (Kept, 3, 3),
        (Found, 7, 4),
        (Found, 9, 6),
    ]
    assert search.told == [1, 2, 3, 7, 8, 9]
    assert events[2].outcome == Raised(exception="ValueError")
    assert list(events[0].news) == [1]


def test_a_budget_ends_a_batch_in_its_middle() -> None:
    search, budget = Script([[1, 2, 3, 4]]), Budget(executions=2)
    list(search_events(PathTarget(echo), search, judge, budget))
    assert search.told == [1, 2]
    assert budget.used == 2


def test_a_search_may_leave_a_batch_for_something_better() -> None:
    search, budget = Script([[1, 2, 3, 4], [5, 6]], better_after=2), Budget(executions=4)
    list(search_events(PathTarget(echo), search, judge, budget))
    assert search.told == [1, 2, 5, 6]


def test_whoever_listens_can_stop_at_any_time() -> None:
    search, budget = Script([[1, 2, 3, 5]]), Budget()
    events = search_events(PathTarget(echo), search, judge, budget)
    assert next(events).input == 1
    assert next(events).input == 3
    assert search.told == [1, 2, 3]


@pytest.mark.parametrize("empty", [20, pytest.param(loop.MOST_EMPTY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_type_without_values_ends_the_search_instead_of_hanging_it(
    name: str, empty: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "MOST_EMPTY", empty)
    three_booleans = finished(Sequences(booleans(), SET, shortest=3))
    budget = Budget(executions=10)
    search = SEARCHES[name](three_booleans, Corpus())
    assert list(search_events(PathTarget(lambda value: iter(())), search, judge, budget)) == []
    assert budget.used == 0


def test_a_few_batches_without_an_input_do_not_end_a_search() -> None:
    search, budget = Script([[], [], [1], [], [3]]), Budget(executions=2)
    assert [event.input for event in search_events(PathTarget(echo), search, judge, budget)] == [1, 3]
