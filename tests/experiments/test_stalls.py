"""When a campaign stalls, by hand-made curves: a minute in which less than half a line a second came at any time."""

from __future__ import annotations

import pytest

from fuzzwright.experiments.campaign_figures import METRICS, Knee, knee_of, stall_of
from fuzzwright.experiments.campaigns import CampaignResult, CampaignTrial
from fuzzwright.experiments.stalls import sample_times, stall


def curve(*lines: float, step: float = 6.0) -> list[tuple[float, float]]:
    """Return a curve from its lines at samples with some seconds between them."""
    return [(number * step, each) for number, each in enumerate(lines)]


def campaign(seconds: float, *growth: tuple[float, int]) -> CampaignResult:
    trial = CampaignTrial(("shop",), (), 0, seconds)
    return CampaignResult(trial, seconds, 100, 3, growth[-1][1], 100, growth, ())


def test_samples_are_ten_a_minute_over_the_whole_time() -> None:
    assert sample_times(60) == [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60]
    assert len(sample_times(440)) == 74
    assert sample_times(440)[-1] == 440
    assert sample_times(2) == [0, 2]


def test_it_is_told_at_the_end_of_the_first_minute_without_much_gain() -> None:
    # 90 lines by second 6 and none after it: the minute from 6 to 66 is the first without a steep step.
    assert stall(curve(0, *[90] * 20)) == 11
    # A steep step at second 60 begins the minute anew.
    assert stall(curve(0, *[90] * 9, 95, *[95] * 20)) == 20


def test_one_steep_step_in_the_minute_is_enough_to_go_on() -> None:
    assert stall(curve(*[10 * (number // 5) for number in range(60)])) is None


@pytest.mark.parametrize(("rise", "index"), [(2.9, 10), (3.0, None), (3.1, None)])
def test_half_a_line_a_second_is_not_little(rise: float, index: int | None) -> None:
    assert stall(curve(*[rise * number for number in range(40)])) == index


def test_less_than_a_minute_cannot_stall() -> None:
    assert stall(curve(*[5] * 10)) is None
    assert stall(curve(*[5] * 11)) == 10
    assert stall([]) is None
    assert stall([(100.0, 5.0)]) is None


def test_a_campaign_has_a_stall_beside_its_knee() -> None:
    result = campaign(120.0, (0.0, 0), (3.0, 60), (13.0, 80), (100.0, 83))
    assert knee_of(result) == Knee(13.0, 80.0)
    # The step to 80 shows at the sample of second 18.
    assert stall_of(result) == Knee(78.0, 80.0)
    values = {metric.name: metric.of(result, (), ()) for metric in METRICS}
    assert (values["stall_seconds"], values["stall_lines"]) == (78.0, 80.0)
    assert values["stall_rate"] == pytest.approx(80 / 78)
    assert values["knee_seconds"] == 13.0


def test_a_campaign_that_ends_before_its_time_gains_nothing_in_the_rest() -> None:
    assert stall_of(campaign(90.0, (0.0, 0), (2.0, 40))) == Knee(66.0, 40.0)
    assert stall_of(campaign(10.0, (0.0, 0), (2.0, 40))) is None
