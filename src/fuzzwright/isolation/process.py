"""Starts a nursery process and keeps the parent's end of it.

Two ways: a new interpreter that imports its entry point by name, or a fork of this very process. What
they say and how they end is the same from then on.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import astuple
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation import sandbox
from fuzzwright.isolation.board import BoardView, anonymous_file, create_board, nameless_file, read_tail
from fuzzwright.isolation.descendants import end_group, end_session
from fuzzwright.isolation.descriptors import plug_inherited
from fuzzwright.isolation.frames import FrameReader
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.link import Prepare
from fuzzwright.isolation.messages import REASONS, Kind, NurseryDied
from fuzzwright.isolation.serve import FAULT_SIGNAL, Birth, serve
from fuzzwright.isolation.worker import GRACE, Worker, open_process

FAULT_KEPT = 256 << 10
OUTPUT_KEPT = 64 << 10

# Only `fuzzwright` is made importable, never what happens to be installed beside it; and its modules get builtins of
# their own, so that code under test which replaces `len` does not replace ours.
_BOOT = """\
import builtins, json, sys
from importlib.machinery import PathFinder, SourceFileLoader
class Loader(SourceFileLoader):
    own = dict(vars(builtins))
    def exec_module(self, module):
        module.__dict__["__builtins__"] = self.own
        super().exec_module(module)
class Fuzzwright:
    root = json.loads(sys.argv[1])["root"]
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "fuzzwright" and not name.startswith("fuzzwright."):
            return None
        spec = PathFinder.find_spec(name, [cls.root] if path is None else path)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec
sys.meta_path.insert(0, Fuzzwright)
from fuzzwright.isolation.serve import main
main()
"""


class NurseryProcess:
    """One nursery process, seen from its parent."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limits = limits
        self.folder = folder
        self.control, self.far_control = socket.socketpair()
        self.board_file = create_board(folder)
        self.board = BoardView(self.board_file)
        self.fault_file = anonymous_file(folder)
        self.output_file = nameless_file(folder)
        self.reader = FrameReader()
        self.pid = 0
        self.handle: int | None = None  # a pidfd
        self.reap: Callable[[], int | None] = lambda: None
        self.code: int | None = None  # exit code, negative for a signal
        self.began = time.monotonic()
        self.ready = False
        self.cold = False
        self.used = False  # a cold nursery that has become its worker
        self.reason = ""
        self.pending: list[Worker] = []  # to be started once it is ready
        self.workers: dict[int, Worker] = {}

    def open(self, pid: int, reap: Callable[[], int | None]) -> None:
        """Take up a process that has just been started."""
        self.pid, self.reap = pid, reap
        self.handle = open_process(pid)
        self.far_control.close()
        self.control.setblocking(False)

    def kill(self, reason: str = "") -> None:
        """End the nursery; the kernel ends its workers."""
        self.reason = self.reason or reason
        if self.pid and self.code is None:
            os.kill(self.pid, signal.SIGKILL)

    def watch(self, now: float) -> None:
        """End a nursery that does its work no more, or whose `prepare` takes too long; that one first says where."""
        if any(worker.is_overdue(now) for worker in self.workers.values()):
            self.kill("nursery")
        late = now - self.began - self.limits.prepare_seconds
        if self.ready or late <= 0:
            return
        if self.reason != "wall" and FAULT_SIGNAL:
            self.reason = "wall"
            os.kill(self.pid, FAULT_SIGNAL)
        elif late > GRACE:
            self.kill("wall")

    def wait(self) -> None:
        """Wait for the end of a nursery that was killed."""
        while self.code is None and self.pid:
            self.code = self.reap()
            if self.code is None:
                if self.handle is not None:
                    select.select([self.handle], [], [], 1.0)
                else:
                    time.sleep(0.005)

    def end_leftovers(self) -> tuple[str, ...]:
        """Kill what is left of a nursery's session after its end."""
        end_group(self.pid)
        return end_session(self.pid)

    def died(self) -> NurseryDied:
        """Return how a nursery ended that never got ready."""
        kind, code, number = how(self.code)
        reason = self.reason
        if not reason and self.board.leaving and code is not None:
            reason = REASONS.get(code, "")
        if reason == "wall":
            kind = "timed_out"
        return NurseryDied(
            kind,
            code,
            number,
            reason,
            note=self.board.note,
            fault=read_tail(self.fault_file, FAULT_KEPT),
            output=read_tail(self.output_file, OUTPUT_KEPT),
        )

    def close(self) -> None:
        """Close the parent's descriptors."""
        self.control.close()
        self.far_control.close()
        for descriptor in (self.board_file, self.fault_file, self.output_file, self.handle):
            if descriptor is not None:
                os.close(descriptor)
        self.handle = None


def how(code: int | None) -> tuple[Kind, int | None, int | None]:
    """Return kind, exit code and signal from an exit code that is negative for a signal."""
    if code is not None and code < 0:
        return "signalled", None, -code
    return "exited", code, None


def spawn(
    entry: str, payload: bytes, *, python: str, path: Sequence[str], limits: Limits, folder: Path
) -> NurseryProcess:
    """Start a nursery as a new interpreter."""
    nursery = NurseryProcess(limits, folder)
    payload_file = anonymous_file(folder)
    given = {
        "root": str(Path(__file__).resolve().parents[2]),
        "entry": entry,
        "path": [str(item) for item in path],
        "control": nursery.far_control.fileno(),
        "board": nursery.board_file,
        "fault": nursery.fault_file,
        "parent": os.getpid(),
        "folder": str(folder),
        "limits": astuple(limits),
    }
    try:
        with open(payload_file, "wb", closefd=False) as file:
            file.write(payload)
        os.lseek(payload_file, 0, os.SEEK_SET)
        process = subprocess.Popen(
            [python, "-P", "-c", _BOOT, json.dumps(given)],
            stdin=payload_file,
            stdout=nursery.output_file,
            stderr=nursery.output_file,
            cwd=folder,
            env=sandbox.environment(os.environ),
            pass_fds=[nursery.far_control.fileno(), nursery.board_file, nursery.fault_file],
            start_new_session=True,
        )
    except OSError as error:
        nursery.close()
        raise FuzzwrightError(
            f"cannot start {python}: {error.strerror or error}", fix="give the path of a Python 3.11+ interpreter"
        ) from error
    finally:
        os.close(payload_file)
    nursery.open(process.pid, process.poll)
    return nursery


def fork(prepare: Prepare, *, limits: Limits, folder: Path) -> NurseryProcess:
    """Start a nursery as a fork of this process."""
    nursery = NurseryProcess(limits, folder)
    parent = os.getpid()
    with warnings.catch_warnings():
        # Said by Python 3.12+ where other threads run; only this one goes on in the child.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        try:
            _be_forked(nursery, parent, prepare)
        finally:
            os._exit(1)
    nursery.open(pid, lambda: _reap(pid))
    return nursery


def _be_forked(nursery: NurseryProcess, parent: int, prepare: Prepare) -> None:
    os.setsid()
    signal.set_wakeup_fd(-1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(nursery.output_file, 1)
    os.dup2(nursery.output_file, 2)
    control = nursery.far_control.detach()
    plug_inherited({control, nursery.board_file, nursery.fault_file})
    # Python's hash seed is fixed by now; the rest of the environment is what the caller set up.
    birth = Birth(control, nursery.board_file, nursery.fault_file, parent, nursery.folder, nursery.limits)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 # lives as long as the process
    serve(birth, lambda: prepare, b"")


def _reap(pid: int) -> int | None:
    try:
        done, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:  # somebody else waited for it; how it ended is lost
        return 255
    return os.waitstatus_to_exitcode(status) if done else None
