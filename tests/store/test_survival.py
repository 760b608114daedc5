"""What was acknowledged is there after kill -9, and two processes do not hurt each other."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from fuzzwright.store import open_store
from tests.store.make import FUNCTION, found

ROOT = Path(__file__).parents[2]


def writer(path: Path, name: str, start: int, end: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", str(path), name, str(start), str(end)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return sound and connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()


@pytest.mark.slow
def test_everything_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    random = Random(5)
    acknowledged: set[tuple[str, int]] = set()
    for life in range(15):
        name = f"life {life}"
        process = writer(path, name, 0, 1_000_000)
        assert process.stdout is not None
        # 0 kills it anywhere between its start and its first epoch.
        lines = [process.stdout.readline() for _ in range(random.randrange(0, 40))]
        process.kill()
        lines += process.stdout.readlines()
        assert process.wait() == -9
        acknowledged |= {(name, int(line)) for line in lines if line.endswith("\n")}
        process.stdout.close()
    assert len(acknowledged) > 100
    assert is_whole(path)
    with open_store(path) as store:
        there = {kept.encoded for kept in store.inputs(FUNCTION)}
        (target,) = store.targets()
        lines_found = {kept.finding.line for kept in store.findings()}
    for name, epoch in acknowledged:
        assert {f"{name} {epoch} {part}".encode() * 50 for part in range(4)} <= there
        assert 1000 + epoch in lines_found
    # An epoch is in whole or not at all, acknowledged or not.
    assert len(there) % 4 == 0
    assert target.executions == len(there) // 4 * 100
    assert target.executions >= len(acknowledged) * 100


@pytest.mark.slow
def test_two_processes_on_one_store_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    # Both also make the file: neither finds one.
    processes = [writer(path, name, 0, 100) for name in ("one", "two", "three")]
    assert [process.communicate()[0].count("\n") for process in processes] == [100, 100, 100]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert is_whole(path)
    with open_store(path) as store:
        assert len(store.inputs(FUNCTION)) == 3 * 100 * 4
        (target,) = store.targets()
        assert (target.executions, target.epoch) == (3 * 100 * 100, 100)
        counts = {kept.signature: kept.finding.count for kept in store.findings()}
        assert counts[found().signature] == 300
        assert sorted(counts.values()) == [3] * 100 + [300]
        assert [run.exit_code for run in store.runs()] == [0, 0, 0]
