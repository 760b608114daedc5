"""Bounds against figures from tables, and the estimate against species whose probabilities are known."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from random import Random

import pytest

from fuzzwright.engine.chance import LOWER_TAIL, Chance, at_least, chance_of_news, lower_bound, upper_bound

SPECIES = {
    "many rare ones": [1 / rank for rank in range(1, 3001)],
    "few common ones, a long tail": [1 / rank**2 for rank in range(1, 3001)],
    "all alike": [1.0] * 1000,
    "halving": [0.9**rank for rank in range(200)],
    "two scales": [1.0] * 20 + [0.001] * 200,
}


def sampled(weights: Sequence[float], draws: int, seed: int) -> tuple[Chance, float]:
    """Return what is estimated after so many draws, and the probability that the next is of a new species."""
    random, edges = Random(seed), list(accumulate(weights))
    first: dict[int, int] = {}
    again: set[int] = set()
    for draw in range(1, draws + 1):
        species = bisect(edges, random.random() * edges[-1])
        if species in first:
            again.add(species)
        else:
            first[species] = draw
    alone = [draw for species, draw in first.items() if species not in again and draw <= draws // 2]
    unseen = sum(weight for species, weight in enumerate(weights) if species not in first)
    return chance_of_news(draws, sorted(first.values()), alone, draws // 2), unseen / edges[-1]


@pytest.mark.parametrize("name", SPECIES)
@pytest.mark.parametrize("draws", [500, 4000])
def test_the_true_chance_is_between_the_bounds(name: str, draws: int) -> None:
    samples = [sampled(SPECIES[name], draws, seed) for seed in range(40)]
    assert sum(chance.low <= truth for chance, truth in samples) >= 36
    assert sum(truth <= chance.high for chance, truth in samples) >= 36


@pytest.mark.parametrize("name", SPECIES)
def test_the_bounds_are_near_enough_to_be_of_use(name: str) -> None:
    samples = [sampled(SPECIES[name], 4000, seed) for seed in range(20)]
    assert sum(chance.high < 5 * truth + 10 / 4000 for chance, truth in samples) >= 18
    assert sum(chance.low > truth / 8 - 10 / 4000 for chance, truth in samples) >= 18


def test_nothing_new_in_the_later_half_leaves_three_in_so_many() -> None:
    chance = chance_of_news(20_000, [1, 5, 900], [], 10_000)
    assert chance.low == 0
    assert chance.high == pytest.approx(3 / 10_000, rel=0.01)


def test_before_the_first_execution_everything_is_possible() -> None:
    assert chance_of_news(0, [], [], 0) == Chance(0.0, 1.0)


def test_what_was_seen_only_once_raises_the_lower_bound() -> None:
    news = list(range(100, 10_000, 200))
    never_again = chance_of_news(10_000, news, news[:25], 5000)
    seen_again = chance_of_news(10_000, news[:-4], [], 5000)
    assert seen_again.low < never_again.low < 50 / 10_000
    assert never_again.low > 10 / 10_000


def test_a_way_into_new_code_counts_more_than_the_long_time_without_news() -> None:
    quiet = chance_of_news(1_000_000, [], [], 500_000)
    burst = chance_of_news(1_000_000, list(range(999_000, 1_000_000, 10)), [], 500_000)
    assert burst.high > 20 * quiet.high
    assert 0 < burst.low < 100 / 62_500 < burst.high


def test_more_news_never_lowers_the_upper_bound() -> None:
    bounds = [chance_of_news(5000, range(5001 - news, 5001), [], 0).high for news in (0, 1, 2, 5, 20, 300, 2500)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == 1.0


@pytest.mark.parametrize(
    ("hits", "trials", "expected"),
    [(0, 10, 0.2589), (1, 10, 0.3942), (5, 10, 0.7776), (0, 1000, 0.002991), (10, 100_000, 16.962e-5), (10, 10, 1.0)],
)
def test_upper_bounds_are_those_of_the_tables(hits: int, trials: int, expected: float) -> None:
    assert upper_bound(hits, trials) == pytest.approx(expected, rel=2e-4)


@pytest.mark.parametrize(("hits", "trials"), [(1, 10), (5, 10), (9, 10), (3, 100_000), (700, 3_000_000)])
def test_at_the_lower_bound_so_many_hits_are_as_unlikely_as_allowed(hits: int, trials: int) -> None:
    bound = lower_bound(hits, trials)
    assert 0 < bound < hits / trials
    assert at_least(hits, trials, bound) == pytest.approx(LOWER_TAIL, rel=1e-4)


@pytest.mark.parametrize(
    ("hits", "trials", "chance"), [(1, 5, 0.3), (3, 5, 0.3), (5, 5, 0.3), (2, 12, 0.9), (4, 7, 0.5)]
)
def test_the_tail_is_the_sum_of_its_terms(hits: int, trials: int, chance: float) -> None:
    terms = [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(hits, trials + 1)]
    assert at_least(hits, trials, chance) == pytest.approx(sum(terms), rel=1e-9)


def test_the_chance_of_many_executions_is_that_of_at_least_one() -> None:
    low, high = Chance(0.0, 0.001).within(1000)
    assert low == 0
    assert high == pytest.approx(1 - 0.999**1000)
    assert Chance(1e-12, 1.0).within(1000)[0] == pytest.approx(1e-9)
    assert Chance(1e-12, 1.0).within(1000)[1] == 1.0
