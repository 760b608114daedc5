"""Which domains are plain, and references to domains that are still being built."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import FROZENSET, LIST, SET, TUPLE, Sequences
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import Later, settle
from fuzzwright.engine.trees import walk
from tests.engine.shapes import DOMAINS, Basket, File, Folder, Leaf, Node, samples


def record(cls: type, *places: Domain[Any], frozen: bool = True) -> Records:
    return Records(cls, [(f"field{index}", place) for index, place in enumerate(places)], frozen=frozen)


def is_plain(domain: Domain[Any]) -> bool:
    settle(domain)
    return domain.plain


def test_leaves_and_immutable_collections_of_them_are_plain() -> None:
    assert is_plain(Integers())
    assert is_plain(Sequences(Integers(), TUPLE))
    assert is_plain(Sequences(Sequences(Integers(), TUPLE), TUPLE))
    assert is_plain(record(Leaf, Integers()))


@pytest.mark.parametrize("collection", [LIST, SET, FROZENSET])
def test_collections_kept_as_tuples_are_not_plain(collection: Any) -> None:
    assert not is_plain(Sequences(Integers(), collection))
    assert not is_plain(Mappings(Integers(), Integers()))


def test_a_list_deep_inside_keeps_everything_above_it_from_being_plain() -> None:
    items = Sequences(Integers())
    inner = record(Basket, items)
    around = Sequences(inner, TUPLE)
    top = Unions([Integers(), around])
    settle(top)
    assert [domain.plain for domain in (items, inner, around, top)] == [False] * 4
    assert items.item.plain


def test_a_mutable_record_is_not_plain_whatever_is_in_it() -> None:
    assert not is_plain(record(Leaf, Integers(), frozen=False))


def test_a_recursive_frozen_record_is_plain() -> None:
    assert DOMAINS["tree"].plain
    assert DOMAINS["folder"].plain


def test_one_list_in_a_cycle_of_records_makes_the_whole_cycle_not_plain() -> None:
    first, second = Later[Any](), Later[Any]()
    one = record(Node, second, Integers())
    two = record(Leaf, Unions([first, Sequences(Integers())]))
    first.set(one)
    second.set(two)
    settle(one)
    assert [domain.plain for domain in (one, two, first, second)] == [False] * 4


def test_mutually_recursive_records_without_a_list_are_plain() -> None:
    first, second = Later[Any](), Later[Any]()
    one = record(Node, Sequences(second, TUPLE), Integers())
    two = record(Leaf, Sequences(first, TUPLE))
    first.set(one)
    second.set(two)
    settle(one)
    assert [domain.plain for domain in (one, two, first, second)] == [True] * 4


def test_settling_again_from_another_root_changes_nothing() -> None:
    domain = DOMAINS["folder"]
    plains = [component.plain for component in domain.components()]
    settle(Unions([domain, Sequences(domain)]))
    assert domain.plain
    assert [component.plain for component in domain.components()] == plains


@pytest.mark.parametrize("name", DOMAINS)
def test_a_plain_value_is_realised_as_itself_and_any_other_as_a_new_object(name: str) -> None:
    domain = DOMAINS[name]
    for value in samples(domain, 60):
        before = repr(value)
        once, again = domain.realise(value), domain.realise(value)
        if domain.plain:
            assert once is value
        else:
            assert repr(once) == repr(again)
            if isinstance(once, list | dict | set | Basket):
                assert once is not again
        assert repr(value) == before


def test_a_mutable_object_inside_an_immutable_one_is_fresh_for_each_run() -> None:
    domain = DOMAINS["basket"]
    once, again = domain.realise(((1, 2),)), domain.realise(((1, 2),))
    assert once == again == Basket([1, 2])
    once.items.append(3)
    assert again.items == [1, 2]
    assert domain.realise(((1, 2),)).items == [1, 2]


@pytest.mark.parametrize("name", DOMAINS)
def test_what_a_domain_makes_it_contains(name: str) -> None:
    domain, random = DOMAINS[name], Random(3)
    assert domain.contains(domain.simplest())
    for value in samples(domain, 60):
        assert domain.contains(value)
        assert domain.contains(domain.mutate(value, random))
        assert all(domain.contains(smaller) for smaller in domain.simpler(value))


@pytest.mark.parametrize("name", DOMAINS)
def test_nothing_is_less_complex_than_the_simplest(name: str) -> None:
    domain = DOMAINS[name]
    least = domain.complexity(domain.simplest())
    assert all(domain.complexity(value) >= least for value in samples(domain, 200))


def test_a_reference_to_a_domain_behaves_like_it() -> None:
    later: Later[Any] = Later()
    domain = DOMAINS["folder"]
    later.set(domain)
    value = Folder((File("a"), Folder(())))
    assert later.itself is domain
    assert later.head(value) == domain.head(value)
    assert later.children(value) == domain.children(value)
    assert later.build(value, later.children(value)) == value
    assert later.generate(Random(5), 9) == domain.generate(Random(5), 9)
    assert later.mutate(value, Random(5)) == domain.mutate(value, Random(5))
    assert list(later.simpler(value)) == list(domain.simpler(value))
    assert later.complexity(value) == domain.complexity(value)
    assert later.contains(value)
    assert [spot.domain for spot in walk(later, value)] == [spot.domain for spot in walk(domain, value)]


def test_a_reference_to_a_reference_ends_at_the_domain() -> None:
    outer, inner = Later[Any](), Later[Any]()
    outer.set(inner)
    inner.set(DOMAINS["int"])
    assert outer.itself is DOMAINS["int"]


def test_a_reference_used_too_early_says_so() -> None:
    with pytest.raises(AssertionError, match="before the recursive type was finished"):
        Later[Any]().simplest()
