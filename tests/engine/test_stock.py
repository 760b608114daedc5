"""The stock: the same values whatever was drawn before, never larger than asked for, now and then made anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.integers import Integers
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Unfit, settle
from fuzzwright.engine.stock import Stock

KINDS: dict[str, Domain[Any]] = {
    "numbers": Integers(),
    "choices": Choices("abc"),
    "texts": Strings(),
    "lists": Sequences(Integers()),
    "tables": Mappings(Strings(), Sequences(Integers())),
}
for kind in KINDS.values():
    settle(kind)


def sizes_made(random: Random, size: int) -> tuple[int, float]:
    """A value that says what it was asked for."""
    return size, random.random()


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    fresh, used = Stock(sizes_made), Stock(sizes_made)
    for seed in range(300):
        used.draw(Random(seed), seed % 50)
    for seed in range(1000, 1200):
        assert fresh.draw(Random(seed), seed % 40) == used.draw(Random(seed), seed % 40)
        assert fresh.draw_many(Random(seed), 7, 5) == used.draw_many(Random(seed), 7, 5)


@pytest.mark.parametrize("size", [-3, 0, 1, 5, 9, 33, 96, 97, 5000])
def test_nothing_is_larger_than_asked_for_and_not_much_smaller(size: int) -> None:
    stock, random = Stock(sizes_made), Random(1)
    got = {stock.draw(random, size)[0] for _ in range(100)} | {made[0] for made in stock.draw_many(random, size, 50)}
    assert max(got) <= max(size, 0)
    assert min(got) >= min(0.8 * size, 96, size)


def test_most_are_met_again_and_some_are_new() -> None:
    stock, random = Stock(sizes_made), Random(1)
    drawn = [stock.draw(random, 8) for _ in range(20_000)]
    assert 1500 < len(set(drawn)) < 4000


def test_a_value_that_cannot_be_made_is_told_and_leaves_the_stock_usable() -> None:
    def make(random: Random, size: int) -> int:
        number = random.getrandbits(4)
        if not number:
            raise Unfit("none")
        return number

    stock, random, made = Stock(make), Random(1), 0
    for _ in range(200):
        try:
            assert stock.draw(random, 3) > 0
            made += 1
        except Unfit:
            continue
    assert made > 20


@pytest.mark.parametrize("name", KINDS)
def test_every_domain_draws_values_of_its_own(name: str) -> None:
    domain, random = KINDS[name], Random(1)
    for size in (0, 1, 4, 30):
        assert all(domain.contains(value) for value in domain.draw_many(random, size, 40))
        assert domain.contains(domain.draw(random, size))
    assert domain.draw_many(random, 3, 0) == []
