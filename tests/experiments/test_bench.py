"""`fuzzwright bench` as it is meant to be used: tables, JSON, going on, Ctrl-C, and what makes no sense."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.bench import _split
from tests.frontends.shell import CONTROL, Said, Shell

ROW_KEYS = {"task", "search", "seeds", "failure_rate", "executions", "seconds"}
EASY = ("bench", "bst", "--task", "insert_1/insert_insert", "--executions", "2000")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """An empty folder, and commands to run in it."""
    (tmp_path / "work").mkdir()
    return Shell(tmp_path / "work", tmp_path / "cache")


def report(shell: Shell) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((shell.folder / "bench.json").read_text("utf-8"))
    return content


def trials(shell: Shell) -> list[dict[str, Any]]:
    lines = (shell.folder / "bench.trials.jsonl").read_text("ascii").splitlines()
    return [json.loads(line) for line in lines]


def cells(said: Said, *words: str) -> list[str]:
    """Return the cells of the first line of the tables that has all these words."""
    tables = said.out.partition("\ntask ")[2]
    return next(line.split() for line in tables.splitlines() if all(word in line.split() for word in words))


@pytest.mark.slow
def test_searches_are_compared_and_a_run_goes_on_where_it_was(shell: Shell) -> None:
    words = (*EASY, "--search", "adaptive,quickcheck", "--seeds", "2", "--json", "bench.json")
    said = shell(*words, "--plot", "bench.svg", "--base")
    assert (said.code, said.err) == (0, ""), said.out
    assert not CONTROL.search(said.out)
    assert cells(said, "bst/insert_1/insert_insert")[1:4] == ["adaptive", "2/2", "1.00"]
    assert cells(said, "bst", "adaptive")[2:6] == ["1", "1", "0", "0"]
    assert "correct code: 4 trials, 0 failures" in said.out
    assert "<svg" in (shell.folder / "bench.svg").read_text("utf-8")
    content = report(shell)
    assert [row["search"] for row in content["rows"]] == ["adaptive", "quickcheck"]
    for row in content["rows"]:
        assert set(row) >= ROW_KEYS
        assert (row["seeds"], row["failure_rate"]) == (2, 1.0)
        own = [t for t in trials(shell) if (t["task"], t["search"]) == (row["task"], row["search"])]
        assert row["executions"] == sum(t["executions"] for t in own) / 2
    assert content["rows"][0]["a12"] is None
    assert 0 <= content["rows"][1]["a12"] <= 1
    assert content["workloads"][0]["buckets"].keys() == {"0.1", "1", "10", "60", "more"}
    assert len(trials(shell)) == 8

    refused = shell(*words)
    assert "there are trials already" in refused.refusal()
    more = shell(*words, "--seeds", "3", "--resume")
    assert (more.code, more.err) == (0, "")
    assert "6 trials, 4 of them there already" in more.out
    assert len(trials(shell)) == 10
    assert report(shell)["rows"][0]["seeds"] == 3


@pytest.mark.slow
def test_ctrl_c_prints_what_there_is_and_keeps_it(shell: Shell) -> None:
    words = ("bench", "bst", "--task", "insert_1/insert_insert", "--base", "--search", "quickcheck")
    said = shell.interrupted(*words, "--seeds", "1", "--time", "600", "--json", "bench.json", after="[1/2]")
    assert said.code == 2
    assert "interrupted: this is what there is; the same command with --resume goes on" in said.err
    assert cells(said, "bst/insert_1/insert_insert")[1:3] == ["quickcheck", "1/1"]
    assert report(shell)["interrupted"] is True
    assert [entry["task"] for entry in trials(shell)] == ["bst/insert_1/insert_insert"]


@pytest.mark.slow
def test_json_on_standard_output_is_for_programs_alone(shell: Shell) -> None:
    said = shell(*EASY, "--search", "quickcheck", "--seeds", "1", "--json", "-", "--quiet")
    assert said.code == 0
    assert json.loads(said.out)["rows"][0]["task"] == "bst/insert_1/insert_insert"
    assert "bst/insert_1/insert_insert" in said.err
    assert shell.files() == set()


@pytest.mark.slow
def test_an_engine_alone_is_run_alone(shell: Shell) -> None:
    said = shell(*EASY, "--engines", "hypothesis", "--seeds", "1", "--json", "bench.json", "-q")
    assert (said.code, said.err) == (0, "")
    assert [row["search"] for row in report(shell)["rows"]] == ["hypothesis"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("bench",), "Missing argument"),
        (("bench", "bts"), "no workload called `bts`"),
        (("bench", "bst", "--search", "adaptiv"), "no search called `adaptiv`"),
        (("bench", "bst", "--search", "adaptive,,quickcheck"), "a name is missing"),
        (("bench", "bst", "--engines", "hypofuzz"), "no engine called `hypofuzz`"),
        (("bench", "bst", "--task", "nothing"), "no task fits `nothing`"),
        (("bench", "bst", "--seeds", "0"), "'--seeds': 0"),
        (("bench", "bst", "--time", "0"), "'--time': 0"),
        (("bench", "bst", "--resume"), "--resume needs the file"),
        (("bench", "bst", "--json", "there/is/none.json"), "there is no such folder"),
        (("bench", "bst", "--plot", "."), "it is a folder"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_runs(shell: Shell, words: tuple[str, ...], told: str) -> None:
    assert told in shell(*words).refusal()
    assert shell.files() == set()


def test_help_has_examples_and_fits_the_screen(shell: Shell) -> None:
    said = shell("bench", "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("fuzzwright bench ") >= 4
    assert max(map(len, said.out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (("a,b", "c"), ["a", "b", "c"]),
        (("a, b",), ["a", "b"]),
        (("mutagen:lifo=off,fragments=on,adaptive",), ["mutagen:lifo=off,fragments=on", "adaptive"]),
        (("a,mutagen:lifo=off,mutagen:random=2",), ["a", "mutagen:lifo=off", "mutagen:random=2"]),
        ((), []),
    ],
)
def test_options_of_a_search_stay_with_it(values: tuple[str, ...], names: list[str]) -> None:
    assert _split(values) == names


@pytest.mark.parametrize("value", ["", "a,", ",a"])
def test_a_missing_name_is_told(value: str) -> None:
    with pytest.raises(FuzzwrightError, match="a name is missing"):
        _split([value])
