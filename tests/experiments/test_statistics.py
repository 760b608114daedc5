"""Statistics agree with their definitions, written out slowly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.experiments.statistics import BUCKETS, Tally, a12, bucket_of, rows_of, tallies_of, total_of
from fuzzwright.experiments.trials import Limits, Result, Trial
from fuzzwright.experiments.workloads.workload import Task

LIMITS: Final = Limits(60.0)
SEARCHES: Final = ("first", "second")
NUMBERS: Final = st.lists(st.one_of(st.integers(0, 5).map(float), st.floats(0, 1e9), st.just(math.inf)), max_size=12)


def result(
    task: str,
    search: str,
    seed: int,
    found: bool,
    executions: int,
    seconds: float,
    discards: int | None = 0,
    note: str = "",
) -> Result:
    trial = Trial(Task(*task.split("/")), search, seed, LIMITS)
    return Result(trial, found, seconds, executions, discards, "f()" if found else "", note)


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Results of up to six tasks of two workloads, two searches and some seeds; not all of them need be there."""
    keys = st.tuples(st.sampled_from(["x/a/p", "x/a/q", "x/b/p", "y/a/p", "y/a/q"]), st.sampled_from(SEARCHES))
    there = draw(st.lists(st.tuples(keys, st.integers(0, 4)), unique=True, max_size=30))
    made = []
    for (task, search), seed in there:
        executions = draw(st.integers(0, 1000))
        discards = draw(st.one_of(st.none(), st.integers(0, executions)))
        made.append(result(task, search, seed, draw(st.booleans()), executions, draw(st.floats(0.001, 100)), discards))
    return made


def slow_a12(ours: Sequence[float], theirs: Sequence[float]) -> float:
    wins = sum(1.0 if one < other else 0.5 if one == other else 0.0 for one in ours for other in theirs)
    return wins / (len(ours) * len(theirs))


def slow_median(numbers: Sequence[float]) -> float:
    """A number that no more than half of them are below, and no more than half above; of two the middle."""
    fitting = [
        one
        for one in numbers
        if 2 * sum(other < one for other in numbers) <= len(numbers)
        and 2 * sum(other > one for other in numbers) <= len(numbers)
    ]
    return (min(fitting) + max(fitting)) / 2


@given(NUMBERS.filter(bool), NUMBERS.filter(bool))
def test_a12_is_the_share_of_pairs_that_are_won_ties_counting_half(ours: list[float], theirs: list[float]) -> None:
    assert a12(ours, theirs) == pytest.approx(slow_a12(ours, theirs), abs=1e-12)


@given(NUMBERS.filter(bool), NUMBERS.filter(bool))
def test_what_one_side_wins_the_other_loses(ours: list[float], theirs: list[float]) -> None:
    mine, yours = a12(ours, theirs), a12(theirs, ours)
    assert mine is not None
    assert yours is not None
    assert mine + yours == pytest.approx(1)
    assert a12(ours, ours) == 0.5


def test_a12_of_nothing_is_unknown() -> None:
    assert a12([], [1.0]) is None
    assert a12([1.0], []) is None


def test_less_is_better_and_never_is_worst() -> None:
    assert a12([1, 2], [3, 4]) == 1
    assert a12([math.inf, math.inf], [3, 4]) == 0
    assert a12([math.inf], [math.inf]) == 0.5


@given(st.one_of(st.floats(0, 100), st.sampled_from(BUCKETS)))
def test_a_bucket_is_the_first_that_has_room(seconds: float) -> None:
    fitting = [index for index, most in enumerate(BUCKETS) if seconds <= most]
    assert bucket_of(seconds) == (fitting[0] if fitting else len(BUCKETS))


@given(results())
@pytest.mark.slow
def test_rows_say_what_a_look_at_all_results_says(there: list[Result]) -> None:
    rows = rows_of(there, SEARCHES)
    assert {(row.task, row.search) for row in rows} == {(str(r.trial.task), r.trial.search) for r in there}
    assert len(rows) == len({(row.task, row.search) for row in rows})
    for row in rows:
        own = [r for r in there if (str(r.trial.task), r.trial.search) == (row.task, row.search)]
        found = [r for r in own if r.found]
        assert (row.seeds, row.solved) == (len(own), len(found))
        assert row.failure_rate == len(found) / len(own)
        if not found:
            assert row.executions is row.median_executions is row.seconds is row.median_seconds is None
        else:
            assert row.executions == pytest.approx(sum(r.executions for r in found) / len(found))
            assert row.median_executions == slow_median([r.executions for r in found])
            assert row.seconds == pytest.approx(sum(r.seconds for r in found) / len(found))
            assert row.median_seconds == pytest.approx(slow_median([r.seconds for r in found]))
        told = [r for r in own if r.discards is not None]
        if any(r.executions for r in told):
            assert row.discards is not None
            assert 0 <= row.discards <= 1
        first = [r for r in there if (str(r.trial.task), r.trial.search) == (row.task, SEARCHES[0])]
        if row.search == SEARCHES[0] or not first:
            assert row.a12 is None
        else:
            executions = [[r.executions if r.found else math.inf for r in group] for group in (own, first)]
            assert row.a12 == pytest.approx(slow_a12(*executions))


@given(results())
def test_tallies_leave_no_task_out_and_count_none_twice(there: list[Result]) -> None:
    rows = rows_of(there, SEARCHES)
    tallies = tallies_of(rows)
    for tally in tallies:
        own = [row for row in rows if (row.task.partition("/")[0], row.search) == (tally.workload, tally.search)]
        always = [row for row in own if row.solved == row.seeds]
        assert tally.tasks == len(own)
        assert tally.all_seeds == len(always) == sum(tally.buckets)
        assert tally.some_seeds == sum(0 < row.solved < row.seeds for row in own)
        assert tally.unsolved == sum(row.solved == 0 for row in own)
        for index, count in enumerate(tally.buckets):
            assert count == sum(bucket_of(row.seconds or 0) == index for row in always)
    for total in total_of(tallies, "all"):
        own_tallies = [tally for tally in tallies if tally.search == total.search]
        assert total.workload == "all"
        assert total.tasks == sum(tally.tasks for tally in own_tallies)
        assert total.unsolved == sum(tally.unsolved for tally in own_tallies)
        assert sum(total.buckets) == total.all_seeds


def test_a_row_by_hand() -> None:
    there = [
        result("x/a/p", "first", 0, True, 10, 0.5),
        result("x/a/p", "first", 1, True, 30, 1.5),
        result("x/a/p", "second", 0, True, 20, 0.05, 5),
        result("x/a/p", "second", 1, False, 180, 8.0, 95),
        result("x/a/p", "second", 2, False, 0, 60.0, None, "broke"),
    ]
    first, second = rows_of(there, SEARCHES)
    assert (first.executions, first.median_seconds, first.bucket, first.a12) == (20, 1.0, 1, None)
    assert (second.solved, second.seeds, second.broken, second.bucket) == (1, 3, 1, None)
    assert (second.executions, second.seconds, second.discards) == (20, 0.05, 0.5)
    assert second.seconds_with_misses == pytest.approx(68.05 / 3)
    assert second.a12 == pytest.approx(1 / 6)
    assert second.a12_seconds == pytest.approx(2 / 6)
    assert tallies_of([first, second]) == [
        Tally("x", "first", 1, 1, 0, (0, 1, 0, 0, 0)),
        Tally("x", "second", 1, 0, 1, (0, 0, 0, 0, 0)),
    ]


def test_searches_come_in_the_order_they_were_asked_for() -> None:
    there = [result("x/b/p", "second", 0, True, 1, 1.0), result("x/a/p", "second", 0, True, 1, 1.0)]
    there += [result("x/a/p", "first", 0, True, 1, 1.0)]
    order = [(row.task, row.search) for row in rows_of(there, SEARCHES)]
    assert order == [("x/b/p", "second"), ("x/a/p", "first"), ("x/a/p", "second")]
