"""What is said about workers: to the caller, and between parent and nursery.

The first part is what `Nursery.poll` returns. The second packs the few messages on the control
socket: a start goes down with the worker's descriptors, everything else comes up as frames.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fuzzwright.isolation.limits import Limits

if TYPE_CHECKING:
    from fuzzwright.isolation.worker import Worker

Kind = Literal["exited", "signalled", "timed_out"]

# Exit codes of our own code in a worker or nursery; the board's `leaving` word tells them from the target's.
LEFT_LINK = 121  # the link to the parent is closed or spoiled
LEFT_RAISED = 122  # `run` or `prepare` raised; the traceback is the fault text
LEFT_COPY = 123  # a forked copy of a worker, which must not go on
LEFT_SANDBOX = 124  # the sandbox could not be entered; the traceback is the fault text
REASONS = {LEFT_LINK: "link", LEFT_RAISED: "raised", LEFT_SANDBOX: "sandbox"}


@dataclass(frozen=True, slots=True)
class Message:
    """A frame from a worker."""

    worker: Worker
    frame: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """A worker is gone; its `note` and `beat` can still be read.

    `reason` is "cpu" or "wall" for a time-out; "killed", "garbled" or "nursery" when it was ended from outside;
    "link", "raised" or "sandbox" when our own code in the worker gave up; "prepare" or "fork" when it never
    started; else "".
    """

    worker: Worker
    kind: Kind
    code: int | None = None
    signal: int | None = None
    reason: str = ""
    fault: str = ""
    output: str = ""
    leftovers: tuple[str, ...] = ()


class NurseryDied(Exception):
    """A nursery ended, or was ended, before `prepare` was done."""

    def __init__(
        self, kind: Kind, code: int | None, signal: int | None, reason: str, *, note: bytes, fault: str, output: str
    ) -> None:
        end = f"signal {signal}" if signal is not None else f"code {code}"
        super().__init__(f"the nursery {kind.replace('_', ' ')} in prepare ({reason or end})")
        self.kind = kind
        self.code = code
        self.signal = signal
        self.reason = reason  # "wall", "garbled", "raised", "sandbox" or ""
        self.note = note
        self.fault = fault
        self.output = output


# Between parent and nursery ---------------------------------------------------------------------

_START = struct.Struct("<QQddd4Q")
START_SIZE = _START.size
START_FILES = 4  # link, board, fault file, output file


def pack_start(number: int, slot: int, limits: Limits) -> bytes:
    """Return the request for a worker that lives in folder `slot`."""
    return _START.pack(
        number,
        slot,
        limits.cpu_seconds,
        limits.wall_seconds,
        limits.prepare_seconds,
        limits.memory_bytes,
        limits.file_bytes,
        limits.open_files,
        limits.life_cpu_seconds,
    )


def unpack_start(data: bytes) -> tuple[int, int, Limits]:
    """Return number, slot and limits of the worker asked for."""
    number, slot, *limits = _START.unpack(data)
    return number, slot, Limits(*limits)


@dataclass(frozen=True, slots=True)
class Hello:
    """`prepare` is done."""

    cold: bool
    data: bytes


@dataclass(frozen=True, slots=True)
class Started:
    """A worker runs."""

    number: int
    pid: int


@dataclass(frozen=True, slots=True)
class Reaped:
    """A worker ended with an exit code, negative for a signal; None if it could not be started."""

    number: int
    code: int | None
    leftovers: tuple[str, ...]


Report = Hello | Started | Reaped


def pack_report(report: Report) -> bytes:
    """Return a nursery's report as the body of a frame."""
    match report:
        case Hello(cold, data):
            return b"h" + bytes([cold]) + data
        case Started(number, pid):
            return b"s" + json.dumps([number, pid]).encode()
        case Reaped(number, code, leftovers):
            return b"r" + json.dumps([number, code, leftovers]).encode()


def unpack_report(body: bytes) -> Report:
    """Return the report in a frame; raises ValueError for anything else."""
    kind, rest = body[:1], body[1:]
    if kind == b"h":
        return Hello(rest[:1] == b"\1", rest[1:])
    match kind, json.loads(rest):
        case b"s", [int(number), int(pid)] if pid > 1:
            return Started(number, pid)
        case b"r", [int(number), int() | None as code, list(leftovers)]:
            return Reaped(number, code, tuple(str(item) for item in leftovers))
    raise ValueError("no report")
