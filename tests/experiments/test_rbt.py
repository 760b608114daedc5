"""The bugs of the red-black trees are real, each task can be solved, and the correct code has none."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest

from fuzzwright import explore
from fuzzwright.experiments.workloads.rbt.tree import Color, Leaf, Node, Tree
from fuzzwright.experiments.workloads.rbt.valid import is_red_black
from fuzzwright.experiments.workloads.rbt.variants import ALL_TEN
from fuzzwright.experiments.workloads.workload import Task, Variant, imported, lay_out, load, verdict_on
from fuzzwright.python.properties import is_property
from tests.sparing import mostly_slow

RBT: Final = load("rbt")
ALSO_CAUGHT_BY: Final = {"delete_5": {"insert_delete"}}
"""What the published tasks leave out: inserting can change the root, the only node that this bug lets one delete."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The properties of the correct code."""
    folder = tmp_path_factory.mktemp("base")
    with imported(lay_out("rbt", None, folder), folder) as properties:
        yield properties


def grown(properties: ModuleType, random: Random, height: int) -> tuple[Any, int]:
    """Return a random valid tree of a black height, with odd keys from 1 on, and the first number above them."""
    keys = count(1, 2)

    def grow(height: int, may_be_red: bool) -> Any:
        red = may_be_red and random.random() < 0.5
        if height == 0 and not red:
            return properties.Leaf()
        below = height if red else height - 1
        left, key = grow(below, not red), next(keys)
        color = properties.Color.RED if red else properties.Color.BLACK
        return properties.Node(color, left, key, random.random() < 0.5, grow(below, not red))

    return grow(height, False), next(keys)


def holds(properties: ModuleType, name: str, runs: int) -> bool:
    """Return whether a property holds for random trees that are valid, and keys in and between theirs."""
    random = Random(name)
    function = getattr(properties, name)
    kinds = [parameter.annotation for parameter in inspect.signature(function).parameters.values()]
    try:
        for _ in range(runs):
            tree, above = grown(properties, random, random.choice((0, 1, 2, 2, 2, 3, 3)))
            others = [random.randrange(above) if kind == "int" else random.random() < 0.5 for kind in kinds[1:]]
            # An input that is discarded ends the test: all of these are valid.
            function(tree, *others)
    except AssertionError:
        return False
    return True


def test_there_are_15_variants_and_58_tasks() -> None:
    assert len(RBT.variants) == 15
    assert [len(variant.caught_by) for variant in RBT.variants] == [4, 5, 4, 5, 4, 2, 1, 2, 2, 1, 2, 3, 3, 10, 10]
    assert len(set(RBT.tasks())) == 58


def test_each_task_has_a_witness_and_each_witness_a_task() -> None:
    assert list(RBT.witnesses) == [(task.variant, task.property) for task in RBT.tasks()]


def test_the_tasks_name_properties_that_there_are(base: ModuleType) -> None:
    assert sorted(name for name, thing in vars(base).items() if is_property(thing)) == sorted(ALL_TEN)
    assert {task.property for task in RBT.tasks()} == set(ALL_TEN)


@pytest.mark.parametrize("task", RBT.tasks(), ids=str)
def test_the_witness_fails_with_the_bug_and_passes_without_it(task: Task, base: ModuleType, tmp_path: Path) -> None:
    arguments = RBT.witnesses[task.variant, task.property]
    assert verdict_on(base, task.property, arguments) == "passed"
    with imported(lay_out("rbt", task.variant, tmp_path), tmp_path) as properties:
        assert verdict_on(properties, task.property, arguments) == "failed"


@pytest.mark.parametrize("name", ALL_TEN)
def test_the_base_holds_for_valid_trees(name: str, base: ModuleType) -> None:
    assert holds(base, name, runs=300)


@pytest.mark.parametrize("name", mostly_slow(ALL_TEN, "insert_valid", "delete_post"))
def test_a_search_finds_nothing_wrong_with_the_base(name: str, base: ModuleType) -> None:
    explored = explore(getattr(base, name), executions=300, seed=1)
    assert explored.executions == 300
    assert explored.findings == ()


@pytest.mark.parametrize("variant", RBT.variants, ids=lambda variant: variant.name)
def test_hardly_any_property_but_those_of_its_tasks_catches_a_bug(variant: Variant, tmp_path: Path) -> None:
    others = [name for name in ALL_TEN if name not in variant.caught_by]
    with imported(lay_out("rbt", variant.name, tmp_path), tmp_path) as properties:
        caught = {name for name in others if not holds(properties, name, runs=200)}
    assert caught == ALSO_CAUGHT_BY.get(variant.name, set())


def red(key: int, left: Tree | None = None, right: Tree | None = None) -> Node:
    return Node(Color.RED, left or Leaf(), key, True, right or Leaf())


def black(key: int, left: Tree | None = None, right: Tree | None = None) -> Node:
    return Node(Color.BLACK, left or Leaf(), key, True, right or Leaf())


@pytest.mark.parametrize(
    ("tree", "valid"),
    [
        (Leaf(), True),
        (black(1), True),
        (black(2, red(1)), True),
        (black(2, red(1), red(3)), True),
        (black(4, black(2, red(1)), black(6)), True),
        (red(1), False),
        (black(3, red(2, red(1))), False),
        (black(1, None, red(2, None, red(3))), False),
        (black(2, black(1)), False),
        (black(2, None, black(3)), False),
        (black(4, black(2), red(6)), False),
        (black(2, red(3)), False),
        (black(2, red(2)), False),
        (black(4, black(2, None, red(5)), black(6)), False),
    ],
)
def test_a_red_black_tree_has_order_a_black_root_no_red_under_red_and_one_height(tree: Tree, valid: bool) -> None:
    assert is_red_black(tree) is valid
