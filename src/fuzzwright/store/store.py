"""A store that is open: what campaigns put in and what reports and the next run take out.

Each method that changes something is one transaction: when it returns, what it was given survives
the death of the process. Several processes may have the same file open. One object may be shared by
threads, but not taken along through a fork.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from types import TracebackType
from typing import TypeVar

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import findings as finding_rows
from fuzzwright.store import inputs as input_rows
from fuzzwright.store import points as point_rows
from fuzzwright.store import sightings as sighting_rows
from fuzzwright.store import targets as target_rows
from fuzzwright.store.records import (
    Event,
    NewFinding,
    Point,
    Run,
    Sighting,
    StoredFinding,
    StoredInput,
    StoredTarget,
    from_column,
    to_column,
    to_json_column,
)
from fuzzwright.store.transactions import explained, sensible, transaction

T = TypeVar("T")


class Store:
    """Targets, inputs, findings and runs in one SQLite file; made by `open_store`."""

    def __init__(self, connection: sqlite3.Connection, where: str, clock: Callable[[], float]) -> None:
        connection.row_factory = sqlite3.Row
        self.where = where
        self._connection = connection
        self._clock = clock
        self._lock = RLock()
        self._run: int | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go; what was saved is in it."""
        with self._lock:
            self._connection.close()

    # Runs

    def begin_run(self, command: str, settings: Mapping[str, object], seed: int) -> Run:
        """Note that a command starts; findings met from now on are `new` as seen from it."""
        with self._writing() as connection:
            cursor = connection.execute(
                "INSERT INTO runs (command, settings, seed, started) VALUES (?, ?, ?, ?)",
                (to_column(command), to_json_column(dict(settings)), str(seed), self._clock()),
            )
            self._run = cursor.lastrowid
            return self.runs()[-1]

    def end_run(self, exit_code: int) -> None:
        """Note how the run that `begin_run` started came out."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE runs SET ended = ?, exit_code = ? WHERE number = ?", (self._clock(), exit_code, self._run)
            )

    def runs(self) -> tuple[Run, ...]:
        """Return all runs, oldest first."""
        return self._read("SELECT * FROM runs ORDER BY number", _run_of)

    # Targets

    def remember_target(
        self, name: str, *, file: str, source_hash: str, search: str, seed: int, code_hash: str = ""
    ) -> StoredTarget:
        """Note a target, and return what is known of it; `changed` if it is not what it was last time.

        `code_hash` is for its source and that of all it leads to; if not given, its own source stands for that.
        """
        with self._writing() as connection:
            new = target_rows.described(name, file, source_hash, search, seed, code_hash)
            return target_rows.remember(connection, new, self._clock())

    def begin_target(self, target: str) -> None:
        """Note that a run goes to work on a target; until `finish_target` it is unfinished."""
        self._set_unfinished(target, True)

    def finish_target(self, target: str) -> None:
        """Note that a target got what its run had for it."""
        self._set_unfinished(target, False)

    def _set_unfinished(self, target: str, unfinished: bool) -> None:
        with self._writing() as connection:
            connection.execute(
                "UPDATE targets SET unfinished = ? WHERE number = ?", (int(unfinished), self._number(target))
            )

    def forget_corpus(self, target: str) -> None:
        """Drop a target's inputs, points, notes and counts, so that its search starts afresh; findings stay."""
        with self._writing() as connection:
            target_rows.forget(connection, self._number(target))

    def targets(self) -> tuple[StoredTarget, ...]:
        """Return all targets, by name."""
        return self._read("SELECT * FROM targets ORDER BY name", target_rows.from_row)

    # Inputs and points

    def add_inputs(self, target: str, inputs: Iterable[StoredInput]) -> int:
        """Keep these inputs, and return how many were not there yet."""
        with self._writing() as connection:
            return input_rows.add(connection, self._number(target), inputs)

    def inputs(self, target: str) -> tuple[StoredInput, ...]:
        """Return what is kept for a target, in the order it came; nothing for an unknown one."""
        return self._read(
            "SELECT inputs.* FROM inputs JOIN targets ON targets.number = inputs.target "
            "WHERE targets.name = ? ORDER BY inputs.number",
            input_rows.from_row,
            (to_column(target),),
        )

    def points(self, target: str) -> tuple[Point, ...]:
        """Return what was observed of a target, the most frequent first; nothing for an unknown one."""
        return self._read(
            "SELECT points.* FROM points JOIN targets ON targets.number = points.target "
            "WHERE targets.name = ? ORDER BY kind, count DESC, what",
            point_rows.from_row,
            (to_column(target),),
        )

    # Epochs

    def save_epoch(
        self,
        target: str,
        epoch: int,
        *,
        executions: int,
        seconds: float,
        kept: Iterable[StoredInput] = (),
        dropped: Iterable[str] = (),
        notes: Mapping[str, int] | None = None,
        findings: Iterable[NewFinding] = (),
        points: Iterable[Point] = (),
        code_hash: str | None = None,
        promise: float | None = None,
    ) -> None:
        """Save all that an epoch brought, or nothing: its own executions and seconds, inputs, notes, findings, points.

        `dropped` are hashes of inputs the corpus no longer needs; `code_hash` is for the code that ran, if it may
        be other than `remember_target` was told last; `promise` is how much news a second may still bring.
        """
        with self._writing() as connection:
            number = self._number(target)
            now = self._clock()
            input_rows.add(connection, number, kept)
            connection.executemany(
                "DELETE FROM inputs WHERE target = ? AND hash = ?", [(number, hash_) for hash_ in dropped]
            )
            found = list(findings)
            for new in found:
                finding_rows.upsert(connection, number, new, self._run, now)
            point_rows.add(connection, number, points, now)
            target_rows.add_epoch(
                connection,
                number,
                epoch,
                ran=bool(executions or found),
                executions=executions,
                seconds=seconds,
                notes=notes,
                code_hash=code_hash,
                promise=promise,
                now=now,
            )

    # Findings

    def upsert_finding(self, target: str, new: NewFinding) -> StoredFinding:
        """Keep a finding, merged with what is known of the same failure, and return the result."""
        with self._writing() as connection:
            finding_rows.upsert(connection, self._number(target), new, self._run, self._clock())
            return next(kept for kept in self.findings(target=target) if kept.signature == new.signature)

    def replace_finding(self, target: str, new: NewFinding) -> None:
        """Put a finding in place of the kept one as it is, such as after reduction; its count is not added."""
        with self._writing() as connection:
            values = {**finding_rows.to_row(new.finding), "target": self._number(target), "signature": new.signature}
            del values["count"]
            changes = ", ".join(f"{name} = :{name}" for name in values)
            connection.execute(
                f"UPDATE findings SET {changes} WHERE target = :target AND signature = :signature", values
            )

    def mark_gone(self, target: str, signatures: Iterable[str], event: Event = "gone") -> None:
        """Note that these failures no longer happen; meeting one again makes it `new`.

        `event` is `moved` for one that happens under another signature now.
        """
        with self._writing() as connection:
            number, now = self._number(target), self._clock()
            for signature in signatures:
                finding_rows.end(connection, number, signature, self._run, event, now)

    def move_finding(self, target: str, signature: str, new: NewFinding) -> None:
        """Note that a failure now shows at other lines, and so under another signature; it keeps its history."""
        with self._writing() as connection:
            finding_rows.move(connection, self._number(target), signature, new, self._run, self._clock())

    def history(self, target: str, signature: str) -> tuple[Sighting, ...]:
        """Return what each run saw of a finding, oldest first: it came, was seen, is gone."""
        return self._read(
            "SELECT sightings.* FROM sightings JOIN findings ON findings.number = sightings.finding "
            "JOIN targets ON targets.number = findings.target "
            "WHERE targets.name = ? AND findings.signature = ? ORDER BY sightings.number",
            sighting_rows.from_row,
            (to_column(target), signature),
        )

    def findings(self, *, target: str | None = None, id_prefix: str = "") -> tuple[StoredFinding, ...]:
        """Return findings by target and by how soon they were found, of one target or with one id if asked.

        `new` means: since this object's run, or the latest run if it began none.
        """
        run = self._run
        if run is None:
            (run,) = self._read("SELECT max(number) AS number FROM runs", lambda row: row["number"])
        return self._read(
            "SELECT findings.*, targets.name AS target_name FROM findings "
            "JOIN targets ON targets.number = findings.target "
            "WHERE (:target IS NULL OR targets.name = :target) AND substr(findings.id, 1, length(:id)) = :id "
            "ORDER BY targets.name, findings.executions, findings.id",
            lambda row: finding_rows.stored(row, run),
            {"target": None if target is None else to_column(target), "id": id_prefix},
        )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, explained("write to", self.where), transaction(self._connection):
            yield self._connection

    def _read(
        self,
        query: str,
        made_of: Callable[[sqlite3.Row], T],
        parameters: tuple[str | bytes | int, ...] | dict[str, str | bytes | None] = (),
    ) -> tuple[T, ...]:
        with self._lock, explained("read", self.where), sensible("read", self.where):
            return tuple(made_of(row) for row in self._connection.execute(query, parameters).fetchall())

    def _number(self, name: str) -> int:
        numbers = self._read("SELECT number FROM targets WHERE name = ?", lambda row: row["number"], (to_column(name),))
        if not numbers:
            raise FuzzwrightError(f"the store knows no target `{name}`", self.where, "remember the target first")
        return int(numbers[0])


def _run_of(row: sqlite3.Row) -> Run:
    return Run(
        number=row["number"],
        command=from_column(row["command"]),
        settings=json.loads(row["settings"]),
        seed=int(row["seed"]),
        started=row["started"],
        ended=row["ended"],
        exit_code=row["exit_code"],
    )
