"""A worker, seen from its parent: its socket, its files, and the watch over its limits.

The parent trusts nothing that comes from here. Sending never blocks: what the socket does not take is
kept and goes out when the nursery polls.
"""

from __future__ import annotations

import os
import select
import selectors
import signal
import socket
import sys
import time
from pathlib import Path

from fuzzwright.isolation.board import BoardView, anonymous_file, create_board, nameless_file
from fuzzwright.isolation.frames import MAX_FRAME, FrameReader, pack
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.serve import FAULT_SIGNAL

GRACE = 0.1  # seconds a hanging worker gets to write where it hangs
_LONGEST_GAP = 1.0  # wall time counted for one look, so that a parent that was busy itself blames nobody
_LONGEST_HELD_UP = 5.0  # so many times the limit is waited for a worker that is not given the processor
_READ = 1 << 18
PATIENCE = 30.0  # seconds in which a nursery has to start a worker, or to tell the end of a killed one
_LONGEST_DEATH = 5.0  # seconds; a process in an uninterruptible wait is not worth more


class Worker:
    """A process that runs one job."""

    def __init__(self, number: int, slot: int, limits: Limits, folder: Path) -> None:
        self.number = number
        self.slot = slot  # folders are used again, so that the same job sees the same paths
        self.pid = 0  # until the nursery has started it
        self.limits = limits
        self.folder = folder / f"w{slot}"
        self.alive = True
        self.reason = ""  # why it was killed
        self.socket, self.far_socket = socket.socketpair()
        self.socket.setblocking(False)
        self.board_file = create_board(folder)
        self.fault_file = anonymous_file(folder)
        self.output_file = nameless_file(folder)
        self.reader = FrameReader()
        self.outgoing = bytearray()
        self.mask = selectors.EVENT_READ
        self.listening = True  # until the worker closes its end
        self._board = BoardView(self.board_file)
        self._handle: int | None = None
        self._sent = 0
        self._last_beat = -1
        self._last_look = 0.0
        self._idle_wall = 0.0
        self._cpu_at_beat = 0.0
        self._held_at_beat = 0.0
        self._asked: float | None = None
        self._fault_size = 0
        self._due: float | None = None  # when we began to wait for the nursery
        self._final: tuple[int, bytes] | None = None

    def __repr__(self) -> str:
        return f"<worker {self.number}, process {self.pid}>"

    @property
    def beat(self) -> int:
        """How far the worker has counted."""
        return self._final[0] if self._final else self._board.beat

    @property
    def note(self) -> bytes:
        """What the worker wrote down last."""
        return self._final[1] if self._final else self._board.note

    def send(self, frame: bytes) -> None:
        """Send a frame to the worker; to one that has ended it is lost."""
        if len(frame) > MAX_FRAME:
            raise ValueError(f"a frame of {len(frame)} bytes is over the cap of {MAX_FRAME}")
        if self.alive:
            self.outgoing += pack(frame, self._sent)
            self._sent += 1
            self.flush()

    def kill(self) -> None:
        """End the worker now; `Ended` comes as for any other end."""
        self.stop("killed")

    # For the nursery ----------------------------------------------------------------------------

    @property
    def left_by_itself(self) -> bool:
        """Whether our own code in the worker ended it."""
        return self._board.leaving

    def requested(self) -> None:
        """Remember that the nursery was asked for this worker."""
        self._due = time.monotonic()

    def is_overdue(self, now: float) -> bool:
        """Say whether the nursery owes us this worker's start or end for too long."""
        return self._due is not None and now - self._due > PATIENCE

    def started(self, pid: int) -> None:
        """Take up the process that runs this worker."""
        self.pid = pid
        self._due = None
        self._handle = open_process(pid)
        self._last_look = time.monotonic()
        if self.reason:
            self._signal(signal.SIGKILL)

    def stop(self, reason: str) -> None:
        """Kill the worker and remember why."""
        if self.alive:
            self.reason = self.reason or reason
            self._signal(signal.SIGKILL)

    def wait(self) -> None:
        """Wait for a worker that was killed to be gone, where its process can be watched."""
        if self._handle is not None:
            select.select([self._handle], [], [], _LONGEST_DEATH)

    def flush(self) -> None:
        """Send what the socket takes of what is kept."""
        try:
            while self.outgoing:
                del self.outgoing[: self.socket.send(self.outgoing)]
        except BlockingIOError:
            pass
        except OSError:  # the worker closed its end
            self.outgoing.clear()

    def read(self) -> bool:
        """Take in what the worker sent; False when there is nothing more."""
        try:
            data = self.socket.recv(_READ)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        self.reader.feed(data)
        return bool(data)

    def watch(self, now: float) -> bool:
        """Look whether the worker is within its limits and stop it if not; True while it is being stopped."""
        if self._asked is not None:
            self._finish_asking(now)
            return True
        gap, self._last_look = min(now - self._last_look, _LONGEST_GAP), now
        if not self.pid or self.reason:
            return False
        beat = self._board.beat
        if beat != self._last_beat or self._board.waiting:
            self._last_beat, self._idle_wall = beat, 0.0
            self._cpu_at_beat = _cpu_time(self.pid)
            self._held_at_beat = _held_up(self.pid)
            return False
        self._idle_wall += gap
        if _cpu_time(self.pid) - self._cpu_at_beat > self.limits.cpu_seconds:
            self._ask("cpu", now)
        elif self._idle_wall > self.limits.wall_seconds and self._waits_itself():
            self._ask("wall", now)
        return self._asked is not None

    def _waits_itself(self) -> bool:
        """Return whether it is the worker that waits so long, and not that others have the processor."""
        limit = self.limits.wall_seconds
        held_up = _held_up(self.pid) - self._held_at_beat
        return self._idle_wall - held_up > limit or self._idle_wall > limit * _LONGEST_HELD_UP

    def close(self) -> None:
        """Close the parent's descriptors; beat and note stay readable."""
        self._final = (self._board.beat, self._board.note)
        self.alive = False
        self.socket.close()
        self.far_socket.close()
        for descriptor in (self.board_file, self.fault_file, self.output_file, self._handle):
            if descriptor is not None:
                os.close(descriptor)
        self._handle = None

    def _ask(self, reason: str, now: float) -> None:
        """Have the worker write where it is, before it is killed."""
        self.reason = reason
        self._asked = now
        self._fault_size = os.fstat(self.fault_file).st_size
        if not FAULT_SIGNAL or not self._signal(FAULT_SIGNAL):
            self._signal(signal.SIGKILL)

    def _finish_asking(self, now: float) -> None:
        size = os.fstat(self.fault_file).st_size
        answered = size > 0 and size == self._fault_size
        self._fault_size = size
        if answered or self._asked is None or now - self._asked > GRACE:
            self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> bool:
        if not self.pid:
            return False
        if number == signal.SIGKILL and self._due is None:
            self._due = time.monotonic()
        try:
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, number)
            else:
                os.kill(self.pid, number)
        except OSError:
            return False
        return True


def open_process(pid: int) -> int | None:
    """Return a descriptor that stands for a process even if its pid is used again; None without such."""
    try:
        return os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    except OSError:
        return None


def _cpu_time(pid: int) -> float:
    """Return the CPU seconds a process has used; where that cannot be known, wall time has to do."""
    if sys.platform == "linux":
        try:
            return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) computes
        except OSError:
            pass
    return 0.0


def _held_up(pid: int) -> float:
    """Return the seconds that a process was ready to run and others ran; 0 where that cannot be known."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
