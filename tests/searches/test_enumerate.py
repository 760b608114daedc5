"""Enumeration: every value once, smallest first, from where it stopped."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from fuzzwright.domains.choices import booleans
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain, Head
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.references import Later
from fuzzwright.searches.enumerate import Enumerate
from fuzzwright.searches.ranks import all_values
from tests.engine.shapes import DOMAINS, Leaf, Node, finished
from tests.searches.targets import PathTarget, judge

ENUMERATED = (
    *("int", "bool", "str", "list[int]", "set[int]", "dict[str, int]", "int | str | None", "tree", "folder"),
    *("tuple[int, str]", "list[list[int]]", "json"),
)


def first(domain: Domain[Any], count: int) -> list[Any]:
    return list(islice(all_values(domain), count))


def rank(number: int) -> int:
    """The place of a number in 0, 1, -1, 2, -2, …"""
    return 2 * number - 1 if number > 0 else -2 * number


def tree_rank(tree: Leaf | Node) -> int:
    return 1 + (rank(tree.value) if isinstance(tree, Leaf) else tree_rank(tree.left) + tree_rank(tree.right))


@pytest.mark.parametrize("name", ENUMERATED)
def test_no_value_comes_twice_and_all_are_of_the_type(name: str) -> None:
    values = first(DOMAINS[name], 1000)
    assert len({repr(value) for value in values}) == len(values)
    assert all(map(DOMAINS[name].contains, values))
    assert len(values) == (2 if name == "bool" else 1000)


@pytest.mark.parametrize("name", ENUMERATED)
def test_the_simplest_value_comes_among_the_first(name: str) -> None:
    assert DOMAINS[name].simplest() in first(DOMAINS[name], 3)


def test_integers_come_by_their_distance_from_zero() -> None:
    assert first(DOMAINS["int"], 7) == [0, 1, -1, 2, -2, 3, -3]
    assert first(DOMAINS["int 3..9"], 99) == [3, 4, 5, 6, 7, 8, 9]


def test_booleans_are_two() -> None:
    assert first(DOMAINS["bool"], 99) == [False, True]


def test_strings_come_short_before_long() -> None:
    values = first(DOMAINS["str"], 400)
    assert values[:2] == ["", "a"]
    lengths = [next(index for index, value in enumerate(values) if len(value) == length) for length in range(5)]
    assert lengths == sorted(lengths)


def test_lists_come_by_their_length_and_the_ranks_of_their_items() -> None:
    values = first(DOMAINS["list[int]"], 1000)
    ranks = [len(value) + sum(map(rank, value)) for value in values]
    assert ranks == sorted(ranks)
    complete = [value for value, number in zip(values, ranks, strict=True) if number < ranks[-1]]
    assert {(), (0,), (1,), (-1,), (0, 0), (0, 1), (1, 0), (0, 0, 0)} <= set(complete)


def test_trees_come_small_before_large() -> None:
    ranks = [tree_rank(value) for value in first(DOMAINS["tree"], 1000)]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1


def test_the_values_of_a_finite_type_end() -> None:
    assert len(first(DOMAINS["two to four bools"], 999)) == 4 + 8 + 16
    assert {frozenset(value) for value in first(finished(Sequences(booleans(), SET)), 999)} == {
        frozenset(),
        frozenset({False}),
        frozenset({True}),
        frozenset({False, True}),
    }


def test_each_dict_comes_once_whatever_the_order_of_its_keys() -> None:
    values = first(finished(Mappings(Integers(0, 3), booleans())), 9999)
    assert len(values) == 3**4
    assert len({frozenset(value) for value in values}) == 3**4


@pytest.mark.slow
def test_each_set_comes_once_whatever_the_order_of_its_items() -> None:
    values = first(finished(Sequences(Integers(0, 9), SET)), 9999)
    assert len(values) == len({frozenset(value) for value in values}) == 2**10


class Counting(Mappings):
    """Counts what was put together, and what of it was of no use."""

    made = 0

    def make(self, head: Head, children: Any) -> Any:
        self.made += 1
        return super().make(head, children)


def test_hardly_anything_is_put_together_in_vain() -> None:
    domain = Counting(DOMAINS["str"], DOMAINS["list[int]"])
    assert len(first(finished(domain), 3000)) == 3000
    assert domain.made <= 3000


def test_a_type_that_holds_itself_in_a_tuple_has_finitely_many_values_of_each_rank() -> None:
    later: Later[Any] = Later()
    later.set(Unions([Integers(), Products([later])]))
    values = first(finished(later.itself), 500)
    assert len(set(values)) == 500
    assert {0, (0,), 1, ((1,),), -1} <= set(values)


def test_a_long_shortest_length_is_no_obstacle() -> None:
    values = first(finished(Sequences(Integers(), shortest=300)), 400)
    assert values[0] == (0,) * 300
    assert len(set(values)) == 400
    assert {len(value) for value in values} == {300, 301}


def run(corpus: Corpus[Any], executions: int, domain: Domain[Any], seed: int = 0) -> list[Any]:
    """Run one epoch of an enumeration, and return what was run."""
    target = PathTarget(lambda value: iter((1,)))
    search = Enumerate(domain, corpus)
    search.begin(seed)
    list(search_events(target, search, judge, Budget(executions)))
    return target.ran


@pytest.mark.parametrize("done", [0, 1, 63, 64, 100, 500])
def test_it_goes_on_where_the_corpus_says_it_stopped(done: int) -> None:
    domain = DOMAINS["list[int]"]
    assert run(Corpus(executions=done), 200, domain) == first(domain, done + 200)[done:]


def test_epochs_in_one_process_leave_nothing_out() -> None:
    domain, target, corpus = DOMAINS["list[int]"], PathTarget(lambda value: iter((1,))), Corpus[Any]()
    search = Enumerate(domain, corpus)
    for epoch, length in enumerate((10, 64, 100, 128, 1)):
        search.begin(epoch)
        list(search_events(target, search, judge, Budget(length)))
        corpus.executions += length
    assert target.ran == first(domain, 303)


def test_the_seed_makes_no_difference_while_there_are_values() -> None:
    domain = DOMAINS["int"]
    assert run(Corpus(), 300, domain, seed=1) == run(Corpus(), 300, domain, seed=2)


def test_after_the_last_value_inputs_are_drawn_at_random() -> None:
    domain = finished(Integers(0, 4))
    ran = run(Corpus(), 200, domain)
    assert ran[:5] == [0, 1, 2, 3, 4]
    assert len(ran) == 200
    assert set(ran) == {0, 1, 2, 3, 4}
