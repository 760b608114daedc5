"""Options that several commands share, and how they become settings."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from fuzzwright.errors import FuzzwrightError
from fuzzwright.settings import Settings, load_settings

F = TypeVar("F", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A positive, finite number of seconds."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return float(number)


POSITIVE = Seconds()


def budget_options(function: F) -> F:
    """Add the options of how long, how many, how repeatable."""
    options = [
        click.option("--time", type=POSITIVE, metavar="S", help="Seconds for the whole run."),
        click.option("--time-per-function", type=POSITIVE, metavar="S", help="Seconds per function (default: 2)."),
        click.option(
            "--executions",
            type=click.IntRange(min=1),
            metavar="N",
            help="Calls per function; with it, the same seed gives the same findings.",
        ),
        click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Workers at once (default: 2)."),
        click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of all randomness (default: 0)."),
        click.option(
            "--search",
            metavar="NAME",
            help="How inputs are searched: adaptive (default), showcase, mutagen, fuzzchick, quickcheck, enumerate.",
        ),
        click.option(
            "--python",
            metavar="PATH",
            help="Interpreter or environment of the code (default: VIRTUAL_ENV, .venv, ours).",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def solver_option(function: F) -> F:
    """Add the option of asking CrossHair."""
    return click.option(
        "--solver",
        is_flag=True,
        default=None,
        help="After half of the time, ask CrossHair for inputs (pip install fuzzwright[solver]).",
    )(function)


def infer_option(function: F) -> F:
    """Add the option of inferring missing hints."""
    return click.option(
        "--infer",
        is_flag=True,
        default=None,
        help="Infer missing hints from defaults, docstrings, calls and, if it is installed, with pyrefly.",
    )(function)


def campaign_options(function: F) -> F:
    """Add the options of campaigns over many functions."""
    options = [
        click.argument("targets", nargs=-1, required=True, metavar="TARGET..."),
        budget_options,
        solver_option,
        infer_option,
        click.option(
            "--check-calls",
            is_flag=True,
            default=None,
            help="Hold calls inside of the code against the hints of what they call.",
        ),
        click.option("--first", is_flag=True, default=None, help="Stop a function at its first finding to act on."),
        click.option("--include", multiple=True, metavar="PATTERN", help="Only functions whose module.name matches."),
        click.option("--exclude", multiple=True, metavar="PATTERN", help="No functions whose module.name matches."),
        click.option(
            "--store", metavar="FILE", help="Where inputs and findings are kept (default: your cache folder)."
        ),
        click.option("--json", "json_file", metavar="FILE", help="Write the result as JSON."),
        click.option("--html", "html_file", metavar="FILE", help="Write the result as one HTML page."),
        click.option("--sarif", "sarif_file", metavar="FILE", help="Write the result as SARIF, for code scanning."),
        click.option("--junit", "junit_file", metavar="FILE", help="Write the result as JUnit XML."),
        click.option("--markdown", "markdown_file", metavar="FILE", help="Write a short comment for a pull request."),
        click.option("--baseline", metavar="FILE", help="Findings that are known: only others make the exit code 1."),
        click.option("--write-baseline", is_flag=True, help="Write the findings of this run into the baseline."),
        click.option("--quiet", "-q", is_flag=True, help="Print the summary only."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def settings_from(cwd: Path, **options: Any) -> Settings:
    """Return the project's settings with what the command line says; raise FuzzwrightError for conflicts."""
    for name in ("include", "exclude"):
        if name in options:
            options[name] = tuple(options[name]) or None
    settings = load_settings(cwd).but(**options)
    if settings.search != Settings().search:
        from fuzzwright.searches import check_name  # takes a while, and is mostly not needed

        check_name(settings.search)
    if settings.time is not None and (settings.time_per_function or 0) > settings.time:
        raise FuzzwrightError(
            f"--time-per-function {settings.time_per_function:g} is more than --time {settings.time:g}",
            None,
            "raise --time or lower --time-per-function",
        )
    return settings
