"""`fuzzwright bench campaign` as it is meant to be used: real campaigns, going on, Ctrl-C, and what makes no sense."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.frontends.shell import CONTROL, Shell

CODE = """
def first(items: list[int]) -> int:
    return items[0]


def ratio(a: int, b: int) -> float:
    if b > 100:
        return 0.0
    return (a % 1000) / b


def grade(points: int) -> str:
    if points < 0:
        raise ValueError("points cannot be negative")
    return "good" if points > 50 else "fair"
"""
COMPARE = ("--compare", "ours: executions=500", "--compare", "quick: search=quickcheck, executions=500, jobs=1")
OURS, QUICK = ["--executions", "500"], ["--search", "quickcheck", "--executions", "500", "--jobs", "1"]
# Executions end a trial long before its time, so that a busy machine changes nothing.
BENCH = ("bench", "campaign", "code.py", *COMPARE, "--time", "60")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with a module in it, and commands to run there."""
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(code=CODE)
    return shell


def report(shell: Shell) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((shell.folder / "c.json").read_text("utf-8"))
    return content


def trials(shell: Shell) -> list[dict[str, Any]]:
    lines = (shell.folder / "c.trials.jsonl").read_text("ascii").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.slow
def test_settings_are_compared_on_real_campaigns_and_a_comparison_goes_on(shell: Shell) -> None:
    words = (*BENCH, "--json", "c.json")
    said = shell(*words, "--seeds", "1", "--plot", "c.svg", timeout=120)
    assert (said.code, said.err) == (0, ""), said.out
    assert not CONTROL.search(said.out)
    assert [(one["words"], one["seed"]) for one in trials(shell)] == [(OURS, 0), (QUICK, 0)]
    for one in trials(shell):
        assert one["note"] == ""
        assert one["functions"] == 3
        assert one["growth"][-1][1] == one["lines"] > 0
        assert one["executions"] >= 1500
        kinds = {(crash["exception"], crash["verdict"]) for crash in one["crashes"]}
        assert {("IndexError", "unexpected"), ("ZeroDivisionError", "unexpected")} <= kinds
        # Found while it ran, not noted at its end, and on the clock of the campaign.
        assert all(0 < crash["seconds"] <= one["seconds"] + 0.5 for crash in one["crashes"])
    content = report(shell)
    places = {(row["what"], row["file"], row["line"]) for row in content["crashes"]}
    assert places == {("IndexError", "code.py", 2), ("ZeroDivisionError", "code.py", 8)}
    assert all((row["found"], row["trials"]) == (1, 1) for row in content["crashes"])
    assert content["small"] is True
    ElementTree.parse(shell.folder / "c.svg")
    assert "ZeroDivisionError at code.py:8" in said.out
    assert "small samples: 1 trial" in said.out

    refused = shell(*words, "--seeds", "2")
    assert "there are trials already" in refused.refusal()
    more = shell(*words, "--seeds", "2", "--resume", timeout=120)
    assert (more.code, more.err) == (0, "")
    assert "4 trials, 2 of them there already" in more.out
    assert [one["seed"] for one in trials(shell)] == [0, 0, 1, 1]
    assert {row["trials"] for row in report(shell)["figures"]} == {2}
    # Nothing but the reports is left: stores and caches of trials were their own.
    assert shell.files() == {"code.py", "c.json", "c.svg", "c.trials.jsonl"}


@pytest.mark.slow
def test_ctrl_c_prints_what_there_is_and_keeps_it(shell: Shell) -> None:
    said = shell.interrupted(*BENCH, "--seeds", "9", "--json", "c.json", after="[1/18]")
    assert said.code == 2
    assert "interrupted: this is what there is; the same command with --resume goes on" in said.err
    assert report(shell)["interrupted"] is True
    assert [one["words"] for one in trials(shell)] == [OURS]
    assert "lines covered" in said.out


@pytest.mark.slow
def test_a_campaign_that_breaks_is_told_and_left_out(shell: Shell) -> None:
    words = ("bench", "campaign", "code.py", COMPARE[0], COMPARE[1], "--compare", "none: include=nothing.*")
    said = shell(*words, "--seeds", "1", "--time", "60", "--json", "-", timeout=120)
    assert said.code == 3
    content = json.loads(said.out)
    assert [one["words"] for one in content["broken"]] == [["--include", "nothing.*"]]
    assert "1 trial broke" in said.err
    assert "--include nothing.*, seed 0: ended with 2:" in said.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("bench", "campaign"), "Missing argument"),
        (("bench", "campaign", "code.py"), "Missing option '--compare'"),
        (("bench", "campaign", "code.py", "--compare", "adaptiv"), "cannot tell what `adaptiv` sets"),
        (("bench", "campaign", "code.py", "--compare", "a: jobs=none"), "'--jobs': 'none'"),
        (("bench", "campaign", "code.py", "--compare", "a: seed=3"), "cannot tell what `a: seed=3` sets"),
        (("bench", "campaign", "code.py", "--compare", "a: jobs=1, json=x"), "no option called `json`"),
        (
            ("bench", "campaign", "code.py", "--compare", "a: first, write-baseline"),
            "no option called `write-baseline`",
        ),
        (("bench", "campaign", "code.py", "--compare", "a: search=none"), "no search called `none`"),
        (("bench", "campaign", "code.py", *COMPARE, "--compare", "ours: jobs=1"), "two settings have the same name"),
        (("bench", "campaign", "other.py", *COMPARE), "other.py"),
        (
            ("bench", "campaign", "code.py", "--compare", "a: time-per-function=9", "--time", "2"),
            "--time-per-function 9 is more than --time 2",
        ),
        ((*BENCH, "--seeds", "0"), "'--seeds': 0"),
        ((*BENCH, "--resume"), "--resume needs the file"),
        ((*BENCH, "--json", "there/is/none.json"), "there is no such folder"),
        ((*BENCH, "--plot", "."), "it is a folder"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_runs(shell: Shell, words: tuple[str, ...], told: str) -> None:
    assert told in shell(*words).refusal()
    assert shell.files() == {"code.py"}


def test_help_is_that_of_campaigns_and_workloads_have_theirs(shell: Shell) -> None:
    said = shell("bench", "campaign", "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Usage: fuzzwright bench campaign [OPTIONS] TARGET...")
    assert said.out.count("fuzzwright bench campaign ") >= 3
    assert max(map(len, said.out.splitlines())) <= 100
    other = shell("bench", "--help")
    assert other.out.startswith("Usage: fuzzwright bench [OPTIONS] WORKLOAD...")
    assert "fuzzwright bench campaign --help" in other.out
