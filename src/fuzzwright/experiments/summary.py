"""All that trials showed, ready to be read: as rows for people on a terminal, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fuzzwright.experiments.statistics import BUCKETS, Row, Tally, rows_of, tallies_of, total_of
from fuzzwright.experiments.trials import BASE, Limits, Result
from fuzzwright.reports.text import one_line, short
from fuzzwright.version import VERSION

WIDE: Final = 120
"""A terminal of so many letters has room for all columns."""
_MOST_NOTES: Final = 10


@dataclass(frozen=True, slots=True)
class Summary:
    """What was asked for, and what came of it."""

    rows: tuple[Row, ...]
    tallies: tuple[Tally, ...]
    """One for each workload and search, then those of all together if there are several."""
    limits: Limits
    seeds: int
    interrupted: bool
    base_runs: int
    """Trials on correct code."""
    base_failures: tuple[Result, ...]
    broken: tuple[Result, ...]


def summary_of(
    results: Iterable[Result], searches: Sequence[str], limits: Limits, seeds: int, *, interrupted: bool = False
) -> Summary:
    """Return what results show; A12 is against the first of the searches."""
    there = list(results)
    on_base = [result for result in there if result.trial.task.variant == BASE]
    rows = rows_of((result for result in there if result.trial.task.variant != BASE), searches)
    tallies = tallies_of(rows)
    if len({tally.workload for tally in tallies}) > 1:
        tallies += total_of(tallies, "all")
    return Summary(
        tuple(rows),
        tuple(tallies),
        limits,
        seeds,
        interrupted,
        len(on_base),
        tuple(result for result in on_base if result.found),
        tuple(result for result in there if result.note),
    )


def to_json(summary: Summary) -> str:
    """Return the report for programs."""
    content: dict[str, Any] = {
        "version": VERSION,
        "seeds": summary.seeds,
        "most_seconds": summary.limits.seconds,
        "most_executions": summary.limits.executions,
        "interrupted": summary.interrupted,
        "rows": [{**asdict(row), "failure_rate": row.failure_rate} for row in summary.rows],
        "workloads": [
            {**asdict(tally), "unsolved": tally.unsolved, "buckets": _by_bucket(tally)} for tally in summary.tallies
        ],
        "base": {
            "trials": summary.base_runs,
            "failures": [result.record() for result in summary.base_failures],
        },
        "broken": [result.record() for result in summary.broken],
    }
    return json.dumps(content, indent=1) + "\n"


def _by_bucket(tally: Tally) -> dict[str, int]:
    names = (*(f"{seconds:g}" for seconds in BUCKETS), "more")
    return dict(zip(names, tally.buckets, strict=True))


def show(console: Console, summary: Summary) -> None:
    """Print a table of tasks, one of workloads, and what went wrong."""
    if summary.rows:
        console.print(rows_table(summary.rows, console.width))
        console.print()
        console.print(tallies_table(summary.tallies))
    if summary.base_runs:
        console.print()
        found = len(summary.base_failures)
        console.print(
            Text(f"correct code: {summary.base_runs} trials, {found} failures", style="bold" if found else "")
        )
        for result in summary.base_failures[:_MOST_NOTES]:
            console.print(Text(f"  {result.trial.task}, {result.trial.search}, seed {result.trial.seed}:"))
            console.print(Text(f"  {one_line(result.call, 400)}"), soft_wrap=True)
    if summary.broken:
        console.print()
        console.print(Text(f"{len(summary.broken)} trials broke and count as not solved:", style="bold"))
        for line in _notes(summary.broken):
            console.print(Text(f"  {line}"), soft_wrap=True)


def _notes(broken: Sequence[Result]) -> list[str]:
    """Return what trials broke of, each once."""
    said: dict[tuple[str, str], list[Result]] = {}
    for result in broken:
        said.setdefault((result.trial.search, result.note), []).append(result)
    lines = [
        f"{search}, {members[0].trial.task}{f' and {len(members) - 1} more' if members[1:] else ''}: {one_line(note)}"
        for (search, note), members in said.items()
    ]
    more = [f"and {len(lines) - _MOST_NOTES} other reasons"] if len(lines) > _MOST_NOTES else []
    return lines[:_MOST_NOTES] + more


def rows_table(rows: Sequence[Row], width: int = WIDE) -> Table:
    """Return a line for each task and search; a narrow table leaves the medians out."""
    wide = width >= WIDE
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("task", overflow="fold")
    table.add_column("search", overflow="fold")
    for name in ("solved", "rate", "executions", *(("median",) if wide else ()), "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in (*(("median",) if wide else ()), "discards", "A12"):
        table.add_column(name, justify="right", no_wrap=True)
    task = ""
    for row in rows:
        counts = [_number(row.executions), *([_number(row.median_executions)] if wide else [])]
        times = [_seconds(row.seconds), *([_seconds(row.median_seconds)] if wide else [])]
        cells = [
            row.task if row.task != task else "",
            row.search,
            f"{row.solved}/{row.seeds}",
            f"{row.failure_rate:.2f}",
            *counts,
            *times,
            "" if row.discards is None else f"{100 * row.discards:.1f} %",
            "" if row.a12 is None else f"{row.a12:.2f}",
        ]
        table.add_row(*map(Text, cells))
        task = row.task
    return table


def tallies_table(tallies: Sequence[Tally]) -> Table:
    """Return a line for each workload and search: what every seed solved, what some did, and how fast."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("workload")
    table.add_column("search", overflow="fold")
    times = [f"≤ {seconds:g} s" for seconds in BUCKETS]
    for name in ("tasks", "solved", "partly", "not", *times, "more"):
        table.add_column(name, justify="right", no_wrap=True)
    workload = ""
    for tally in tallies:
        numbers = (tally.tasks, tally.all_seeds, tally.some_seeds, tally.unsolved, *tally.buckets)
        shown = tally.workload if tally.workload != workload else ""
        table.add_row(Text(shown), Text(tally.search), *(Text(str(number)) for number in numbers))
        workload = tally.workload
    return table


def _number(value: float | None) -> str:
    return "" if value is None else short(value)


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if value < 1 else f"{value:.2f}"
