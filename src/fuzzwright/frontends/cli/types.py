"""`fuzzwright types`: which types and functions are understood, and why the others are not."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from fuzzwright.campaigns.later import hints_of_earlier_runs
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.typing_table import typing_table
from fuzzwright.frontends.cli.formats import STANDARD_OUTPUT
from fuzzwright.frontends.cli.options import infer_option, settings_from
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.types_report import show_types, types_json


@click.command()
@click.argument("target", metavar="PATH|MODULE")
@click.option("--json", "json_file", metavar="FILE", help="Write the tables as JSON; - for standard output.")
@click.option("--all", "whole", is_flag=True, help="List every type and every function.")
@infer_option
@click.option(
    "--python", metavar="PATH", help="Interpreter or environment of the code (default: VIRTUAL_ENV, .venv, ours)."
)
def types(target: str, json_file: str | None, whole: bool, **options: Any) -> int:
    """Show which types and functions are understood.

    Types are those of parameters, results and attributes; functions that are skipped are counted by reason.
    The code is imported, in the same sandbox as for `run`, and no function of it is called.

    \b
    fuzzwright types src/shop             what stands in the way of fuzzing this package?
    fuzzwright types src/shop --all       every type and function, one by one
    fuzzwright types src/shop --infer     with hints inferred where there are none
    """
    cwd = Path.cwd()
    settings = settings_from(cwd, **options)
    plan = make_plan([target], settings, cwd)
    if settings.infer:
        plan = replace(plan, order=replace(plan.order, seen=hints_of_earlier_runs(settings, plan.root)))
    table = typing_table(plan, settings)
    if json_file in STANDARD_OUTPUT:
        click.echo(types_json(table.types, table.functions, table.remarks), nl=False)
        return 0
    if json_file:
        write_atomically(json_file, types_json(table.types, table.functions, table.remarks))
    show_types(make_console(sys.stdout), table.types, table.functions, table.remarks, whole=whole)
    return 0
