"""Something shown again whenever a file is saved, until Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from fuzzwright.errors import FuzzwrightError

PAUSE = 0.25
"""Seconds between two looks at the files."""

Stamp = tuple[tuple[str, int, int], ...]
"""When files were changed last, and how long they are."""


def watch(
    files: Iterable[Path], show: Callable[[], object], pause: Callable[[], None] = lambda: time.sleep(PAUSE)
) -> int:
    """Show something, and again whenever one of the files was saved; return the exit code.

    A refusal, such as that of a file which is no Python at the moment, is told, and the next save waited for.
    """
    files = list(files)
    try:
        while True:
            # Before anything is read: what is saved meanwhile is then seen afterwards.
            known = stamp(files)
            try:
                show()
            except FuzzwrightError as error:
                click.echo(f"fuzzwright: {error}", err=True)
            while stamp(files) == known:
                pause()
            if os.isatty(1):
                click.clear()
            else:
                click.echo()
    except KeyboardInterrupt:
        return 0


def stamp(files: Iterable[Path]) -> Stamp:
    """Return when files were changed last; a file that is not there counts as never changed."""
    return tuple((str(file), *_times(file)) for file in files)


def _times(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:
        return 0, 0  # editors replace files: for a moment there is none
    return status.st_mtime_ns, status.st_size
