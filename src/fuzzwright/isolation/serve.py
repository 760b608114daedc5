"""The nursery process: prepares once, then forks workers until its parent is gone.

Between `prepare` and the end it runs no code of the target, stays single-threaded, and only waits for
requests and for deaths. If `prepare` left threads behind, forking is unsafe: the nursery says it is
cold, and becomes the one worker it is asked for.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import select
import signal
import socket
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from fuzzwright.isolation import audit, linux, sandbox
from fuzzwright.isolation.board import Board
from fuzzwright.isolation.descendants import end_group, end_strays
from fuzzwright.isolation.descriptors import move_high, reopen_inherited
from fuzzwright.isolation.frames import pack
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.link import Link, Prepare, Run
from fuzzwright.isolation.messages import (
    LEFT_RAISED,
    LEFT_SANDBOX,
    START_FILES,
    START_SIZE,
    Hello,
    Reaped,
    Report,
    Started,
    pack_report,
    unpack_start,
)
from fuzzwright.isolation.output import Output

# Asks a worker that hangs where it is; real-time signals are hardly used by anyone else.
FAULT_SIGNAL = signal.SIGRTMIN + 7 if hasattr(signal, "SIGRTMIN") else getattr(signal, "SIGUSR2", 0)


@dataclass(frozen=True, slots=True)
class Birth:
    """What a nursery starts with; descriptors are its own copies."""

    control: int
    board: int
    fault: int
    parent: int
    folder: Path
    limits: Limits


def serve(birth: Birth, find_prepare: Callable[[], Prepare], payload: bytes) -> NoReturn:
    """Be a nursery; never returns."""
    board = Board(birth.board)
    try:
        linux.die_with(birth.parent)
        linux.become_subreaper()
        # Private to the target's process: descriptors it could meet by guessing are kept out of its way.
        control = socket.socket(fileno=move_high(birth.control, birth.limits.open_files))
        output = Output()
        output.install()
        _tell_faults(birth.fault)
        folder = birth.folder / "nursery"
        sandbox.settle(folder)
        sandbox.limit(birth.limits, for_good=False)
        sandbox.shut(birth.folder)
    except BaseException:
        _give_up(birth.fault, board, LEFT_SANDBOX)
    try:
        hello, run = find_prepare()(payload, board.note)
    except BaseException:
        audit.stand_aside()
        _give_up(birth.fault, board, LEFT_RAISED)
    audit.stand_aside()
    nursery = _Nursery(birth, control, output, run, board)
    nursery.announce(Hello(nursery.cold, hello))
    nursery.serve()


class _Nursery:
    def __init__(self, birth: Birth, control: socket.socket, output: Output, run: Run, board: Board) -> None:
        self.birth = birth
        self.control = control
        self.output = output
        self.run = run
        self.board = board
        self.cold = _count_threads() > 1
        self.sent = 0
        self.numbers: dict[int, int] = {}  # worker's number by pid
        self.chld: signal._HANDLER = None
        self.wake: tuple[int, int] = (-1, -1)

    def announce(self, report: Report) -> None:
        try:
            self.control.sendall(pack(pack_report(report), self.sent))
        except OSError:
            os._exit(0)  # the parent is gone; the kernel ends the workers
        self.sent += 1

    def serve(self) -> NoReturn:
        if self.cold:
            request, files = self._request()
            self._become(request, files)
        gc.collect()
        gc.freeze()  # a collection in a worker need not touch, and so copy, what all share
        self.wake = os.pipe()
        for end in self.wake:
            os.set_blocking(end, False)
        self.chld = signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.wake[1], warn_on_full_buffer=False)
        waiter = select.poll()
        waiter.register(self.control.fileno(), select.POLLIN)
        waiter.register(self.wake[0], select.POLLIN)
        while True:
            for descriptor, _ in waiter.poll():
                if descriptor == self.control.fileno():
                    request, files = self._request()
                    self._fork(request, files)
                else:
                    self._reap()

    def _request(self) -> tuple[bytes, list[int]]:
        request, files, _, _ = socket.recv_fds(self.control, START_SIZE, START_FILES)
        if len(request) != START_SIZE or len(files) != START_FILES:
            for pid in self.numbers:  # the parent is gone
                end_group(pid)
            os._exit(0)
        return request, files

    def _fork(self, request: bytes, files: list[int]) -> None:
        number, _, _ = unpack_start(request)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                pid = os.fork()
        except OSError:
            for descriptor in files:
                os.close(descriptor)
            self.announce(Reaped(number, None, ()))
            return
        if pid == 0:
            self._become(request, files)
        for descriptor in files:
            os.close(descriptor)
        self.numbers[pid] = number
        self.announce(Started(number, pid))

    def _reap(self) -> None:
        try:
            while os.read(self.wake[0], 4096):
                pass
        except BlockingIOError:
            pass
        ended = []
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            if pid in self.numbers:
                ended.append((pid, self.numbers.pop(pid), os.waitstatus_to_exitcode(status)))
        for pid, number, code in ended:
            end_group(pid)
            self.announce(Reaped(number, code, end_strays(self.numbers)))

    def _become(self, request: bytes, files: list[int]) -> NoReturn:
        """Be a worker; never returns."""
        _, slot, limits = unpack_start(request)
        link_file, board_file, fault_file, output_file = files
        board = Board(board_file)
        try:
            link = self._enter(slot, limits, board, link_file, fault_file, output_file)
            os.close(board_file)
        except BaseException:
            _give_up(fault_file, board, LEFT_SANDBOX)
        try:
            job = link.receive()
            if job is not None:
                self.run(link, job)
        except BaseException:
            audit.stand_aside()
            _give_up(fault_file, board, LEFT_RAISED)
        board.leave()
        os._exit(0)

    def _enter(
        self, slot: int, limits: Limits, board: Board, link_file: int, fault_file: int, output_file: int
    ) -> Link:
        if not self.cold:
            nursery = os.getppid()
            os.setpgid(0, 0)
            linux.die_with(nursery)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, self.chld if self.chld is not None else signal.SIG_DFL)
            for end in self.wake:
                os.close(end)
        self.control.close()
        os.close(self.birth.board)
        os.dup2(output_file, 1)
        os.dup2(output_file, 2)
        _tell_faults(fault_file)
        os.close(self.birth.fault)
        link_file = move_high(link_file, limits.open_files)
        reopen_inherited({link_file, fault_file, output_file})
        folder = self.birth.folder / f"w{slot}"
        sandbox.settle(folder)
        sandbox.limit(limits, for_good=True)
        self.output.install()
        self.output.take()
        board.keep_from_copies()
        linux.end_copies()
        link = Link(link_file, board, folder, self.output, output_file)
        sandbox.shut(folder)
        audit.blocked = None
        return link


def _tell_faults(descriptor: int) -> None:
    """Have fatal signals, and the one we ask with, write where the process is."""
    faulthandler.enable(file=descriptor, all_threads=True)
    if FAULT_SIGNAL and hasattr(faulthandler, "register"):
        faulthandler.register(FAULT_SIGNAL, file=descriptor, all_threads=True, chain=False)


def _give_up(fault: int, board: Board, code: int) -> NoReturn:
    """Leave with the current exception's traceback as the fault text."""
    try:
        os.write(fault, traceback.format_exc().encode("utf-8", "backslashreplace"))
    except BaseException:
        pass  # an exception whose text cannot be made, a closed descriptor: the code still tells
    board.leave()
    os._exit(code)


def _count_threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def main() -> NoReturn:
    """Start as a program: see `process.spawn` for the arguments."""
    import json

    from fuzzwright.isolation.link import load_prepare

    given = json.loads(sys.argv[1])
    sys.argv[1:] = []
    path: list[str] = given["path"]
    sys.path[:] = path + [entry for entry in sys.path if entry not in path]
    birth = Birth(
        control=given["control"],
        board=given["board"],
        fault=given["fault"],
        parent=given["parent"],
        folder=Path(given["folder"]),
        limits=Limits(*given["limits"]),
    )
    for descriptor in (birth.control, birth.board, birth.fault):
        os.set_inheritable(descriptor, False)
    payload = sys.stdin.buffer.read()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    serve(birth, lambda: load_prepare(given["entry"]), payload)
