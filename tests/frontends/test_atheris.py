"""`--search atheris`: libFuzzer drives, and what it finds comes out like what any other search finds."""

from __future__ import annotations

import venv
from pathlib import Path
from typing import Any

import pytest

from tests.frontends.shell import Shell

PLANTED = """
import os


def word(text: str) -> int:
    if text.startswith("k"):
        return [1][len(text)]
    return 0


def leaves(number: int) -> int:
    if number == 3:
        os._exit(7)
    return number


def told(text: str) -> str:
    if text == "open":
        return "sesame"
    return "shut"

"""


@pytest.fixture
def planted(shell: Shell) -> Shell:
    pytest.importorskip("atheris", reason="needs atheris")
    shell.write(planted=PLANTED)
    return shell


def fuzzed(shell: Shell, function: str, *words: str) -> dict[str, Any]:
    report = shell.report("run", f"planted:{function}", *words)
    assert isinstance(report, dict)
    return report


@pytest.mark.slow
def test_a_planted_bug_is_found_reduced_and_judged(planted: Shell) -> None:
    report = fuzzed(planted, "word", "--search", "atheris", "--time-per-function", "3")
    [finding] = report["findings"]
    assert finding["exception"] == "IndexError"
    assert finding["call"] == "planted.word('k')"
    assert finding["verdict"] == "unexpected"
    assert finding["line"] == 6
    [target] = report["targets"]
    assert target["executions"] > 1000
    assert target["lines_covered"] == target["lines_total"]
    assert planted("replay", finding["id"]).code == 1


@pytest.mark.slow
def test_the_same_seed_gives_the_same_run_over_several_epochs(planted: Shell) -> None:
    words = ("--search", "atheris:corpus-size=20", "--executions", "5000", "--seed", "5")
    first, second = (fuzzed(planted.anew, "word", *words, "--store", f"{number}.db") for number in "12")
    assert first["findings"][0]["executions"] == second["findings"][0]["executions"]
    assert first["targets"][0]["executions"] == second["targets"][0]["executions"] == 5000
    assert first["targets"][0]["examples"] == second["targets"][0]["examples"]


@pytest.mark.slow
def test_a_call_that_ends_the_process_is_traced_to_its_input(planted: Shell) -> None:
    report = fuzzed(planted, "leaves", "--search", "atheris", "--executions", "3000")
    [finding] = report["findings"]
    assert (finding["kind"], finding["call"]) == ("exited", "planted.leaves(3)")
    assert report["targets"][0]["executions"] == 3000


@pytest.mark.slow
def test_operands_of_comparisons_get_into_inputs(planted: Shell) -> None:
    report = fuzzed(planted, "told", "--search", "atheris", "--executions", "60000")
    assert "'sesame'" in [example.get("value") for example in report["targets"][0]["examples"]]


@pytest.mark.slow
def test_without_the_package_one_line_says_how_to_get_it(shell: Shell, tmp_path: Path) -> None:
    environment = tmp_path / "without"
    venv.create(environment, symlinks=True)
    shell.write(plain="def f(a: int) -> int:\n    return a\n")
    said = shell("run", "plain:f", "--search", "atheris", "--executions", "200", "--python", str(environment))
    assert said.code == 2
    assert "the search `atheris` needs the package `atheris`" in said.err
    assert "-m pip install atheris" in said.err


@pytest.mark.parametrize("name", ["atheris:fresh-frequency=often", "atheris:corpus-size=0", "atheris:top-off=half"])
def test_options_that_cannot_be_are_refused(shell: Shell, name: str) -> None:
    shell.write(plain="def f(a: int) -> int:\n    return a\n")
    assert "cannot be" in shell("run", "plain:f", "--search", name).refusal()
