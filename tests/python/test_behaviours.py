"""What counts as another behaviour of a function."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from fuzzwright.python.behaviours import Behaviours
from fuzzwright.python.open import open_function
from fuzzwright.searches.showcase import trait


class Side(Enum):
    LEFT = 1
    RIGHT = 2


def loop(items: list[int]) -> int:
    total = 0
    for item in items:
        if item > 0:
            total += 1
        else:
            total -= 1
    return total


def nested(rows: list[list[int]]) -> int:
    total = 0
    for row in rows:
        for item in row:
            total += item
    return total


def count(number: int) -> int:
    return 0 if number <= 0 else 1 + count(number - 1)


def same(value: Any) -> Any:
    return value


def fails(number: int) -> int:
    if number > 5:
        number += 1
    raise ValueError(number)


def traits(function: Callable[..., Any], *arguments: Any) -> set[int]:
    (opened,) = open_function(function).functions.values()
    target = opened.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    target.prepare = lambda value: value
    observation = target.run(arguments)
    return Behaviours(opened, trait)(observation, opened.oracle(arguments, observation))


def test_how_often_a_loop_runs_makes_no_difference() -> None:
    assert traits(loop, [1]) == traits(loop, [1, 2, 3])


def test_a_loop_that_never_runs_is_another_behaviour() -> None:
    assert not traits(loop, []) <= traits(loop, [1, -1])


def test_each_side_of_a_branch_is_one() -> None:
    assert traits(loop, [1]) ^ traits(loop, [-1])
    assert traits(loop, [1, -1]) == traits(loop, [1]) | traits(loop, [-1])


def test_an_inner_loop_without_a_round_is_seen_in_any_round_of_the_outer() -> None:
    some, none = traits(nested, [[1]]), traits(nested, [[1], []])
    assert len(none - some) == 1


def test_the_depth_of_a_recursion_makes_no_difference() -> None:
    assert traits(count, 1) == traits(count, 9)
    assert traits(count, 0) != traits(count, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [(None, 1), (True, False), ([], [1]), (Side.LEFT, Side.RIGHT), (1, "a"), ({}, {"a": 1}), (1, 1.0)],
)
def test_results_that_people_tell_apart(one: object, other: object) -> None:
    assert traits(same, one) != traits(same, other)


@pytest.mark.parametrize(("one", "other"), [(1, 2), ("", "a"), ([1], [2, 3]), (1.0, 2.0)])
def test_results_that_people_do_not_tell_apart(one: object, other: object) -> None:
    assert traits(same, one) == traits(same, other)


def test_the_way_to_a_failure_makes_no_difference() -> None:
    assert traits(fails, 1) == traits(fails, 9) == set()
