"""Memory shared with a worker: its beat, its note, and how it left.

What a worker writes here survives any death. The worker maps the file; the parent only ever reads
it with `pread`, so a worker that truncates it cannot hurt the parent.
"""

from __future__ import annotations

import builtins
import mmap
import os
import struct
import sys
import tempfile
from pathlib import Path

globals()["__builtins__"] = dict(vars(builtins))  # as in frames.py

MAX_NOTE = 1 << 20
_HEADER = 4096  # the words below, alone on a page
_SIZE = _HEADER + MAX_NOTE
_BEAT, _LENGTH, _WAITING, _LEAVING = range(4)
_WORDS = struct.Struct("=4Q")
_read_at = getattr(os, "pread", None)  # not on Windows


def anonymous_file(folder: Path) -> int:
    """Return the descriptor of a new file without a name, kept in memory where the system can."""
    if sys.platform == "linux":
        return os.memfd_create("fuzzwright", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    return nameless_file(folder)


def nameless_file(folder: Path) -> int:
    """Return the descriptor of a new file on disk that has lost its name, for appending."""
    descriptor, name = tempfile.mkstemp(dir=folder)
    os.close(descriptor)
    descriptor = os.open(name, os.O_RDWR | os.O_APPEND)
    os.unlink(name)
    return descriptor


def create_board(folder: Path) -> int:
    """Return the descriptor of a new board, filled with zeros and, on Linux, of fixed size."""
    descriptor = anonymous_file(folder)
    os.ftruncate(descriptor, _SIZE)
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return descriptor


def read_tail(descriptor: int, size: int) -> str:
    """Return the last `size` bytes of a file as text, whatever they are."""
    if _read_at is None:
        return ""
    try:
        length = os.fstat(descriptor).st_size
        data: bytes = _read_at(descriptor, size, max(0, length - size))
    except OSError:
        return ""
    return data.decode("utf-8", "backslashreplace")


class BoardView:
    """The parent's look at a board."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def _word(self, index: int) -> int:
        data = os.pread(self._descriptor, _WORDS.size, 0)
        return int(_WORDS.unpack(data)[index]) if len(data) == _WORDS.size else 0

    @property
    def beat(self) -> int:
        """What the worker counts with."""
        return self._word(_BEAT)

    @property
    def waiting(self) -> bool:
        """Whether the worker waits for the parent, so that time does not count against it."""
        return self._word(_WAITING) != 0

    @property
    def leaving(self) -> bool:
        """Whether the worker's own code, not the target, ended the process."""
        return self._word(_LEAVING) != 0

    @property
    def note(self) -> bytes:
        """What the worker wrote down last."""
        return os.pread(self._descriptor, min(self._word(_LENGTH), MAX_NOTE), _HEADER)


class Board:
    """The worker's side of a board."""

    __slots__ = ("_map", "_words", "beat")

    def __init__(self, descriptor: int) -> None:
        self._map = mmap.mmap(descriptor, _SIZE)
        words = memoryview(self._map)[: _WORDS.size].cast("Q")
        self._words = words
        self.beat = words[:1]

    def keep_from_copies(self) -> None:
        """Take the memory away from forks of this process: a copy that beats dies of it."""
        if hasattr(mmap, "MADV_DONTFORK"):
            self._map.madvise(mmap.MADV_DONTFORK)

    def note(self, data: bytes) -> None:
        """Write down `data`, or its first MiB."""
        data = data[:MAX_NOTE]
        words = self._words
        words[_LENGTH] = 0
        self._map[_HEADER : _HEADER + len(data)] = data
        words[_LENGTH] = len(data)

    def wait(self, waiting: bool) -> None:
        """Say whether this worker waits for its parent."""
        self._words[_WAITING] = 1 if waiting else 0

    def leave(self) -> None:
        """Say that what ends this process now is our own doing."""
        self._words[_LEAVING] = 1
