"""Additions fit the domain they are made to, hold what was there, and can be made many times."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import walk
from fuzzwright.searches.additions import Additions, continues
from tests.engine.shapes import DOMAINS, finished, samples

NESTED = [name for name in DOMAINS if Additions(DOMAINS[name], lambda domain: None, Random(0)).nests(DOMAINS[name])]


def of(domain: Domain[Any], seed: int = 0) -> Additions:
    """Additions from fresh values alone."""
    return Additions(domain, lambda domain: None, Random(seed))


@pytest.mark.parametrize("name", DOMAINS)
def test_what_is_added_to_fits(name: str) -> None:
    domain = DOMAINS[name]
    additions = of(domain)
    for value in samples(domain, 60):
        for spot in [spot for spot in walk(domain, value) if additions.fits(spot)][:4]:
            for times in (1, 3):
                try:
                    addition = additions.at(spot)
                    more = None if addition is None else addition(spot.value, times)
                except Unfit:
                    continue
                assert addition is None or spot.domain.contains(more)


def test_there_are_trees_that_nest() -> None:
    assert {"tree", "folder", "json"} <= set(NESTED)


@pytest.mark.parametrize("name", NESTED)
def test_what_something_is_put_around_is_inside(name: str) -> None:
    domain = DOMAINS[name].itself
    additions = of(domain)
    made = 0
    for value in samples(domain, 60):
        addition = additions.around(domain)
        if addition is not None:
            layers = addition(value, 3)
            assert any(spot.position and spot.value is value for spot in walk(domain, layers))
            made += 1
    assert made > 10


def test_what_is_put_around_may_have_leaves_that_become_the_same() -> None:
    domain = DOMAINS["json"].itself
    known = {Strings: "a", Integers: 1}
    additions = Additions(domain, lambda each: known.get(type(each)), Random(0))
    for value in samples(domain, 300):
        addition = additions.around(domain)
        assert addition is None or domain.contains(addition(value, 2))


def test_a_run_is_put_in_as_often_as_told() -> None:
    texts = finished(Strings())
    additions = of(texts)
    (spot,) = walk(texts, "ab")
    for _ in range(50):
        addition = additions.at(spot)
        if addition is None:
            continue
        once, thrice = addition("ab", 1), addition("ab", 3)
        run = len(once) - 2
        assert run > 0
        assert len(thrice) == 2 + 3 * run
        assert sorted(thrice) == sorted("ab" + 3 * _without("ab", once))


def _without(start: str, whole: str) -> str:
    """Return the run that was put into a text."""
    length = len(whole) - len(start)
    places = range(len(start) + 1)
    return next(whole[at : at + length] for at in places if whole[:at] + whole[at + length :] == start)


def test_what_has_no_order_is_not_added_to() -> None:
    sets = finished(Sequences(Integers(), SET))
    assert not any(of(sets).fits(spot) for spot in walk(sets, sets.adopt({1, 2})))


def test_too_much_of_it_is_unfit() -> None:
    lists = finished(Sequences(Integers(), longest=5))
    spot = next(walk(lists, lists.adopt([1, 2, 3])))
    addition = of(lists, 3).at(spot)
    assert addition is not None
    with pytest.raises(Unfit):
        addition(spot.value, 5)


@pytest.mark.parametrize("name", DOMAINS)
def test_what_is_exchanged_fits(name: str) -> None:
    domain = DOMAINS[name]
    values = samples(domain, 40)
    additions = Additions(domain, lambda wanted: None, Random(3))
    for value in values:
        for spot in [spot for spot in walk(domain, value) if continues(spot)][:4]:
            try:
                assert spot.domain.contains(additions.exchanged(spot))
            except Unfit:
                continue


def test_items_of_others_are_exchanged_for_some() -> None:
    lists = finished(Sequences(Integers()))
    additions = Additions(lists, lambda wanted: (7,), Random(3))
    [spot] = [spot for spot in walk(lists, (1, 2, 3)) if continues(spot)]
    made = {additions.exchanged(spot) for _ in range(2000)}
    assert {(1, 7, 3), (1, 2, 7), (7, 7, 3), (1, 3), (1, 2, 3, 7), (7, 3)} <= made
