"""The reports a run writes, each to a file or to standard output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click

from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.json_report import to_json
from fuzzwright.reports.junit import to_junit
from fuzzwright.reports.markdown import to_markdown
from fuzzwright.reports.sarif import to_sarif
from fuzzwright.reports.summary import Summary

STANDARD_OUTPUT: Final = ("-", "/dev/stdout")

Files = Mapping[str, str | None]
"""The file of each format, by the name of its option; None if it is not wanted."""


def check_files(files: Files) -> None:
    """Raise FuzzwrightError for files that cannot be written, or not all of them."""
    taken: dict[str, str] = {}
    for name, file in files.items():
        if file is None:
            continue
        place = "standard output" if file in STANDARD_OUTPUT else str(Path(file).resolve())
        if place in taken:
            what = f"--{taken[place]} and --{name} both write to {place if file in STANDARD_OUTPUT else f'`{file}`'}"
            raise FuzzwrightError(what, None, "give each a file of its own")
        taken[place] = name
        if file not in STANDARD_OUTPUT:
            check_writable(file)


def check_writable(file: str | None) -> None:
    """Raise FuzzwrightError for a file that cannot be there."""
    if file is None:
        return
    folder = Path(file).resolve().parent
    if not folder.is_dir():
        raise FuzzwrightError(f"cannot write `{file}`: there is no folder {folder}", None, "create the folder first")
    if Path(file).is_dir():
        raise FuzzwrightError(f"cannot write `{file}`: it is a folder", None, "name a file in it")


def use_standard_output(files: Files) -> bool:
    """Return whether a report goes to standard output; what is for people goes to the other stream then."""
    return any(file in STANDARD_OUTPUT for file in files.values())


def write_reports(files: Files, summary: Summary, sources: Mapping[str, str], root: str, code: int) -> None:
    """Write what is wanted of a run that ends with an exit code."""

    def page() -> str:
        from fuzzwright.reports.html import to_html  # its library takes long to load, and few runs want it

        return to_html(summary, sources)

    # Code scanning knows files by where they are below the folder it is started in: the top of a repository.
    base = str(Path.cwd()) if Path(root).resolve().is_relative_to(Path.cwd()) else root
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: to_json(summary),
        "html": page,
        "sarif": lambda: to_sarif(summary, sources, str(Path(root).resolve()), base=base, exit_code=code),
        "junit": lambda: to_junit(summary),
        "markdown": lambda: to_markdown(summary),
    }
    for name, file in files.items():
        if file in STANDARD_OUTPUT:
            click.echo(writers[name](), nl=False)
        elif file is not None:
            write_atomically(file, writers[name]())
