"""What compared campaigns show: each figure over the trials of a setting, and whether it differs from the first one's.

Pure. A difference is judged by ranks, because neither times nor counts are normally distributed, and all p-values of a
comparison are corrected together: of many figures some always seem to differ.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Final

from fuzzwright.experiments.campaign_figures import (
    METRICS,
    CrashClass,
    Metric,
    classes_of,
    counts,
    crashes_at,
    discoveries,
    lines_at,
)
from fuzzwright.experiments.campaigns import CampaignResult, Setting
from fuzzwright.experiments.statistics import a12
from fuzzwright.experiments.survival import Lifetime, LogRank, Restricted, difference, log_rank, restricted_mean
from fuzzwright.experiments.tests_of_difference import SMALL, holm, interval, interval_of_two, least_p, mann_whitney

Interval = tuple[float, float]
GRID: Final = 80
"""Into how many parts the time of a curve is cut."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a figure of one setting compares with that of the first."""

    u: float
    p: float
    exact: bool
    a12: float
    """The chance that a trial does better than one of the first setting, ties counting half."""
    a12_interval: Interval | None
    """None if there is but one trial of a setting."""
    corrected: float = 1.0
    """The p-value, made larger for being one of many."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure of one setting."""

    figure: str
    title: str
    setting: str
    trials: int
    values: tuple[float, ...]
    """Those of the trials that have it: not each has a knee."""
    comparison: Comparison | None

    @property
    def mean(self) -> float | None:
        """Their mean."""
        return fmean(self.values) if self.values else None

    @property
    def median(self) -> float | None:
        """Their median."""
        return median(self.values) if self.values else None

    @property
    def interval(self) -> Interval | None:
        """Where the mean is with about 95 %; None if there is but one of them."""
        return interval(self.values)


@dataclass(frozen=True, slots=True)
class CrashRow:
    """One class of crashes under one setting."""

    crash: CrashClass
    setting: str
    trials: int
    found: int
    """How many trials met it."""
    median: float | None
    """Seconds until half of the trials had met it; None if they never did."""
    survival: Restricted
    """Its restricted mean survival time: how much of the time it takes on average."""
    longer: Restricted | None
    """By how much it survives longer than under the first setting."""
    log_rank: LogRank | None
    comparison: Comparison | None


@dataclass(frozen=True, slots=True)
class Curve:
    """How something grew under one setting, on average."""

    setting: str
    points: tuple[tuple[float, float, float, float], ...]
    """Seconds, mean, and between what the mean is with about 95 %."""


@dataclass(frozen=True, slots=True)
class CampaignSummary:
    """All that a comparison came to."""

    settings: tuple[Setting, ...]
    targets: tuple[str, ...]
    seconds: float
    seeds: int
    figures: tuple[FigureRow, ...]
    crashes: tuple[CrashRow, ...]
    growth: tuple[Curve, ...]
    found: tuple[Curve, ...]
    """How many classes of crashes were met."""
    tests: int
    """How many p-values were corrected together."""
    others: int
    """Findings of all trials that are not to act on, and so not among the crashes."""
    broken: tuple[CampaignResult, ...]
    interrupted: bool

    @property
    def fewest(self) -> int:
        """Trials of the setting that has fewest."""
        return min((row.trials for row in self.figures), default=0)

    @property
    def is_small(self) -> bool:
        """Whether there are too few trials to say much."""
        return self.fewest < SMALL

    @property
    def least_p(self) -> float:
        """The smallest p-value that so few trials can give, before correction."""
        return least_p(self.fewest, self.fewest) if self.fewest else 1.0


def summary_of(
    results: Sequence[CampaignResult],
    settings: Sequence[Setting],
    wanted: Collection[str],
    *,
    seeds: int,
    interrupted: bool = False,
) -> CampaignSummary:
    """Return what results show; all settings are compared with the first. `wanted` are verdicts and kinds to act on."""
    whole = [result for result in results if not result.note]
    groups = {setting: [result for result in whole if result.trial.words == setting.words] for setting in settings}
    classes = classes_of(whole, wanted)
    figures = [row for metric in METRICS for row in _figures(metric, groups, wanted, classes)]
    crashes = [row for known in classes for row in _crashes(known, groups, wanted)]
    # One family: everything that is tested here.
    tested = [row.comparison for row in figures if row.comparison] + [
        row.comparison for row in crashes if row.comparison
    ]
    corrected = iter(holm([one.p for one in tested]))
    figures = [replace(row, comparison=_corrected(row.comparison, corrected)) for row in figures]
    crashes = [replace(row, comparison=_corrected(row.comparison, corrected)) for row in crashes]
    seconds = max((result.trial.seconds for result in results), default=0.0)
    times = [seconds * index / GRID for index in range(GRID + 1)]
    return CampaignSummary(
        tuple(settings),
        results[0].trial.targets if results else (),
        seconds,
        seeds,
        tuple(figures),
        tuple(crashes),
        tuple(_curve(one.name, times, [lines_at(each, times) for each in own]) for one, own in groups.items() if own),
        tuple(
            _curve(one.name, times, [crashes_at(each, wanted, times) for each in own])
            for one, own in groups.items()
            if own
        ),
        len(tested),
        sum(not counts(crash, wanted) for result in whole for crash in result.crashes),
        tuple(result for result in results if result.note),
        interrupted,
    )


def _corrected(comparison: Comparison | None, corrected: Iterator[float]) -> Comparison | None:
    return None if comparison is None else replace(comparison, corrected=next(corrected))


def _figures(
    metric: Metric,
    groups: dict[Setting, list[CampaignResult]],
    wanted: Collection[str],
    classes: Sequence[CrashClass],
) -> list[FigureRow]:
    rows: list[FigureRow] = []
    for setting, own in groups.items():
        values = tuple(value for each in own if (value := metric.of(each, wanted, classes)) is not None)
        compared = _compare(values, rows[0].values, metric.more_is_better) if rows else None
        rows.append(FigureRow(metric.name, metric.title, setting.name, len(own), values, compared))
    return rows


def _crashes(known: CrashClass, groups: dict[Setting, list[CampaignResult]], wanted: Collection[str]) -> list[CrashRow]:
    rows: list[CrashRow] = []
    first, *_ = groups.values()
    first_times = [discoveries(each, wanted).get(known, math.inf) for each in first]
    for number, (setting, own) in enumerate(groups.items()):
        if not own:
            continue
        most = own[0].trial.seconds
        times = [discoveries(each, wanted).get(known, math.inf) for each in own]
        mean = restricted_mean(_lifetimes(times, most), most)
        against = _lifetimes(first_times, most) if number else []
        middle = median(times)
        rows.append(
            CrashRow(
                known,
                setting.name,
                len(own),
                sum(math.isfinite(time) for time in times),
                middle if math.isfinite(middle) else None,
                mean,
                difference(mean, restricted_mean(against, most)) if against else None,
                log_rank(_lifetimes(times, most), against) if against else None,
                _compare(times, first_times, more_is_better=False) if against else None,
            )
        )
    return rows


def _lifetimes(times: Sequence[float], most: float) -> list[Lifetime]:
    # A campaign that ends before its time would not have gone on: it counts as having looked for all of it.
    return [Lifetime(min(time, most), time <= most) for time in times]


def _compare(ours: Sequence[float], first: Sequence[float], more_is_better: bool) -> Comparison | None:
    test = mann_whitney(ours, first)
    if test is None:
        return None

    def better(own: Sequence[float], others: Sequence[float]) -> float:
        chance = a12(others, own) if more_is_better else a12(own, others)
        return 0.5 if chance is None else chance

    return Comparison(test.u, test.p, test.exact, better(ours, first), interval_of_two(ours, first, better))


def _curve(name: str, times: Sequence[float], values: Sequence[Sequence[float]]) -> Curve:
    points = []
    for index, time in enumerate(times):
        column = [one[index] for one in values]
        mean = fmean(column)
        points.append((time, mean, *(interval(column) or (mean, mean))))
    return Curve(name, tuple(points))
