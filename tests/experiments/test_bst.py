"""The bugs of the search trees are real, each task can be solved, and the correct code has none."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest

from fuzzwright import explore
from fuzzwright.experiments.workloads.bst.tree import Leaf, Node, Tree
from fuzzwright.experiments.workloads.bst.valid import is_search_tree
from fuzzwright.experiments.workloads.workload import Task, Variant, imported, lay_out, load, verdict_on
from fuzzwright.python.properties import is_property
from tests.sparing import mostly_slow

BST: Final = load("bst")
PROPERTIES: Final = (
    *(f"{operation}_{kind}" for operation in ("insert", "delete", "union") for kind in ("valid", "post", "model")),
    *("insert_insert", "insert_delete", "insert_union", "delete_insert", "delete_delete", "delete_union"),
    *("union_delete_insert", "union_union_idem", "union_union_assoc"),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The properties of the correct code."""
    folder = tmp_path_factory.mktemp("base")
    with imported(lay_out("bst", None, folder), folder) as properties:
        yield properties


def holds(properties: ModuleType, name: str, runs: int) -> bool:
    """Return whether a property holds for random trees that are valid, with few keys, so that they often meet."""
    random = Random(name)
    function = getattr(properties, name)

    def grown(keys: list[int]) -> Any:
        if not keys:
            return properties.Leaf()
        smaller, larger = [key for key in keys if key < keys[0]], [key for key in keys if key > keys[0]]
        return properties.Node(grown(smaller), keys[0], random.random() < 0.5, grown(larger))

    make: dict[str, Callable[[], Any]] = {
        "Tree": lambda: grown(random.sample(range(8), random.randrange(7))),
        "int": lambda: random.randrange(8),
        "bool": lambda: random.random() < 0.5,
    }
    kinds = [parameter.annotation for parameter in inspect.signature(function).parameters.values()]
    try:
        for _ in range(runs):
            # An input that is discarded ends the test: all of these are valid.
            function(*(make[kind]() for kind in kinds))
    except AssertionError:
        return False
    return True


def test_there_are_8_variants_and_53_tasks() -> None:
    assert len(BST.variants) == 8
    assert [len(variant.caught_by) for variant in BST.variants] == [6, 7, 6, 7, 6, 8, 7, 6]
    assert len(set(BST.tasks())) == 53


def test_each_task_has_a_witness_and_each_witness_a_task() -> None:
    assert list(BST.witnesses) == [(task.variant, task.property) for task in BST.tasks()]


def test_the_tasks_name_properties_that_there_are(base: ModuleType) -> None:
    assert sorted(name for name, thing in vars(base).items() if is_property(thing)) == sorted(PROPERTIES)
    assert {task.property for task in BST.tasks()} == set(PROPERTIES) - {"insert_valid", "delete_valid"}


@pytest.mark.parametrize("task", BST.tasks(), ids=str)
def test_the_witness_fails_with_the_bug_and_passes_without_it(task: Task, base: ModuleType, tmp_path: Path) -> None:
    arguments = BST.witnesses[task.variant, task.property]
    assert verdict_on(base, task.property, arguments) == "passed"
    with imported(lay_out("bst", task.variant, tmp_path), tmp_path) as properties:
        assert verdict_on(properties, task.property, arguments) == "failed"


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_base_holds_for_valid_trees(name: str, base: ModuleType) -> None:
    assert holds(base, name, runs=300)


@pytest.mark.parametrize("name", mostly_slow(PROPERTIES, "insert_valid", "union_post"))
def test_a_search_finds_nothing_wrong_with_the_base(name: str, base: ModuleType) -> None:
    explored = explore(getattr(base, name), executions=300, seed=1)
    assert explored.executions == 300
    assert explored.findings == ()


@pytest.mark.parametrize("variant", BST.variants, ids=lambda variant: variant.name)
def test_a_bug_is_caught_by_no_property_but_those_of_its_tasks(variant: Variant, tmp_path: Path) -> None:
    others = [name for name in PROPERTIES if name not in variant.caught_by]
    with imported(lay_out("bst", variant.name, tmp_path), tmp_path) as properties:
        assert [name for name in others if not holds(properties, name, runs=200)] == []


def one(key: int) -> Node:
    return Node(Leaf(), key, True, Leaf())


@pytest.mark.parametrize(
    ("tree", "valid"),
    [
        (Leaf(), True),
        (Node(one(1), 2, True, one(3)), True),
        (Node(one(2), 1, True, Leaf()), False),
        (Node(Leaf(), 1, True, one(0)), False),
        (Node(one(1), 1, True, Leaf()), False),
        (Node(Leaf(), 1, True, one(1)), False),
        (Node(Node(Leaf(), 1, True, one(5)), 4, True, Leaf()), False),
        (Node(Leaf(), 4, True, Node(one(3), 6, True, Leaf())), False),
    ],
)
def test_a_search_tree_has_all_smaller_keys_left_and_all_larger_ones_right(tree: Tree, valid: bool) -> None:
    assert is_search_tree(tree) is valid
