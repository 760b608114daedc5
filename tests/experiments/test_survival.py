"""Survival curves and their means, against scipy 1.17.1 on the trial of Freireich and others (1963).

There, 6-mercaptopurine was compared with a placebo: weeks until leukaemia came back, 21 patients each. `TREATED` is
`scipy.stats.CensoredData.right_censored(weeks, censored)`; the figures come from `scipy.stats.ecdf(TREATED)` and
`scipy.stats.logrank(TREATED, PLACEBO)`.
"""

from __future__ import annotations

import math
from random import Random
from statistics import pvariance

import pytest

from fuzzwright.experiments.survival import Lifetime, Restricted, difference, kaplan_meier, log_rank, restricted_mean

TREATED = [
    *(Lifetime(week, True) for week in (6, 6, 6, 7, 10, 13, 16, 22, 23)),
    *(Lifetime(week, False) for week in (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)),
]
PLACEBO_WEEKS = (1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)
PLACEBO = [Lifetime(week, True) for week in PLACEBO_WEEKS]


def test_the_curve_is_that_of_scipy() -> None:
    steps = kaplan_meier(TREATED)
    assert [step.time for step in steps] == [6, 7, 10, 13, 16, 22, 23]
    # ecdf(TREATED).sf.probabilities, where they change
    known = [0.8571428571, 0.8067226891, 0.7529411765, 0.6901960784, 0.6274509804, 0.5378151261, 0.4481792717]
    assert [step.survival for step in steps] == pytest.approx(known)
    # half of ecdf(TREATED).sf.confidence_interval(method="linear"), divided by 1.959964
    errors = [0.0763603548, 0.0869352852, 0.0963496530, 0.1068147078, 0.1140538653, 0.1282337517, 0.1345914568]
    assert [math.sqrt(step.variance) for step in steps] == pytest.approx(errors)
    assert [(step.at_risk, step.found) for step in steps[:3]] == [(21, 3), (17, 1), (15, 1)]


@pytest.mark.parametrize(
    ("until", "mean", "variance"),
    [
        # The mean is the area below ecdf(TREATED).sf; the variance was summed from areas of it on a fine grid.
        (12, 10.7831932773, 0.249046),
        (20, 16.1165266106, 1.566403),
        (35, 23.2873949580, 7.994573),
    ],
)
def test_the_restricted_mean_is_the_area_below_the_curve(until: float, mean: float, variance: float) -> None:
    found = restricted_mean(TREATED, until)
    assert found.mean == pytest.approx(mean)
    assert found.variance == pytest.approx(variance, rel=1e-5)


@pytest.mark.parametrize("until", [0.5, 5, 8, 12.5, 40])
def test_without_censoring_the_restricted_mean_is_the_mean_of_what_fits(until: float) -> None:
    found = restricted_mean(PLACEBO, until)
    cut = [min(week, until) for week in PLACEBO_WEEKS]
    assert found.mean == pytest.approx(sum(cut) / len(cut))
    assert found.variance == pytest.approx(pvariance(cut) / len(cut))


def test_what_is_never_found_survives_all_the_time() -> None:
    assert kaplan_meier([Lifetime(9, False)] * 3) == ()
    assert restricted_mean([Lifetime(9, False)] * 3, 9) == Restricted(9, 0)
    assert restricted_mean([], 4) == Restricted(4, 0)


def test_what_is_found_after_the_time_counts_as_not_found() -> None:
    late = [Lifetime(3, True), Lifetime(12, True)]
    assert restricted_mean(late, 10) == restricted_mean([Lifetime(3, True), Lifetime(10, False)], 10)


def test_finding_at_once_takes_no_time() -> None:
    assert restricted_mean([Lifetime(0, True)] * 4, 10) == Restricted(0, 0)


def test_who_is_given_up_when_another_is_found_was_still_looked_for() -> None:
    (step,) = kaplan_meier([Lifetime(5, True), Lifetime(5, False)])
    assert (step.at_risk, step.survival) == (2, 0.5)


def test_a_difference_has_the_uncertainty_of_both() -> None:
    apart = difference(restricted_mean(TREATED, 20), restricted_mean(PLACEBO, 20))
    assert apart.mean == pytest.approx(16.1165266106 - 8.4285714286)
    assert apart.variance == pytest.approx(1.566403 + 1.6080336897, rel=1e-6)
    low, high = apart.interval
    assert low < apart.mean < high
    assert high - low == pytest.approx(2 * 1.959964 * math.sqrt(apart.variance))


def test_the_log_rank_test_is_that_of_scipy() -> None:
    # logrank(TREATED, PLACEBO): statistic -4.097919104767264, whose square is 16.793, pvalue 4.168809109334529e-05
    found = log_rank(TREATED, PLACEBO)
    assert found is not None
    assert found.chi_square == pytest.approx(4.097919104767264**2)
    assert found.p == pytest.approx(4.168809109334529e-05)
    turned = log_rank(PLACEBO, TREATED)
    assert turned is not None
    assert turned.chi_square == pytest.approx(found.chi_square)


def test_groups_without_anything_found_tell_nothing() -> None:
    assert log_rank([Lifetime(9, False)] * 3, [Lifetime(9, False)] * 3) is None
    assert log_rank([Lifetime(2, True)], []) is None


def test_the_interval_of_the_mean_holds_the_truth_about_as_often_as_it_says() -> None:
    # Exponential times of mean 10, given up after uniform ones: below 12, the area is 10 (1 - exp(-1.2)).
    random = Random(5)
    truth = 10 * (1 - math.exp(-1.2))
    hits = 0
    for _ in range(400):
        both = [(random.expovariate(0.1), random.uniform(0, 40)) for _ in range(60)]
        low, high = restricted_mean([Lifetime(min(a, b), a <= b) for a, b in both], 12).interval
        hits += low <= truth <= high
    assert 0.91 <= hits / 400 <= 0.98
