"""`--solver`: CrossHair's inputs are tried like any other, and its failures stay its own."""

from __future__ import annotations

import venv
from pathlib import Path

import pytest

from tests.frontends.shell import Shell

HARD = """
def locked(a: int, b: int, c: int) -> str:
    if a * 7 + b * 13 == -1463 and b * 5 - c * 3 == -16848 and a + b + c == 4778:
        return "open"
    return "shut"


async def waits(number: int) -> int:
    return number


def raises(number: int) -> int:
    raise RuntimeError("always")
"""


@pytest.fixture
def hard(shell: Shell) -> Shell:
    pytest.importorskip("crosshair", reason="needs crosshair-tool")
    shell.write(hard=HARD)
    return shell


def target(report: dict[str, object]) -> tuple[list[str], str]:
    """Return the values that the examples of the only function show, and what was remarked about it."""
    targets = report["targets"]
    assert isinstance(targets, list)
    [only] = targets
    return [str(example.get("value")) for example in only["examples"]], str(only["reason"])


@pytest.mark.slow
def test_random_inputs_do_not_reach_it_without_the_solver(hard: Shell) -> None:
    values, reason = target(hard.report("run", "hard:locked", "--search", "quickcheck", "--executions", "400"))
    assert "'open'" not in values
    assert "CrossHair" not in reason


@pytest.mark.slow
def test_an_input_of_the_solver_that_gains_something_is_kept_and_told(hard: Shell) -> None:
    words = ("run", "hard:locked", "--search", "quickcheck", "--executions", "400", "--solver")
    values, reason = target(hard.report(*words))
    assert "'open'" in values
    assert "CrossHair was asked: " in reason
    assert "gained something" in reason


@pytest.mark.slow
def test_the_setting_asks_too(hard: Shell) -> None:
    hard.configure("[tool.fuzzwright]\nsolver = true\nsearch = 'quickcheck'\nexecutions = 400\n")
    assert "CrossHair was asked: " in target(hard.report("run", "hard:locked"))[1]


@pytest.mark.slow
def test_a_function_it_knows_nothing_about_is_fuzzed_all_the_same(hard: Shell) -> None:
    report = hard.report("run", "hard:waits", "--executions", "400", "--solver")
    assert report["targets"][0]["executions"] == 400
    assert target(report)[1] == "CrossHair was asked and had no input to offer"


@pytest.mark.slow
def test_a_line_is_reached_with_its_help(hard: Shell) -> None:
    said = hard("examples", "hard:locked", "--line", "3", "--search", "quickcheck", "--executions", "400", "--solver")
    assert said.code == 0
    assert said.out.endswith("→ 'open'\n")


@pytest.mark.slow
def test_a_search_that_stops_at_its_first_finding_does_not_ask(hard: Shell) -> None:
    report = hard.report("run", "hard:raises", "--executions", "400", "--solver", "--first")
    assert "CrossHair" not in target(report)[1]


def test_where_it_is_not_installed_that_is_said_with_how_to_get_it(shell: Shell, tmp_path: Path) -> None:
    environment = tmp_path / "without"
    venv.create(environment, symlinks=True)
    shell.write(plain="def f(a: int) -> int:\n    return a\n")
    report = shell.report("run", "plain:f", "--executions", "200", "--solver", "--python", str(environment))
    assert report["targets"][0]["executions"] == 200
    assert "CrossHair was not asked: it is not installed" in target(report)[1]
    assert "pip install fuzzwright[solver]" in target(report)[1]


def test_one_that_cannot_be_imported_does_no_harm(shell: Shell) -> None:
    shell.write(plain="def f(a: int) -> int:\n    return a\n", crosshair="raise ImportError('broken')\n")
    report = shell.report("run", "plain:f", "--executions", "200", "--solver")
    assert report["targets"][0]["executions"] == 200
    assert target(report)[1] == "CrossHair was asked and had no input to offer"
