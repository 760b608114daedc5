"""The inputs of corpora as rows: equal ones of a target are one."""

from __future__ import annotations

from collections.abc import Iterable
from sqlite3 import Connection, Row

from fuzzwright.store.records import StoredInput


def add(connection: Connection, target: int, inputs: Iterable[StoredInput]) -> int:
    """Put inputs in, and return how many were not there yet."""
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


def from_row(row: Row) -> StoredInput:
    """Return the input in a row."""
    return StoredInput(
        encoded=bytes(row["encoded"]),
        features=row["features"],
        complexity=row["complexity"],
        execution=row["execution"],
        outcome=row["outcome"],
    )
