"""`fuzzwright examples`: example calls that show how a function behaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session, report_of
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.options import budget_options, settings_from
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.summary import ExampleReport, TargetReport
from fuzzwright.reports.text import one_line


@click.command()
@click.argument("target", metavar="MODULE:FUNCTION")
@budget_options
@click.option("--line", type=click.IntRange(min=1), metavar="N", help="Only calls that reach this line.")
@click.option("--json", "json_file", metavar="FILE", help="Write the examples as JSON.")
def examples(target: str, line: int | None, json_file: str | None, **options: Any) -> int:
    """Show example calls that cover what a function does.

    \b
    fuzzwright examples shop.orders:total
    fuzzwright examples shop.orders:total --line 17    what reaches line 17?
    """
    cwd = Path.cwd()
    settings = settings_from(cwd, **options)
    with Session(make_plan([target], settings, cwd), settings) as session:
        session.open()
        ready = [state for state in session.states if state.status == "waiting"]
        if not ready:
            reasons = "; ".join(state.reason for state in session.states) or f"`{target}` has no functions"
            raise FuzzwrightError(f"no examples: {reasons}", None, "name a function as module:function")
        for _ in session.events():
            pass
        reports = [report_of(state) for state in ready]
    shown = [(report, _chosen(report, line)) for report in reports]
    if json_file:
        write_atomically(json_file, json.dumps([_plain(report, chosen) for report, chosen in shown], indent=2))
    for report, chosen in shown:
        if len(shown) > 1:
            click.echo(f"{report.function}:")
        for example in chosen:
            click.echo(_line(example))
    if line is not None and not any(chosen for _, chosen in shown):
        click.echo(f"no call was found that reaches line {line}", err=True)
    return 0


def _chosen(report: TargetReport, line: int | None) -> list[ExampleReport]:
    return [example for example in report.examples if line is None or line in example.lines]


def _line(example: ExampleReport) -> str:
    if example.outcome == "returned":
        return f"{example.call} → {one_line(example.value or 'None', 200)}"
    return f"{example.call} ✗ {one_line(example.exception or example.outcome, 200)}"


def _plain(report: TargetReport, chosen: list[ExampleReport]) -> dict[str, Any]:
    return {
        "function": report.function,
        "examples": [
            {
                "call": example.call,
                "outcome": example.outcome,
                **({"value": example.value} if example.exception is None else {"exception": example.exception}),
                "lines": list(example.lines),
            }
            for example in chosen
        ],
    }
