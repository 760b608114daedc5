"""The mutants of small types, against lists written by hand; and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import Choices, booleans, nothing
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Pure
from fuzzwright.engine.references import Later
from fuzzwright.searches import mutants as mutants_module
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.classic import Classic
from fuzzwright.searches.mutants import Mutants
from tests.engine.shapes import DOMAINS, finished


@dataclass(frozen=True)
class Leaf:
    """A tree of one number."""

    x: int


@dataclass(frozen=True)
class Node:
    """Two trees and a number."""

    left: Leaf | Node
    x: int
    right: Leaf | Node


@dataclass(frozen=True)
class Box:
    """One atom, as one of two things on a stack."""

    inside: Leaf


@dataclass(frozen=True)
class Three:
    """Fields of two types."""

    a: int
    b: int
    c: bool


NUMBER = Integers()


def tree() -> Domain[Any]:
    """Return the type of the document: trees with a number in every node."""
    later: Later[Any] = Later()
    leaf = Records(Leaf, [("x", NUMBER)], frozen=True)
    node = Records(Node, [("left", later), ("x", NUMBER), ("right", later)], frozen=True)
    union = Unions([leaf, node])
    later.set(union)
    return finished(union)


TREE = tree()
ATOM = Records(Leaf, [("x", NUMBER)], frozen=True)
ITEM = finished(Unions([ATOM, Records(Box, [("inside", ATOM)], frozen=True)]))
THREE = finished(Records(Three, [("a", NUMBER), ("b", NUMBER), ("c", booleans())], frozen=True))


def mutator(domain: Domain[Any], children: bool = True, order: str = "level") -> Mutants:
    algebra = Algebra()
    return Mutants(domain, algebra, Classic(algebra).generator, 10, children, order)


def at_top(domain: Domain[Any], value: Any, children: bool = True) -> list[Any]:
    """Return the mutants at the root; `...` stands for one that is drawn."""
    algebra = Algebra()
    found = mutator(domain, children).at(algebra.root(domain, value))
    return [mutant.value if isinstance(mutant, Pure) else ... for mutant in found]


ONE, TWO = Leaf(1), Leaf(2)


@pytest.mark.parametrize(
    ("domain", "value", "expected"),
    [
        (TREE, ONE, [Node(Leaf(0), 1, Leaf(0))]),
        (
            TREE,
            Node(ONE, 5, TWO),
            [ONE, TWO, Leaf(5), Node(ONE, 5, ONE), Node(TWO, 5, ONE), Node(TWO, 5, TWO)],
        ),
        (THREE, Three(1, 2, True), [Three(1, 1, True), Three(2, 1, True), Three(2, 2, True)]),
        (ITEM, ONE, [Box(ONE)]),
        (ITEM, Box(ONE), [ONE, Leaf(0)]),
        (DOMAINS["bool"], True, [False]),
        (finished(Choices(("a", "b", "c"))), "b", ["a", "c"]),
        (DOMAINS["int"], 7, [...]),
        (finished(Unions([nothing(), NUMBER])), None, [0]),
        (finished(Unions([nothing(), NUMBER])), 7, [None]),
        (finished(Omittable(NUMBER)), LEFT_OUT, [0]),
        (finished(Omittable(NUMBER)), 7, [LEFT_OUT]),
        (DOMAINS["list[int]"], (), [(0,)]),
        (DOMAINS["list[int]"], (4,), [(), (4, 4)]),
        (DOMAINS["list[int]"], (4, 5, 6), [(), (5, 6), (4, 4, 5, 6)]),
        (finished(Products([NUMBER, NUMBER])), (1, 2), []),
    ],
)
def test_the_mutants_of_a_value_are_those_of_the_definition(domain: Any, value: Any, expected: list[Any]) -> None:
    assert at_top(domain, value) == expected


def test_without_children_a_part_is_not_put_in_the_place_of_the_whole() -> None:
    assert at_top(TREE, Node(ONE, 5, TWO), children=False) == [
        Leaf(5),
        Node(ONE, 5, ONE),
        Node(TWO, 5, ONE),
        Node(TWO, 5, TWO),
    ]


def drawn(domain: Domain[Any], value: Any, order: str = "level", count: int = 1) -> list[Any]:
    return list(mutator(domain, order=order).of(value, Random(3), count))


def test_every_rest_of_a_list_is_a_position() -> None:
    pairs = finished(Sequences(booleans()))
    assert drawn(pairs, (True, False)) == [
        *[(), (False,), (True, True, False)],  # the list
        *[(False, False)],  # its first item
        *[(True,), (True, False, False)],  # the rest
        *[(True, True)],  # the second item
        *[(True, False, False)],  # the end
    ]


def test_positions_come_level_by_level_or_parent_first_or_last() -> None:
    value = Node(Node(ONE, 5, TWO), 6, Leaf(3))
    algebra = Algebra()
    seen = {order: [node.value for node in algebra.positions(TREE, value, order)] for order in ("level", "pre", "post")}
    inner = Node(ONE, 5, TWO)
    assert seen["level"] == [value, inner, 6, Leaf(3), ONE, 5, TWO, 3, 1, 2]
    assert seen["pre"] == [value, inner, ONE, 1, 5, TWO, 2, 6, Leaf(3), 3]
    assert seen["post"] == [1, ONE, 5, 2, TWO, inner, 6, 3, Leaf(3), value]


def test_of_a_dict_only_the_values_are_positions() -> None:
    algebra = Algebra()
    table = finished(Mappings(NUMBER, booleans()))
    assert [node.value for node in algebra.positions(table, ((1, True), (2, False)))] == [
        ((1, True), (2, False)),
        True,
        False,
    ]


def test_what_is_drawn_is_drawn_as_often_as_asked_and_small() -> None:
    once, often = drawn(TREE, ONE), drawn(TREE, ONE, count=40)
    assert [type(mutant) for mutant in once] == [Node, Leaf]
    numbers = [mutant.x for mutant in often[1:]]
    assert len(numbers) == 40
    assert len(set(numbers)) > 8
    assert all(-10 <= number <= 10 for number in numbers)


def test_mutants_of_any_shape_are_of_the_type() -> None:
    for name, domain in DOMAINS.items():
        random = Random(1)
        for size in range(1, 12):
            value = domain.generate(random, size)
            for mutant, _ in zip(mutator(domain).of(value, random, 2), range(300), strict=False):
                assert domain.contains(mutant), (name, value, mutant)


def test_a_constructor_with_too_many_combinations_changes_one_field_or_swaps_two() -> None:
    counts = [9, 9, 9, 9]
    assert mutants_module.MOST_COMBINED < 9**4
    itself = (0, 1, 2, 3)
    found = list(mutants_module._combinations(counts, itself))
    assert itself not in found
    assert len(found) == len(set(found)) == 4 * 8 + 6
    assert (0, 1, 2, 8) in found
    assert (3, 1, 2, 0) in found


def test_fragments_are_parts_of_what_was_learnt_at_places_of_their_type() -> None:
    mutants = mutator(THREE)
    mutants.learn(Three(70, 80, True))
    found = list(mutants.of(Three(1, 2, False), Random(1), 1, fragments=20))
    assert Three(70, 80, True) in found
    assert {mutant.a for mutant in found} >= {70, 80}
    assert not {70, 80} & {mutant.a for mutant in mutants.of(Three(1, 2, False), Random(1), 1)}


def test_the_smallest_value_has_no_recursion_and_the_fewest_fields() -> None:
    later: Later[Any] = Later()
    wide = Records(Three, [("a", NUMBER), ("b", NUMBER), ("c", booleans())], frozen=True)
    deep = Records(Box, [("inside", later)], frozen=True)
    narrow = Records(Leaf, [("x", NUMBER)], frozen=True)
    union = Unions([deep, wide, narrow])
    later.set(union)
    assert Algebra().default(finished(union)) == Leaf(0)
