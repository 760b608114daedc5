from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.reports.chart import growth_chart
from fuzzwright.reports.growth import MOST_POINTS, Growth

POINTS = ((0.0, 0), (0.5, 10), (1.0, 40), (1.5, 60), (3.0, 66), (14.0, 70))


def test_the_curve_is_that_of_all_functions_together() -> None:
    growth = Growth()
    growth.note(1.0, "f", 3)
    growth.note(2.0, "g", 4)
    growth.note(3.0, "f", 5)
    assert growth.until(9.0) == ((0.0, 0), (1.0, 3), (2.0, 7), (3.0, 9), (9.0, 9))


def test_what_brings_nothing_is_no_point() -> None:
    growth = Growth()
    growth.note(1.0, "f", 3)
    growth.note(2.0, "f", 3)
    growth.note(3.0, "f", 2)
    assert growth.until(3.0) == ((0.0, 0), (1.0, 3), (3.0, 3))


def test_asking_does_not_change_the_curve() -> None:
    growth = Growth()
    growth.note(1.0, "f", 3)
    assert growth.until(5.0) == growth.until(5.0)
    growth.note(6.0, "f", 4)
    assert growth.until(6.0) == ((0.0, 0), (1.0, 3), (6.0, 4))


def test_a_long_run_keeps_some_hundreds_of_points_with_first_and_last() -> None:
    growth = Growth()
    for number in range(1, 100_001):
        growth.note(float(number), "f", number)
    points = growth.until(100_000.0)
    assert MOST_POINTS / 3 < len(points) <= MOST_POINTS + 1
    assert (points[0], points[-1]) == ((0.0, 0), (100_000.0, 100_000))
    assert all(a < b and c < d for (a, c), (b, d) in pairwise(points))


def test_the_chart_goes_in_steps_from_corner_to_corner() -> None:
    chart = growth_chart(POINTS)
    assert chart is not None
    assert chart.line == "M0 1000H35.7V875H71.4V500H107.1V250H214.3V175H1000V125"
    assert [(mark.at, mark.text) for mark in chart.up] == [(0, "0"), (25, "20"), (50, "40"), (75, "60"), (100, "80")]
    assert [mark.text for mark in chart.across] == ["0", "5 s", "10 s"]


def test_the_knee_is_marked_and_told() -> None:
    chart = growth_chart(POINTS)
    assert chart is not None
    assert chart.knee is not None
    assert (chart.knee.left, chart.knee.bottom, chart.knee.text) == (10.71, 75.0, "60 lines after 1.5 s")
    assert chart.told == (
        "70 lines covered in 14.0 s. Knee: 60 lines were covered after 1.5 s; the 12.5 s since brought 10 more."
    )


def test_a_straight_curve_has_no_knee() -> None:
    chart = growth_chart([(float(second), second) for second in range(10)])
    assert chart is not None
    assert chart.knee is None
    assert chart.told == "9 lines covered in 9 s; the curve has no knee."


@pytest.mark.parametrize(
    "points", [(), ((0.0, 0),), ((0.0, 0), (5.0, 0)), ((1.0, 0), (1.0, 4)), ((0.0, 0), (float("nan"), 1))]
)
def test_where_there_is_nothing_to_see_there_is_no_chart(points: tuple[tuple[float, int], ...]) -> None:
    assert growth_chart(points) is None


@given(
    st.lists(
        st.tuples(st.floats(0, 1e7, allow_subnormal=False), st.integers(0, 10**6)), min_size=2, max_size=30, unique=True
    )
)
def test_everything_stays_inside_the_box(raw: list[tuple[float, int]]) -> None:
    seconds, lines = sorted(point[0] for point in raw), sorted(point[1] for point in raw)
    chart = growth_chart(list(zip(seconds, lines, strict=True)))
    if chart is None:
        assert seconds[0] == seconds[-1] or lines[-1] == 0
        return
    assert all(0 <= float(number) <= 1000 for number in re.findall(r"[-\d.e]+", chart.area))
    assert all(0 <= mark.at <= 100 for mark in (*chart.across, *chart.up))
    assert 2 <= len(chart.up) <= 6
    assert 1 <= len(chart.across) <= 6
