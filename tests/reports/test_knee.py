"""Knees of growing curves."""

from __future__ import annotations

import math
from itertools import accumulate

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fuzzwright.reports.knee import SENSITIVITY, knee

whole = st.integers(0, 1000)


@st.composite
def growing(draw: st.DrawFn) -> list[tuple[float, float]]:
    """Draw a curve that never falls, of whole numbers, so that sums and products of them are exact."""
    steps = draw(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=3, max_size=30))
    return [(float(x), float(y)) for x, y in zip(*(accumulate(axis) for axis in zip(*steps, strict=True)), strict=True)]


def test_the_corner_of_two_straight_lines_is_the_knee() -> None:
    assert knee([(0, 0), (1, 40), (2, 80), (10, 84), (20, 88)]) == 2


def test_the_knee_of_a_saturating_curve_is_where_its_slope_is_that_of_the_straight_line() -> None:
    points = [(x / 100, 1 - math.exp(-8 * x / 100)) for x in range(101)]
    rise = points[-1][1]
    # The derivative 8 exp(-8 x) equals the rise there.
    wanted = math.log(8 / rise) / 8
    found = knee(points)
    assert found is not None
    assert points[found][0] == pytest.approx(wanted, abs=0.005)


def test_the_curve_of_the_paper_has_its_knee_at_the_second_tenth() -> None:
    # Satopää and others, figure 2: y = -1 / (x + 0.1) + 5 on [0, 1]; exactly, its knee is at sqrt(0.11) - 0.1 = 0.232.
    points = [(x / 10, -1 / (x / 10 + 0.1) + 5) for x in range(11)]
    assert knee(points) == 2


def test_a_step_has_its_knee_at_the_top() -> None:
    assert knee([(0, 0), (0, 9), (10, 9)]) == 1


def test_of_equal_points_the_first_is_the_knee() -> None:
    assert knee([(0, 0), (1, 6), (3, 8), (9, 9), (10, 10)]) == 1
    assert knee([(0, 0), (1, 5), (1, 5), (10, 6)]) == 1


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0, 0)],
        [(0, 0), (9, 9)],
        [(0, 5), (1, 5), (2, 5)],
        [(1, 0), (1, 5), (1, 9)],
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        [(0, 0), (1, 0), (2, 1), (3, 9)],
        [(0, 9), (1, 5), (2, 0)],
        [(0, 0), (1, 5), (math.inf, 6)],
        [(0, 0), (1, 5), (math.nan, 6)],
    ],
    ids=["empty", "one", "two", "flat", "upright", "straight", "convex", "falling", "endless", "nowhere"],
)
def test_what_has_no_knee_has_none(points: list[tuple[float, float]]) -> None:
    assert knee(points) is None


def test_a_bend_smaller_than_the_sensitivity_is_none() -> None:
    bent = [(0, 0), (5, 6), (10, 10)]
    assert knee(bent, 0.05) == 1
    assert knee(bent) is None


@given(growing(), st.sampled_from([-20, -3, 1, 2, 30]), st.sampled_from([-20, -3, 1, 2, 30]), whole, whole)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_neither_units_nor_origin_matter(
    points: list[tuple[float, float]], across: int, up: int, right: int, above: int
) -> None:
    # Powers of two, so that the change itself rounds nothing.
    moved = [((x + right) * 2.0**across, (y + above) * 2.0**up) for x, y in points]
    assert knee(moved) == knee(points)


@given(growing())
@settings(max_examples=200, derandomize=True, deadline=None)
@pytest.mark.slow
def test_no_point_is_farther_above_the_straight_line_than_the_knee(points: list[tuple[float, float]]) -> None:
    found = knee(points)
    assume(found is not None)
    assert found is not None
    (left, low), (right, high) = points[0], points[-1]
    # Multiplied out, so that the numbers stay whole.
    above = [(y - low) * (right - left) - (x - left) * (high - low) for x, y in points]
    assert above[found] == max(above)
    assert above[found] > SENSITIVITY * (right - left) * (high - low) * (1 - 1e-9)
    assert 0 < found < len(points) - 1


@given(growing())
@settings(max_examples=200, derandomize=True, deadline=None)
def test_without_a_knee_nothing_is_far_above_the_straight_line(points: list[tuple[float, float]]) -> None:
    assume(knee(points) is None)
    (left, low), (right, high) = points[0], points[-1]
    for x, y in points:
        assert (y - low) * (right - left) - (x - left) * (high - low) <= 0.1000001 * (right - left) * (high - low)


@given(growing(), st.integers(1, 1000))
@settings(max_examples=200, derandomize=True, deadline=None)
@pytest.mark.slow
def test_a_longer_wait_never_moves_the_knee_to_the_left(points: list[tuple[float, float]], wait: int) -> None:
    before = knee(points)
    assume(before is not None)
    assert before is not None
    after = knee([*points, (points[-1][0] + wait, points[-1][1])])
    # The straight line gets flatter, so earlier points lose less than later ones gain.
    assert after is not None
    assert after >= before
