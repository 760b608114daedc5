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
from dataclasses import replace
from threading import RLock
from types import TracebackType

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import findings as finding_rows
from fuzzwright.store.records import (
    NewFinding,
    Run,
    StoredFinding,
    StoredInput,
    StoredTarget,
    from_column,
    to_column,
    to_json_column,
)
from fuzzwright.store.transactions import explained, transaction


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
        return tuple(
            Run(
                number=row["number"],
                command=from_column(row["command"]),
                settings=json.loads(row["settings"]),
                seed=int(row["seed"]),
                started=row["started"],
                ended=row["ended"],
                exit_code=row["exit_code"],
            )
            for row in self._rows("SELECT * FROM runs ORDER BY number")
        )

    # Targets

    def remember_target(self, name: str, *, file: str, source_hash: str, search: str, seed: int) -> StoredTarget:
        """Note a target, and return what is known of it; `changed` if it is not what it was last time."""
        with self._writing() as connection:
            known = self._target(name)
            now = self._clock()
            values = (to_column(file), source_hash, search, str(seed), now, to_column(name))
            if known is None:
                connection.execute(
                    "INSERT INTO targets (file, source_hash, search, seed, last_seen, name, first_seen) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*values, now),
                )
                return StoredTarget(name, file, source_hash, search, seed, now, now)
            connection.execute(
                "UPDATE targets SET file = ?, source_hash = ?, search = ?, seed = ?, last_seen = ? WHERE name = ?",
                values,
            )
        changed = (known.source_hash, known.search, known.seed) != (source_hash, search, seed)
        return replace(
            known, file=file, source_hash=source_hash, search=search, seed=seed, last_seen=now, changed=changed
        )

    def forget_corpus(self, target: str) -> None:
        """Drop a target's inputs, notes and counts, so that its search starts afresh; findings stay."""
        with self._writing() as connection:
            number = self._number(target)
            connection.execute("DELETE FROM inputs WHERE target = ?", (number,))
            connection.execute(
                "UPDATE targets SET executions = 0, seconds = 0, epoch = 0, notes = '{}' WHERE number = ?", (number,)
            )

    def targets(self) -> tuple[StoredTarget, ...]:
        """Return all targets, by name."""
        return tuple(_target_of(row) for row in self._rows("SELECT * FROM targets ORDER BY name"))

    # Inputs

    def add_inputs(self, target: str, inputs: Iterable[StoredInput]) -> int:
        """Keep these inputs, and return how many were not there yet."""
        with self._writing() as connection:
            return _add_inputs(connection, self._number(target), inputs)

    def inputs(self, target: str) -> tuple[StoredInput, ...]:
        """Return what is kept for a target, in the order it came; nothing for an unknown one."""
        rows = self._rows(
            "SELECT inputs.* FROM inputs JOIN targets ON targets.number = inputs.target "
            "WHERE targets.name = ? ORDER BY inputs.number",
            (to_column(target),),
        )
        return tuple(
            StoredInput(
                encoded=bytes(row["encoded"]),
                features=row["features"],
                complexity=row["complexity"],
                execution=row["execution"],
                outcome=row["outcome"],
            )
            for row in rows
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
    ) -> None:
        """Save all that an epoch brought, or nothing: its own executions and seconds, inputs, notes, findings.

        `dropped` are hashes of inputs the corpus no longer needs.
        """
        with self._writing() as connection:
            number = self._number(target)
            now = self._clock()
            _add_inputs(connection, number, kept)
            connection.executemany(
                "DELETE FROM inputs WHERE target = ? AND hash = ?", [(number, hash_) for hash_ in dropped]
            )
            for new in findings:
                finding_rows.upsert(connection, number, new, self._run, now)
            connection.execute(
                "UPDATE targets SET executions = executions + ?, seconds = seconds + ?, epoch = max(epoch, ?), "
                "last_seen = ?, notes = coalesce(?, notes) WHERE number = ?",
                (
                    executions,
                    seconds,
                    epoch + 1,
                    now,
                    None if notes is None else to_json_column(dict(notes)),
                    number,
                ),
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

    def mark_gone(self, target: str, signatures: Iterable[str]) -> None:
        """Note that these failures no longer happen; meeting one again makes it `new`."""
        with self._writing() as connection:
            number = self._number(target)
            connection.executemany(
                "UPDATE findings SET gone = 1 WHERE target = ? AND signature = ?",
                [(number, signature) for signature in signatures],
            )

    def findings(self, *, target: str | None = None, id_prefix: str = "") -> tuple[StoredFinding, ...]:
        """Return findings by target and by how soon they were found, of one target or with one id if asked.

        `new` means: since this object's run, or the latest run if it began none.
        """
        run = self._run
        if run is None:
            run = next(iter(self._rows("SELECT max(number) AS number FROM runs")))["number"]
        rows = self._rows(
            "SELECT findings.*, targets.name AS target_name FROM findings "
            "JOIN targets ON targets.number = findings.target "
            "WHERE (:target IS NULL OR targets.name = :target) AND substr(findings.id, 1, length(:id)) = :id "
            "ORDER BY targets.name, findings.executions, findings.id",
            {"target": None if target is None else to_column(target), "id": id_prefix},
        )
        return tuple(finding_rows.stored(row, run) for row in rows)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, explained("write to", self.where), transaction(self._connection):
            yield self._connection

    def _rows(
        self, query: str, parameters: tuple[str | bytes | int, ...] | dict[str, str | bytes | None] = ()
    ) -> list[sqlite3.Row]:
        with self._lock, explained("read", self.where):
            return self._connection.execute(query, parameters).fetchall()

    def _target(self, name: str) -> StoredTarget | None:
        rows = self._rows("SELECT * FROM targets WHERE name = ?", (to_column(name),))
        return _target_of(rows[0]) if rows else None

    def _number(self, name: str) -> int:
        rows = self._rows("SELECT number FROM targets WHERE name = ?", (to_column(name),))
        if not rows:
            raise FuzzwrightError(f"the store knows no target `{name}`", self.where, "remember the target first")
        return int(rows[0]["number"])


def _add_inputs(connection: sqlite3.Connection, target: int, inputs: Iterable[StoredInput]) -> int:
    rows = [
        (target, kept.hash, kept.encoded, kept.features, kept.complexity, kept.execution, kept.outcome)
        for kept in inputs
    ]
    before = connection.total_changes
    connection.executemany(
        "INSERT INTO inputs (target, hash, encoded, features, complexity, execution, outcome) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (target, hash) DO NOTHING",
        rows,
    )
    return connection.total_changes - before


def _target_of(row: sqlite3.Row) -> StoredTarget:
    return StoredTarget(
        name=from_column(row["name"]),
        file=from_column(row["file"]),
        source_hash=row["source_hash"],
        search=row["search"],
        seed=int(row["seed"]),
        first_seen=row["first_seen"],
        last_seen=row["last_seen"],
        executions=row["executions"],
        seconds=row["seconds"],
        epoch=row["epoch"],
        notes=json.loads(row["notes"]),
    )
