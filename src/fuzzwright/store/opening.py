"""Finding, making and opening the file of a store, with an error a user can act on when that fails.

A file that is not ours is recognised before anything is written to it, and the tables come into
being in one transaction, so a failed or killed start leaves nothing half-written.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import schema
from fuzzwright.store.store import Store
from fuzzwright.store.transactions import BUSY_SECONDS, DAMAGED_FIX, DamagedStore, explained, transaction

_MAGIC = b"SQLite format 3\0"
MOST_CHECKED = 64 << 20
"""Bytes up to which a store is looked over when it is opened; a larger one would take too long."""
_FIX = "name a file in a folder you may write to with `--store`"


def default_path(project_root: Path) -> Path:
    """Return where the store of a project lives: in the user's cache folder, one file per root."""
    # Imported here: only who asks for the default place needs it.
    from platformdirs import user_cache_path

    root = project_root.resolve()
    key = blake2b(os.fsencode(root), digest_size=6).hexdigest()
    name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in root.name[:40]).strip(".")
    return user_cache_path("fuzzwright", appauthor=False) / "stores" / f"{name or 'root'}-{key}.sqlite"


def open_store(path: Path | str, clock: Callable[[], float] = time.time) -> Store:
    """Return the store in this file, made if there is none; raise FuzzwrightError if it cannot be."""
    path = Path(path)
    where = str(path)
    _check_file(path, where)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FuzzwrightError(
            f"cannot make the folder of the store: {error.strerror or error}", str(path.parent), _FIX
        ) from error
    existed = path.exists()
    with explained("open", where, _FIX):
        # The lock in Store keeps threads apart, so SQLite need not refuse a second one.
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        with explained("open", where, _FIX):
            _prepare(connection, where)
    except BaseException:
        connection.close()
        if not existed:
            _remove_if_empty(path)
        raise
    return Store(connection, where, clock)


def _check_file(path: Path, where: str) -> None:
    if "\0" in where:
        raise FuzzwrightError("the name of the store has a null character in it", repr(where), _FIX)
    try:
        if path.is_dir():
            raise FuzzwrightError("the store has to be a file, and this is a folder", where, _FIX)
        if not path.exists():
            return
        if not path.is_file():
            raise FuzzwrightError("the store has to be an ordinary file", where, _FIX)
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise FuzzwrightError(f"cannot read the store: {error.strerror or error}", where, _FIX) from error
    if start and start != _MAGIC:
        raise DamagedStore(
            "this file is not a store of fuzzwright, so it was left alone",
            where,
            "name another file with `--store`, or move this one away",
        )


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    schema.check_ours(connection, where)
    _check_pages(connection, where)
    mode = _switch_to_wal(connection)
    # Without WAL (some network file systems) only FULL keeps the file whole when the power goes.
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
    if not schema.is_current(connection):
        with transaction(connection):
            # Asked again inside: another process may have been first.
            schema.bring_up_to_date(connection, where)
    elif _is_read_only(connection):
        raise FuzzwrightError("the store may only be read", where, _FIX)


def _check_pages(connection: sqlite3.Connection, where: str) -> None:
    """Raise DamagedStore if pages are damaged or missing; told now, and not when the run comes to need them."""
    (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    if pages * size > MOST_CHECKED:
        return
    problem = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if problem != "ok":
        told = " ".join(problem.split())
        raise DamagedStore(f"the store is damaged: {told}", where, DAMAGED_FIX)


def _switch_to_wal(connection: sqlite3.Connection) -> str:
    """Return the journal mode; several processes may switch at once, and SQLite does not wait for it."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _is_read_only(connection: sqlite3.Connection) -> bool:
    try:
        with transaction(connection):
            # Takes the write lock and changes nothing; a read-only file shows here and not an hour later.
            connection.execute("UPDATE runs SET ended = ended WHERE 0")
    except sqlite3.OperationalError as error:
        if "readonly" in str(error):
            return True
        raise
    return False


def _remove_if_empty(path: Path) -> None:
    try:
        if path.stat().st_size == 0:
            path.unlink()
    except OSError:
        pass
