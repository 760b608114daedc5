"""`fuzzwright replay`: stored findings run again against the code as it is now."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from fuzzwright.campaigns.again import Again, End, note_in, replay_again
from fuzzwright.campaigns.later import stored_hints
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.stored import Known, chosen, know, open_known, project_settings, store_option
from fuzzwright.reports.summary import asks_for_action
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.text import one_line
from fuzzwright.reports.words import verdict_name, what_happened

WORDS: dict[End, str] = {
    "still": "still fails",
    "differently": "fails differently",
    "gone": "gone",
    "not_now": "did not happen this time",
    "changed": "cannot be run",
    "missing": "cannot be run",
}
STYLES: dict[End, str] = {"still": "red", "differently": "yellow", "gone": "green"}


@click.command()
@click.argument("ids", nargs=-1, metavar="ID...")
@click.option("--all", "every", is_flag=True, help="All findings to act on.")
@store_option
@click.option("--python", metavar="PATH", help="Interpreter or environment of the code (default: as for `run`).")
def replay(ids: tuple[str, ...], every: bool, store: str | None, python: str | None) -> int:
    """Run stored inputs again, sandboxed, against the code as it is now; note those that are gone.

    \b
    fuzzwright replay c912a037           the first letters of an id are enough
    fuzzwright replay --all              all there is to act on

    Exit codes: 0 nothing to act on fails any more, 1 something does, 2 wrong use.
    """
    if every and ids:
        raise FuzzwrightError("--all and ids were given, and only one of them can be meant", None, "leave one out")
    if not every and not ids:
        raise FuzzwrightError("say which findings to run again", None, "give their ids, or `--all` for those to act on")
    cwd = Path.cwd()
    settings = project_settings(cwd, store).but(python=python)
    console = make_console()
    ends: list[Again] = []
    with open_known(settings, cwd) as opened:
        known = know(opened, settings, cwd)
        findings = known.to_act_on() if every else chosen(known, ids)
        for again in replay_again(findings, known.files, settings, cwd, known.roots, stored_hints(opened)):
            note_in(opened, again)
            _show(console, again)
            ends.append(again)
    counts = Counter(WORDS[again.end] for again in ends)
    told = (f"{many} {word if many == 1 else word.replace('fails', 'fail')}" for word, many in counts.items())
    line = ", ".join(told) or "there are no findings to act on"
    console.print(Text(line, style="bold"))
    return 1 if any(_asks(known, again) for again in ends) else 0


def _asks(known: Known, again: Again) -> bool:
    """Return whether a finding that was run again fails, and that asks for action."""
    if again.end == "still":
        set_aside = known.summary.known | known.summary.allowed
        return asks_for_action(again.stored.finding, known.summary.fail_on) and again.stored.finding.id not in set_aside
    return again.now is not None and asks_for_action(again.now, known.summary.fail_on)


def _show(console: Console, again: Again) -> None:
    finding, now = again.stored.finding, again.now
    line = Text(finding.id, style="bold")
    line.append(f"  {WORDS[again.end]}", style=STYLES.get(again.end, "yellow"))
    line.append(f"  {one_line(finding.function)} {what_happened(finding)}", style="not bold")
    if again.why:
        line.append(f": {one_line(again.why, 400)}", style="not bold")
    if again.end == "differently" and now is not None:
        line.append(f"; now it {what_happened(now)} at {one_line(now.file)}:{now.line}", style="not bold")
        line.append(f" ({verdict_name(now.verdict)}, {now.id})", style="not bold")
    elif again.end == "still" and now is not None:
        line.append(f" at {one_line(now.file)}:{now.line}", style="not bold")
        if now.id != finding.id:
            line.append(f"; lines have moved, it is {now.id} now", style="not bold")
    console.print(line, soft_wrap=True)
    if again.end in ("still", "differently"):
        console.print(Text(f"    {one_line(finding.call, 300)}", style="green"), soft_wrap=True)
