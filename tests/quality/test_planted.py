"""Planted defects are found within a fixed number of executions, and the mended functions raise no alarm."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
EXECUTIONS = 5000
SEEDS = (0, 1, 2)
FUZZWRIGHT = "from fuzzwright.frontends.cli import main; main()"
BUG = re.compile(r"# BUG: (?P<what>[\w.]+)")


class Defect(NamedTuple):
    """What has to be found."""

    function: str
    line: int
    what: str


def defects() -> list[Defect]:
    """Return the defects that the comments in `planted.py` announce."""
    source = (HERE / "planted.py").read_text("utf-8")
    lines = source.splitlines()
    return [
        Defect(name, line, match["what"])
        for name, first, last in functions(ast.parse(source).body)
        for line in range(first, last + 1)
        if (match := BUG.search(lines[line - 1]))
    ]


def functions(body: list[ast.stmt], prefix: str = "") -> list[tuple[str, int, int]]:
    """Return the functions and methods in some statements, with their first and last lines."""
    found: list[tuple[str, int, int]] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((prefix + node.name, node.lineno, node.end_lineno or node.lineno))
        elif isinstance(node, ast.ClassDef):
            found += functions(node.body, f"{prefix}{node.name}.")
    return found


DEFECTS = defects()


@cache
def findings(module: str, seed: int, *options: str) -> dict[str, list[dict[str, Any]]]:
    """Return what one campaign over all functions of a module finds to act on, by function."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        places = ["--json", str(report), "--store", str(Path(folder) / "store.db"), "--python", sys.executable]
        budget = ["--executions", str(EXECUTIONS), "--seed", str(seed)]
        chosen = [part for defect in DEFECTS for part in ("--include", f"{module}.{defect.function}")]
        done = subprocess.run(
            [sys.executable, "-c", FUZZWRIGHT, "run", f"{module}.py", *budget, *places, *chosen, *options, "--quiet"],
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        content = json.loads(report.read_text("utf-8"))
    fuzzed = {target["function"] for target in content["targets"] if target["status"] == "fuzzed"}
    assert fuzzed == {f"{module}.{defect.function}" for defect in DEFECTS}
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in content["findings"]:
        if finding["verdict"] in ("unexpected", "return_type"):
            found.setdefault(finding["function"], []).append(finding)
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.function)
def test_a_planted_defect_is_found_where_it_is(defect: Defect, seed: int) -> None:
    found = findings("planted", seed, "--first").get(f"planted.{defect.function}", [])
    told = {(finding["kind"] if defect.what == finding["kind"] else finding["exception"]) for finding in found}
    assert told == {defect.what}
    assert {finding["line"] for finding in found} == {defect.line}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [defect.function for defect in DEFECTS])
def test_a_mended_function_raises_no_alarm(name: str, seed: int) -> None:
    assert findings("mended", seed).get(f"mended.{name}", []) == []


def test_there_is_one_defect_in_each_function_and_enough_of_them() -> None:
    names = [defect.function for defect in DEFECTS]
    assert len(names) == len(set(names)) >= 25
