"""The figures of one campaign: its knee, its stall, the classes of its crashes, and both as curves over time.

Pure functions of a result. Crash classes are findings of one verdict, exception and line, through whichever function
they were met: a helper that fails is one class, not one for each of its callers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fuzzwright.experiments.campaigns import CampaignResult, Crash
from fuzzwright.experiments.stalls import sample_times, stall
from fuzzwright.reports.knee import knee


@dataclass(frozen=True, slots=True, order=True)
class CrashClass:
    """What makes crashes count as one."""

    file: str
    line: int
    what: str
    """The exception, or how it failed if there was none."""
    verdict: str

    def __str__(self) -> str:
        return f"{self.what} at {self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Knee:
    """Where a campaign stopped to gain lines fast, or at all."""

    seconds: float
    lines: float

    @property
    def per_second(self) -> float:
        """Lines gained for each second up to there."""
        return self.lines / self.seconds


Figure = Callable[[CampaignResult, Collection[str], Sequence[CrashClass]], float | None]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that each campaign has, or has not."""

    name: str
    title: str
    more_is_better: bool
    of: Figure
    """From a result, the verdicts that count as crashes, and all classes there are."""


def knee_of(result: CampaignResult) -> Knee | None:
    """Return the knee of the lines covered over the time there was; None if there is none."""
    end = result.trial.seconds
    points: list[tuple[float, float]] = [(0.0, 0.0), *((when, lines) for when, lines in result.growth if when > 0)]
    # A campaign that ended before its time gained nothing in the rest of it.
    if points[-1][0] < end:
        points.append((end, points[-1][1]))
    found = knee(points)
    return None if found is None or points[found][0] <= 0 else Knee(*points[found])


def stall_of(result: CampaignResult) -> Knee | None:
    """Return where a campaign had gained next to nothing for a minute; None if it never came to that."""
    times = sample_times(result.trial.seconds)
    points = list(zip(times, lines_at(result, times), strict=True))
    found = stall(points)
    return None if found is None else Knee(*points[found])


def counts(crash: Crash, wanted: Collection[str]) -> bool:
    """Return whether a finding is one to act on: by its verdict, or by its kind, unless it is expected."""
    # One word for a kind and a verdict: of those, the verdict counts.
    by_kind = crash.kind in wanted and crash.kind != "return_type"
    return not crash.expected and (crash.verdict in wanted or by_kind)


def class_of(crash: Crash) -> CrashClass:
    """Return the class that a crash belongs to."""
    return CrashClass(crash.file, crash.line, crash.exception or crash.kind, crash.verdict)


def discoveries(result: CampaignResult, wanted: Collection[str]) -> dict[CrashClass, float]:
    """Return when a campaign first met each class of crashes, by class."""
    first: dict[CrashClass, float] = {}
    for crash in result.crashes:
        if counts(crash, wanted):
            known = class_of(crash)
            first[known] = min(crash.seconds, first.get(known, crash.seconds))
    return dict(sorted(first.items()))


def classes_of(results: Iterable[CampaignResult], wanted: Collection[str]) -> list[CrashClass]:
    """Return all classes of crashes that any campaign met, by place."""
    return sorted({known for result in results for known in discoveries(result, wanted)})


def lines_at(result: CampaignResult, times: Sequence[float]) -> list[float]:
    """Return how many lines were covered at each of some times."""
    whens = [when for when, _ in result.growth]
    lines = [0, *(lines for _, lines in result.growth)]
    return [float(lines[bisect_right(whens, time)]) for time in times]


def crashes_at(result: CampaignResult, wanted: Collection[str], times: Sequence[float]) -> list[float]:
    """Return how many classes of crashes were met by each of some times."""
    whens = sorted(discoveries(result, wanted).values())
    return [float(bisect_right(whens, time)) for time in times]


def _seconds(of: Callable[[CampaignResult], Knee | None]) -> Figure:
    return lambda result, wanted, classes: None if (found := of(result)) is None else found.seconds


def _lines(of: Callable[[CampaignResult], Knee | None]) -> Figure:
    return lambda result, wanted, classes: None if (found := of(result)) is None else found.lines


def _rate(of: Callable[[CampaignResult], Knee | None]) -> Figure:
    return lambda result, wanted, classes: None if (found := of(result)) is None else found.per_second


def _survival(result: CampaignResult, wanted: Collection[str], classes: Sequence[CrashClass]) -> float | None:
    """Return how long a crash survives on average, all that anybody met taken together."""
    if not classes:
        return None
    most = result.trial.seconds
    met = discoveries(result, wanted)
    return sum(min(met.get(known, most), most) for known in classes) / len(classes)


METRICS: Final = (
    Metric("lines", "lines covered", True, lambda result, wanted, classes: float(result.lines)),
    Metric("executions", "executions", True, lambda result, wanted, classes: float(result.executions)),
    Metric("knee_seconds", "time to knee (s)", False, _seconds(knee_of)),
    Metric("knee_lines", "lines at knee", True, _lines(knee_of)),
    Metric("knee_rate", "lines at knee / s", True, _rate(knee_of)),
    Metric("stall_seconds", "time to stall (s)", False, _seconds(stall_of)),
    Metric("stall_lines", "lines at stall", True, _lines(stall_of)),
    Metric("stall_rate", "lines at stall / s", True, _rate(stall_of)),
    Metric("crashes", "crash classes", True, lambda result, wanted, classes: float(len(discoveries(result, wanted)))),
    Metric("survival", "crash survival (s)", False, _survival),
)
