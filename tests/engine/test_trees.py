"""Positions, replacement, crossover and size hold their laws for every shape of tree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.trees import (
    at,
    crossover,
    replace,
    replace_all,
    replacer,
    replacer_of_two,
    size,
    some_spots,
    walk,
)
from tests.engine.shapes import DOMAINS, Folder, Leaf, Node, values

TREE = DOMAINS["tree"]
EXAMPLE = Node(Node(Leaf(1), Leaf(2)), Leaf(3))

every_shape = pytest.mark.parametrize("name", DOMAINS)


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_every_place_is_where_the_walk_says_and_holds_a_legal_value(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    spots = list(walk(domain, value))
    assert spots[0].position == ()
    assert spots[0].value is value
    assert len({spot.position for spot in spots}) == len(spots) == size(domain, value)
    for spot in spots:
        found = at(domain, value, spot.position)
        assert found.domain is spot.domain
        assert found.value is spot.value
        assert spot.domain.itself is spot.domain
        assert spot.domain.contains(spot.value)


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_putting_back_what_was_there_changes_nothing(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    for spot in walk(domain, value):
        assert repr(replace(domain, value, spot.position, spot.value)) == repr(value)


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_put_somewhere_is_found_there_and_nothing_else_moves(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    spot = data.draw(st.sampled_from(list(walk(domain, value))))
    new = data.draw(values(spot.domain))
    try:
        whole = replace(domain, value, spot.position, new)
    except Unfit:
        return
    assert domain.contains(whole)
    if name in ("set[int]", "dict[str, int]", "json"):
        return  # an item or key that was there already makes them one shorter
    assert repr(at(domain, whole, spot.position).value) == repr(new)
    for other in walk(domain, value):
        related = other.position[: len(spot.position)] == spot.position[: len(other.position)]
        if not related:
            assert at(domain, whole, other.position).value is other.value
    assert size(domain, whole) == size(domain, value) - size(spot.domain, spot.value) + size(spot.domain, new)


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_a_replacer_used_again_and_again_equals_replace(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    spot = data.draw(st.sampled_from(list(walk(domain, value))))
    put = replacer(domain, value, spot.position)
    for new in data.draw(st.lists(values(spot.domain), min_size=1, max_size=4)):
        assert outcome(lambda new=new: put(new)) == outcome(lambda new=new: replace(domain, value, spot.position, new))


def outcome(make: Any) -> str:
    try:
        return repr(make())
    except Unfit:
        return "unfit"


@every_shape
@settings(max_examples=25)
@given(data=st.data())
def test_putting_two_at_once_is_putting_one_after_the_other(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    first, second = data.draw(st.tuples(*[st.sampled_from(list(walk(domain, value)))] * 2))
    put = replacer_of_two(domain, value, first.position, second.position)
    shorter = min(len(first.position), len(second.position))
    if first.position[:shorter] == second.position[:shorter]:
        assert put is None
        return
    assert put is not None
    if name in ("set[int]", "dict[str, int]", "json"):
        return  # what is put first may make them shorter, and the second place another one
    one, other = data.draw(values(first.domain)), data.draw(values(second.domain))
    inner = replace(domain, value, first.position, one)
    assert repr(put(one, other)) == repr(replace(domain, inner, second.position, other))


@every_shape
@settings(max_examples=25)
@given(data=st.data())
def test_all_leaves_may_be_replaced_at_once(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    leaves = [spot for spot in walk(domain, value) if spot.domain.leaf]
    assert repr(replace_all(domain, value, {spot.position: spot.value for spot in leaves})) == repr(value)
    # Few values for many leaves: keys and members become the same.
    same = {id(spot.domain): spot.value for spot in leaves}
    changed = replace_all(domain, value, {spot.position: same[id(spot.domain)] for spot in leaves})
    assert domain.contains(changed)
    assert size(domain, changed) <= size(domain, value)


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_some_spots_are_the_highest_of_all(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    every = {spot.position: spot for spot in walk(domain, value)}
    found = some_spots(domain, value, 10_000)
    assert {spot.position for spot in found} == set(every)
    assert all(every[spot.position].domain is spot.domain for spot in found)
    assert all(every[spot.position].value is spot.value for spot in found)
    few = some_spots(domain, value, 5)
    assert few == found[:5]


@every_shape
@settings(max_examples=15)
@given(data=st.data())
def test_a_child_of_two_values_is_a_value_made_of_their_parts(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    mother, father = data.draw(values(domain)), data.draw(values(domain))
    before = repr((mother, father))
    child = crossover(domain, mother, father, Random(data.draw(st.integers(0, 999))))
    assert repr((mother, father)) == before
    if child is None:
        return
    assert domain.contains(child)
    leaves = {repr(s.value) for v in (mother, father) for s in walk(domain, v) if not s.domain.parts(s.value)}
    assert {repr(s.value) for s in walk(domain, child) if not s.domain.parts(s.value)} <= leaves


def test_places_are_told_parents_first_and_from_left_to_right() -> None:
    records = [spot.value for spot in walk(TREE, EXAMPLE) if isinstance(spot.value, Leaf | Node)]
    once = [value for index, value in enumerate(records) if index == 0 or value is not records[index - 1]]
    assert once == [EXAMPLE, EXAMPLE.left, Leaf(1), Leaf(2), Leaf(3)]


def test_a_subtree_is_replaced_without_touching_the_original() -> None:
    spot = next(spot for spot in walk(TREE, EXAMPLE) if spot.value == Leaf(2))
    assert replace(TREE, EXAMPLE, spot.position, Leaf(9)) == Node(Node(Leaf(1), Leaf(9)), Leaf(3))
    assert Node(Node(Leaf(1), Leaf(2)), Leaf(3)) == EXAMPLE


def test_two_leaves_without_inner_parts_have_no_child() -> None:
    assert crossover(DOMAINS["int"], 1, 2, Random(0)) is None


def test_two_values_without_a_common_part_have_no_child() -> None:
    assert crossover(DOMAINS["int | str | None"], 1, "a", Random(0)) is None


def test_a_folder_inherits_across_its_recursion() -> None:
    domain = DOMAINS["folder"]
    mother, father = Folder((Folder(()),)), Folder((Folder((Folder(()), Folder(()))),))
    children = {crossover(domain, mother, father, Random(seed)) for seed in range(40)}
    assert Folder((Folder((Folder(()), Folder(()))),)) in children
    assert Folder((Folder((Folder((Folder(()), Folder(()))),)),)) in children
