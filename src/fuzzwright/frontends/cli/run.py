"""`fuzzwright run` and `fuzzwright prop`: a campaign with progress, reports and an exit code."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from fuzzwright.campaigns.again import keep_calls_before
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.run import Finished, FoundSomething, Parked, Started, Tick
from fuzzwright.campaigns.session import Session, report_of
from fuzzwright.campaigns.states import finding_of
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.formats import check_files, check_writable, use_standard_output, write_reports
from fuzzwright.frontends.cli.knowing import entries_of, missed, set_aside, written
from fuzzwright.frontends.cli.options import campaign_options, settings_from
from fuzzwright.frontends.cli.signals import take_sigterm_for_ctrl_c
from fuzzwright.frontends.cli.store_of_run import StoreOfRun
from fuzzwright.python.locate import matches
from fuzzwright.reports.progress import Progress
from fuzzwright.reports.summary import Summary
from fuzzwright.reports.terminal import make_console, show_summary
from fuzzwright.settings import Settings


@click.command()
@campaign_options
def run(targets: tuple[str, ...], **options: Any) -> int:
    """Fuzz functions by their type hints.

    TARGET is a path, a module or package, or module:function.

    \b
    fuzzwright run src/shop                      every function of a package
    fuzzwright run shop.orders:total --time 10   one function, ten seconds
    fuzzwright run . --json findings.json        for CI; exit code 1 means findings to act on

    Exit codes: 0 nothing to act on, 1 findings to act on, 2 wrong use or nothing could be fuzzed,
    3 a defect of fuzzwright.
    """
    return campaign(targets, properties=False, **options)


@click.command()
@campaign_options
def prop(targets: tuple[str, ...], **options: Any) -> int:
    """Run properties (functions marked with @prop, and laws such as `agree(f, g)`) outside pytest.

    \b
    fuzzwright prop tests/test_trees.py          all properties of a file
    fuzzwright prop tests.test_trees:insert_is_sorted --executions 100000
    """
    return campaign(targets, properties=True, **options)


def campaign(
    targets: tuple[str, ...],
    *,
    properties: bool,
    json_file: str | None,
    html_file: str | None,
    sarif_file: str | None,
    junit_file: str | None,
    markdown_file: str | None,
    write_baseline: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Run a campaign as the options say; return the exit code."""
    cwd = Path.cwd()
    settings = settings_from(cwd, **options)
    if not all(target.strip() for target in targets):
        raise FuzzwrightError("a target is empty", None, "name a path, a module, or module:function")
    files = {"json": json_file, "html": html_file, "sarif": sarif_file, "junit": junit_file, "markdown": markdown_file}
    check_files(files)
    check_writable(settings.baseline if write_baseline else None)
    baseline = entries_of(settings, write_baseline)
    plan = make_plan(targets, settings, cwd, properties=properties)
    # A report on standard output is for programs; what is for people goes to the other stream then.
    console = make_console(sys.stderr if use_standard_output(files) else None)
    with StoreOfRun(settings, plan.root, targets) as kept:
        # A budget in executions asks for the same result each time, so earlier runs must not play into it.
        resume = settings.executions is None or settings.store is not None
        with Session(plan, settings, kept.store, resume) as session:
            session.open()
            _refuse_if_nothing(session, properties)
            _watch(session, settings, console, quiet)
            summary = session.summary(" ".join(["fuzzwright", *sys.argv[1:]]))
            sources = _sources(summary, plan.root)
            summary = set_aside(summary, settings, baseline, sources)
            about_baseline = missed(summary, baseline, sources)
            if write_baseline:
                summary, about_baseline = written(summary, settings, baseline, sources)
            defects = [state for state in session.states if state.defect]
        code = 3 if defects else 1 if summary.to_act_on else 0 if summary.fuzzed else 2
        if kept.store is not None and session.store_failure is None:
            keep_calls_before(kept.store, session.states, settings.seed)
        kept.end(code, session.store_failure)
    # Files first: they must be whole even if nobody reads what is printed.
    write_reports(files, summary, sources, plan.root, code)
    show_summary(console, summary, sources)
    if about_baseline:
        console.print(about_baseline)
    if code == 2:
        click.echo("fuzzwright: nothing could be fuzzed; the table above says why", err=True)
    for state in defects:
        click.echo(f"fuzzwright: {state.name}: {state.reason}; please report it", err=True)
    return code


def _watch(session: Session, settings: Settings, console: Any, quiet: bool) -> None:
    waiting = [state for state in session.states if state.status == "waiting"]
    running: dict[str, None] = {}
    told: set[str] = set()
    take_sigterm_for_ctrl_c()
    with Progress(console, len(waiting), settings.time, quiet=quiet) as progress:
        for remark in session.remarks:
            progress.note(remark)
        try:
            for event in session.events():
                match event:
                    case Started(target):
                        running[target.name] = None
                    case FoundSomething(target, finding, True) if finding.call:
                        progress.found(finding_of(target, finding, settings.seed))
                    case Parked(target) | Finished(target):
                        running.pop(target.name, None)
                        if target.name not in told:
                            told.add(target.name)
                            progress.function_done(report_of(target))
                    case Tick(executions):
                        covered = sum(len(state.lines) for state in session.states)
                        progress.update(executions=executions, lines_covered=covered, running=tuple(running))
        except KeyboardInterrupt:
            session.stop()


def _refuse_if_nothing(session: Session, properties: bool) -> None:
    if any(state.status == "waiting" for state in session.states):
        return
    what = "properties" if properties else "functions"
    if not session.states and session.not_matched:
        raise _no_match(session, what)
    if not session.states:
        reasons = "; ".join(session.remarks[:3])
        hint = "mark a function with @prop" if properties else "name a file, package or module that defines functions"
        raise FuzzwrightError(f"there are no {what} to fuzz here" + (f": {reasons}" if reasons else ""), None, hint)
    shown = [f"{state.name}: {state.reason.splitlines()[0]}" for state in session.states[:5]]
    more = f"\n  … and {len(session.states) - 5} more" if len(session.states) > 5 else ""
    lines = [line.strip() for state in session.states for line in state.reason.splitlines()]
    fix = next((line.removeprefix("fix: ") for line in lines if line.startswith("fix: ")), None)
    listing = "\n  ".join(shown)
    raise FuzzwrightError(
        f"none of the {len(session.states)} {what} can be fuzzed:\n  {listing}{more}",
        None,
        fix or f"change what keeps them out, or name other {what}",
    )


def _no_match(session: Session, what: str) -> FuzzwrightError:
    """Return the refusal of patterns that let nothing through, with some of the names there are."""
    include, exclude = session.settings.include, session.settings.exclude
    names = sorted(session.not_matched)
    close = [name for pattern in include for name in get_close_matches(pattern, names, 3, 0.4)]
    shown = list(dict.fromkeys([*close, *names]))[:5]
    listed = ", ".join(f"`{name}`" for name in shown) + (", …" if len(names) > len(shown) else "")
    if any(matches(name, include) for name in names):
        patterns = " ".join(f"--exclude {pattern}" for pattern in exclude)
        return FuzzwrightError(f"{patterns} leaves none of the {len(names)} {what} here", None, f"there are {listed}")
    patterns = " ".join(f"--include {pattern}" for pattern in include)
    fix = f"write a pattern for the whole `module.name` (`*` for any letters); there are {listed}"
    return FuzzwrightError(f"{patterns} matches none of the {len(names)} {what} here", None, fix)


def _sources(summary: Summary, root: str) -> dict[str, str]:
    files = {frame.file for finding in summary.findings for frame in finding.frames}
    files |= {finding.file for finding in summary.findings}
    files |= {target.file for target in summary.fuzzed}
    sources: dict[str, str] = {}
    for file in files:
        try:
            sources[file] = (Path(root) / file).read_text("utf-8", "replace")
        except OSError:
            continue
    return sources
