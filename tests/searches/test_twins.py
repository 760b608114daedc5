"""Places that hold the same in two parts of one type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.domain import Domain
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.twins import twins
from tests.engine.shapes import DOMAINS, finished
from tests.searches.test_mutants import NUMBER, TREE, Leaf, Node

LISTS = Sequences(NUMBER)
TWO_LISTS = finished(Products([LISTS, LISTS]))


@dataclass(frozen=True)
class Two:
    """Two trees."""

    one: Any
    other: Any


TWO_TREES = finished(Records(Two, [("one", TREE), ("other", TREE)], frozen=True))


def pairs(domain: Domain[Any], value: Any) -> list[tuple[Any, Any]]:
    """Return where twins are."""
    return [(one.way, other.way) for one, other in twins(Algebra().positions(domain, value))]


def test_twins_are_at_the_same_place_of_two_parts() -> None:
    # The second item, and what is behind it.
    assert pairs(TWO_LISTS, ((1, 2), (5, 2))) == [((0, 1), (1, 1)), ((0, 1, 0), (1, 1, 0)), ((0, 1, 1), (1, 1, 1))]


def test_what_differs_has_no_twin_but_what_is_beside_it_does() -> None:
    left = Node(Leaf(1), 300, Leaf(2))
    right = Node(Leaf(1), 301, Leaf(2))
    assert pairs(TWO_TREES, Two(left, right)) == [
        ((0, 0), (1, 0)),
        ((0, 2), (1, 2)),
        ((0, 0, 0), (1, 0, 0)),
        ((0, 2, 0), (1, 2, 0)),
    ]


def test_branches_of_one_tree_are_no_twins() -> None:
    assert pairs(TREE, Node(Leaf(1), 2, Leaf(1))) == []


def test_values_are_not_asked_whether_they_are_equal() -> None:
    class Liar(Leaf):
        def __eq__(self, other: object) -> bool:
            raise AssertionError

        __hash__ = None  # type: ignore[assignment]  # nobody needs it

    liars = finished(Records(Liar, [("x", NUMBER)], frozen=True))
    both = finished(Products([liars, liars]))
    assert pairs(both, (Liar(7), Liar(7))) == [((0,), (1,)), ((0, 0), (1, 0))]


def test_however_deep_two_values_are_they_are_compared() -> None:
    def deep() -> Any:
        tree: Any = Leaf(1)
        for _ in range(3000):
            tree = Node(tree, 1000, Leaf(1))
        return tree

    assert pairs(TWO_TREES, Two(deep(), deep()))[0] == ((0,), (1,))


def test_numbers_that_are_equal_but_of_other_types_are_no_twins() -> None:
    floats = DOMAINS["float"]
    two = finished(Products([Sequences(floats), Sequences(floats)]))
    assert ((0, 0), (1, 0)) not in pairs(two, ((0.0,), (-0.0,)))
