"""`--check-calls` and hints seen in calls as a user meets them: shown, stored, run again."""

from __future__ import annotations

import json

import pytest

from tests.frontends.shell import Shell

MODULE = """
from typing import Any


class Box:
    def __init__(self, size: int) -> None:
        self.size = size


def boxed(text: str) -> Box:
    return Box(text)


def half(number: int) -> int:
    return number / 2


def uses_half(number: int) -> float:
    return half(number) + 1.0


def anything(value: Any) -> Box:
    return Box(value)
"""
UNTYPED = """
def _initial(word):
    return word[0]


def first(words: list[str]) -> str:
    handler = _initial if words else str.strip
    return handler(words[0] if words and words[0] else "a")
"""


@pytest.mark.slow
def test_calls_are_checked_only_if_asked_for(shell: Shell) -> None:
    shell.write(calls=MODULE)
    said = shell("run", "calls.py:boxed", "--executions", "200")
    assert said.code == 0
    assert "passes" not in said.out


@pytest.mark.slow
def test_a_call_against_hints_is_shown_with_its_place_and_makes_the_run_fail(shell: Shell) -> None:
    shell.write(calls=MODULE)
    said = shell("run", "calls.py", "--executions", "200", "--check-calls", "--json", "report.json")
    assert said.code == 1
    assert "return type  calls.boxed led to a call that goes against its annotations" in said.out
    assert "`boxed` passes str for `size` of `Box.__init__` where int is annotated" in said.out
    assert "calls.py:10 in boxed" in said.out
    content = json.loads((shell.folder / "report.json").read_text("ascii"))
    found = {finding["function"]: finding for finding in content["findings"]}
    assert (found["calls.boxed"]["kind"], found["calls.boxed"]["verdict"]) == ("return_type", "return_type")
    assert (found["calls.boxed"]["file"], found["calls.boxed"]["line"]) == ("calls.py", 10)
    # What is annotated `Any` may be anything: that is the hint's business.
    assert found["calls.anything"]["verdict"] == "any"
    assert "any (1): it hangs on a value whose type the hints leave open" in said.out


@pytest.mark.slow
def test_what_a_function_returns_is_told_once_through_all_its_callers(shell: Shell) -> None:
    shell.write(calls=MODULE)
    said = shell("run", "calls.py", "--executions", "200", "--check-calls")
    assert "calls.half returned a value of another type than annotated" in said.out
    assert "also through `calls.uses_half`" in said.out.replace("\n  ", " ")
    assert "2 findings to act on, 1 more" in said.out


@pytest.mark.slow
def test_such_findings_are_run_again_and_are_no_tests(shell: Shell) -> None:
    shell.write(calls=MODULE)
    shell("run", "calls.py", "--executions", "200", "--check-calls")
    said = shell("replay", "--all")
    assert said.out.count("still fails") == 3
    assert "calls.boxed led to a call that goes against its annotations at calls.py:10" in said.out
    assert "calls.boxed" in shell("tests").out
    shell.write(calls=MODULE.replace("Box(text)", "Box(len(text))"))
    assert "gone  calls.boxed" in shell("replay", "--all").out


@pytest.mark.slow
def test_the_setting_has_the_name_of_the_option(shell: Shell) -> None:
    shell.write(calls=MODULE)
    shell.configure("[tool.fuzzwright]\ncheck-calls = true\n")
    assert shell("run", "calls.py:boxed", "--executions", "200").code == 1


@pytest.mark.slow
def test_types_tells_hints_that_calls_showed_in_earlier_runs(shell: Shell) -> None:
    shell.write(untyped=UNTYPED)
    assert "calls of it" not in shell("types", "untyped.py", "--infer").out
    said = shell("run", "untyped.py", "--executions", "200", "--infer")
    assert "untyped._initial: `word: str`, from calls of it that were seen" in said.out
    told = shell("types", "untyped.py", "--infer").out
    assert "untyped._initial: `word: str`, from calls of it that were seen" in told
    assert "untyped._initial:" not in shell("types", "untyped.py").out
