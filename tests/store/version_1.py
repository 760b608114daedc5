"""A store as version 1 made it, for the tests of the way up."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fuzzwright.store import schema

TABLES = (
    """CREATE TABLE runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        command TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed TEXT NOT NULL,
        started REAL NOT NULL,
        ended REAL,
        exit_code INTEGER
    )""",
    """CREATE TABLE targets (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        file TEXT NOT NULL,
        source_hash TEXT NOT NULL,
        search TEXT NOT NULL,
        seed TEXT NOT NULL,
        first_seen REAL NOT NULL,
        last_seen REAL NOT NULL,
        executions INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        epoch INTEGER NOT NULL DEFAULT 0,
        notes TEXT NOT NULL DEFAULT '{}'
    )""",
    """CREATE TABLE inputs (
        number INTEGER PRIMARY KEY,
        target INTEGER NOT NULL REFERENCES targets (number) ON DELETE CASCADE,
        hash TEXT NOT NULL,
        encoded BLOB NOT NULL,
        features INTEGER NOT NULL,
        complexity REAL NOT NULL,
        execution INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        UNIQUE (target, hash)
    )""",
    # seed is text: a seed may be longer than the 64 bits of an SQLite integer.
    """CREATE TABLE findings (
        number INTEGER PRIMARY KEY,
        target INTEGER NOT NULL REFERENCES targets (number) ON DELETE CASCADE,
        signature TEXT NOT NULL,
        id TEXT NOT NULL,
        function TEXT NOT NULL,
        kind TEXT NOT NULL,
        exception TEXT NOT NULL,
        message TEXT NOT NULL,
        file TEXT NOT NULL,
        line INTEGER NOT NULL,
        call TEXT NOT NULL,
        imports TEXT NOT NULL,
        verdict TEXT NOT NULL,
        evidence TEXT NOT NULL,
        executions INTEGER NOT NULL,
        seconds REAL NOT NULL,
        count INTEGER NOT NULL,
        seed TEXT NOT NULL,
        frames TEXT NOT NULL,
        encoded BLOB NOT NULL,
        before TEXT NOT NULL,
        reduced INTEGER NOT NULL,
        reachable INTEGER,
        first_seen REAL NOT NULL,
        last_seen REAL NOT NULL,
        since_run INTEGER REFERENCES runs (number) ON DELETE SET NULL,
        gone INTEGER NOT NULL DEFAULT 0,
        UNIQUE (target, signature)
    )""",
    "CREATE INDEX findings_by_id ON findings (id)",
)


def make(path: Path, *rows: str) -> None:
    """Write a store of version 1 with what these statements put in."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    for statement in (*TABLES, *rows):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
