"""Rank tests, corrections and intervals, against scipy 1.17.1; each known figure has the call that made it."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random
from statistics import fmean, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzzwright.experiments.statistics import a12
from fuzzwright.experiments.tests_of_difference import holm, interval, interval_of_two, least_p, mann_whitney

few = st.lists(st.integers(0, 6), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("ours", "theirs", "u", "p"),
    [
        # scipy.stats.mannwhitneyu(ours, theirs, method="exact")
        ([1, 2, 3], [4, 5, 6], 0.0, 0.1),
        ([19, 22, 16, 29, 24], [20, 11, 17, 12], 17.0, 0.1111111111111111),
        ([1.5, 3.25, 8, 9.5, 2], [4, 7, 10, 11, 12, 13], 4.0, 0.05194805194805195),
        # With ties, scipy.stats.permutation_test((ours, theirs), lambda x, y: mannwhitneyu(x, y).statistic,
        # permutation_type="independent", n_resamples=inf)
        ([1, 2, 2, 3], [2, 4, 5, 5], 2.0, 0.11428571428571428),
        ([1, 1, 2, 7, 7], [2, 7, 8, 9], 3.5, 0.15873015873015872),
        ([0, 0, 0], [0, 0, 1], 3.0, 1.0),
    ],
)
def test_few_figures_are_tested_exactly(ours: list[float], theirs: list[float], u: float, p: float) -> None:
    found = mann_whitney(ours, theirs)
    assert found is not None
    assert found.exact
    assert found.u == u
    assert found.p == pytest.approx(p)


def test_many_figures_are_tested_by_a_normal_distribution() -> None:
    # mannwhitneyu(range(24), range(6, 30), method="asymptotic") and the same of numbers that tie four at a time
    found = mann_whitney(range(24), range(6, 30))
    assert found is not None
    assert not found.exact
    assert found.u == 162.0
    assert found.p == pytest.approx(0.00962463125678232)
    tied = mann_whitney([n // 4 for n in range(24)], [n // 4 for n in range(6, 30)])
    assert tied is not None
    assert tied.u == 164.0
    assert tied.p == pytest.approx(0.010051345023446314)


def test_figures_that_are_all_the_same_do_not_differ() -> None:
    for size in (3, 30):
        found = mann_whitney([7.0] * size, [7.0] * size)
        assert found is not None
        assert found.p == 1.0


def test_endless_times_are_the_longest() -> None:
    assert mann_whitney([1, 2, math.inf], [3, 4, math.inf]) == mann_whitney([1, 2, 9], [3, 4, 9])


def test_nothing_can_be_compared_with_nothing() -> None:
    assert mann_whitney([], [1]) is None
    assert mann_whitney([1], []) is None


def test_one_figure_alone_has_no_interval() -> None:
    assert interval([]) is None
    assert interval([4.0]) is None
    assert interval_of_two([4.0], [1.0, 2.0], lambda ours, theirs: ours[0] - theirs[0]) is None
    assert interval_of_two([1.0, 2.0], [4.0], lambda ours, theirs: ours[0] - theirs[0]) is None


@given(few, few)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_the_exact_test_counts_all_ways_to_divide_the_figures(ours: list[float], theirs: list[float]) -> None:
    together = [*ours, *theirs]

    def pairs(chosen: tuple[int, ...]) -> float:
        rest = [figure for index, figure in enumerate(together) if index not in chosen]
        return sum((together[index] > y) + (together[index] == y) / 2 for index in chosen for y in rest)

    every = [pairs(chosen) for chosen in combinations(range(len(together)), len(ours))]
    found = mann_whitney(ours, theirs)
    assert found is not None
    assert found.u == every[0]
    tail = min(sum(u <= every[0] for u in every), sum(u >= every[0] for u in every))
    assert found.p == pytest.approx(min(1.0, 2 * tail / len(every)))


@given(few, few)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_u_and_a12_say_the_same(ours: list[float], theirs: list[float]) -> None:
    found = mann_whitney(ours, theirs)
    assert found is not None
    assert a12(theirs, ours) == pytest.approx(found.u / (len(ours) * len(theirs)))
    assert found.p >= least_p(len(ours), len(theirs)) - 1e-12


def test_the_least_p_is_that_of_groups_without_overlap() -> None:
    for n, m in ((1, 1), (3, 3), (5, 4)):
        found = mann_whitney(range(n), range(100, 100 + m))
        assert found is not None
        assert found.p == pytest.approx(least_p(n, m))


def test_p_values_are_corrected_step_by_step() -> None:
    # By hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, and 1 × 0.04, which may not be less than the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_a_correction_keeps_the_order_and_never_makes_p_smaller(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(before <= after <= 1 for before, after in zip(values, adjusted, strict=True))
    assert max(values) <= max(adjusted)
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [adjusted[index] for index in order] == sorted(adjusted)
    assert min(adjusted) == pytest.approx(min(1.0, min(values) * len(values)))


def test_an_interval_is_about_that_of_the_normal_distribution() -> None:
    random = Random(3)
    figures = [random.gauss(50, 10) for _ in range(200)]
    found = interval(figures)
    assert found is not None
    half = 1.96 * math.sqrt(sum((one - fmean(figures)) ** 2 for one in figures)) / len(figures)
    assert list(found) == pytest.approx([fmean(figures) - half, fmean(figures) + half], abs=0.15)


def test_an_interval_depends_on_its_seed_alone() -> None:
    figures = [1.0, 4.0, 9.0, 16.0]
    assert interval(figures, 1, median) == interval(figures, 1, median)
    assert interval([3.0, 3.0]) == (3.0, 3.0)
    assert interval([2.0, math.inf]) == (2.0, math.inf)


def test_an_interval_of_two_groups_draws_from_both() -> None:
    found = interval_of_two([1, 2, 3, 4], [3, 4, 5, 6], lambda ours, theirs: fmean(ours) - fmean(theirs))
    assert found is not None
    low, high = found
    assert low < -2 < high
    # Each side alone gives a variance of 5/4 / 4, both together twice that.
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(2 * 1.25 / 4), rel=0.1)
