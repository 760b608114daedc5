"""Reduction ends, stays true to what it is asked to keep, and reaches minima that are known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.trees import walk
from tests.engine.shapes import DOMAINS, File, Folder, Leaf, Node, finished, samples, values
from tests.sparing import mostly_slow

LISTS = DOMAINS["list[int]"]
TREES = DOMAINS["tree"]

every_shape = pytest.mark.parametrize("name", DOMAINS)


def leaves(tree: Leaf | Node) -> list[int]:
    return [tree.value] if isinstance(tree, Leaf) else leaves(tree.left) + leaves(tree.right)


@every_shape
@given(data=st.data())
def test_the_result_still_does_it_and_is_never_more_complex(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    modulus = data.draw(st.integers(1, 4))

    def still(candidate: Any) -> bool:
        return len(repr(candidate)) % modulus == len(repr(value)) % modulus

    result = reduce(domain, value, still, attempts=200)
    assert domain.contains(result)
    assert still(result)
    assert domain.complexity(result) <= domain.complexity(value)


@every_shape
def test_where_everything_does_it_the_simplest_value_is_reached(name: str) -> None:
    domain = DOMAINS[name]
    for value in samples(domain, 20):
        assert reduce(domain, value, lambda _: True) == domain.simplest()


@pytest.mark.parametrize("name", mostly_slow(DOMAINS, *(name for name in DOMAINS if name != "tree")))
def test_where_nothing_else_does_it_the_value_stays_and_nothing_is_tried_twice_or_more_complex(name: str) -> None:
    domain = DOMAINS[name]
    for value in samples(domain, 20):
        tried: list[str] = []
        known = domain.complexity(value)

        def still(candidate: Any, tried: list[str] = tried, known: float = known) -> bool:
            assert domain.complexity(candidate) < known
            tried.append(repr(candidate))
            return False

        assert reduce(domain, value, still) is value
        assert len(set(tried)) == len(tried)


@pytest.mark.parametrize("attempts", [0, 1, 7, 50])
def test_no_more_attempts_are_made_than_allowed(attempts: int) -> None:
    calls = 0

    def still(candidate: Any) -> bool:
        nonlocal calls
        calls += 1
        return len(candidate) > 90

    reduce(LISTS, tuple(range(100)), still, attempts)
    assert calls == attempts


@pytest.mark.parametrize("seed", range(8))
def test_a_large_item_in_a_long_list_is_reduced_to_100(seed: int) -> None:
    random = Random(seed)
    value = tuple(random.randrange(-1000, 5000) for _ in range(120))
    assert reduce(LISTS, value, lambda items: any(item >= 100 for item in items)) == (100,)


@pytest.mark.parametrize("least", [1, 7, 100, 1000, 12345, 2**40 + 1])
def test_the_boundary_of_a_number_is_found(least: int) -> None:
    assert reduce(DOMAINS["int"], 2**70 + 12345, lambda number: number >= least) == least
    assert reduce(DOMAINS["int"], -(2**70), lambda number: number <= -least) == -least


def test_two_equal_items_are_reduced_to_two_zeros() -> None:
    value = (5, 3, 99, 12, 3, 7, 1)
    assert reduce(LISTS, value, lambda items: len(set(items)) < len(items)) in ((0, 0), (3, 3))


def test_equal_leaves_of_different_domains_are_reduced_together() -> None:
    pairs = finished(Products([Integers(), Integers(-5)]))
    assert reduce(pairs, (900, 900), lambda pair: pair[0] == pair[1] > 0) == (1, 1)


@pytest.mark.parametrize("start", [(12, 2024, 2036), (-(10**20), 10**20 + 7, 7), (500, -499, 1)])
def test_numbers_that_only_together_can_get_smaller_do(start: tuple[int, int, int]) -> None:
    triples = finished(Products([Integers(), Integers(), Integers()]))
    assert sorted(reduce(triples, start, lambda x: x[0] + x[1] == x[2] > 0)) == [0, 1, 1]


@pytest.mark.parametrize("start", [(-(2**65), -(2**32), -2048), (2**20, 2**40, 2**60), (-(10**9), 5, 10**9)])
def test_numbers_that_bound_each_other_are_numbered_anew(start: tuple[int, int, int]) -> None:
    triples = finished(Products([Integers(), Integers(), Integers()]))
    calls = 0

    def still(numbers: tuple[int, int, int]) -> bool:
        nonlocal calls
        calls += 1
        return numbers[0] < numbers[1] < numbers[2]

    assert reduce(triples, start, still) == (-1, 0, 1)
    # One by one each gets to the next only in small steps: that takes hundreds.
    assert calls < 100


@pytest.mark.parametrize("far", [1000, -1000, 2**40])
def test_numbers_whose_gaps_matter_are_moved_together(far: int) -> None:
    triples = finished(Products([Integers(), Integers(), Integers()]))
    result = reduce(triples, (far, far + 7, far + 30), lambda x: x[1] - x[0] == 7 and x[2] - x[1] == 23)
    assert result in ((-7, 0, 23), (0, 7, 30))


def test_two_numbers_are_exchanged_where_the_larger_one_is_there_more_often() -> None:
    triples = finished(Products([Integers(), Integers(), Integers()]))
    assert reduce(triples, (0, 1, 1), lambda x: x[0] != x[1] == x[2]) == (1, 0, 0)


def test_a_number_takes_the_place_of_something_larger() -> None:
    pairs = finished(Products([Sequences(Integers()), Integers()]))
    shown = {((0, 0, 0), 0), ((), 1)}
    assert reduce(pairs, ((0, 0, 0), 0), lambda pair: pair in shown) == ((), 1)


def test_many_numbers_are_not_all_changed_at_once() -> None:
    value = tuple(range(10**6, 10**6 + 3000))

    def still(items: tuple[int, ...]) -> bool:
        assert len(items) < len(value) or items[0] == value[0] or items[-1] == value[-1]
        return False

    reduce(LISTS, value, still, 50)


def test_a_number_that_counts_items_gets_smaller_with_them() -> None:
    counted = finished(Products([Integers(), Sequences(Integers())]))
    assert reduce(counted, (4, (7, 7, 0, 9)), lambda pair: pair[0] == len(pair[1]) > 1) == (2, (0, 0))


def test_two_items_apart_are_left_out_together() -> None:
    texts = DOMAINS["str"]
    assert reduce(texts, "(a(b)c)", lambda text: text.count("(") == text.count(")") and "b" in text) == "b"


def test_two_parts_side_by_side_get_simpler_in_the_same_way() -> None:
    runs = Sequences(Integers())
    pairs = finished(Products([Products([runs, runs])] * 2))
    start = (((1, 2, 3), (7,)), ((4, 5, 6), (8, 9)))

    def still(pair: Any) -> bool:
        (left, known), (right, secret) = pair
        differ = len(left) == len(right) and all(one != other for one, other in zip(left, right, strict=True))
        return differ and len(known) != len(secret)

    assert reduce(pairs, start, still) in ((((), ()), ((), (0,))), (((), (0,)), ((), ())))


def test_equal_parts_change_together_wherever_they_are() -> None:
    domain = finished(Products([TREES, Sequences(TREES, shortest=2)]))
    twice = Node(Leaf(1), Leaf(2))

    def still(value: Any) -> bool:
        return value[0] == value[1][1] and isinstance(value[1][0], Node)

    result = reduce(domain, (twice, (Node(Leaf(8), Leaf(9)), twice)), still)
    assert result == (Leaf(0), (Node(Leaf(0), Leaf(0)), Leaf(0)))


def test_a_list_out_of_order_is_reduced_to_two_items() -> None:
    result = reduce(LISTS, (9, 14, 3, 77, 5, -4, 12), lambda items: list(items) != sorted(items))
    assert len(result) == 2
    assert sorted(map(abs, result)) == [0, 1]


def test_a_string_is_reduced_to_the_shortest_that_does_it() -> None:
    strings = DOMAINS["str"]
    assert reduce(strings, "The quick (brown) fox, 1984!", lambda text: "(" in text) == "("
    assert reduce(strings, "some words here", lambda text: len(text) >= 5) == "aaaaa"
    assert reduce(strings, "Ünïcödé ∑ text", lambda text: not text.isascii()) in tuple("Üïöé∑")


def test_a_dictionary_is_reduced_to_the_entry_that_matters() -> None:
    value = (("a", 3), ("key", 700), ("other", -5), ("x", 0))
    assert reduce(DOMAINS["dict[str, int]"], value, lambda pairs: dict(pairs).get("key", 0) > 99) == (("key", 100),)


def test_a_set_is_reduced_to_the_items_that_matter() -> None:
    result = reduce(DOMAINS["set[int]"], (9, 4, 1, 77, -3), lambda items: len(items) >= 2)
    assert len(result) == 2
    assert 0 in result


@pytest.mark.parametrize("seed", range(6))
def test_a_failing_tree_is_reduced_to_the_smallest(seed: int) -> None:
    random = Random(seed)
    value = next(
        tree for tree in iter(lambda: TREES.generate(random, 40), None) if any(leaf > 50 for leaf in leaves(tree))
    )
    assert reduce(TREES, value, lambda tree: any(leaf > 50 for leaf in leaves(tree))) == Leaf(51)


def test_a_tree_that_needs_two_leaves_keeps_only_them() -> None:
    value = Node(Node(Leaf(4), Node(Leaf(8), Leaf(1))), Node(Leaf(3), Node(Leaf(2), Leaf(9))))
    assert reduce(TREES, value, lambda tree: len(leaves(tree)) >= 2) == Node(Leaf(0), Leaf(0))


def test_what_matters_deep_inside_is_lifted_out() -> None:
    value = Folder((File("a"), Folder((File("b"), Folder((File("c"), File("secret"), File("d")))))))
    small = reduce(DOMAINS["folder"], value, lambda folder: "secret" in repr(folder))
    assert small == Folder((File("secret"),))


def test_a_union_goes_back_to_an_earlier_member() -> None:
    assert reduce(DOMAINS["int | str | None"], "hello", lambda value: value is not None) == 0
    assert reduce(DOMAINS["int | str | None"], "hello", lambda value: isinstance(value, str)) == ""


@pytest.mark.parametrize("seed", range(4))
def test_nested_data_keeps_only_the_way_to_what_matters(seed: int) -> None:
    domain, random = DOMAINS["json"], Random(seed)

    def has_a_word(value: Any) -> bool:
        return any(type(spot.value) is str and len(spot.value) > 2 for spot in walk(domain, value))

    value = next(value for value in iter(lambda: domain.generate(random, 30), None) if has_a_word(value))
    # A key cannot be lifted out of its dictionary.
    assert domain.realise(reduce(domain, value, has_a_word)) in ("aaa", {"aaa": None})


def test_equal_values_of_different_types_are_different_inputs() -> None:
    domain = DOMAINS["json"]
    tried = []

    def still(candidate: Any) -> bool:
        tried.append(domain.realise(candidate))
        return False

    reduce(domain, Chosen(4, (Chosen(2, 0), Chosen(1, True))), still)
    assert [value for value in tried if value == [0, 0]]
    assert len({repr(value) for value in tried}) == len(tried)


def test_a_place_whose_type_has_no_simplest_value_is_left_alone() -> None:
    class Hopeless(Integers):
        """Has values, but cannot name the simplest."""

        def simplest(self) -> int:
            raise Unfit("none")

        def complexity(self, value: int) -> float:
            return float(abs(value))

        def simpler(self, value: int) -> Any:
            return iter(())

    domain: Domain[Any] = finished(Sequences(Hopeless()))
    assert reduce(domain, (1, 2, 3), lambda items: 2 in items) == (2,)


def test_items_that_are_the_only_ones_there_are_stay() -> None:
    domain = finished(Sequences(Integers(0, 2), SET, shortest=3))
    assert sorted(reduce(domain, (2, 0, 1), lambda items: True)) == [0, 1, 2]


def test_an_item_goes_if_what_was_left_out_can_do_its_work() -> None:
    heavy = finished(Products((Omittable(Integers()), Sequences(Products((Strings(), Integers(), Strings()))))))
    result = reduce(
        heavy,
        (LEFT_OUT, (("a", 3, "b"),)),
        lambda value: sum(row[1] for row in value[1]) + (0 if value[0] is LEFT_OUT else value[0]) > 2,
    )
    assert result == (3, ())
