"""`fuzzwright tests`: what was found, as plain pytest files."""

from __future__ import annotations

from pathlib import Path

import click

from fuzzwright.campaigns.stored_code import module_of
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.stored import chosen, know, open_known, project_settings, store_option
from fuzzwright.reports.as_tests import case_of, why_not
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.pytest_file import Case, cases_in, file_name, is_ours, merged, to_text
from fuzzwright.reports.text import counted, one_line


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--out", default="tests", metavar="DIR", show_default=True, help="The folder to write to.")
@store_option
def tests(ids: tuple[str, ...], out: str, store: str | None) -> int:
    """Write findings as pytest tests: one file for each module, which needs nothing but pytest.

    Each test fails now, and passes once its call works. Without an ID all findings to act on are written.
    Tests in a file of ours stay; a file that is not ours is never touched.

    \b
    fuzzwright tests                          all there is to act on
    fuzzwright tests c912a037 --out checks    one of them, elsewhere
    """
    cwd, folder = Path.cwd(), Path(out)
    if folder.exists() and not folder.is_dir():
        raise FuzzwrightError(f"cannot write tests to `{out}`: it is not a folder", None, "name a folder with `--out`")
    settings = project_settings(cwd, store)
    with open_known(settings, cwd) as opened:
        known = know(opened, settings, cwd)
    modules: dict[str, list[Case]] = {}
    for stored in chosen(known, ids) if ids else known.to_act_on():
        reason = why_not(stored.finding)
        if reason:
            click.echo(f"{stored.finding.id} of {one_line(stored.target)} is not written: {reason}")
            continue
        module = module_of(stored.target, known.files.get(stored.target, ""))
        modules.setdefault(module, []).append(case_of(module, stored.finding))
    if not modules:
        click.echo("there is nothing to write")
    project = {module_of(name, file) for name, file in known.files.items()}
    done = [_write(folder / file_name(module, project), module, made) for module, made in sorted(modules.items())]
    return 0 if all(done) else 2


def _write(file: Path, module: str, made: list[Case]) -> bool:
    """Write tests into a file, beside those that are there; return whether that could be."""
    there: list[Case] = []
    if file.exists():
        text = file.read_text("utf-8", "replace")
        if not is_ours(text):
            click.echo(f"{file} was left alone: it is not ours, as it lacks the line that says so", err=True)
            return False
        try:
            there = cases_in(text)
        except SyntaxError as error:
            click.echo(f"{file} was left alone: line {error.lineno} is no Python: {error.msg}", err=True)
            return False
    after = merged(there, made)
    write_atomically(file, to_text(module, after))
    new = {case.id for case in made}.intersection(case.id for case in after)
    kept = len(after) - len(new)
    click.echo(f"{file}: {counted(len(new), 'test')} written" + (f", {kept} kept" if kept else ""))
    return True
