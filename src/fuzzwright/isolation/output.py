"""Where print goes in a worker: memory, and not much of it.

`sys.stdout` and `sys.stderr` become real text streams over a buffer that keeps the first bytes until
they are taken and drops the rest, so endless output costs time but neither memory nor disk.
"""

from __future__ import annotations

import builtins
import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

globals()["__builtins__"] = dict(vars(builtins))  # as in frames.py

KEPT = 64 << 10


class _KeptBytes(io.BufferedIOBase):
    """A binary stream that keeps what fits."""

    mode = "wb"

    def __init__(self, kept: bytearray, descriptor: int, name: str) -> None:
        self._kept = kept
        self._descriptor = descriptor
        self.name = name

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return False

    def write(self, data: ReadableBuffer, /) -> int:
        if self.closed:
            raise ValueError("write to closed file")
        view = memoryview(data)
        size = view.nbytes
        room = KEPT - len(self._kept)
        if room > 0:
            self._kept += view.cast("B")[:room] if size > room else view
        return size


class Output:
    """Replaces the standard streams and hands out what was printed."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._streams: list[io.TextIOWrapper] = []

    def install(self) -> None:
        """Make `sys.stdout` and `sys.stderr` ours, with fresh streams where the old ones were closed."""
        if not self._streams or any(stream.closed for stream in self._streams):
            # The same error handlers as real streams have: code that prints a lone surrogate fails here too.
            self._streams = [self._stream(1, "<stdout>", "strict"), self._stream(2, "<stderr>", "backslashreplace")]
        sys.stdout, sys.stderr = self._streams
        sys.__stdout__, sys.__stderr__ = self._streams  # type: ignore[misc] # final for type checkers only

    def take(self) -> str:
        """Return what was printed since the last time, both streams in one, and forget it."""
        for stream in self._streams:
            try:
                stream.flush()
            except Exception:  # closed or detached by the code under test
                pass
        text = self._kept.decode("utf-8", "backslashreplace")
        self._kept.clear()
        return text

    def _stream(self, descriptor: int, name: str, errors: str) -> io.TextIOWrapper:
        return io.TextIOWrapper(
            _KeptBytes(self._kept, descriptor, name),
            encoding="utf-8",
            errors=errors,
            line_buffering=descriptor == 2,
        )
