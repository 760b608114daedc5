"""Compared campaigns for readers: tables on a terminal, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fuzzwright.experiments.campaign_summary import CampaignSummary, Comparison, CrashRow, FigureRow
from fuzzwright.experiments.campaigns import CampaignResult
from fuzzwright.reports.text import counted, one_line, short
from fuzzwright.version import VERSION

WIDE: Final = 120
"""A terminal of so many letters has room for all columns."""
_MOST_CLASSES: Final = 15
_MOST_NOTES: Final = 5


def to_json(summary: CampaignSummary) -> str:
    """Return the comparison for programs."""
    content: dict[str, Any] = {
        "version": VERSION,
        "targets": summary.targets,
        "seconds": summary.seconds,
        "seeds": summary.seeds,
        "interrupted": summary.interrupted,
        "small": summary.is_small,
        "least_p": summary.least_p,
        "tests": summary.tests,
        "settings": [asdict(setting) for setting in summary.settings],
        "figures": [_figure(row) for row in summary.figures],
        "crashes": [_crash(row) for row in summary.crashes],
        "growth": [asdict(curve) for curve in summary.growth],
        "crash_growth": [asdict(curve) for curve in summary.found],
        "other_findings": summary.others,
        "broken": [result.record() for result in summary.broken],
    }
    return json.dumps(content, indent=1) + "\n"


def _figure(row: FigureRow) -> dict[str, Any]:
    return {
        "figure": row.figure,
        "setting": row.setting,
        "trials": row.trials,
        "values": row.values,
        "mean": row.mean,
        "median": row.median,
        "interval": row.interval,
        **_compared(row.comparison),
    }


def _crash(row: CrashRow) -> dict[str, Any]:
    return {
        **asdict(row.crash),
        "setting": row.setting,
        "trials": row.trials,
        "found": row.found,
        "median": row.median,
        "rmst": row.survival.mean,
        "rmst_variance": row.survival.variance,
        "rmst_difference": None if row.longer is None else row.longer.mean,
        "rmst_difference_interval": None if row.longer is None else row.longer.interval,
        "log_rank_p": None if row.log_rank is None else row.log_rank.p,
        **_compared(row.comparison),
    }


def _compared(comparison: Comparison | None) -> dict[str, Any]:
    names = Comparison.__slots__
    return {name: None if comparison is None else getattr(comparison, name) for name in names}


def show(console: Console, summary: CampaignSummary) -> None:
    """Print a table of figures, one of crashes, and how far to trust them."""
    wide = console.width >= WIDE
    if any(row.trials for row in summary.figures):
        console.print(figures_table(summary.figures, wide))
        console.print()
    if summary.crashes:
        shown = _most_different(summary.crashes)
        console.print(crashes_table(shown, wide))
        classes = len({row.crash for row in summary.crashes})
        if left := classes - len({row.crash for row in shown}):
            console.print(Text(f"and {counted(left, 'crash class', 'crash classes')} that differ less; --json has all"))
        console.print()
    for line in notes(summary):
        console.print(Text(line), soft_wrap=True)


def notes(summary: CampaignSummary) -> list[str]:
    """Return what a reader has to know to read the tables right."""
    lines = []
    if not summary.crashes and any(row.trials for row in summary.figures):
        lines.append("no trial met a crash to act on")
    if summary.others:
        lines.append(f"{counted(summary.others, 'finding')} of all trials not counted: nothing to act on")
    if summary.tests:
        lines.append(
            f"compared with {summary.settings[0].name}; p corrected for {counted(summary.tests, 'test')} (Holm)"
        )
    if summary.fewest and summary.is_small:
        hint = f"small samples: {counted(summary.fewest, 'trial')} of a setting"
        if summary.tests:
            reach = min(1.0, summary.least_p * summary.tests)
            hint += (
                f"; the smallest possible p is {summary.least_p:.2g}, corrected {reach:.2g}: "
                "take differences as hints, not as shown"
            )
        lines.append(hint)
    if summary.broken:
        lines.append(f"{counted(len(summary.broken), 'trial')} broke and are left out:")
        lines += [f"  {_broken(result)}" for result in summary.broken[:_MOST_NOTES]]
    return lines


def _broken(result: CampaignResult) -> str:
    return f"{' '.join(result.trial.words)}, seed {result.trial.seed}: {one_line(result.note)}"


def figures_table(rows: Sequence[FigureRow], wide: bool = True) -> Table:
    """Return a line for each figure and setting; a narrow table leaves medians and plain p-values out."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("figure", no_wrap=True)
    table.add_column("setting", overflow="fold")
    for name in ("trials", "mean", "95 %", *(("median",) if wide else ()), *_heads(wide)):
        table.add_column(name, justify="right", no_wrap=True)
    before = ""
    for row in rows:
        cells = [
            row.title if row.title != before else "",
            row.setting,
            str(row.trials) if len(row.values) == row.trials else f"{len(row.values)} of {row.trials}",
            _number(row.mean),
            _between(row.interval),
            *((_number(row.median),) if wide else ()),
            *_cells(row.comparison, wide),
        ]
        table.add_row(*map(Text, cells))
        before = row.title
    return table


def crashes_table(rows: Sequence[CrashRow], wide: bool = True) -> Table:
    """Return a line for each class of crashes and setting."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("crash", overflow="fold")
    table.add_column("setting", overflow="fold")
    for name in ("met", *(("median s",) if wide else ()), "RMST s", *(("longer by s",) if wide else ()), *_heads(wide)):
        table.add_column(name, justify="right", no_wrap=True)
    before = None
    for row in rows:
        longer = "" if row.longer is None else f"{row.longer.mean:+.2f}"
        cells = [
            one_line(str(row.crash), 100) if row.crash != before else "",
            row.setting,
            f"{row.found}/{row.trials}",
            *((_number(row.median),) if wide else ()),
            _number(row.survival.mean),
            *((longer,) if wide else ()),
            *_cells(row.comparison, wide),
        ]
        table.add_row(*map(Text, cells))
        before = row.crash
    return table


def _most_different(rows: Sequence[CrashRow]) -> list[CrashRow]:
    """Return the rows of the classes that differ most, in the order of their places."""
    least: dict[object, float] = {}
    for row in rows:
        p = 1.0 if row.comparison is None else row.comparison.p
        least[row.crash] = min(p, least.get(row.crash, p))
    chosen = set(sorted(least, key=lambda crash: least[crash])[:_MOST_CLASSES])
    return [row for row in rows if row.crash in chosen]


def _heads(wide: bool) -> tuple[str, ...]:
    return ("A12", *(("95 %", "p") if wide else ()), "p corrected")


def _cells(comparison: Comparison | None, wide: bool) -> list[str]:
    if comparison is None:
        return [""] * len(_heads(wide))
    more = [_between(comparison.a12_interval), _p(comparison.p)] if wide else []
    return [f"{comparison.a12:.2f}", *more, _p(comparison.corrected)]


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _between(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"{_number(interval[0])} – {_number(interval[1])}"


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return short(value) if value >= 1000 else f"{value:.1f}" if value >= 100 else f"{value:.2f}"
