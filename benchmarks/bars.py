"""The table of one function in `throughput.py`, and which bars it clears.

Inputs without caps are compared with Hypothesis, which has none. Atheris is compared with inputs that have the
caps of its harness; where hints cannot say those, with the others.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from benchmarks.measured import Measured

TIMES_HYPOTHESIS = 100
SHARE_OF_LEAVES = 0.5
SHARE_DISTINCT = 0.6
OPERATORS = 2
_WIDTHS = {
    "exec/CPU s": 12,
    "slowest–fastest": 21,
    "× Hyp.": 9,
    "× Ath.": 8,
    "× bare": 8,
    "leaves": 8,
    "distinct": 10,
    "operators": 11,
    "new ways": 10,
}


def times_atheris(name: str) -> float:
    """Return how many times as fast as Atheris a function is to be run."""
    if name.startswith("loop_"):
        return 3
    return 1.5 if name == "flat_str" else 2


def table(name: str, rows: Sequence[Measured]) -> tuple[list[str], list[str]]:
    """Return the lines of the table of one function, and the bars that are missed."""
    lines = [f"{'':<28}" + "".join(f"{title:>{width}}" for title, width in _WIDTHS.items()) + "  bars"]
    missed: list[str] = []
    for row in rows:
        if row.ended:
            lines.append(f"{row.engine:<28}  did not finish: {row.ended}")
            missed += [f"{name}, {row.engine}: did not finish"] if row.ours else []
            continue
        met = bars(name, row, rows)
        cells = zip(_cells(row, rows), _WIDTHS.values(), strict=True)
        line = f"{row.engine:<28}" + "".join(f"{cell:>{width}}" for cell, width in cells)
        line += "  " + ", ".join(f"{bar} {'yes' if holds else 'NO'}" for bar, holds in met.items())
        lines.append(line.rstrip())
        missed += [f"{name}, {row.engine}: {bar}" for bar, holds in met.items() if not holds]
    if not any(row.capped for row in rows):
        lines.append("no hint caps such inputs: Atheris, which stops at a depth, is compared with inputs of any size")
    return lines, missed


def bars(name: str, row: Measured, rows: Sequence[Measured]) -> dict[str, bool]:
    """Return which bars there are for a row, and whether it clears each; none for other engines."""
    if not row.ours:
        return {}
    met: dict[str, bool] = {}
    hypothesis = _named("Hypothesis", rows)
    if not row.capped and hypothesis is not None:
        met[f"{TIMES_HYPOTHESIS}× Hyp."] = row.rate >= TIMES_HYPOTHESIS * hypothesis.rate
        met["leaves"] = row.leaves >= SHARE_OF_LEAVES * hypothesis.leaves
    ours = [each for each in rows if each.ours]
    rival = next((each for each in ours if each.capped), ours[0])
    atheris = _named("Atheris", rows)
    if row is rival and atheris is not None:
        times = times_atheris(name)
        met[f"{times:g}× Ath."] = row.rate >= times * atheris.rate
    met["distinct"] = statistics.fmean(row.distinct) >= SHARE_DISTINCT
    if row.operators:
        met[f"{OPERATORS} operators"] = statistics.fmean(row.operators) >= OPERATORS
    return met


def _named(engine: str, rows: Sequence[Measured]) -> Measured | None:
    """Return the row of another engine, if it ran."""
    return next((row for row in rows if row.engine == engine and row.rates and not row.ended), None)


def _cells(row: Measured, rows: Sequence[Measured]) -> list[str]:
    return [
        f"{row.rate:,.0f}",
        f"{min(row.rates):,.0f}–{max(row.rates):,.0f}",
        _times(row, _named("Hypothesis", rows), ",.1f"),
        _times(row, _named("Atheris", rows), ",.2f"),
        _times(row, _named("bare call loop", rows), ".3f"),
        f"{row.leaves:.1f}" if row.sizes else "",
        f"{statistics.fmean(row.distinct):.0%}" if row.distinct else "",
        f"{statistics.fmean(row.operators):.2f}" if row.operators else "-" if row.ours else "",
        f"{statistics.fmean(row.new):.1%}" if row.new else "-" if row.ours else "",
    ]


def _times(row: Measured, other: Measured | None, form: str) -> str:
    return format(row.rate / other.rate, form) if other is not None and other.rate else "-"
