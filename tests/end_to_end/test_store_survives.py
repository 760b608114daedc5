"""Real runs on one store, two at a time: nothing that was acknowledged is lost, whether they end or are killed."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzzwright.store import Store, StoredInput, open_store
from tests.frontends.shell import COMMAND, Shell

SHOP = """
def price(number: int) -> int:
    return 10 // number


def first(text: str) -> str:
    return text[0]


def levels(number: int, text: str) -> int:
    level = 0
    for letter in text:
        if letter.isdigit():
            level += 1
        elif level > 3 and number > 100:
            level = int(letter)
    return level
"""
KILLS = 50
_ID = re.compile(r"^found .* id ([0-9a-f]{8})$", re.MULTILINE)
_TOTALS = {
    "executions": "SELECT name, executions FROM targets",
    "findings": "SELECT id, count FROM findings",
    "points": "SELECT target || kind || what, count FROM points",
    "sightings": "SELECT number, count FROM sightings",
    "inputs": "SELECT target || hash, 1 FROM inputs",
    "runs": "SELECT number, coalesce(ended, 0) FROM runs",
}


@dataclass
class Ledger:
    """What was seen in a store, row by row: each may only stay or grow."""

    seen: dict[str, dict[Any, float]] = field(default_factory=lambda: {name: {} for name in _TOTALS})

    def read(self, connection: sqlite3.Connection) -> None:
        """Take in what is there now, having checked that nothing is missing."""
        for name, query in _TOTALS.items():
            now = dict(connection.execute(query).fetchall())
            lost = {key: (total, now.get(key)) for key, total in self.seen[name].items() if now.get(key, -1) < total}
            assert not lost, f"{name} lost: {lost}"
            self.seen[name] = now

    def peek(self, path: Path) -> None:
        """Take in what others can read while a run writes, if the tables are there already."""
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
                connection.execute("BEGIN")
                self.read(connection)
        except sqlite3.OperationalError:
            # Before the first run has made the file, or while one recovers what a killed one left.
            return

    def check(self, path: Path) -> None:
        """Look at a store that nobody uses."""
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self.read(connection)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(shop=SHOP)
    return shell


@dataclass
class Running:
    """A run that is going on; what it prints goes into a file, so that it never waits for a reader."""

    process: subprocess.Popen[bytes]
    output: Path

    def wait_a_little(self) -> None:
        """Let it work; looking at its store all the time would keep it from that."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0.03)

    def said(self) -> str:
        """Return what it has printed by now."""
        return self.output.read_text("utf-8")


def started(shell: Shell, *words: str, name: str = "out") -> Running:
    output = shell.folder / f"{name}.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [*COMMAND, "run", "shop.py", "--store", "s.sqlite", "--jobs", "1", *words],
            cwd=shell.folder,
            env=shell.environment(),
            stdout=file,
            stderr=file,
            stdin=subprocess.DEVNULL,
        )
    return Running(process, output)


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_nothing_acknowledged(shell: Shell) -> None:
    path, random = shell.folder / "s.sqlite", Random(20)
    words = ("--time-per-function", "0.15")
    began = time.monotonic()
    assert started(shell, *words).process.wait() == 1
    length = time.monotonic() - began
    ledger, killed, told = Ledger(), 0, set()
    while killed < KILLS:
        # Two at a time, so that each has to live with what the other leaves behind: one is killed at any moment of its
        # start, the other when it has told so much.
        moment, lines = time.monotonic() + random.uniform(0.0, length), random.randrange(1, 8)
        early, late = (started(shell, *words, name=name) for name in ("early", "late"))
        running = [early, late]
        while running:
            running[0].wait_a_little()
            ledger.peek(path)
            for run in list(running):
                due = time.monotonic() >= moment if run is early else run.said().count("\n") >= lines
                if run.process.poll() is None and not due:
                    continue
                run.process.kill()
                code = run.process.wait()
                assert code in (-9, 1), run.said()
                killed += code == -9
                running.remove(run)
        ledger.check(path)
        # What a user was told of is there, too.
        told |= {id for run in (early, late) for id in _ID.findall(run.said())}
        assert told <= ledger.seen["findings"].keys()
    assert told
    assert started(shell, *words).process.wait() == 1
    ledger.check(path)
    with open_store(path) as store:
        ends = [run.exit_code for run in store.runs()]
    assert ends[-1] == 1
    assert ends.count(None) >= KILLS / 4


@pytest.mark.slow
def test_two_runs_at_once_add_up(shell: Shell) -> None:
    # Neither finds a store, and both fuzz the same functions.
    runs = [started(shell, "--executions", "3000", "--seed", str(seed), name=str(seed)) for seed in (1, 2)]
    ledger = Ledger()
    while alive := [run for run in runs if run.process.poll() is None]:
        alive[0].wait_a_little()
        ledger.peek(shell.folder / "s.sqlite")
    outputs = [run.said() for run in runs]
    assert [run.process.returncode for run in runs] == [1, 1], outputs
    ledger.check(shell.folder / "s.sqlite")
    with open_store(shell.folder / "s.sqlite") as store:
        assert [run.exit_code for run in store.runs()] == [1, 1]
        executions = {target.name: target.executions for target in store.targets()}
        assert executions == {"shop.first": 6000, "shop.levels": 6000, "shop.price": 6000}
        told = [set(_ID.findall(output)) for output in outputs]
        assert {kept.finding.id for kept in store.findings()} == told[0] | told[1]
        for kept in store.findings():
            seen = store.history(kept.target, kept.signature)
            assert kept.finding.count == sum(one.count for one in seen)
            assert {one.run for one in seen} == {
                number for number, ids in zip(_numbers(store, (1, 2)), told, strict=True) if kept.finding.id in ids
            }
            ends = {point.what: point.count for point in store.points(kept.target)}
            assert ends[kept.finding.id] == kept.finding.count
        assert any(len(store.history(kept.target, kept.signature)) == 2 for kept in store.findings())


def _numbers(store: Store, seeds: tuple[int, ...]) -> list[int]:
    """Return the numbers of the runs with these seeds."""
    by_seed = {run.seed: run.number for run in store.runs()}
    return [by_seed[seed] for seed in seeds]


def test_a_lost_row_and_a_smaller_count_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with open_store(path) as store:
        store.remember_target("shop.f", file="f.py", source_hash="", search="adaptive", seed=0)
        store.save_epoch("shop.f", 0, executions=5, seconds=0.0, kept=[StoredInput(b"x")])
    for loss in ("DELETE FROM inputs", "UPDATE targets SET executions = 4"):
        ledger = Ledger()
        ledger.check(path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(loss)
            connection.commit()
        with pytest.raises(AssertionError, match="lost"):
            ledger.check(path)
