"""The tables, their version, and the way from an older version to this one.

A file belongs to fuzzwright if its `application_id` says so; `user_version` is the version of the
tables. Everything here happens inside one transaction of the caller, so a process that dies half
way leaves the file as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from sqlite3 import Connection

from fuzzwright.errors import FuzzwrightError

APPLICATION_ID = 0x667A7772
VERSION = 2

Migration = Callable[[Connection], None]

POINTS = """CREATE TABLE points (
        target INTEGER NOT NULL REFERENCES targets (number) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        what TEXT NOT NULL,
        count INTEGER NOT NULL,
        first_execution INTEGER NOT NULL,
        first_seen REAL NOT NULL,
        last_seen REAL NOT NULL,
        PRIMARY KEY (target, kind, what)
    ) WITHOUT ROWID"""

SIGHTINGS = (
    """CREATE TABLE sightings (
        number INTEGER PRIMARY KEY,
        finding INTEGER NOT NULL REFERENCES findings (number) ON DELETE CASCADE,
        run INTEGER REFERENCES runs (number) ON DELETE SET NULL,
        event TEXT NOT NULL,
        count INTEGER NOT NULL,
        first REAL NOT NULL,
        last REAL NOT NULL
    )""",
    "CREATE INDEX sightings_by_finding ON sightings (finding, run)",
)

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
        notes TEXT NOT NULL DEFAULT '{}',
        code_hash TEXT NOT NULL DEFAULT '',
        fuzzed_hash TEXT NOT NULL DEFAULT '',
        fuzzed_seconds REAL NOT NULL DEFAULT 0,
        unfinished INTEGER NOT NULL DEFAULT 0,
        promise REAL NOT NULL DEFAULT 0
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
        believed INTEGER NOT NULL DEFAULT 1,
        UNIQUE (target, signature)
    )""",
    "CREATE INDEX findings_by_id ON findings (id)",
    POINTS,
    *SIGHTINGS,
)


def _from_1(connection: Connection) -> None:
    """Add what version 2 has: changes of code, points, the history of findings as far as it can be told."""
    for column in (
        "code_hash TEXT NOT NULL DEFAULT ''",
        "fuzzed_hash TEXT NOT NULL DEFAULT ''",
        "fuzzed_seconds REAL NOT NULL DEFAULT 0",
        "unfinished INTEGER NOT NULL DEFAULT 0",
        "promise REAL NOT NULL DEFAULT 0",
    ):
        connection.execute(f"ALTER TABLE targets ADD COLUMN {column}")
    connection.execute("ALTER TABLE findings ADD COLUMN believed INTEGER NOT NULL DEFAULT 1")
    for table in (POINTS, *SIGHTINGS):
        connection.execute(table)
    # Of older runs only the function's own source is known.
    connection.execute(
        "UPDATE targets SET fuzzed_hash = 'own:' || source_hash, fuzzed_seconds = seconds WHERE executions > 0"
    )
    connection.execute(
        "INSERT INTO sightings (finding, run, event, count, first, last) "
        "SELECT number, since_run, 'came', count, first_seen, last_seen FROM findings ORDER BY number"
    )
    connection.execute(
        "INSERT INTO sightings (finding, run, event, count, first, last) "
        "SELECT number, NULL, 'gone', 0, last_seen, last_seen FROM findings WHERE gone ORDER BY number"
    )


MIGRATIONS: Mapping[int, Migration] = {1: _from_1}
"""For each older version, what turns its tables into those of the next one."""


def is_empty(connection: Connection) -> bool:
    """Return whether nobody has put anything into this file yet."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(connection, "application_id") == 0 and _pragma(connection, "user_version") == 0


def is_current(connection: Connection) -> bool:
    """Return whether the tables are there, of this version; read only."""
    return _pragma(connection, "application_id") == APPLICATION_ID and _pragma(connection, "user_version") == VERSION


def bring_up_to_date(
    connection: Connection,
    where: str,
    version: int = VERSION,
    migrations: Mapping[int, Migration] = MIGRATIONS,
) -> None:
    """Make the tables, or migrate older ones; raise FuzzwrightError for a foreign or a newer file."""
    if is_empty(connection):
        for table in TABLES:
            connection.execute(table)
        _stamp(connection, version)
        return
    check_ours(connection, where, version)
    for older in range(_pragma(connection, "user_version"), version):
        step = migrations.get(older)
        if step is None:
            raise FuzzwrightError(
                f"the store has tables of version {older}, which this fuzzwright cannot convert",
                where,
                "name another file with `--store`, or move this one away to start afresh",
            )
        step(connection)
        _stamp(connection, older + 1)


def check_ours(connection: Connection, where: str, version: int = VERSION) -> None:
    """Raise FuzzwrightError unless the file is empty or a store this version can work with; read only."""
    if is_empty(connection):
        return
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise FuzzwrightError(
            "this SQLite file belongs to another program, so it was left alone",
            where,
            "name a file of its own with `--store`",
        )
    found = _pragma(connection, "user_version")
    if found > version:
        raise FuzzwrightError(
            f"the store was written by a newer fuzzwright (its tables have version {found}, known is {version})",
            where,
            "upgrade fuzzwright, or name another file with `--store`",
        )


def _stamp(connection: Connection, version: int) -> None:
    # Both live in the file's header and are part of the transaction; PRAGMA takes no parameters.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version:d}")


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
