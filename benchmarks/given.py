"""Tests of Hypothesis as they are and driven by our search: what they reach, and which planted bugs they find.

    python benchmarks/given.py natsort-8.4.0 --source natsort --tests tests
    python benchmarks/given.py packaging-26.3 --source src/packaging --tests tests/property/test_ranges_set_relations.py

Takes the folders of unpacked projects. Only tests with @given are run, each with the examples that its settings say. A
bug is one operator or number changed in a line that the tests run, drawn by lot from a seed, in a copy of the
project; the examples until it is found are those of all tests up to the first that fails. No network is used;
what the suites need has to be importable.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

MODES = ("hypothesis", "fuzzwright")
TOLD = "GIVEN_TOLD"
"""The variable that has the name of the file in which a run of pytest tells what it did."""
SOURCE = "GIVEN_SOURCE"
STORAGE = Path(tempfile.gettempdir()) / f"given-{os.getpid()}"
"""Where Hypothesis keeps its files."""
SWAPPED: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}


# In pytest's process ---------------------------------------------------------------------------------


class Counting:
    """A plugin that runs tests with @given only, counts their examples, and measures what they run."""

    def __init__(self, file: str, source: str) -> None:
        import coverage

        self.file = file
        self.tests: dict[str, dict[str, Any]] = {}
        self.now: dict[str, Any] = {}
        self.coverage = coverage.Coverage(data_file=None, branch=True, source=[source], config_file=False)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out all other tests."""
        items[:] = [item for item in items if hasattr(getattr(item, "obj", None), "hypothesis")]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Count the examples of a test, up to the first that fails."""
        handle = item.obj.hypothesis  # type: ignore[attr-defined]  # see above
        inner = handle.inner_test
        told = self.now = self.tests.setdefault(item.nodeid, {"examples": 0, "failed": None, "result": "passed"})
        ends = _ends()

        def counted(*arguments: Any, **named: Any) -> Any:
            told["examples"] += 1
            try:
                return inner(*arguments, **named)
            except ends:
                raise
            except Exception:
                told["failed"] = told["failed"] or told["examples"]
                raise

        handle.inner_test = counted
        self.coverage.start()
        try:
            return (yield)
        finally:
            self.coverage.stop()
            handle.inner_test = inner

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test ended."""
        if not report.passed:
            self.tests.setdefault(report.nodeid, {"examples": 0, "failed": None})["result"] = report.outcome

    def pytest_sessionfinish(self) -> None:
        """Tell what was counted."""
        data = self.coverage.get_data()
        lines = {file: sorted(data.lines(file) or ()) for file in data.measured_files()}
        self.coverage.json_report(outfile=self.file)
        totals = json.loads(Path(self.file).read_text())["totals"]
        told = {"covered": totals["covered_lines"], "branches": totals["covered_branches"]}
        Path(self.file).write_text(json.dumps({"tests": self.tests, "lines": lines, **told}))


def _ends() -> tuple[type[BaseException], ...]:
    from hypothesis.errors import StopTest, UnsatisfiedAssumption

    return (UnsatisfiedAssumption, StopTest, pytest.skip.Exception)


def pytest_configure(config: pytest.Config) -> None:
    """Count, in a run that was started from here."""
    if TOLD in os.environ:
        config.pluginmanager.register(Counting(os.environ[TOLD], os.environ[SOURCE]))


# Around it -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with a suite."""

    folder: Path
    source: str
    tests: Sequence[str]
    options: Sequence[str]
    path: str
    """Where to import from, besides the folder and that of the source."""


def run(project: Project, mode: str, seed: int, *, first: bool = False) -> dict[str, Any]:
    """Return what a run of a suite told."""
    with tempfile.TemporaryDirectory() as scratch:
        # Hypothesis takes constants from code that is not installed: ours must not be among them.
        installed = os.path.join(scratch, "site-packages")
        shutil.copytree(_package(), os.path.join(installed, "fuzzwright"), ignore=shutil.ignore_patterns("__pycache__"))
        here = os.path.dirname(os.path.abspath(__file__))
        source = project.folder / project.source
        paths = [installed, str(source.parent), str(project.folder), project.path, here]
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "CI"))},
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "HYPOTHESIS_STORAGE_DIRECTORY": os.fspath(STORAGE),
            TOLD: os.path.join(scratch, "told.json"),
            SOURCE: str(source),
        }
        by = ["--fuzzwright", f"--fuzzwright-seed={seed}"] if mode == "fuzzwright" else [f"--hypothesis-seed={seed}"]
        stop = ["-x"] if first else []
        # The tables of letters may stay, what failed before may not.
        shutil.rmtree(STORAGE / "examples", ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "given", "-p", "no:cacheprovider", "-W", "ignore"]
        done = subprocess.run(
            [*command, *by, *stop, *project.options, *project.tests],
            cwd=project.folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        try:
            told: dict[str, Any] = json.loads(Path(environment[TOLD]).read_text())
        except OSError:
            told = {"tests": {}, "lines": {}, "covered": 0, "branches": 0}
        told["output"] = done.stdout + done.stderr
        return told


def _package() -> str:
    import fuzzwright

    return os.path.dirname(os.path.abspath(fuzzwright.__file__))


def examples_until(told: Mapping[str, Any]) -> int | None:
    """Return how many examples all tests had up to the first failure; None if none failed."""
    count = 0
    for test in told["tests"].values():
        if test["failed"] is not None:
            return count + int(test["failed"])
        count += test["examples"]
    return None


# Planted bugs ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bug:
    """A change of one line."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old} becomes {self.new}"


def bugs_in(folder: Path, lines: Mapping[str, Sequence[int]]) -> list[Bug]:
    """Return every change of an operator or a number in lines that were run."""
    found: list[Bug] = []
    for file, run_lines in sorted(lines.items()):
        text = Path(file).read_text("utf-8")
        rows, reached = text.splitlines(), set(run_lines)
        for node in ast.walk(ast.parse(text)):
            for line, start, end, old, new in _changes(node, rows):
                if line in reached:
                    found.append(Bug(os.path.relpath(file, folder), line, start, end, old, new))
    return found


def _changes(node: ast.AST, rows: Sequence[str]) -> Iterator[tuple[int, int, int, str, str]]:
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SWAPPED:
            between, (old, new) = (left.end_lineno, left.end_col_offset), SWAPPED[type(sign)]
            if between[0] == right.lineno and between[1] is not None:
                yield from _in_row(rows, right.lineno, between[1], right.col_offset, old, new)
        case ast.BoolOp(op=sign, values=[one, other, *_]) if one.end_lineno == other.lineno:
            old, new = ("and", "or") if isinstance(sign, ast.And) else ("or", "and")
            assert one.end_col_offset is not None
            yield from _in_row(rows, other.lineno, one.end_col_offset, other.col_offset, old, new)
        case ast.Constant(value=int(number)) if type(number) is int and node.end_col_offset is not None:
            old, new = str(number), str(number + 1)
            yield from _in_row(rows, node.lineno, node.col_offset, node.end_col_offset, old, new)


def _in_row(rows: Sequence[str], line: int, start: int, end: int, old: str, new: str) -> Iterator[Any]:
    row = rows[line - 1]
    place = row.find(old, start, end)
    # Columns count bytes, so rows with other letters are left alone.
    if row.isascii() and place >= 0:
        yield line, place, place + len(old), old, new


def plant(folder: Path, bug: Bug) -> None:
    """Change a line."""
    path = folder / bug.file
    rows = path.read_text("utf-8").splitlines(keepends=True)
    row = rows[bug.line - 1]
    rows[bug.line - 1] = row[: bug.start] + bug.new + row[bug.end :]
    path.write_text("".join(rows), "utf-8")


# The tables ------------------------------------------------------------------------------------------


def compare(project: Project, seeds: int, bugs: int) -> None:
    """Print what both modes reach and find."""
    lines: dict[str, list[int]] = {}
    print(f"\n{project.folder.name}: {' '.join(project.tests)}")
    for mode in MODES:
        for seed in range(seeds):
            told = run(project, mode, seed)
            lines = lines or told["lines"]
            tests = told["tests"]
            passed = sum(test["result"] == "passed" for test in tests.values())
            examples = sum(test["examples"] for test in tests.values())
            print(
                f"| {mode} | seed {seed} | {len(tests)} tests, {passed} passed | {examples} examples "
                f"| {told['covered']} lines, {told['branches']} branches |",
                flush=True,
            )
    candidates = bugs_in(project.folder, lines)
    Random(0).shuffle(candidates)
    for bug in candidates[:bugs]:
        row = [", ".join(_found(project, bug, mode, seeds)) for mode in MODES]
        print(f"| {bug} | {' | '.join(row)} |", flush=True)


def _found(project: Project, bug: Bug, mode: str, seeds: int) -> list[str]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / project.folder.name
        shutil.copytree(project.folder, folder, ignore=shutil.ignore_patterns(".hypothesis", "__pycache__"))
        plant(folder, bug)
        changed = Project(folder, project.source, project.tests, project.options, project.path)
        found = [run(changed, mode, seed, first=True) for seed in range(seeds)]
        return [str(examples_until(told) or ("none" if told["tests"] else "not run")) for told in found]


def main() -> None:
    """Compare the suites of the folders that are given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--source", default="src", help="the package, below each folder")
    parser.add_argument("--tests", nargs="+", default=["tests"])
    parser.add_argument("--option", action="append", default=[], help="for pytest")
    parser.add_argument("--path", default="", help="where else to import from")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--bugs", type=int, default=5)
    given = parser.parse_args()
    try:
        for folder in given.folder:
            project = Project(folder.resolve(), given.source, given.tests, given.option, given.path)
            compare(project, given.seeds, given.bugs)
    finally:
        shutil.rmtree(STORAGE, ignore_errors=True)


if __name__ == "__main__":
    main()
