"""A run of `benchmarks/walls.py` that goes on where an earlier one was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import walls
from benchmarks.peers.trials import process_tree

ROOT = Path(walls.__file__).parent.parent
DOOR = '''
def door(number: int) -> str:
    """Return what is behind a door."""
    if number == 0:
        return "open"  # wall
    return "shut"
'''
TRIAL = {"wall": "tiny.door", "engine": "hypothesis", "seed": 0, "reached": True, "cpu": 123.25, "seconds": 200.5}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with one wall that is easy to get over."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "tiny.py").write_text(DOOR, "utf-8")
    return folder


def command(source: Path, file: Path, *more: str) -> list[str]:
    """Return the options of a run of one engine, that resumes."""
    options = ["--source", str(source), "--engines", "hypothesis", "--jobs", "1", "--json", str(file), "--resume"]
    return [*options, *more]


def written(file: Path, *trials: dict[str, Any], seconds: float = 5.0) -> Path:
    """Write what an earlier run may have left."""
    file.write_text(json.dumps({"seconds": seconds, "interrupted": True, "trials": trials}), "utf-8")
    return file


def trials_in(file: Path) -> list[dict[str, Any]]:
    content = json.loads(file.read_text("utf-8"))
    return list(content["trials"])


@pytest.mark.parametrize("trial", [TRIAL, {**TRIAL, "limit": 5.0}], ids=["limit of the file", "limit of its own"])
def test_a_trial_in_the_file_is_not_run_again(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], trial: dict[str, Any]
) -> None:
    file = written(tmp_path / "trials.json", trial)
    assert walls.main(command(source, file, "--seconds", "5", "--peer-seeds", "1")) == 0
    output = capsys.readouterr()
    assert "1/1 123.2s" in output.out
    assert "1 of 1 are in" in output.err
    (kept,) = trials_in(file)
    assert kept == {**TRIAL, "executions": None, "note": "", "limit": 5.0}
    assert json.loads(file.read_text("utf-8"))["interrupted"] is False


@pytest.mark.slow
def test_a_trial_with_other_seconds_is_run_again_and_both_stay(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "trials.json", TRIAL)
    assert walls.main(command(source, file, "--seconds", "6", "--peer-seeds", "1")) == 0
    old, new = trials_in(file)
    assert (old["limit"], old["cpu"]) == (5.0, 123.25)
    assert (new["limit"], new["reached"]) == (6.0, True)
    assert "123.2s" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_where_it_was(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "trials.json"
    run = [sys.executable, str(ROOT / "benchmarks" / "walls.py"), *command(source, file, "--peer-seeds", "3")]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment) as first:
        assert first.stderr is not None
        told = first.stderr.readline()  # a trial is told when it is safe in the file
        for pid in process_tree(first.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    assert told.startswith("[1/3] tiny.door, hypothesis, seed 0: reached")
    before = trials_in(file)
    assert 1 <= len(before) < 3
    assert json.loads(file.read_text("utf-8"))["interrupted"] is True

    second = subprocess.run(run, capture_output=True, text=True, env=environment, check=True)
    assert f"{len(before)} of 3 are in" in second.stderr
    after = trials_in(file)
    assert after[: len(before)] == before
    assert [trial["seed"] for trial in after] == [0, 1, 2]
    assert "3/3" in second.stdout


@pytest.mark.parametrize("text", ["", "[]", '{"seconds": 5, "trials": [{"colour": "red"}]}'])
def test_a_file_with_something_else_is_left_as_it_is(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    assert walls.main(command(source, file)) == 2
    assert "holds no trials" in capsys.readouterr().err
    assert file.read_text("utf-8") == text


def test_resuming_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        walls.main(["--resume"])
    assert ended.value.code == 2
    assert "--json FILE" in capsys.readouterr().err
