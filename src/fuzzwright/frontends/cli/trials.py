"""Trials of `bench` run and shown: what the commands that compare things have in common."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.record import Recorded, RecordOf
from fuzzwright.frontends.cli.signals import take_sigterm_for_ctrl_c

T = TypeVar("T", bound=Hashable)
R = TypeVar("R", bound=Recorded)


def run_shown(
    left: Sequence[T],
    results: Generator[R, None, None],
    record: RecordOf[T, R],
    line: Callable[[R], str],
    plan: str,
    console: Console,
    quiet: bool,
) -> bool:
    """Put the results of what is left into the record, and show them; return whether that was interrupted."""
    take_sigterm_for_ctrl_c()
    lively = not quiet and console.file.isatty() and not console.is_dumb_terminal
    if not quiet:
        console.print(Text(plan), soft_wrap=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    try:
        with closing(results), Progress(*columns, console=console, disable=not lively) as live:
            bar = live.add_task("", total=len(left))
            for done, result in enumerate(results, 1):
                record.add(result)
                live.update(bar, advance=1, description=line(result))
                if not quiet and not lively:
                    console.print(Text(f"[{done}/{len(left)}] {line(result)}"), soft_wrap=True)
    except KeyboardInterrupt:
        # Once is enough: what runs has been ended, and a second one would lose the tables.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return True
    if not quiet and left:
        console.print()
    return False


def check_folder(file: Path | str | None) -> None:
    """Raise FuzzwrightError if a file cannot be written: before hours of trials, not after them."""
    if file is not None and not Path(file).resolve().parent.is_dir():
        raise FuzzwrightError(f"cannot write `{file}`: there is no such folder", None, "create the folder first")
    if file is not None and Path(file).is_dir():
        raise FuzzwrightError(f"cannot write `{file}`: it is a folder", None, "name a file in it")
