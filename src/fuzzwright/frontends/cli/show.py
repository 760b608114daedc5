"""`fuzzwright show`: all that is known of one finding."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from fuzzwright.campaigns.stored_code import module_of
from fuzzwright.frontends.cli.stored import Known, chosen, know, open_known, project_settings, store_option
from fuzzwright.reports.excerpts import Excerpts
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.text import block, counted, duration, one_line
from fuzzwright.reports.words import because, verdict_name, what_happened
from fuzzwright.store.records import Run, Sighting, StoredFinding

MOST_RUNS = 10
AROUND = 2
"""Lines of source above and below each frame."""


@click.command()
@click.argument("id", metavar="ID")
@store_option
def show(id: str, store: str | None) -> int:
    """Show all that is known of one finding; the first letters of its ID are enough.

    \b
    fuzzwright show c912a037
    fuzzwright show c9
    """
    cwd = Path.cwd()
    settings = project_settings(cwd, store)
    with open_known(settings, cwd) as opened:
        known = know(opened, settings, cwd)
        stored = chosen(known, [id])[0]
        history, runs = opened.history(stored.target, stored.signature), opened.runs()
    console = make_console()
    _head(console, known, stored)
    _code(console, stored)
    _places(console, known, stored)
    _print(console, because(stored.finding))
    _history(console, stored, history, runs)
    _commands(console, known, stored, store)
    return 0


def _head(console: Console, known: Known, stored: StoredFinding) -> None:
    finding, standing = stored.finding, known.standing(stored)
    head = Text(finding.id, style="bold")
    head.append(f"  {stored.status}  ", style="not bold")
    head.append(verdict_name(finding.verdict), style="bold yellow" if standing else "bold red")
    if standing in ("in the baseline", "allowed"):
        head.append(f" ({standing})", style="not bold")
    head.append(f"  {one_line(finding.function)}", style="bold")
    head.append(f" {what_happened(finding)}", style="not bold")
    console.print(head, soft_wrap=True)
    if finding.message:
        _print(console, block(finding.message, 4000))


def _code(console: Console, stored: StoredFinding) -> None:
    finding = stored.finding
    console.print()
    for line in (*finding.imports, *finding.before, finding.call):
        # Never cut: what stands here is pasted.
        console.print(Text(block(line, 1_000_000), style="green"), soft_wrap=True)
    console.print()


def _places(console: Console, known: Known, stored: StoredFinding) -> None:
    finding, sources = stored.finding, known.sources()
    excerpts = Excerpts(sources)
    for frame in finding.frames:
        console.print(Text(f"  {one_line(str(frame))}", style="cyan"), soft_wrap=True)
        for line in excerpts.around(frame.file, frame.line, AROUND):
            mark = ">" if line.failing else " "
            console.print(
                Text(f"  {mark} {line.number:>4}  {line.text}", style="bold" if line.failing else "dim"), soft_wrap=True
            )
    if not finding.frames and finding.file:
        console.print(Text(f"  {one_line(finding.file)}:{finding.line}", style="cyan"), soft_wrap=True)
    changed = [file for file in sources if _changed_since(known, file, stored) and file in _files(stored)]
    if changed:
        _print(console, f"changed since it was last seen, so lines may have moved: {', '.join(sorted(changed))}")


def _files(stored: StoredFinding) -> set[str]:
    return {stored.finding.file, *(frame.file for frame in stored.finding.frames)}


def _changed_since(known: Known, file: str, stored: StoredFinding) -> bool:
    path = next((root / file for root in known.roots if (root / file).is_file()), None)
    return path is not None and path.stat().st_mtime > stored.last_seen


def _history(console: Console, stored: StoredFinding, history: tuple[Sighting, ...], runs: tuple[Run, ...]) -> None:
    finding = stored.finding
    console.print()
    seen = "once" if finding.count == 1 else f"{finding.count:,} times"
    _print(console, f"first seen {_when(stored.first_seen)}, last seen {_when(stored.last_seen)}, {seen}")
    found = (
        f"found after {counted(finding.executions, 'execution')} in {duration(finding.seconds)}, seed {finding.seed}"
    )
    _print(console, f"{found}; {'simplest call found' if finding.reduced else 'not reduced'}")
    commands = {run.number: run.command for run in runs}
    for sighting in history[-MOST_RUNS:]:
        _print(console, f"  {_when(sighting.first)}  {sighting.event:<5}  {_run(sighting, commands)}")
    if len(history) > MOST_RUNS:
        _print(console, f"  and {counted(len(history) - MOST_RUNS, 'entry', 'entries')} before these")


def _run(sighting: Sighting, commands: dict[int, str]) -> str:
    if sighting.run is None:
        return "when it was replayed"
    return f"run {sighting.run}: fuzzwright {one_line(commands.get(sighting.run, '…'))}"


def _commands(console: Console, known: Known, stored: StoredFinding, store: str | None) -> None:
    finding = stored.finding
    module = module_of(stored.target, known.files.get(stored.target, ""))
    command = "prop" if finding.kind == "property" else "run"
    option = f" --store {store}" if store else ""
    console.print()
    target = f"{module}:{stored.target.removeprefix(f'{module}.')}"
    _print(console, f"again:        fuzzwright replay {finding.id}{option}")
    _print(console, f"as a test:    fuzzwright tests {finding.id}{option}")
    _print(console, f"fuzz it more: fuzzwright {command} {target} --seed {finding.seed}{option}")


def _print(console: Console, text: str) -> None:
    console.print(Text("\n".join(f"  {line}" for line in text.splitlines())), soft_wrap=True)


def _when(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
