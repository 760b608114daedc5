"""What to do when the store of a project, at its default place, cannot be used: the run matters more than the store.

A damaged file is moved aside, never deleted, and a new one begun. What cannot be mended from here (a folder
nobody may write to, a full disk, a file of a newer version) is told, and the run goes on without a store.
Who named a file explicitly wants that one; there `open_store` and its errors are the answer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store.opening import open_store
from fuzzwright.store.store import Store
from fuzzwright.store.transactions import DamagedStore

_ATTEMPTS = 3
"""Another process may move the same file aside at the same time."""


def open_default(path: Path, clock: Callable[[], float] = time.time) -> tuple[Store | None, str]:
    """Return the store at this place, or a new one, or None; and a line to tell if it is not as usual."""
    told = ""
    for _ in range(_ATTEMPTS):
        file = _which(path)
        try:
            return open_store(path, clock), told
        except DamagedStore as error:
            if _which(path) != file:
                continue  # another process was first, and what is there now is another file
            moved, told = set_aside(path, error, clock)
            if not moved:
                return None, told
            told += ", and a new store was begun"
        except FuzzwrightError as error:
            return None, without(error)
    return None, told or f"the store at {path} is used by others all the time: going on without a store"


def set_aside(path: Path, error: FuzzwrightError, clock: Callable[[], float] = time.time) -> tuple[bool, str]:
    """Move a damaged store out of the way; return whether the place is free now, and what to tell."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(clock()))
    aside = next(place for place in _places(path, stamp) if not place.exists())
    try:
        # What was not yet moved into the file stays beside it, where SQLite looks for it.
        for ending in ("-wal", "-shm", ""):
            part = Path(f"{path}{ending}")
            if part.exists():
                os.rename(part, f"{aside}{ending}")
    except FileNotFoundError:
        pass  # another process was first
    except OSError:
        return False, without(error)
    what = error.what.removesuffix(", so it was left alone")
    return True, f"the store cannot be used ({what}): it is kept as {aside}"


def without(error: FuzzwrightError) -> str:
    """Return the line that tells why a run has no store, and what to do about it."""
    place = f" ({error.where})" if error.where else ""
    fix = f"; fix: {error.fix}" if error.fix else ""
    return f"{error.what}{place}: going on without a store, so nothing is kept for the next run{fix}"


def _which(path: Path) -> tuple[int, int] | None:
    """Return which file is at a place now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _places(path: Path, stamp: str) -> list[Path]:
    names = [f"{path.name}.damaged-{stamp}", *(f"{path.name}.damaged-{stamp}-{number}" for number in range(2, 100))]
    return [path.with_name(name) for name in [*names, f"{path.name}.damaged-{stamp}-{os.getpid()}"]]
