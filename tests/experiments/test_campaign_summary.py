"""What compared campaigns come to, worked out by hand for small made-up results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from xml.etree import ElementTree

import pytest

from fuzzwright.experiments.campaign_figures import (
    CrashClass,
    Knee,
    classes_of,
    crashes_at,
    discoveries,
    knee_of,
    lines_at,
)
from fuzzwright.experiments.campaign_plots import curves
from fuzzwright.experiments.campaign_report import notes, show, to_json
from fuzzwright.experiments.campaign_summary import CampaignSummary, CrashRow, FigureRow, summary_of
from fuzzwright.experiments.campaigns import CampaignResult, CampaignTrial, Crash, Setting
from fuzzwright.experiments.survival import Lifetime, restricted_mean
from fuzzwright.experiments.tests_of_difference import holm
from fuzzwright.reports.terminal import make_console

OLD, NEW = Setting("old", ("--jobs", "1")), Setting("new <&>", ("--jobs", "2"))
WANTED = ("unexpected", "timed_out")
FAST = ((0.0, 0), (1.0, 60), (2.0, 80), (8.0, 90), (10.0, 90))
SLOW = ((0.0, 0), (2.0, 20), (5.0, 40), (10.0, 70))


def crash(line: int, seconds: float, *, function: str = "shop.total", verdict: str = "unexpected") -> Crash:
    return Crash(f"{function}{line}", function, "raised", "KeyError", verdict, "shop.py", line, seconds)


def result(
    setting: Setting, seed: int, growth: tuple[tuple[float, int], ...], crashes: Sequence[Crash], executions: int = 100
) -> CampaignResult:
    trial = CampaignTrial(("shop",), setting.words, seed, 10.0)
    return CampaignResult(trial, 10.0, executions, 3, growth[-1][1], 100, growth, tuple(crashes))


RESULTS = [
    result(OLD, 0, SLOW, [crash(7, 9.0)]),
    result(NEW, 0, FAST, [crash(7, 2.0), crash(9, 4.0)]),
    result(OLD, 1, SLOW, []),
    result(NEW, 1, FAST, [crash(7, 3.0), crash(7, 1.0, function="shop.all"), crash(5, 1.0, verdict="deliberate")]),
    result(OLD, 2, SLOW, [crash(7, 8.0)]),
    result(NEW, 2, FAST, [crash(7, 4.0)]),
]


@pytest.fixture(scope="module")
def summary() -> CampaignSummary:
    """Return three trials of each of two settings, compared."""
    return summary_of(RESULTS, [OLD, NEW], WANTED, seeds=3)


def figure(summary: CampaignSummary, name: str, setting: Setting) -> FigureRow:
    return next(row for row in summary.figures if (row.figure, row.setting) == (name, setting.name))


def of_class(summary: CampaignSummary, line: int, setting: Setting) -> CrashRow:
    return next(row for row in summary.crashes if (row.crash.line, row.setting) == (line, setting.name))


def test_a_knee_is_where_the_lines_stop_to_come_fast() -> None:
    assert knee_of(RESULTS[1]) == Knee(2.0, 80.0)
    assert knee_of(RESULTS[0]) is None
    assert Knee(2.0, 80.0).per_second == 40.0


def test_time_without_news_is_part_of_the_curve() -> None:
    # Ended after two seconds of ten: what looked straight has its knee at the end.
    assert knee_of(result(OLD, 0, ((0.0, 0), (1.0, 10), (2.0, 20)), [])) == Knee(2.0, 20.0)
    assert knee_of(result(OLD, 0, ((0.0, 0),), [])) is None


def test_a_class_of_crashes_is_met_when_the_first_of_them_is() -> None:
    met = discoveries(RESULTS[3], WANTED)
    assert met == {CrashClass("shop.py", 7, "KeyError", "unexpected"): 1.0}
    assert [known.line for known in classes_of(RESULTS, WANTED)] == [7, 9]
    assert str(classes_of(RESULTS, WANTED)[0]) == "KeyError at shop.py:7"


def test_a_hang_is_a_crash_by_its_kind() -> None:
    hang = replace(crash(3, 1.0, verdict="resource"), kind="timed_out", exception="")
    assert list(discoveries(result(OLD, 0, SLOW, [hang]), WANTED)) == [
        CrashClass("shop.py", 3, "timed_out", "resource")
    ]


def test_what_the_project_expects_is_no_crash() -> None:
    assert discoveries(result(OLD, 0, SLOW, [replace(crash(3, 1.0), expected=True)]), WANTED) == {}


def test_curves_are_steps() -> None:
    assert lines_at(RESULTS[1], [0.0, 0.99, 1.0, 7.0, 11.0]) == [0, 0, 60, 80, 90]
    assert lines_at(result(OLD, 0, ((0.5, 3),), []), [0.0, 1.0]) == [0, 3]
    assert crashes_at(RESULTS[1], WANTED, [1.9, 2.0, 5.0]) == [0, 1, 2]


def test_figures_are_those_of_the_trials(summary: CampaignSummary) -> None:
    assert figure(summary, "lines", OLD).values == (70, 70, 70)
    new = figure(summary, "lines", NEW)
    assert (new.mean, new.median, new.interval) == (90, 90, (90, 90))
    assert new.comparison is not None
    assert (new.comparison.a12, new.comparison.exact) == (1.0, True)
    assert new.comparison.p == pytest.approx(0.1)
    assert figure(summary, "crashes", NEW).values == (2, 1, 1)
    # Of the two classes that anybody met, these survive 2 and 4, 1 and 10, 4 and 10 seconds.
    assert figure(summary, "survival", NEW).values == (3.0, 5.5, 7.0)
    assert figure(summary, "survival", OLD).values == (9.5, 10.0, 9.0)


def test_less_is_better_where_it_is(summary: CampaignSummary) -> None:
    faster = figure(summary, "survival", NEW).comparison
    assert faster is not None
    assert faster.a12 == 1.0
    assert faster.a12_interval == (1.0, 1.0)


def test_trials_without_a_knee_are_left_out_of_it(summary: CampaignSummary) -> None:
    assert figure(summary, "knee_seconds", OLD).values == ()
    assert figure(summary, "knee_seconds", OLD).mean is None
    new = figure(summary, "knee_rate", NEW)
    assert (new.values, new.comparison) == ((40, 40, 40), None)


def test_crashes_are_compared_by_how_long_they_survive(summary: CampaignSummary) -> None:
    old, new = (of_class(summary, 7, setting) for setting in (OLD, NEW))
    assert (old.found, old.median, new.found, new.median) == (2, 9.0, 3, 2.0)
    known = [Lifetime(9, True), Lifetime(10, False), Lifetime(8, True)]
    assert old.survival == restricted_mean(known, 10)
    assert old.survival.mean == pytest.approx(9)
    assert new.survival.mean == pytest.approx(fmean([2, 1, 4]))
    assert new.longer is not None
    assert new.longer.mean == pytest.approx(fmean([2, 1, 4]) - 9)
    assert new.comparison is not None
    assert new.comparison.a12 == 1.0
    assert new.comparison.p == pytest.approx(0.1)
    rare = of_class(summary, 9, OLD)
    assert (rare.found, rare.median, rare.survival.mean, rare.comparison) == (0, None, 10, None)


def test_what_is_met_after_the_time_was_not_met_in_time() -> None:
    late = summary_of([result(OLD, 0, SLOW, [crash(7, 10.5)])], [OLD], WANTED, seeds=1)
    assert (late.crashes[0].found, late.crashes[0].survival.mean) == (1, 10)


def test_all_p_values_are_corrected_together(summary: CampaignSummary) -> None:
    tested = [row.comparison for row in summary.figures if row.comparison]
    tested += [row.comparison for row in summary.crashes if row.comparison]
    # Lines, executions, crash classes, survival; two classes. No knee of the old ones to compare with.
    assert summary.tests == len(tested) == 6
    assert [one.corrected for one in tested] == pytest.approx(holm([one.p for one in tested]))


def test_growth_is_the_mean_of_the_trials(summary: CampaignSummary) -> None:
    mixed = summary_of(
        [RESULTS[0], replace(RESULTS[3], trial=replace(RESULTS[2].trial, seed=9))], [OLD], WANTED, seeds=2
    )
    (curve,) = mixed.growth
    assert curve.points[0] == (0.0, 0.0, 0.0, 0.0)
    assert curve.points[-1] == (10.0, 80.0, 70.0, 90.0)
    assert [one.setting for one in summary.found] == ["old", "new <&>"]
    assert summary.found[1].points[-1][1] == pytest.approx(4 / 3)


def test_one_trial_of_each_has_no_intervals() -> None:
    alone = summary_of(RESULTS[:2], [OLD, NEW], WANTED, seeds=1)
    row = figure(alone, "lines", NEW)
    assert (row.mean, row.interval) == (90, None)
    assert row.comparison is not None
    assert (row.comparison.a12, row.comparison.a12_interval, row.comparison.p) == (1.0, None, 1.0)
    assert alone.growth[0].points[-1] == (10.0, 70.0, 70.0, 70.0)


def test_a_broken_trial_counts_for_nothing() -> None:
    broken = CampaignResult(CampaignTrial(("shop",), NEW.words, 3, 10.0), note="ended with 3: no luck")
    with_it = summary_of([*RESULTS, broken], [OLD, NEW], WANTED, seeds=4)
    assert figure(with_it, "lines", NEW).trials == 3
    assert "1 trial broke" in "\n".join(notes(with_it))
    assert "--jobs 2, seed 3: ended with 3: no luck" in "\n".join(notes(with_it))


def test_without_trials_of_the_first_setting_nothing_is_compared() -> None:
    half = summary_of(RESULTS[1::2], [OLD, NEW], WANTED, seeds=3)
    assert half.tests == 0
    assert {row.setting for row in half.crashes} == {NEW.name}


def test_small_samples_are_told_to_be_small(summary: CampaignSummary) -> None:
    told = "\n".join(notes(summary))
    assert "small samples: 3 trials of a setting; the smallest possible p is 0.1, corrected 0.6" in told
    assert "compared with old; p corrected for 6 tests" in told
    assert "1 finding of all trials not counted" in told
    many = [replace(one, trial=replace(one.trial, seed=seed)) for one in RESULTS[:2] for seed in range(10)]
    assert "small" not in "\n".join(notes(summary_of(many, [OLD, NEW], WANTED, seeds=10)))


@pytest.mark.slow
def test_the_same_results_give_the_same_report(summary: CampaignSummary) -> None:
    assert to_json(summary_of(RESULTS, [OLD, NEW], WANTED, seeds=3)) == to_json(summary)


def test_json_has_everything_and_no_number_that_json_has_not(summary: CampaignSummary) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    content = json.loads(to_json(summary), parse_constant=refuse)
    assert (content["small"], content["least_p"], content["tests"]) == (True, pytest.approx(0.1), 6)
    lines = next(row for row in content["figures"] if (row["figure"], row["setting"]) == ("lines", NEW.name))
    assert (lines["values"], lines["a12"], lines["corrected"]) == ([90, 90, 90], 1.0, pytest.approx(0.6))
    seven = next(row for row in content["crashes"] if (row["line"], row["setting"]) == (7, NEW.name))
    assert (seven["found"], seven["trials"], seven["what"]) == (3, 3, "KeyError")
    assert seven["rmst_difference_interval"][0] < seven["rmst_difference"] < seven["rmst_difference_interval"][1]
    assert content["growth"][1]["points"][-1] == [10.0, 90.0, 90.0, 90.0]


@pytest.mark.parametrize("width", [80, 160])
def test_tables_fit_their_width(summary: CampaignSummary, width: int, capsys: pytest.CaptureFixture[str]) -> None:
    show(make_console(None, width), summary)
    told = capsys.readouterr().out
    assert max(map(len, told.partition("\n\n")[0].splitlines())) <= width
    row = next(line for line in told.splitlines() if line.startswith("lines covered"))
    assert row.split()[:5] == ["lines", "covered", "old", "3", "70.00"]
    assert "KeyError at shop.py:7" in told
    assert ("median" in told) == (width == 160)


def test_the_picture_has_a_line_a_band_and_a_tick_for_each_knee(summary: CampaignSummary) -> None:
    picture = ElementTree.fromstring(curves(summary, "a < b"))
    space = "{http://www.w3.org/2000/svg}"
    titles = [element.text or "" for element in picture.iter(f"{space}title")]
    assert titles[0] == "a < b"
    assert titles.count("new <&>: 90.0 lines covered") == 1
    assert titles.count("old: 0.7 crash classes met") == 1
    # Only of the lines, and only one of the two curves has one.
    assert [title for title in titles if "knee" in title] == ["new <&>: knee at 2 s, 80.0 lines"]
    assert sum(path.get("fill-opacity") == "0.15" for path in picture.iter(f"{space}path")) == 4


def test_nothing_makes_an_empty_picture_and_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = summary_of([], [OLD, NEW], WANTED, seeds=3, interrupted=True)
    ElementTree.fromstring(curves(nothing, "nothing"))
    show(make_console(None, 100), nothing)
    assert capsys.readouterr().out == ""
    assert json.loads(to_json(nothing))["interrupted"] is True
