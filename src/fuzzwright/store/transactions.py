"""All or nothing, and what SQLite says in words a user can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from fuzzwright.errors import FuzzwrightError

BUSY_SECONDS = 30.0
"""How long to wait for another process that is writing; epochs are saved in milliseconds."""


class DamagedStore(FuzzwrightError):
    """The file is, or was, a store, but what is in it cannot be read."""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what happens inside, or nothing of it."""
    # IMMEDIATE: a transaction that reads first and then wants to write could not wait its turn.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(doing: str, where: str, fix: str | None = None) -> Iterator[None]:
    """Turn what SQLite raises inside into a FuzzwrightError."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # ours: a wrong statement, or a store used after it was closed
    except sqlite3.Error as error:
        kind = DamagedStore if _is_damage(error) else FuzzwrightError
        raise kind(f"cannot {doing} the store: {error}", where, _fix_for(error, fix)) from error


@contextmanager
def sensible(doing: str, where: str) -> Iterator[None]:
    """Turn what reading a row of nonsense raises inside into a DamagedStore."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        # SQLite itself checks the frame of its pages, not what stands in them.
        raise DamagedStore(f"cannot {doing} the store: a row in it makes no sense", where, DAMAGED_FIX) from error


DAMAGED_FIX = "move the file away to start afresh, or name another one with `--store`"


def _is_damage(error: sqlite3.Error) -> bool:
    # The low byte is the family; `SQLITE_FULL` and the others are their plain members.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith("Could not decode")


def _fix_for(error: sqlite3.Error, fix: str | None) -> str | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program holds it: let that end, or name another file with `--store`"
    if code == sqlite3.SQLITE_FULL:
        return "free some disk space; what was saved before is safe"
    if _is_damage(error):
        return DAMAGED_FIX
    return fix or "check the disk and the folder's permissions, or name another file with `--store`"
