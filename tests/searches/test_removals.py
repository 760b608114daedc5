"""What is taken out of an input leaves one that still fits, and is less than before."""

from __future__ import annotations

from random import Random

import pytest

from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.trees import size
from fuzzwright.searches.removals import shorter
from tests.engine.shapes import DOMAINS, finished

LISTS = finished(Sequences(Integers()))


def test_every_item_is_taken_out_by_itself_sooner_or_later() -> None:
    value = (1, 2, 3, 4)
    made = {less for seed in range(20) for less in shorter(LISTS, value, Random(seed), 64)}
    assert {(2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3)} <= made
    assert all(len(less) < len(value) for less in made)


def test_letters_of_a_text_are_items_too() -> None:
    made = {less for seed in range(20) for less in shorter(finished(Strings()), "abc", Random(seed), 64)}
    assert {"bc", "ac", "ab"} <= made


def test_there_are_no_more_than_asked_for() -> None:
    assert len(list(shorter(LISTS, tuple(range(100)), Random(1), 8))) == 8
    assert not list(shorter(LISTS, (), Random(1), 8))


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_what_is_left_fits_and_is_no_larger(name: str) -> None:
    domain = DOMAINS[name]
    for seed in range(20):
        value = domain.generate(Random(seed), 20)
        for less in shorter(domain, value, Random(seed), 16):
            assert domain.contains(less)
            assert size(domain, less) <= size(domain, value)
