"""The examples and what fuzzwright finds in them, compared with the `.out` file beside each.

The budget is in executions and the seed is fixed, so the findings are the same on every machine. After a change
that is meant to alter them: `FUZZWRIGHT_UPDATE_EXAMPLES=1 pytest tests/test_examples.py`, then read the difference.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(file.stem for file in EXAMPLES.glob("*.py"))
UPDATE = os.environ.get("FUZZWRIGHT_UPDATE_EXAMPLES") == "1"
PROPERTIES = {"laws", "properties"}
EXECUTIONS = {"bank": 10_000}
"""Where the usual number is not enough: an account has to be emptied by exactly what is in it."""
USUAL = 3000
FUZZWRIGHT = "from fuzzwright.frontends.cli import main; main()"

PASTE = """
import json, sys
imports, call = json.load(sys.stdin)
names = {}
for line in imports:
    exec(line, names)
try:
    value = eval(call, names)
except BaseException as error:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    # The traceback's last frame that is not of the standard library.
    lines, trace = [], error.__traceback__
    while trace is not None:
        lines.append([trace.tb_frame.f_code.co_filename, trace.tb_lineno])
        trace = trace.tb_next
    print(json.dumps({"raised": name, "lines": lines}))
else:
    print(json.dumps({"returned": repr(value)}))
"""


def command_for(name: str) -> list[str]:
    """Return what a user types for an example, in the folder of the examples."""
    command = "prop" if name in PROPERTIES else "run"
    return [command, f"{name}.py", "--executions", str(EXECUTIONS.get(name, USUAL)), "--seed", "0"]


@cache
def report_on(name: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the JSON report of the tool run on one example."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--json", str(report), "--store", str(Path(folder) / "store.db"), "--python", sys.executable]
        done = subprocess.run(
            [sys.executable, "-c", FUZZWRIGHT, *command_for(name), *options, "--quiet"],
            cwd=EXAMPLES,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        content: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return done.returncode, content


def as_text(name: str, report: dict[str, Any]) -> str:
    """Return the findings as stable text: no times, no counts, no messages that differ between Python versions."""
    blocks = ["$ fuzzwright " + " ".join(command_for(name)) + "\n"]
    for finding in report["findings"]:
        where = f"{Path(finding['file']).name}:{finding['line']}"
        lines = [finding["function"], f"  {finding['verdict']}: {finding['kind']} {finding['exception']} at {where}"]
        lines += [f"  {line}" for line in (*finding["imports"], finding["call"])]
        blocks.append("\n".join(lines) + "\n")
    if not report["findings"]:
        blocks.append("nothing found\n")
    return "\n".join(blocks)


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_of_an_example_are_the_expected_ones(name: str) -> None:
    _, report = report_on(name)
    found = as_text(name, report)
    expected = EXAMPLES / f"{name}.out"
    if UPDATE:
        expected.write_text(found, "utf-8")
    assert found == expected.read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_an_example_is_fuzzed_to_the_end_of_its_budget(name: str) -> None:
    _, report = report_on(name)
    assert report["targets"]
    assert {(target["status"], target["executions"]) for target in report["targets"]} == {
        ("fuzzed", EXECUTIONS.get(name, USUAL))
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_exit_code_says_whether_there_is_something_to_act_on(name: str) -> None:
    code, report = report_on(name)
    assert code == int(any(finding["verdict"] in ("unexpected", "return_type") for finding in report["findings"]))


@pytest.mark.parametrize("name", NAMES)
def test_every_call_does_what_the_report_says_when_it_is_pasted(name: str) -> None:
    _, report = report_on(name)
    for finding in report["findings"]:
        if finding["kind"] == "effect_blocked":
            continue  # outside the sandbox it would really do it
        told = paste(finding["imports"], finding["call"])
        if finding["kind"] == "return_type":
            assert told == {"returned": "None"}, finding
            continue
        assert told.get("raised") == finding["exception"], finding
        own = [line for file, line in told["lines"] if Path(file).parent == EXAMPLES]
        assert own[-1] == finding["line"], finding


def paste(imports: list[str], call: str) -> dict[str, Any]:
    """Return what comes of a call in a fresh interpreter that has only made the imports."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", PASTE],
        cwd=EXAMPLES,
        input=json.dumps([imports, call]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_every_expected_output_belongs_to_an_example() -> None:
    assert sorted(file.stem for file in EXAMPLES.glob("*.out")) == NAMES
