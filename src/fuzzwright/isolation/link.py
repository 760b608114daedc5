"""A worker's end of things: frames to and from its parent, the beat, the note.

The code under test runs in the same process and may have closed descriptors, forked, replaced builtins
or patched modules by the time a method here is called. So what is needed is bound at import, every
send looks at whose process it is in, and a link that is broken ends the worker at once.
"""

from __future__ import annotations

import builtins
import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NoReturn

from fuzzwright.isolation import audit
from fuzzwright.isolation.board import Board
from fuzzwright.isolation.frames import MAX_FRAME, FrameReader, Garbled, pack
from fuzzwright.isolation.messages import LEFT_COPY, LEFT_LINK
from fuzzwright.isolation.output import Output

globals()["__builtins__"] = dict(vars(builtins))  # as in frames.py

_write, _read, _fstat, _getpid, _exit = os.write, os.read, os.fstat, os.getpid, os._exit
_ftruncate, _chdir = os.ftruncate, os.chdir


class Link:
    """What `run` gets to talk to the parent with."""

    __slots__ = (
        "_board",
        "_descriptor",
        "_file",
        "_identity",
        "_output",
        "_pid",
        "_poll",
        "_reader",
        "_sent",
        "_work",
        "beat",
        "folder",
    )

    def __init__(self, descriptor: int, board: Board, folder: Path, output: Output, output_file: int) -> None:
        self.folder = folder
        self._work = str(folder / "work")
        self.beat = board.beat
        self._board = board
        self._descriptor = descriptor
        self._file = output_file
        self._identity = _identify(descriptor)
        self._output = output
        self._pid = _getpid()
        self._reader = FrameReader()
        self._sent = 0
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def send(self, frame: bytes) -> None:
        """Send a frame to the parent; ends the process if that cannot be done."""
        self._check()
        if len(frame) > MAX_FRAME:
            raise ValueError(f"a frame of {len(frame)} bytes is over the cap of {MAX_FRAME}")
        data = memoryview(pack(frame, self._sent))
        self._sent += 1
        interrupt: BaseException | None = None
        self._board.wait(True)
        while data:
            try:
                data = data[_write(self._descriptor, data) :]
            except OSError:
                self._leave()
            except BaseException as raised:  # a signal handler of the target; half a frame must not stay
                interrupt = raised
        self._board.wait(False)
        if interrupt is not None:
            raise interrupt

    def receive(self, timeout: float | None = None) -> bytes | None:
        """Return the next frame from the parent, None if none came within `timeout` seconds."""
        self._check()
        deadline = None if timeout is None else monotonic() + timeout
        self._board.wait(True)
        try:
            while True:
                try:
                    frame = self._reader.take()
                except Garbled:  # the target read from our descriptor
                    self._leave()
                if frame is not None:
                    return frame
                left = None if deadline is None else max(0.0, deadline - monotonic())
                if not self._poll.poll(None if left is None else left * 1000):
                    return None
                try:
                    data = _read(self._descriptor, 1 << 16)
                except OSError:
                    self._leave()
                if not data:  # the parent is gone
                    self._leave()
                self._reader.feed(data)
        finally:
            self._board.wait(False)

    def note(self, data: bytes) -> None:
        """Write down what is about to run, where no death can take it away."""
        if _getpid() != self._pid:
            _exit(LEFT_COPY)
        self._board.note(data)

    def take_output(self) -> str:
        """Return what was printed since the last time, up to 64 KiB."""
        return self._output.take()

    def tidy(self) -> None:
        """Undo what a call may have done to the streams, the output file and the working directory."""
        self._output.install()
        folder = audit.stand_aside()
        try:
            _ftruncate(self._file, 0)
            _chdir(self._work)
        except OSError:
            pass  # closed or removed by the target; nothing depends on it
        finally:
            audit.resume(folder)

    def _check(self) -> None:
        if _getpid() != self._pid:
            _exit(LEFT_COPY)
        if _identify(self._descriptor) != self._identity:
            self._leave()

    def _leave(self) -> NoReturn:
        self._board.leave()
        _exit(LEFT_LINK)


def _identify(descriptor: int) -> tuple[int, int] | None:
    """Return what a descriptor points at: the target may have closed it and opened another thing there."""
    try:
        status = _fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino


Run = Callable[[Link, bytes], None]
Prepare = Callable[[bytes, Callable[[bytes], None]], tuple[bytes, Run]]


def load_prepare(entry: str) -> Prepare:
    """Return the function named by "package.module:function"."""
    name, _, function = entry.partition(":")
    __import__(name)
    found: Prepare = getattr(sys.modules[name], function)
    return found
