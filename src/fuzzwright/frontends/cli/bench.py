"""`fuzzwright bench`: searches, and other engines, compared on workloads with known bugs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.engines import ENGINES, check_engines
from fuzzwright.experiments.plots import bars
from fuzzwright.experiments.processes import run_all
from fuzzwright.experiments.record import Record, record_beside
from fuzzwright.experiments.summary import WIDE, Summary, show, summary_of, to_json
from fuzzwright.experiments.trials import Limits, Result, Trial, base_of, tasks_of, trials_of
from fuzzwright.experiments.workloads.workload import NAMES, load
from fuzzwright.frontends.cli.bench_campaign import campaign
from fuzzwright.frontends.cli.formats import STANDARD_OUTPUT
from fuzzwright.frontends.cli.options import POSITIVE
from fuzzwright.frontends.cli.trials import check_folder, run_shown
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.text import counted, duration, one_line

ALL = "all"
DEFAULT_TIME = 10.0
NET = 600.0
"""Seconds that end a trial which should end by its number of executions."""


class _Bench(click.Command):
    """Compares on workloads; what begins with `campaign` is a command of its own."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == [campaign.name]:
            return campaign.make_context(f"{info_name} {campaign.name}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_Bench)
@click.argument("workloads", nargs=-1, required=True, metavar="WORKLOAD...")
@click.option(
    "--search",
    multiple=True,
    metavar="A,B",
    help="Searches to compare; A12 is against the first (default: adaptive).",
)
@click.option(
    "--engines", multiple=True, metavar="A,B", help=f"Other engines to run beside them: {', '.join(ENGINES)}."
)
@click.option("--seeds", type=click.IntRange(min=1), default=3, metavar="N", help="Trials of each task (default: 3).")
@click.option("--time", type=POSITIVE, metavar="S", help="CPU seconds of each trial (default: 10).")
@click.option("--executions", type=click.IntRange(min=1), metavar="N", help="Calls of the property in each trial.")
@click.option("--jobs", type=click.IntRange(1, 256), default=2, metavar="N", help="Trials at once (default: 2).")
@click.option("--task", "patterns", multiple=True, metavar="PATTERN", help="Only tasks whose name fits.")
@click.option("--base", is_flag=True, help="Run the correct code too, which must not fail.")
@click.option("--json", "json_file", metavar="FILE", help="Write the result as JSON, and beside it every trial.")
@click.option("--resume", is_flag=True, help="Leave out the trials that are beside the file of --json already.")
@click.option("--plot", metavar="FILE.svg", help="Draw how many tasks each search solved how fast.")
@click.option("--quiet", "-q", is_flag=True, help="Print the result only.")
def bench(workloads: tuple[str, ...], **options: Any) -> int:
    """Compare searches on code with known bugs.

    WORKLOAD is bst, rbt, stlc, ifc, wasm, or all. A task is a bug in one of them and a property that shows it,
    written bst/insert_1/insert_post. Each trial is a process of its own and ends at the first failure. Ctrl-C
    prints what there is; with --json every trial is safe as soon as it is over.

    \b
    fuzzwright bench bst --search adaptive,quickcheck
    fuzzwright bench ifc --search adaptive --engines hypothesis --task '*/store_*'
    fuzzwright bench all --seeds 10 --time 60 --json bench.json --resume --plot bench.svg
    fuzzwright bench campaign --help             compare settings of whole campaigns on your own code

    Exit codes: 0 compared, 1 correct code failed (--base), 2 wrong use or interrupted, 3 one of our trials broke.
    """
    return _compare(_names(workloads), **options)


def _compare(
    workloads: Sequence[str],
    *,
    search: tuple[str, ...],
    engines: tuple[str, ...],
    seeds: int,
    time: float | None,
    executions: int | None,
    jobs: int,
    patterns: tuple[str, ...],
    base: bool,
    json_file: str | None,
    resume: bool,
    plot: str | None,
    quiet: bool,
) -> int:
    others = _split(engines)
    if unknown := [name for name in others if name not in ENGINES]:
        raise FuzzwrightError(f"no engine called `{unknown[0]}`", None, f"use some of: {', '.join(ENGINES)}")
    # Engines alone are run alone: whoever wants ours beside them says which.
    searches = list(dict.fromkeys([*_split(search), *others])) or ["adaptive"]
    check_engines(searches, workloads)
    limits = Limits(time or (DEFAULT_TIME if executions is None else NET), executions)
    tasks = tasks_of(map(load, workloads), patterns)
    tasks += base_of(tasks) if base else []
    takes_seed = {name: name not in ENGINES or ENGINES[name].takes_seed for name in searches}
    trials = list(trials_of(tasks, {name: seeds if takes_seed[name] else 1 for name in searches}, limits))
    report = None if json_file is None or json_file in STANDARD_OUTPUT else Path(json_file)
    if resume and report is None:
        raise FuzzwrightError("--resume needs the file to go on from", None, "give it with --json FILE")
    for file in (report, plot):
        check_folder(file)
    record = Record(None if report is None else record_beside(report), resume=resume)
    stream = sys.stderr if json_file in STANDARD_OUTPUT else sys.stdout
    # What goes to a file need not fit a screen: there, lines stay whole.
    console = make_console(stream, None if stream.isatty() else WIDE + 40)
    interrupted = _run(trials, record, jobs, console, quiet)
    summary = summary_of(record.of(trials), searches, limits, seeds, interrupted=interrupted)
    # Files first: they must be whole even if nobody reads what is printed.
    if report is not None:
        write_atomically(report, to_json(summary))
    elif json_file is not None:
        click.echo(to_json(summary), nl=False)
    if plot is not None:
        write_atomically(plot, bars(summary.tallies, _title(summary)))
    show(console, summary)
    if interrupted:
        more = "; the same command with --resume goes on" if report is not None else ""
        click.echo(f"fuzzwright: interrupted: this is what there is{more}", err=True)
    return _code(summary)


def _code(summary: Summary) -> int:
    if any(result.trial.search not in ENGINES for result in summary.broken):
        return 3
    return 2 if summary.interrupted else 1 if summary.base_failures else 0


def _run(trials: Sequence[Trial], record: Record, jobs: int, console: Console, quiet: bool) -> bool:
    """Run the trials that are not in the record yet; return whether that was interrupted."""
    left = [trial for trial in trials if trial not in record.results]
    return run_shown(left, run_all(left, jobs), record, _line, _plan(trials, left, jobs), console, quiet)


def _plan(trials: Sequence[Trial], left: Sequence[Trial], jobs: int) -> str:
    known = len(trials) - len(left)
    most = sum(trial.limits.seconds for trial in left) / jobs
    there = f", {known} of them there already" if known else ""
    return f"{counted(len(trials), 'trial')}{there}; {duration(most)} at most if {jobs} can run at once"


def _line(result: Result) -> str:
    trial = result.trial
    what = one_line(result.note, 160) if result.note else "solved" if result.found else "not solved"
    used = "" if result.note else f", {result.executions:,} executions, {result.seconds:.2f} s"
    return f"{trial.task}, {trial.search}, seed {trial.seed}: {what}{used}"


def _title(summary: Summary) -> str:
    seeds = f"{summary.seeds} seeds" if summary.seeds > 1 else "one seed"
    most = summary.limits.executions
    limit = f"{summary.limits.seconds:g} CPU seconds" if most is None else f"{most:,} executions"
    return f"Tasks solved with {seeds}, {limit} each, by mean CPU seconds"


def _names(workloads: Sequence[str]) -> list[str]:
    """Return the workloads that were asked for, each once."""
    return list(dict.fromkeys(name for given in workloads for name in (NAMES if given == ALL else (given,))))


def _split(values: Sequence[str]) -> list[str]:
    """Return the names in values with commas; `a:x=1,y=2,b` is a search with two options, and another one."""
    names: list[str] = []
    for value in values:
        for number, part in enumerate(value.split(",")):
            if number and "=" in part and ":" not in part and ":" in names[-1]:
                names[-1] += f",{part}"
            elif part.strip():
                names.append(part.strip())
            else:
                raise FuzzwrightError(f"a name is missing in `{value}`", None, "write names with commas between them")
    return names
