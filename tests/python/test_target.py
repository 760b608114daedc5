"""The loop that runs a batch lets through what took a new way, and what a known way ended in for the first time."""

from __future__ import annotations

from typing import Any

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.search import Batch
from fuzzwright.python.acceleration import new_path
from fuzzwright.python.target import FunctionTarget


def told(*results: Any) -> list[Any]:
    """Return which results of runs that all took one way were let through."""
    target = FunctionTarget(
        prepare=lambda value: value,
        invoke=lambda value: value[0],
        path=new_path(),
        beat=memoryview(bytearray(8)).cast("Q"),
    )
    batch = Batch(iter([(result,) for result in results]))
    return [observation.result for _, observation in target.run_new(batch, Budget())]


def test_results_of_one_class_on_one_way_are_told_once() -> None:
    assert told(1, 2, 3) == [1]


def test_a_result_of_another_class_is_told_whatever_the_way() -> None:
    assert told(1, 2, None, 3, None, "a", True) == [1, None, "a", True]
