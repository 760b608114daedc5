"""Collections, records and unions: heights, recursion, plainness, and what is finished when."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.choices import Choices, nothing
from fuzzwright.domains.decimals import Decimals
from fuzzwright.domains.filters import filtered
from fuzzwright.domains.heights import heights, leads_to
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import DEQUE, LIST, SET, TUPLE, Sequences
from fuzzwright.domains.settling import Settled
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Chosen, Unions
from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.references import Later, settle
from fuzzwright.engine.trees import size


@dataclass(frozen=True)
class Leaf:
    number: int


@dataclass(frozen=True)
class Fork:
    left: Leaf | Fork
    right: Leaf | Fork


@dataclass(frozen=True)
class Counted:
    number: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", abs(self.number))


def _trees() -> Domain[Any]:
    later: Later[Any] = Later()
    leaf = Records(Leaf, [("number", Integers())], frozen=True)
    fork = Records(Fork, [("left", later), ("right", later)], frozen=True)
    union = Unions([leaf, fork])
    later.set(union)
    return union


def _endless() -> Domain[Any]:
    later: Later[Any] = Later()
    record = Records(Leaf, [("number", later)])
    later.set(record)
    return record


def test_a_recursive_union_ends_whichever_way_it_was_settled() -> None:
    by_engine, by_settled = _trees(), _trees()
    settle(by_engine)
    assert Settled().add(by_settled) == 2
    for seed in range(100):
        drawn = by_settled.generate(Random(seed), 40)
        assert drawn == by_engine.generate(Random(seed), 40)
        assert size(by_settled, drawn) < 400
        assert reduce(by_settled, drawn, lambda value: True) == Leaf(0)


def test_plain_records_are_their_own_values() -> None:
    domain = _trees()
    Settled().add(domain)
    value = domain.generate(Random(4), 30)
    assert domain.plain
    assert domain.realise(value) is value
    assert isinstance(value, Leaf | Fork)


def test_records_made_without_init_are_like_others() -> None:
    domain = Records(Leaf, [("number", Integers())], frozen=True)
    settle(domain)
    made = domain.make((), [5])
    assert made == Leaf(5)
    assert (hash(made), repr(made), vars(made)) == (hash(Leaf(5)), repr(Leaf(5)), vars(Leaf(5)))


def test_a_record_that_does_more_when_made_is_made_by_its_class() -> None:
    domain = Records(Counted, [("number", Integers())], frozen=True)
    settle(domain)
    assert domain.make((), [-5]) == Counted(5)


def test_heights_tell_what_never_ends() -> None:
    endless = _endless()
    assert heights(endless)[id(endless)] == math.inf
    tree = _trees()
    assert heights(tree)[id(tree)] == 2
    assert leads_to(tree, tree)
    assert not leads_to(Integers(), tree)


def test_what_never_ends_is_done_without_where_that_is_possible() -> None:
    endless = _endless()
    parts: list[Domain[Any]] = [
        Unions([Integers(), endless]),
        Sequences(endless, LIST),
        Mappings(Strings(), endless),
        Omittable(endless),
    ]
    domain = Products(parts)
    assert Settled().add(domain) < math.inf
    for seed in range(50):
        number, items, pairs, left = domain.generate(Random(seed), 20)
        assert type(number) is int or (isinstance(number, Chosen) and type(number.value) is int)
        assert items == pairs == ()
        assert left is LEFT_OUT
    assert Settled().add(Products([endless])) == math.inf


def test_only_what_is_new_is_settled_again() -> None:
    class Watched(Integers):
        times = 0

        def settled(self) -> None:
            Watched.times += 1

    settled = Settled()
    inner = Sequences(Watched(), LIST)
    settled.add(inner)
    settled.add(Products([inner]))
    settled.add(Products([inner, Strings()]))
    assert Watched.times == 1


def test_lists_of_a_recursive_type_are_empty_at_the_end() -> None:
    later: Later[Any] = Later()
    node = Records(Fork, [("left", Sequences(later, LIST)), ("right", Sequences(later, LIST))])
    later.set(node)
    Settled().add(node)
    for seed in range(100):
        assert size(node, node.generate(Random(seed), 30)) < 500
        assert node.generate(Random(seed), 1) == ((), ())


def test_collections_are_realised_as_what_they_are() -> None:
    numbers = Integers()
    for collection, kind in ((LIST, "list"), (TUPLE, "tuple"), (SET, "set"), (DEQUE, "deque")):
        domain = Sequences(numbers, collection)
        settle(domain)
        assert type(domain.realise((1, 2))).__name__ == kind
        assert domain.plain is (collection is TUPLE)


def test_sets_hold_no_item_twice() -> None:
    domain = Sequences(Integers(0, 3), SET, 2, 3)
    settle(domain)
    random = Random(1)
    value = domain.simplest()
    for _ in range(300):
        value = domain.mutate(value, random)
        assert domain.contains(value)
        assert 2 <= len(domain.realise(value)) <= 3


def test_reduction_of_a_list_keeps_only_what_matters() -> None:
    domain = Sequences(Integers(), LIST)
    settle(domain)
    start = (5, 90, 3, -7, 1000, 12, 4)
    assert reduce(domain, start, lambda items: any(item > 50 for item in items)) == (51,)
    assert reduce(domain, start, lambda items: len(items) >= 2) == (0, 0)


def test_unions_of_what_looks_alike_remember_the_member() -> None:
    lists, tuples = Sequences(Integers(), LIST), Sequences(Integers(), TUPLE)
    domain = Unions([lists, tuples])
    settle(domain)
    value = Chosen(1, (1, 2))
    assert domain.realise(value) == (1, 2)
    assert domain.realise(Chosen(0, (1, 2))) == [1, 2]
    assert decode(domain, encode(domain, value)) == value


def test_unions_of_plain_members_hold_the_values_themselves() -> None:
    domain = Unions([nothing(), Integers(), Strings()])
    settle(domain)
    assert {type(domain.generate(Random(seed), 4)) for seed in range(50)} == {type(None), int, str}
    assert domain.simplest() is None


def test_mutation_of_a_union_stays_in_the_member_or_changes_it() -> None:
    domain = Unions([Integers(), Sequences(Integers(), LIST)])
    settle(domain)
    start = Chosen(1, (1, 2, 3, 4, 5, 6))
    changed = [domain.mutate(start, Random(seed)) for seed in range(60)]
    assert all(map(domain.contains, changed))
    assert {value.member for value in changed} == {0, 1}
    assert sum(value.member == 1 and len(value.value) >= 4 for value in changed) > 15


def test_a_call_makes_arguments_legal_that_depend_on_each_other() -> None:
    ordered = Calls(range, [Integers(0, 9), Integers(0, 9)], fit=lambda parts: (min(parts), max(parts)))
    settle(ordered)
    assert ordered.make((), [7, 2]) == (2, 7)
    assert not ordered.contains((7, 2))
    random = Random(0)
    value = ordered.generate(random, 4)
    for _ in range(100):
        value = ordered.mutate(value, random)
        assert ordered.contains(value)


def test_filtered_trees_obey_the_condition_everywhere() -> None:
    domain = filtered(Sequences(Integers(), LIST), lambda items: len(items) % 2 == 1)
    settle(domain)
    random = Random(2)
    value = domain.simplest()
    assert value == (0,)
    for _ in range(100):
        value = domain.mutate(value, random)
        assert len(value) % 2 == 1
        assert decode(domain, encode(domain, value)) == value
    assert reduce(domain, value, lambda candidate: True) == (0,)


def test_choices_of_equal_objects_keep_their_types() -> None:
    domain = Choices((1, True, 1.0))
    assert [type(domain.unpack(domain.pack(option))) for option in (1, True, 1.0)] == [int, bool, float]


def test_items_that_cannot_be_compared_are_varied_and_simplified_like_others() -> None:
    decimals = Sequences(Decimals())
    settle(decimals)
    value = (Decimal("NaN"), Decimal(2), Decimal(1))
    assert () in list(decimals.simpler(value))
    assert all(decimals.contains(decimals.mutate(value, Random(seed))) for seed in range(200))
