"""`fuzzwright bench campaign`: settings of campaigns compared on a code base."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.campaign_plots import curves
from fuzzwright.experiments.campaign_processes import run_campaigns
from fuzzwright.experiments.campaign_record import CampaignRecord
from fuzzwright.experiments.campaign_report import WIDE, show, to_json
from fuzzwright.experiments.campaign_summary import CampaignSummary, summary_of
from fuzzwright.experiments.campaigns import (
    CampaignResult,
    CampaignTrial,
    Setting,
    check_distinct,
    setting_from,
    trials_of,
)
from fuzzwright.experiments.record import record_beside
from fuzzwright.frontends.cli.formats import STANDARD_OUTPUT
from fuzzwright.frontends.cli.options import POSITIVE, settings_from
from fuzzwright.frontends.cli.run import run
from fuzzwright.frontends.cli.trials import check_folder, run_shown
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.text import counted, duration, one_line
from fuzzwright.settings import Settings, load_settings

_OURS = ("time", "seed", "store", "quiet", "write-baseline")
"""Options of `run` that the comparison itself sets, or that leave something behind."""


@click.command("campaign")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--compare",
    multiple=True,
    required=True,
    metavar="SETTING",
    help="A search, or `NAME: OPTION=VALUE, ...` with options of `fuzzwright run`; the first is what others "
    "are compared with.",
)
@click.option("--seeds", type=click.IntRange(min=1), default=5, metavar="N", help="Trials of each (default: 5).")
@click.option("--time", type=POSITIVE, default=60.0, metavar="S", help="Seconds of each trial (default: 60).")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Trials at once (default: 1).")
@click.option("--json", "json_file", metavar="FILE", help="Write the result as JSON, and beside it every trial.")
@click.option("--resume", is_flag=True, help="Leave out the trials that are beside the file of --json already.")
@click.option("--plot", metavar="FILE.svg", help="Draw how lines and crashes grew.")
@click.option("--quiet", "-q", is_flag=True, help="Print the result only.")
def campaign(
    targets: tuple[str, ...],
    compare: tuple[str, ...],
    seeds: int,
    time: float,
    jobs: int,
    json_file: str | None,
    resume: bool,
    plot: str | None,
    quiet: bool,
) -> int:
    """Compare settings of campaigns on your code: lines over time, knees, crashes, how long they survive.

    TARGET is as for `fuzzwright run`. Each trial is such a run, with an empty store. Time is that of the clock, so
    keep the machine free. Ctrl-C prints what there is; with --json every trial is safe as soon as it is over.

    \b
    fuzzwright bench campaign src/shop --compare adaptive --compare mutagen
    fuzzwright bench campaign src/shop --compare adaptive --compare "quick: search=quickcheck, jobs=1"
    fuzzwright bench campaign . --compare adaptive --compare mutagen --seeds 20 --json c.json --resume

    Exit codes: 0 compared, 2 wrong use or interrupted, 3 a trial broke.
    """
    settings = [setting_from(text, _options()) for text in compare]
    check_distinct(settings)
    base = _check(settings, targets, time)
    report = None if json_file is None or json_file in STANDARD_OUTPUT else Path(json_file)
    if resume and report is None:
        raise FuzzwrightError("--resume needs the file to go on from", None, "give it with --json FILE")
    for file in (report, plot):
        check_folder(file)
    trials = list(trials_of(settings, targets, seeds, time))
    record = CampaignRecord(None if report is None else record_beside(report), resume=resume)
    stream = sys.stderr if json_file in STANDARD_OUTPUT else sys.stdout
    # What goes to a file need not fit a screen: there, lines stay whole.
    console = make_console(stream, None if stream.isatty() else WIDE + 40)
    interrupted = _run(trials, settings, record, jobs, console, quiet)
    wanted = {*base.fail_on, "died", "timed_out"}
    summary = summary_of(record.of(trials), settings, wanted, seeds=seeds, interrupted=interrupted)
    # Files first: they must be whole even if nobody reads what is printed.
    if report is not None:
        write_atomically(report, to_json(summary))
    elif json_file is not None:
        click.echo(to_json(summary), nl=False)
    if plot is not None:
        write_atomically(plot, curves(summary, _title(summary)))
    show(console, summary)
    if interrupted:
        more = "; the same command with --resume goes on" if report is not None else ""
        click.echo(f"fuzzwright: interrupted: this is what there is{more}", err=True)
    return 3 if summary.broken else 2 if interrupted else 0


def _options() -> dict[str, bool]:
    """Return the options of `run` that a setting may have, each with whether it takes a value."""
    return {
        name: not param.is_flag
        for param in run.params
        if isinstance(param, click.Option)
        for name in [max(param.opts, key=len).removeprefix("--")]
        # Files are results of a trial, or what it starts from: not something to compare.
        if name not in _OURS and "FILE" not in (param.metavar or "")
    }


def _check(settings: Sequence[Setting], targets: tuple[str, ...], time: float) -> Settings:
    """Raise for what any trial would refuse, before hours of others; return the project's settings."""
    cwd = Path.cwd()
    for setting in settings:
        words = [*targets, "--time", f"{time:g}", *setting.words]
        params = run.make_context("run", words).params
        known = {name: params[name] for name in params if name in Settings.__dataclass_fields__}
        make_plan(targets, settings_from(cwd, **known), cwd, properties=False)
    return load_settings(cwd)


def _run(
    trials: Sequence[CampaignTrial],
    settings: Sequence[Setting],
    record: CampaignRecord,
    jobs: int,
    console: Console,
    quiet: bool,
) -> bool:
    """Run the trials that are not in the record yet; return whether that was interrupted."""
    left = [trial for trial in trials if trial not in record.results]
    names = {setting.words: setting.name for setting in settings}

    def line(result: CampaignResult) -> str:
        return _line(names[result.trial.words], result)

    return run_shown(left, run_campaigns(left, jobs), record, line, _plan(trials, left, jobs), console, quiet)


def _plan(trials: Sequence[CampaignTrial], left: Sequence[CampaignTrial], jobs: int) -> str:
    known = len(trials) - len(left)
    there = f", {known} of them there already" if known else ""
    return f"{counted(len(trials), 'trial')}{there}; about {duration(sum(trial.seconds for trial in left) / jobs)}"


def _line(name: str, result: CampaignResult) -> str:
    what = (
        one_line(result.note, 160)
        if result.note
        else f"{counted(result.lines, 'line')}, {counted(len(result.crashes), 'finding')}, "
        f"{result.executions:,} executions"
    )
    return f"{name}, seed {result.trial.seed}: {what}"


def _title(summary: CampaignSummary) -> str:
    seeds = f"{summary.fewest} trials" if summary.fewest != 1 else "one trial"
    return f"Campaigns of {summary.seconds:g} s, {seeds} each: means with 95 % bands"
