"""The stock: the same values whatever was drawn before, never larger than asked for, now and then made anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.integers import Integers
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.sequences import LIST, SET, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import settle
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


def first_of_two(one: Any, other: Any, random: Random) -> Any:
    """A crossing that is none."""
    return one


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    fresh, used = Stock(sizes_made, first_of_two), Stock(sizes_made, first_of_two)
    for seed in range(300):
        used.draw(Random(seed), seed % 50)
    for seed in range(1000, 1200):
        assert fresh.draw(Random(seed), seed % 40) == used.draw(Random(seed), seed % 40)
        assert fresh.draw_many(Random(seed), 7, 5) == used.draw_many(Random(seed), 7, 5)


@pytest.mark.parametrize("size", [-3, 0, 1, 5, 9, 33, 96, 97, 5000])
def test_nothing_is_larger_than_asked_for_and_not_much_smaller(size: int) -> None:
    stock, random = Stock(sizes_made, first_of_two), Random(1)
    got = {stock.draw(random, size)[0] for _ in range(100)} | {made[0] for made in stock.draw_many(random, size, 50)}
    assert max(got) <= max(size, 0)
    assert min(got) >= min(0.8 * size, 96, size)


def test_most_are_met_again_and_some_are_new() -> None:
    stock, random = Stock(sizes_made, first_of_two), Random(1)
    drawn = [stock.draw(random, 8) for _ in range(20_000)]
    assert 1500 < len(set(drawn)) < 4000


def test_a_value_that_cannot_be_made_is_told_and_leaves_the_stock_usable() -> None:
    def make(random: Random, size: int) -> int:
        number = random.getrandbits(4)
        if not number:
            raise Unfit("none")
        return number

    stock, random, made = Stock(make, first_of_two), Random(1), 0
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


def test_two_of_the_stock_are_crossed_alike_in_every_process() -> None:
    fresh: Stock[Any] = Stock(sizes_made, lambda one, other, random: (one, other))
    used: Stock[Any] = Stock(sizes_made, lambda one, other, random: (one, other))
    for seed in range(300):
        used.mix(Random(seed), seed % 100)
    mixed = [fresh.mix(Random(seed), 40) for seed in range(400)]
    assert mixed == [used.mix(Random(seed), 40) for seed in range(400)]
    crossed = [made for made in mixed if isinstance(made[0], tuple)]
    assert 300 < len(crossed) < 400
    assert len(set(crossed)) > 0.98 * len(crossed)


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.crosses])
def test_what_is_crossed_is_a_value_and_no_longer_than_the_longer_of_both(name: str) -> None:
    kind, random = KINDS[name], Random(3)
    for _ in range(300):
        one, other = kind.generate(random, 12), kind.generate(random, 12)
        crossed = kind.cross(one, other, random)
        assert kind.contains(crossed)
        assert len(crossed) <= max(len(one), len(other))


@pytest.mark.parametrize("bounds", [(3, 5), (0, 2), (4, 4)])
def test_what_is_crossed_stays_within_its_bounds(bounds: tuple[int, int]) -> None:
    domains: list[Domain[Any]] = [
        Sequences(Integers(), SET, *bounds),
        Sequences(Integers(), LIST, *bounds),
        Mappings(Strings(), Integers(), shortest=bounds[0], longest=bounds[1]),
        Strings(*bounds),
    ]
    random = Random(4)
    for domain in domains:
        settle(domain)
        assert all(domain.contains(domain.mix(random, 20)) for _ in range(300))
