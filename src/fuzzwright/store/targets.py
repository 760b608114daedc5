"""Targets as rows: what is known of a function over all runs, and with which code it was fuzzed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from sqlite3 import Connection, Row

from fuzzwright.store.records import StoredTarget, from_column, own_hash, to_column, to_json_column


def remember(connection: Connection, new: StoredTarget, now: float) -> StoredTarget:
    """Note a target as it is now, and return what is known of it with that."""
    row = connection.execute("SELECT * FROM targets WHERE name = ?", (to_column(new.name),)).fetchone()
    values = (to_column(new.file), new.source_hash, new.search, str(new.seed), new.code_hash, now)
    if row is None:
        connection.execute(
            "INSERT INTO targets (file, source_hash, search, seed, code_hash, last_seen, name, first_seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, to_column(new.name), now),
        )
        return replace(new, first_seen=now, last_seen=now)
    known = from_row(row)
    connection.execute(
        "UPDATE targets SET file = ?, source_hash = ?, search = ?, seed = ?, code_hash = ?, last_seen = ? "
        "WHERE number = ?",
        (*values, row["number"]),
    )
    if known.source_hash != new.source_hash:
        # Its lines are others now.
        connection.execute("DELETE FROM points WHERE target = ? AND kind = 'line'", (row["number"],))
    return replace(
        known,
        file=new.file,
        source_hash=new.source_hash,
        search=new.search,
        seed=new.seed,
        code_hash=new.code_hash,
        last_seen=now,
        changed=(known.source_hash, known.search, known.seed) != (new.source_hash, new.search, new.seed),
    )


def add_epoch(
    connection: Connection,
    target: int,
    epoch: int,
    *,
    ran: bool,
    executions: int,
    seconds: float,
    notes: Mapping[str, int] | None,
    code_hash: str | None,
    promise: float | None,
    now: float,
) -> None:
    """Add an epoch's own executions and seconds to a target, and note with which code it ran, if it did.

    One that dies each time runs too, though no execution is ever acknowledged.
    """
    connection.execute(
        "UPDATE targets SET executions = executions + ?, seconds = seconds + ?, epoch = max(epoch, ?), "
        "last_seen = ?, notes = coalesce(?, notes), promise = coalesce(?, promise) WHERE number = ?",
        (
            executions,
            seconds,
            epoch + 1,
            now,
            None if notes is None else to_json_column(dict(notes)),
            promise,
            target,
        ),
    )
    # A run that began before the code was changed must not pass for one with the code as it is now.
    values = {"code": code_hash, "seconds": seconds, "target": target}
    if ran:
        connection.execute(
            "UPDATE targets SET fuzzed_hash = coalesce(:code, code_hash), fuzzed_seconds = "
            "CASE WHEN fuzzed_hash = coalesce(:code, code_hash) THEN fuzzed_seconds ELSE 0 END WHERE number = :target",
            values,
        )
    connection.execute(
        "UPDATE targets SET fuzzed_seconds = fuzzed_seconds + :seconds "
        "WHERE number = :target AND fuzzed_hash = coalesce(:code, code_hash)",
        values,
    )


def forget(connection: Connection, target: int) -> None:
    """Drop inputs, points, notes and counts of a target; findings stay."""
    connection.execute("DELETE FROM inputs WHERE target = ?", (target,))
    connection.execute("DELETE FROM points WHERE target = ?", (target,))
    connection.execute(
        "UPDATE targets SET executions = 0, seconds = 0, epoch = 0, notes = '{}', fuzzed_hash = '', "
        "fuzzed_seconds = 0, unfinished = 0, promise = 0 WHERE number = ?",
        (target,),
    )


def described(name: str, file: str, source_hash: str, search: str, seed: int, code_hash: str) -> StoredTarget:
    """Return a target of which nothing is known but what it is."""
    return StoredTarget(name, file, source_hash, search, seed, 0.0, 0.0, code_hash=code_hash or own_hash(source_hash))


def from_row(row: Row) -> StoredTarget:
    """Return the target in a row."""
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
        code_hash=row["code_hash"],
        fuzzed_hash=row["fuzzed_hash"],
        fuzzed_seconds=row["fuzzed_seconds"],
        unfinished=bool(row["unfinished"]),
        promise=row["promise"],
    )
