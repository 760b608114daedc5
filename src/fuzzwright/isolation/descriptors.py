"""Open descriptors at a process's start: which stay, which are plugged, which move out of the way."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection

try:
    import fcntl
except ImportError:  # Windows: nothing below is called there
    pass


def open_descriptors() -> list[int]:
    """Return the descriptors open in this process."""
    found = []
    for name in os.listdir("/dev/fd"):
        try:
            os.fstat(int(name))
        except OSError:
            continue  # the listing's own
        found.append(int(name))
    return found


def plug_inherited(keep: Collection[int]) -> None:
    """Part all descriptors but `keep` from the process they came from.

    Files open for reading are opened again, so that the position is this process's own. All others lead
    to /dev/null: a number that stays taken cannot be mistaken for something else by whoever holds it.
    """
    null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for descriptor in open_descriptors():
        if descriptor > 2 and descriptor not in keep and descriptor != null and not reopen_for_reading(descriptor):
            os.dup2(null, descriptor, inheritable=False)
    os.close(null)


def reopen_inherited(keep: Collection[int]) -> None:
    """Give files open for reading, but for `keep`, a position of their own; leave the rest as it is."""
    for descriptor in open_descriptors():
        if descriptor > 2 and descriptor not in keep:
            reopen_for_reading(descriptor)


def reopen_for_reading(descriptor: int) -> bool:
    """Open again a regular file that is open for reading only; says whether it is one."""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return False
        if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY:
            return False
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        again = os.open(f"/dev/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
        os.lseek(again, position, os.SEEK_SET)
        os.dup2(again, descriptor, inheritable=False)
        os.close(again)
    except OSError:
        return False
    return True


def move_high(descriptor: int, ceiling: int) -> int:
    """Move a descriptor near `ceiling`, where code that closes or guesses low numbers does not meet it."""
    moved = int(fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, max(3, ceiling - 40)))
    os.close(descriptor)
    return moved
