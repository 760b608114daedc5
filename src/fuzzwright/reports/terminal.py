"""A run on a terminal: each finding, the functions, and one closing line.

Code to paste stands at the left margin and is never wrapped, everything else fits the width. Text
from the code under test is only ever put into `Text`, never read as markup; colours come on top of
words and never carry a meaning alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, TextIO, cast

from rich.console import Console
from rich.text import Text

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.excerpts import Excerpts
from fuzzwright.reports.summary import FAIL_ON, VERDICTS, Summary, TargetReport, asks_for_action
from fuzzwright.reports.tables import ELSEWHERE, show_functions, show_skipped
from fuzzwright.reports.text import block, counted, in_a_row, one_line
from fuzzwright.reports.words import (
    because,
    closing_line,
    expectation,
    history,
    proposal,
    verdict_name,
    what_happened,
)

_LAST_FRAMES = 3
_MOST_OTHERS = 10
_MOST_CHANGED = 20
_MOST_REMARKS = 20
_MOST_BEFORE = 6
_LONGEST_CALL = 4_000


def make_console(file: TextIO | None = None, width: int | None = None) -> Console:
    """Return a console that colours only a terminal, heeds NO_COLOR, and reads no markup."""
    stream = file or sys.stdout
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None and not encoding.startswith("utf"):
        # A letter the terminal cannot show must not end the run.
        reconfigure(errors="replace")
    patient = cast(TextIO, Patient(stream))
    return Console(file=patient, width=width, markup=False, emoji=False, highlight=False)


class Patient:
    """A stream that goes on into nothing when nobody reads it any more: a run must not end for that."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or pretend to."""
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            self._give_up()
            return len(text)

    def flush(self) -> None:
        """Flush, or pretend to."""
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._give_up()

    def _give_up(self) -> None:
        # The descriptor itself, so that the interpreter's own flush at the end finds someone to take it.
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, self._stream.fileno())
        os.close(nothing)


def show_finding(
    console: Console,
    finding: Finding,
    sources: Mapping[str, str] | None = None,
    fail_on: frozenset[str] = FAIL_ON,
) -> None:
    """Print one finding in full: what happened, the call to paste, where, how we know."""
    excerpts = Excerpts(sources or {})
    urgent = asks_for_action(finding, fail_on)
    head = Text()
    head.append(verdict_name(finding.verdict), style="bold red" if urgent else "bold yellow")
    head.append("  ")
    head.append(one_line(finding.function), style="bold")
    head.append(f" {what_happened(finding)}")
    console.print(head)
    if finding.message:
        _print_indented(console, Text(one_line(finding.message)))
    console.print()
    _print_code(console, finding)
    console.print()
    for frame in finding.frames[-_LAST_FRAMES:]:
        _print_indented(console, Text(one_line(str(frame)), style="cyan"))
        line = excerpts.line(frame.file, frame.line)
        if line:
            _print_indented(console, Text(line), by=6)
    if not finding.frames and finding.file:
        _print_indented(console, Text(one_line(f"{finding.file}:{finding.line}"), style="cyan"))
    _print_indented(console, Text(because(finding)))
    _print_suggestion(console, finding)
    _print_indented(console, Text(history(finding), style="dim"))


def show_summary(console: Console, summary: Summary, sources: Mapping[str, str] | None = None) -> None:
    """Print the whole run: findings to act on, the others in a line each, functions, the closing line."""
    for finding in summary.to_act_on:
        console.print()
        show_finding(console, finding, sources, summary.fail_on)
    _show_others(console, summary)
    if summary.fuzzed:
        console.print()
        show_functions(console, summary.fuzzed)
        if expected := expectation(summary):
            _print_indented(console, Text(expected, style="dim"))
        _show_remarks(console, summary.fuzzed)
    if summary.skipped:
        console.print()
        show_skipped(console, summary.skipped)
    console.print()
    console.print(Text(closing_line(summary), style="bold"))


def _show_remarks(console: Console, targets: Sequence[TargetReport]) -> None:
    """Print what else there is to know of functions, first of those that were given up."""
    remarked = sorted((target for target in targets if target.reason), key=lambda target: not target.given_up)
    for target in remarked[:_MOST_REMARKS]:
        style = "bold" if target.given_up else "dim"
        _print_indented(console, Text(one_line(in_a_row(f"{target.function}: {target.reason}"), 600), style=style))
    if len(remarked) > _MOST_REMARKS:
        more = f"and remarks on {counted(len(remarked) - _MOST_REMARKS, 'other function')}, {ELSEWHERE}"
        _print_indented(console, Text(more, style="dim"))


def _print_code(console: Console, finding: Finding) -> None:
    before = finding.before
    if len(before) > _MOST_BEFORE:
        left_out = f"# … {counted(len(before) - _MOST_BEFORE, 'more call')}, all in a report written with --json"
        before = (*before[: _MOST_BEFORE // 2], left_out, *before[-(_MOST_BEFORE // 2) :])
    for line in (*finding.imports, *before, finding.call):
        # Soft wrap: the terminal may wrap a long call, but a copied one stays one line.
        console.print(Text(block(line, _LONGEST_CALL), style="green"), soft_wrap=True)
    if len(finding.call) > _LONGEST_CALL:
        _print_indented(console, Text("the call is cut here; a report written with --json has it whole", style="dim"))


def _print_suggestion(console: Console, finding: Finding, by: int = 2) -> None:
    if not finding.suggestion:
        return
    _print_indented(console, Text(proposal(finding)), by)
    for line in block(finding.suggestion, _LONGEST_CALL).split("\n")[:_MOST_CHANGED]:
        style = {"-": "red", "+": "green"}.get(line[:1], "")
        console.print(Text(" " * (by + 2) + line, style=style), soft_wrap=True)


def _show_others(console: Console, summary: Summary) -> None:
    _show_group(console, "known", "the baseline names them", summary.known_ones)
    _show_group(console, "allowed", "the setting `allow` names them", summary.allowed_ones)
    apart = {*summary.known_ones, *summary.allowed_ones}
    rest = [finding for finding in summary.others if finding not in apart]
    for verdict, group in groupby(rest, key=lambda finding: finding.verdict):
        _show_group(console, verdict_name(verdict), VERDICTS.get(verdict, "a verdict of its own"), tuple(group))


def _show_group(console: Console, name: str, meaning: str, members: tuple[Finding, ...]) -> None:
    if not members:
        return
    console.print()
    head = Text(name, style="bold")
    head.append(f" ({len(members)}): {meaning}", style="not bold")
    console.print(head)
    for finding in members[:_MOST_OTHERS]:
        line = f"{one_line(finding.function)} {what_happened(finding)} at {finding.file}:{finding.line}"
        message = f": {one_line(finding.message, 80)}" if finding.message else ""
        _print_indented(console, Text(one_line(line, 300) + message))
        if finding.verdict == "unclear":  # whoever looks at it decides by the call
            _print_indented(console, Text(f"{one_line(finding.call, 300)} · id {one_line(finding.id, 40)}"), by=4)
        _print_suggestion(console, finding, by=4)
    if len(members) > _MOST_OTHERS:
        more = f"and {len(members) - _MOST_OTHERS} more, {ELSEWHERE}"
        _print_indented(console, Text(more, style="dim"))


def _print_indented(console: Console, text: Text, by: int = 2) -> None:
    # Not Padding: that fills every line with blanks up to the width.
    for line in text.wrap(console, max(console.width - by, 10), overflow="fold"):
        line.rstrip()
        console.print(Text(" " * by).append_text(line))
