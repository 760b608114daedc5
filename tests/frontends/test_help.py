"""What `--help` shows, and what is said where a command line makes no sense."""

from __future__ import annotations

import pytest

from tests.frontends.shell import Shell

COMMANDS = ("run", "prop", "examples", "findings", "show", "replay", "tests", "bench")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_and_fits_the_screen(shell: Shell, command: str) -> None:
    said = shell(command, "--help")
    assert said.code == 0
    assert said.err == ""
    assert said.out.count(f"fuzzwright {command} ") >= 3, "the usage line and two examples"
    assert max(map(len, said.out.splitlines())) <= 100


def test_the_first_screen_lists_the_commands_and_says_that_code_is_executed(shell: Shell) -> None:
    said = shell.anew("--help")
    assert said.code == 0
    assert all(f"  {command} " in said.out for command in COMMANDS)
    assert "The code under test is executed" in said.out


def test_help_says_what_exit_codes_mean(shell: Shell) -> None:
    said = shell("run", "-h")
    text = " ".join(said.out.split())
    assert "0 nothing to act on, 1 findings to act on, 2 wrong use or nothing could be fuzzed" in text


def test_the_version_is_told(shell: Shell) -> None:
    said = shell.anew("--version")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("fuzzwright, version ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Commands:"),
        (("run",), "Missing argument"),
        (("frobnicate",), "No such command 'frobnicate'"),
        (("run", "clean.py", "--executionz", "4"), "Did you mean '--executions'"),
        (("run", "clean.py", "--jobs", "none"), "'--jobs': 'none'"),
        (("run", "clean.py", "--jobs", "0"), "'--jobs': 0 is not in the range"),
        (("run", "clean.py", "--time", "0"), "'--time': 0"),
        (("run", "clean.py", "--executions", "-1"), "'--executions': -1"),
        (("run", "clean.py", "--seed", "-1"), "'--seed': -1"),
        (("run", "clean.py", "--search", "nope"), "no search called `nope`"),
        (("examples", "clean:add", "--line", "0"), "'--line': 0"),
        (("run", "clean.py", "--time", "1", "--time-per-function", "5"), "--time-per-function 5 is more than --time 1"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused(shell: Shell, words: tuple[str, ...], told: str) -> None:
    before = shell.files()
    assert told in shell(*words).refusal()
    assert shell.files() == before


def test_a_time_that_is_not_a_number_is_refused(shell: Shell) -> None:
    assert "'--time'" in shell.anew("run", "clean:add", "--time", "nan", timeout=8).refusal()
