"""Leaves in order along a tree: the same shape, the same leaves, and the invariants of search trees and heaps."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import some_spots
from fuzzwright.searches.ordering import kept_in_order, put_in_order
from tests.domains.test_moves import domain_of
from tests.engine.shapes import DOMAINS


@dataclass(frozen=True)
class Node:
    """A node with its key before its parts."""

    key: int
    left: Node | None
    right: Node | None


TREES: Domain[Any] = domain_of(Node)


def in_order(node: Node | None) -> list[int]:
    return [] if node is None else [*in_order(node.left), node.key, *in_order(node.right)]


def is_heap(node: Node) -> bool:
    return all(node.key <= child.key and is_heap(child) for child in (node.left, node.right) if child is not None)


def ordered(domain: Domain[Any], value: Any, times: int = 40) -> list[Any]:
    made = []
    for seed in range(times):
        try:
            made.append(put_in_order(domain, value, Random(seed)))
        except Unfit:
            continue
    return made


def test_a_tree_becomes_a_search_tree_a_heap_and_both_the_other_way_round() -> None:
    tree = next(tree for seed in range(99) if len(in_order(tree := TREES.generate(Random(seed), 60))) > 12)
    made = ordered(TREES, tree, 200)
    assert any(in_order(each) == sorted(in_order(tree)) for each in made)
    assert any(in_order(each) == sorted(in_order(tree), reverse=True) for each in made)
    assert any(is_heap(each) for each in made)
    assert any(len(set(in_order(each))) == len(in_order(tree)) for each in made)


@pytest.mark.parametrize("shape", DOMAINS)
def test_what_is_put_in_order_is_a_value_of_the_same_shape(shape: str) -> None:
    domain = DOMAINS[shape]
    for seed in range(12):
        value = domain.generate(Random(seed), 24)
        places = [(spot.position, spot.domain) for spot in some_spots(domain, value, 1000)]
        for made in ordered(domain, value, 4):
            assert domain.contains(made)
            # What is distinct may get fewer: two that were moved may become one.
            if shape not in ("set[int]", "dict[str, int]", "json"):
                assert [(spot.position, spot.domain) for spot in some_spots(domain, made, 1000)] == places


def test_without_three_of_a_kind_there_is_nothing_to_order() -> None:
    with pytest.raises(Unfit):
        put_in_order(TREES, Node(1, Node(2, None, None), None), Random(1))


def test_the_same_seed_gives_the_same_order() -> None:
    tree = TREES.generate(Random(5), 40)
    assert ordered(TREES, tree) == ordered(TREES, tree)


@pytest.mark.parametrize(
    ("hint", "objects"),
    [
        (list[bool], [False, True, False, True, True]),
        (list[dt.time], [dt.time(9), dt.time(1, 30), dt.time(7), dt.time(0)]),
        (list[dt.date], [dt.date(2024, 2, 29), dt.date(1999, 1, 1), dt.date(2000, 12, 31)]),
        (list[tuple[int, str]], [(3, "a"), (1, "c"), (2, "b")]),
    ],
)
def test_truth_values_dates_and_pairs_are_put_in_order_both_ways(hint: Any, objects: list[Any]) -> None:
    domain = domain_of(hint)
    made = [domain.realise(value) for value in ordered(domain, domain.adopt(objects), 400)]
    assert sorted(objects) in made
    assert sorted(objects, reverse=True) in made


def test_what_a_change_brought_out_of_order_is_as_it_was_ordered_before() -> None:
    lists = domain_of(list[int])
    assert kept_in_order(lists, (1, 5, 9), (1, 5, 2)) == (1, 2, 5)
    assert kept_in_order(lists, (9, 1, 5), (2, 1, 5)) == (5, 1, 2)
    times = domain_of(dict[str, dt.time])
    before = times.adopt({"b": dt.time(8), "a": dt.time(3), "c": dt.time(9)})
    after = times.adopt({"b": dt.time(8), "a": dt.time(3), "c": dt.time(7)})
    assert times.realise(kept_in_order(times, before, after)) == {"b": dt.time(7), "a": dt.time(3), "c": dt.time(8)}
    with pytest.raises(Unfit):
        kept_in_order(lists, (1, 5, 9), (1, 5, 7))


@pytest.mark.parametrize("shape", DOMAINS)
def test_what_is_kept_in_order_is_a_value_with_the_same_leaves(shape: str) -> None:
    domain, random = DOMAINS[shape], Random(1)
    for _ in range(40):
        before = domain.generate(random, 12)
        try:
            after = domain.mutate(before, random)
            kept = kept_in_order(domain, before, after)
        except (Unfit, TypeError):
            continue
        assert domain.contains(kept)
        assert len(some_spots(domain, kept, 999)) == len(some_spots(domain, after, 999))
        with pytest.raises(Unfit):
            kept_in_order(domain, before, kept)  # now it has the order it had
