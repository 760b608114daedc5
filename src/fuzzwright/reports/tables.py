"""The functions of a run as tables on a terminal: how far each was fuzzed, and why others were not.

Of a large package a table of everything would bury what was found. So of many functions those are shown in which most
is left to be reached, and of many that were left out a few for each reason; the other reports have them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fuzzwright.reports.reasons import NO_REASON, reason_group
from fuzzwright.reports.summary import TargetReport
from fuzzwright.reports.text import counted, in_a_row, one_line, short
from fuzzwright.reports.words import chance, per_second, stability

MOST_ROWS = 40
"""Of more functions than these only some are shown."""
MOST_LEFT = 20
_MOST_REASONS = 8
_MOST_ALIKE = 2
ELSEWHERE = "all in a report written with --json or --html"


def show_functions(console: Console, targets: Sequence[TargetReport]) -> None:
    """Print the functions that were fuzzed; of many, those in which the most lines are left to be reached."""
    chosen = set(range(len(targets)))
    if len(targets) > MOST_ROWS:
        by_lines_left = sorted(chosen, key=lambda index: targets[index].lines_covered - targets[index].lines_total)
        chosen = set(by_lines_left[:MOST_LEFT])
    # Which are shown depends on how far they came; their order does not, so that two runs can be compared.
    console.print(functions_table([targets[index] for index in sorted(chosen)], console.width))
    if len(targets) > len(chosen):
        which = f"those of {counted(len(targets), 'function')} with the most lines left to reach"
        console.print(Text(f"  {which}; {ELSEWHERE}", style="dim"))


def functions_table(targets: Sequence[TargetReport], width: int) -> Table:
    """Return functions that were fuzzed as a table; a narrow one leaves out what matters less."""
    wide = width >= 90
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("function", overflow="fold")
    table.add_column("executions", justify="right", no_wrap=True)
    if wide:
        table.add_column("per second", justify="right", no_wrap=True)
    table.add_column("lines", justify="right", no_wrap=True)
    if wide:
        table.add_column("stability", justify="right", no_wrap=True)
        table.add_column("chance of news", justify="right", no_wrap=True)
    for target in targets:
        cells = [Text(one_line(target.function)), Text(short(target.executions))]
        if wide:
            cells.append(Text(per_second(target)))
        cells.append(Text(f"{target.lines_covered}/{target.lines_total}"))
        if wide:
            cells += [Text(stability(target)), Text(chance(target))]
        table.add_row(*cells)
    return table


def show_skipped(console: Console, targets: Sequence[TargetReport]) -> None:
    """Print the functions that were left out, and why; of many, the first ones for each of the commonest reasons."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("skipped", overflow="fold")
    table.add_column("why", overflow="fold")
    few = len(targets) <= MOST_ROWS
    groups = [list(targets)] if few else _by_reason(targets)
    for members in groups[:_MOST_REASONS]:
        shown = members if few or len(members) <= _MOST_ALIKE + 1 else members[:_MOST_ALIKE]
        for target in shown:
            reason = in_a_row(target.reason or NO_REASON)
            table.add_row(Text(one_line(target.function)), Text(one_line(reason, 600)))
        if len(members) > len(shown):
            alike = f"{reason_group(members[0].reason or NO_REASON)}, as above"
            table.add_row(
                Text(f"and {len(members) - len(shown)} more", style="dim"), Text(one_line(alike), style="dim")
            )
    console.print(table)
    if not few:
        others = sum(map(len, groups[_MOST_REASONS:]))
        more = f"{others} more for other reasons, " if others else ""
        console.print(Text(f"  {more}{ELSEWHERE}; `fuzzwright types` counts the reasons", style="dim"))


def _by_reason(targets: Sequence[TargetReport]) -> list[list[TargetReport]]:
    """Return functions that were left out for one kind of reason together, the largest groups first."""
    groups: dict[str, list[TargetReport]] = {}
    for target in targets:
        groups.setdefault(reason_group(target.reason or NO_REASON), []).append(target)
    return sorted(groups.values(), key=len, reverse=True)
