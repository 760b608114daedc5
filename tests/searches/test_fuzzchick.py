"""FuzzChick's loop: energy, two queues, what is queued again; and its random mutants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.products import Products
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Discarded, Outcome, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.classic import Classic
from fuzzwright.searches.fuzzchick import LEAST_ENERGY, MOST_ENERGY, FuzzChick, Means
from fuzzwright.searches.nudges import Nudges
from tests.engine.shapes import DOMAINS, finished
from tests.searches.test_mutants import ONE, TREE, TWO, Leaf, Node

LISTS = DOMAINS["list[int]"]
PASSED, DISCARDED = Returned(), Discarded()


def nudged(domain: Domain[Any], value: Any, count: int = 4000) -> Counter[Any]:
    """Return how often each mutant is drawn; numbers and trees that were made anew are told as `...`."""
    algebra = Algebra()
    nudges, random = Nudges(algebra, Classic(algebra).generator, 10), Random(1)
    return Counter(nudges.one(domain, value, random) for _ in range(count))


def test_a_node_becomes_a_part_of_itself_a_leaf_or_is_changed_inside() -> None:
    found = nudged(TREE, Node(ONE, 5, TWO), 6000)
    for certain in (ONE, TWO, Leaf(5)):
        assert 850 < found[certain] < 1150, "one in six"
    inside = [mutant for mutant in found if isinstance(mutant, Node)]
    assert all((m.left != ONE) + (m.x != 5) + (m.right != TWO) <= 1 for m in inside)
    assert {type(mutant.left) for mutant in inside} == {Leaf, Node}


def test_a_leaf_grows_with_fresh_parts_and_keeps_its_number() -> None:
    found = nudged(TREE, Leaf(77), 400)
    grown = [mutant for mutant in found if isinstance(mutant, Node)]
    assert len(grown) > 50
    assert {mutant.x for mutant in grown} == {77}


def test_a_number_becomes_zero_or_another() -> None:
    found = nudged(finished(Integers()), 5)
    assert 1900 < found[0] < 2400
    assert len(found) > 15


def test_a_list_changes_less_the_further_back() -> None:
    found = nudged(LISTS, (70, 71, 72))
    dropped = [found[(71, 72)], found[(70, 72)], found[(70, 71)]]
    # One in five, then one in four of the three fifths that are left, then one in three.
    assert dropped[0] > 700
    assert 500 < dropped[1] < 700
    assert 300 < dropped[2] < 500


def test_of_a_pair_each_half_is_changed_as_often() -> None:
    pair = finished(Products([Integers(), Integers()]))
    found = nudged(pair, (50, 60))
    left = sum(count for mutant, count in found.items() if mutant[1] == 60)
    assert 1800 < left < 2200
    assert all(mutant[0] == 50 or mutant[1] == 60 for mutant in found)


def test_random_mutants_of_any_shape_are_of_the_type() -> None:
    for name, domain in DOMAINS.items():
        algebra, random = Algebra(), Random(2)
        nudges = Nudges(algebra, Classic(algebra).generator, 10)
        for size in range(1, 30):
            value = domain.generate(random, size % 12 + 1)
            for _ in range(20):
                try:
                    mutant = nudges.one(domain, value, random)
                except Unfit:
                    continue
                assert domain.contains(mutant), (name, value, mutant)


@pytest.mark.parametrize(
    ("steps", "reached", "passed", "energy"),
    [
        (100, 100, True, 1000),
        (100, 100, False, 330),
        (5, 100, True, 3000),
        (100, 300, True, 2000),
        (1000, 100, True, 250),
        (5000, 20, False, 10 * LEAST_ENERGY),
    ],
)
def test_energy_is_more_for_short_runs_that_reach_much(steps: int, reached: int, passed: bool, energy: int) -> None:
    means = Means(count=99, steps=9900, reached=9900)
    assert means.energy(steps, reached, passed) == energy
    assert 10 * LEAST_ENERGY <= energy <= 10 * MOST_ENERGY


def begun(**choices: bool | int | str) -> FuzzChick[Any]:
    search = FuzzChick[Any](LISTS, Corpus(), choices=choices)
    search.begin(1)
    return search


def tell(search: FuzzChick[Any], batch: Batch[Any], input: Any, path: Sequence[int], outcome: Outcome) -> None:
    batch.executions += 1
    search.tell(Candidate(input, batch.origin, batch.parent), Observation(path=tuple(path)), outcome)


def mutated_next(search: FuzzChick[Any]) -> Any:
    search.ask()
    return None if search._current is None else search._current.input


def test_what_passed_comes_before_what_was_discarded_and_the_first_before_the_next() -> None:
    search = begun()
    batch = search.ask()
    tell(search, batch, (1,), [1], DISCARDED)
    tell(search, batch, (2,), [2], PASSED)
    tell(search, batch, (3,), [3], PASSED)
    assert search.has_better_than(batch)
    order = []
    while search.ask().origin == "mutate":
        assert search._current is not None
        order.append(search._current.input)
        search._current.energy = -1
    assert order == [(2,), (3,), (1,)]


def test_staged_the_newest_waits_first() -> None:
    search = begun(staged=True)
    batch = search.ask()
    for number in range(3):
        tell(search, batch, (number,), [number], PASSED)
    assert mutated_next(search) == (2,)


def test_an_input_is_mutated_as_often_as_its_energy_lasts() -> None:
    search = begun()
    batch = search.ask()
    tell(search, batch, (1, 2), [1], PASSED)
    count = 0
    while (batch := search.ask()).origin == "mutate":
        count += len(list(batch.inputs))
    assert count == 1000 + 1


def test_what_reaches_nothing_new_is_not_mutated_unless_everything_is() -> None:
    for everything in (False, True):
        search = begun(everything=everything)
        batch = search.ask()
        tell(search, batch, (1,), [1, 2], PASSED)
        tell(search, batch, (2,), [1, 2], PASSED)
        assert len(search._valid) == 1 + everything


def test_after_many_fresh_inputs_what_passed_is_mutated_again() -> None:
    search = begun(again=100)
    batch = search.ask()
    tell(search, batch, (1, 2), [1], PASSED)
    assert search._valid
    search.ask()
    assert search._current is not None
    search._current.energy = -1
    for _ in range(3):
        batch = search.ask()
        assert batch.origin == "fresh"
        batch.executions = 40
    assert search.ask().origin == "mutate"


def test_queues_are_emptied_now_and_then_if_asked() -> None:
    search = begun(forget=50)
    batch = search.ask()
    tell(search, batch, (1, 2), [1], PASSED)
    batch = search.ask()
    assert batch.origin == "mutate"
    batch.executions = 60
    assert search.ask().origin == "fresh"
