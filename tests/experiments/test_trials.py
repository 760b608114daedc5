"""Which trials there are, in which order, and that they come back from JSON as they were."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.trials import (
    Limits,
    Result,
    Trial,
    base_of,
    result_from,
    tasks_of,
    trial_from,
    trials_of,
)
from fuzzwright.experiments.workloads.workload import NAMES, Task, load

WORDS = st.from_regex(r"[a-z_0-9]{1,8}", fullmatch=True)
TRIALS = st.builds(
    Trial,
    st.builds(Task, WORDS, WORDS, WORDS),
    st.text(min_size=1),
    st.integers(0, 99),
    st.builds(Limits, st.floats(0.01, 1e6), st.none() | st.integers(1)),
)
RESULTS = st.builds(
    Result,
    TRIALS,
    st.booleans(),
    st.floats(0, 1e6),
    st.integers(0),
    st.none() | st.integers(0),
    st.text(),
    st.text(),
)


@given(RESULTS)
def test_results_come_back_from_json_as_they_were(result: Result) -> None:
    record = json.loads(json.dumps(result.record()))
    assert result_from(record) == result
    assert trial_from(record) == result.trial


@pytest.mark.parametrize("record", [{}, {"task": "a/b", "search": "s", "seed": 0, "most_executions": None}])
def test_what_is_no_trial_is_not_taken_for_one(record: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        trial_from({"most_seconds": 1.0, **record})


def test_all_workloads_have_169_tasks() -> None:
    assert len(tasks_of(map(load, NAMES))) == 169


@pytest.mark.parametrize(
    ("pattern", "number"),
    [
        ("bst/insert_1/insert_post", 1),
        ("insert_post", 3),
        ("insert_1/insert_post", 1),
        ("bst/insert_1", 6),
        ("insert_1", 6),
        ("bst/*/insert_post", 3),
        ("*_1/*", 6),
        ("bst", 53),
    ],
)
def test_a_pattern_may_leave_out_the_beginning_or_the_end(pattern: str, number: int) -> None:
    assert len(tasks_of([load("bst")], [pattern])) == number


def test_tasks_of_several_patterns_come_once_and_in_order() -> None:
    tasks = tasks_of([load("bst")], ["bst/insert_2", "insert_1/insert_post", "insert_post"])
    assert len(tasks) == len(set(tasks)) == 9
    assert [str(tasks[0]), str(tasks[1])] == ["bst/insert_1/insert_post", "bst/insert_2/insert_post"]


def test_a_pattern_that_fits_nothing_is_told_though_another_fits() -> None:
    with pytest.raises(FuzzwrightError, match="no task fits `insrt_1`") as caught:
        tasks_of([load("bst")], ["insert_1", "insrt_1"])
    assert "bst/insert_1/insert_post" in str(caught.value.fix)


def test_the_correct_code_is_run_once_for_each_property() -> None:
    tasks = [Task("w", "a", "p"), Task("w", "b", "p"), Task("w", "b", "q")]
    assert base_of(tasks) == [Task("w", "base", "p"), Task("w", "base", "q")]


def test_each_seed_is_a_round_of_all_tasks() -> None:
    tasks = [Task("w", "a", "p"), Task("w", "b", "p")]
    trials = list(trials_of(tasks, {"x": 2, "once": 1}, Limits(1.0)))
    assert [(trial.task.variant, trial.search, trial.seed) for trial in trials] == [
        ("a", "x", 0),
        ("a", "once", 0),
        ("b", "x", 0),
        ("b", "once", 0),
        ("a", "x", 1),
        ("b", "x", 1),
    ]
