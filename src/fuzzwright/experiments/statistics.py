"""What trials show: how often a task was solved, after how much, and which of two searches is better at it.

Pure. A trial that found nothing took endlessly long; means and medians are over those that found something.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

from fuzzwright.experiments.trials import Result

BUCKETS: Final = (0.1, 1.0, 10.0, 60.0)
"""Seconds: a task that all seeds solve is in the first of these that its mean is not above."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search on one task."""

    task: str
    search: str
    seeds: int
    """How many trials there were."""
    solved: int
    """How many of them found a failure."""
    executions: float | None
    """The mean of those that did."""
    median_executions: float | None
    seconds: float | None
    median_seconds: float | None
    seconds_with_misses: float
    """The mean of all trials, those that found nothing with the time they had."""
    per_second: float | None
    """Calls of the property for each CPU second, over all trials."""
    discards: float | None
    """The share of all calls that an assumption ended."""
    a12: float | None
    """The chance that a trial takes fewer executions than one of the first search; a half if they are the same."""
    a12_seconds: float | None
    """The same of seconds."""
    broken: int = 0
    """Trials that broke; they found nothing."""

    @property
    def failure_rate(self) -> float:
        """The share of trials that found a failure of the property."""
        return self.solved / self.seeds

    @property
    def bucket(self) -> int | None:
        """The index of its bucket, one past the last for more; None if not all seeds solved it."""
        if self.solved < self.seeds or self.seconds is None:
            return None
        return bucket_of(self.seconds)


@dataclass(frozen=True, slots=True)
class Tally:
    """One search on all tasks of a workload."""

    workload: str
    search: str
    tasks: int = 0
    all_seeds: int = 0
    """Tasks that every seed solved."""
    some_seeds: int = 0
    buckets: tuple[int, ...] = field(default=(0,) * (len(BUCKETS) + 1))
    """How many of those that every seed solved took how long; the last is for more."""

    @property
    def unsolved(self) -> int:
        """Tasks that no seed solved."""
        return self.tasks - self.all_seeds - self.some_seeds


def a12(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """Return the chance that one of ours is less than one of theirs, ties counting half; None if either is empty.

    That is the measure of Vargha and Delaney, turned so that more is better where less is.
    """
    if not ours or not theirs:
        return None
    ordered = sorted(theirs)
    # Twice the number of theirs that are more, and once those that are the same: whole numbers until the end.
    twice = sum(2 * len(ordered) - bisect_left(ordered, one) - bisect_right(ordered, one) for one in ours)
    return twice / (2 * len(ours) * len(theirs))


def bucket_of(seconds: float) -> int:
    """Return the index of the first bucket that has room for so many seconds; one past the last if none has."""
    return bisect_left(BUCKETS, seconds)


def rows_of(results: Iterable[Result], searches: Sequence[str]) -> list[Row]:
    """Return a row for each task and search there are results of, tasks as they first come, searches in this order."""
    groups: dict[str, dict[str, list[Result]]] = {}
    for result in results:
        groups.setdefault(str(result.trial.task), {}).setdefault(result.trial.search, []).append(result)
    return [
        _row(task, search, by_search[search], by_search.get(searches[0], []) if search != searches[0] else [])
        for task, by_search in groups.items()
        for search in searches
        if search in by_search
    ]


def _row(task: str, search: str, results: Sequence[Result], first: Sequence[Result]) -> Row:
    found = [result for result in results if result.found]
    executions = sorted(result.executions for result in found)
    seconds = sorted(result.seconds for result in found)
    calls = sum(result.executions for result in results)
    time = math.fsum(result.seconds for result in results)
    told = [result for result in results if result.discards is not None]
    judged = sum(result.executions for result in told)
    return Row(
        task=task,
        search=search,
        seeds=len(results),
        solved=len(found),
        executions=fmean(executions) if found else None,
        median_executions=median(executions) if found else None,
        seconds=fmean(seconds) if found else None,
        median_seconds=median(seconds) if found else None,
        seconds_with_misses=fmean(result.seconds for result in results),
        per_second=calls / time if time else None,
        discards=sum(result.discards or 0 for result in told) / judged if judged else None,
        a12=a12(_executions(results), _executions(first)),
        a12_seconds=a12(_seconds(results), _seconds(first)),
        broken=sum(bool(result.note) for result in results),
    )


def _executions(results: Iterable[Result]) -> list[float]:
    return [float(result.executions) if result.found else math.inf for result in results]


def _seconds(results: Iterable[Result]) -> list[float]:
    return [result.seconds if result.found else math.inf for result in results]


def tallies_of(rows: Iterable[Row]) -> list[Tally]:
    """Return how each search did on each workload, in the order of the rows."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.task.partition("/")[0], row.search), []).append(row)
    return [_tally(workload, search, own) for (workload, search), own in groups.items()]


def total_of(tallies: Iterable[Tally], name: str) -> list[Tally]:
    """Return how each search did on all workloads together, under this name."""
    totals: dict[str, Tally] = {}
    for each in tallies:
        before = totals.get(each.search, Tally(name, each.search))
        totals[each.search] = Tally(
            name,
            each.search,
            before.tasks + each.tasks,
            before.all_seeds + each.all_seeds,
            before.some_seeds + each.some_seeds,
            tuple(a + b for a, b in zip(before.buckets, each.buckets, strict=True)),
        )
    return list(totals.values())


def _tally(workload: str, search: str, rows: Sequence[Row]) -> Tally:
    places = [row.bucket for row in rows]
    buckets = tuple(places.count(index) for index in range(len(BUCKETS) + 1))
    some = sum(0 < row.solved < row.seeds for row in rows)
    return Tally(workload, search, len(rows), sum(buckets), some, buckets)
