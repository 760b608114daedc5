"""`fuzzwright findings`: what the store of a project knows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from fuzzwright.frontends.cli.stored import Known, know, open_known, project_settings, store_option, told
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.json_report import finding_record, json_text
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.text import counted, one_line
from fuzzwright.store.records import StoredFinding

LONGEST_CALL = 300


@click.command()
@store_option
@click.option("--all", "show_all", is_flag=True, help="Also those that ask for no action: deliberate, gone, …")
@click.option("--json", "json_file", metavar="FILE", help="Write them as JSON; - for standard output.")
def findings(store: str | None, show_all: bool, json_file: str | None) -> int:
    """List what was found in the project of this folder, most urgent first.

    \b
    fuzzwright findings                  what there is to act on
    fuzzwright findings --all            all of it
    fuzzwright findings --json -         for programs

    The exit code is 0 whatever is listed; `fuzzwright replay --all` tells what still fails.
    """
    cwd = Path.cwd()
    settings = project_settings(cwd, store)
    with open_known(settings, cwd) as opened:
        where, known = opened.where, know(opened, settings, cwd)
    listed = known.ranked() if show_all else _told_once(known)
    if json_file is not None:
        text = to_json(known, listed)
        if json_file == "-":
            click.echo(text, nl=False)
            return 0
        write_atomically(json_file, text)
    console = make_console()
    for stored in listed:
        _show(console, known, stored)
    _close(console, known, listed, where)
    return 0


def _told_once(known: Known) -> list[StoredFinding]:
    """Return the findings to act on, of those at one place the one that stands for all, as `run` tells them."""
    return [stored for stored in known.to_act_on() if stored.finding.id not in known.same]


def _show(console: Console, known: Known, stored: StoredFinding) -> None:
    finding = stored.finding
    standing = known.standing(stored)
    line = Text(finding.id, style="bold")
    line.append(f"  {stored.status:<5}  ", style="not bold")
    line.append(finding.verdict.replace("_", " "), style="yellow" if standing else "red")
    if standing in ("in the baseline", "allowed"):
        line.append(f" ({standing})", style="not bold")
    line.append(f"  {told(stored)}", style="not bold")
    if finding.id in known.same:
        line.append(f"; the same as {known.same[finding.id]}", style="not bold")
    console.print(line, soft_wrap=True)
    for call in (*finding.before[:1], *(["…"] if len(finding.before) > 1 else []), finding.call):
        console.print(Text(f"    {one_line(call, LONGEST_CALL)}", style="green"), soft_wrap=True)


def _close(console: Console, known: Known, listed: list[StoredFinding], where: str) -> None:
    urgent = len(_told_once(known))
    if listed:
        console.print()
    others = Counter(standing for stored in known.findings if (standing := known.standing(stored)))
    if known.same:
        others["the same through other functions"] = len(known.same)
    line = f"{counted(urgent, 'finding')} to act on"
    if others:
        each = ", ".join(f"{many} {name}" for name, many in others.items())
        line += f", {counted(sum(others.values()), 'other')} ({each})"
    if sum(others.values()) + urgent > len(listed):
        line += "; `fuzzwright findings --all` lists them"
    console.print(Text(line, style="bold"), soft_wrap=True)
    if urgent:
        console.print(
            "`fuzzwright show ID` tells all of one, `fuzzwright replay --all` runs them again", soft_wrap=True
        )
    console.print(Text(f"from {where}", style="dim"), soft_wrap=True)


def to_json(known: Known, listed: list[StoredFinding]) -> str:
    """Return findings as JSON: what `run --json` says of each, and what only the store knows."""
    records = [
        {
            **finding_record(stored.finding, known.summary),
            "same_as": known.same.get(stored.finding.id),
            "status": stored.status,
            "first_seen": stored.first_seen,
            "last_seen": stored.last_seen,
            "to_act_on": not known.standing(stored),
        }
        for stored in listed
    ]
    return json_text({"findings": records})
