"""Workers on demand: the parent's side, and the only place where it waits.

A nursery prepares once and every worker is a fork of it, so starting, recycling, recovery from a death and
replay in a fresh process all cost a few milliseconds. Where forking is unsafe, each worker gets a nursery
process of its own, and where a nursery dies, the next start makes a new one; callers need not know.
"""

from __future__ import annotations

import itertools
import os
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation import process
from fuzzwright.isolation.board import read_tail
from fuzzwright.isolation.folders import clear_folder
from fuzzwright.isolation.frames import Garbled
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.link import Prepare
from fuzzwright.isolation.messages import (
    REASONS,
    Ended,
    Hello,
    Kind,
    Message,
    NurseryDied,
    Reaped,
    Report,
    Started,
    pack_start,
    unpack_report,
)
from fuzzwright.isolation.process import NurseryProcess
from fuzzwright.isolation.sandbox import PARTS
from fuzzwright.isolation.worker import Worker

__all__ = ["Ended", "Limits", "Message", "Nursery", "NurseryDied", "Worker"]

Launch = Callable[[], NurseryProcess]
_TICK = 0.05  # seconds between two looks at the beats
_DYING_TICK = 0.005  # while a worker writes down where it hangs
_READS_AT_END = 4096


class Nursery:
    """Starts workers, and tells what they say and how they end.

    Use it from one thread, and start it from one that lives as long as it: on Linux the nursery dies with the
    thread that started it.
    """

    def __init__(self, launch: Launch, limits: Limits, folder: Path) -> None:
        self.limits = limits
        self.folder = folder
        self._launch = launch
        self._selector = selectors.DefaultSelector()
        self._processes: list[NurseryProcess] = []
        self._workers: dict[int, Worker] = {}
        self._events: list[Message | Ended] = []
        self._next_number = 1
        self._hello: bytes | None = None
        self._died: NurseryDied | None = None
        self.cold = False
        self._open()

    @classmethod
    def spawn(
        cls, entry: str, payload: bytes, *, python: str, path: Sequence[str], limits: Limits, folder: Path
    ) -> Nursery:
        """Return a nursery in a new interpreter, preparing with the function `entry` ("package.module:function").

        `path` comes before the interpreter's own `sys.path`; of ours, only `fuzzwright` can be imported there.
        """
        folder = _own(folder)

        def launch() -> NurseryProcess:
            return process.spawn(entry, payload, python=python, path=path, limits=limits, folder=folder)

        return cls(launch, limits, folder)

    @classmethod
    def fork(cls, prepare: Prepare, *, limits: Limits, folder: Path) -> Nursery:
        """Return a nursery that is a fork of this very process, as it is now."""
        folder = _own(folder)
        return cls(lambda: process.fork(prepare, limits=limits, folder=folder), limits, folder)

    @property
    def hello(self) -> bytes:
        """What `prepare` returned."""
        return self.wait_ready()

    @property
    def is_ready(self) -> bool:
        """Whether `prepare` is done; for callers that poll meanwhile instead of waiting."""
        return self._hello is not None

    @property
    def died(self) -> NurseryDied | None:
        """How it ended, if it did before `prepare` was done."""
        return self._died if self._hello is None else None

    def wait_ready(self) -> bytes:
        """Wait until `prepare` is done and return its hello; raises NurseryDied if it never will be."""
        while self._hello is None:
            if self._died is not None:
                raise self._died
            self._look(_TICK)
        return self._hello

    def start(self, job: bytes, limits: Limits | None = None) -> Worker:
        """Start a worker on `job`; how it fares is told by `poll`."""
        taken = {worker.slot for worker in self._workers.values()}
        slot = next(slot for slot in itertools.count(1) if slot not in taken)
        worker = Worker(self._next_number, slot, limits or self.limits, self.folder)
        self._next_number += 1
        self._workers[worker.number] = worker
        self._selector.register(worker.socket, selectors.EVENT_READ, worker)
        worker.send(job)
        nursery = next((p for p in self._processes if not (p.used or p.reason)), None) or self._open()
        nursery.pending.append(worker)
        # A nursery that turns out cold takes the first; `_serve_pending` finds the others one each.
        if nursery.ready:
            self._serve_pending(nursery)
        return worker

    def poll(self, timeout: float) -> list[Message | Ended]:
        """Wait up to `timeout` seconds for messages and ends, and see to it that limits are kept."""
        deadline = time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            self._look(0.0 if self._events else min(left, _TICK))
            if self._events or left <= 0.0:
                events, self._events = self._events, []
                return events

    def close(self) -> None:
        """End everything that was started and remove what it left in the folder."""
        for nursery in self._processes:
            nursery.kill()
        for worker in self._workers.values():
            worker.kill()
        for nursery in list(self._processes):
            nursery.wait()
            nursery.end_leftovers()
            nursery.close()
        for worker in self._workers.values():
            worker.wait()
            worker.close()
        self._processes.clear()
        self._workers.clear()
        self._selector.close()
        clear_folder(self.folder)

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Nursery processes --------------------------------------------------------------------------

    def _open(self) -> NurseryProcess:
        nursery = self._launch()
        self._processes.append(nursery)
        self._selector.register(nursery.control, selectors.EVENT_READ, nursery)
        if nursery.handle is not None:
            self._selector.register(nursery.handle, selectors.EVENT_READ, nursery)
        return nursery

    def _serve_pending(self, nursery: NurseryProcess) -> None:
        pending, nursery.pending = nursery.pending, []
        for worker in pending:
            if nursery.used:
                self._open().pending.append(worker)
                continue
            files = [worker.far_socket.fileno(), worker.board_file, worker.fault_file, worker.output_file]
            nursery.workers[worker.number] = worker
            worker.requested()
            nursery.control.setblocking(True)
            try:
                socket.send_fds(nursery.control, [pack_start(worker.number, worker.slot, worker.limits)], files)
            except OSError:
                nursery.kill("nursery")  # it is dying; its end is told with the others
            finally:
                nursery.control.setblocking(False)
            worker.far_socket.close()
            if nursery.cold:
                nursery.used = True
                worker.started(nursery.pid)

    def _hear(self, nursery: NurseryProcess) -> None:
        """Take in what a nursery process says."""
        try:
            nursery.reader.feed(nursery.control.recv(1 << 18))
        except (BlockingIOError, ConnectionError):
            pass
        try:
            while (body := nursery.reader.take()) is not None:
                self._heed(nursery, unpack_report(body))
        except (Garbled, ValueError, KeyError):
            nursery.kill("garbled")

    def _heed(self, nursery: NurseryProcess, report: Report) -> None:
        match report:
            case Hello(cold, data):
                nursery.ready = True
                nursery.cold = self.cold = cold
                self._hello = data if self._hello is None else self._hello
                self._serve_pending(nursery)
            case Started(number, pid):
                nursery.workers[number].started(pid)
            case Reaped(number, code, leftovers):
                worker = nursery.workers.pop(number)
                if code is None:
                    worker.reason = worker.reason or "fork"
                self._end(worker, code, leftovers)

    def _bury(self, nursery: NurseryProcess) -> None:
        """Tell the end of a nursery process, and of the workers that end with it."""
        self._processes.remove(nursery)
        self._selector.unregister(nursery.control)
        if nursery.handle is not None:
            self._selector.unregister(nursery.handle)
        leftovers = nursery.end_leftovers()
        if not nursery.ready:
            self._died = died = nursery.died()
            for worker in nursery.pending:
                worker.reason = "prepare"
                self._end(worker, nursery.code, leftovers, died.fault, died.output)
        for worker in nursery.workers.values():
            if nursery.used:
                self._end(worker, nursery.code, leftovers)
            else:
                worker.stop("nursery")
                self._end(worker, -9, leftovers)
        nursery.close()

    # Watching -----------------------------------------------------------------------------------

    def _look(self, timeout: float) -> None:
        """Wait once, take in what came, and look after everybody's limits."""
        self._adjust_masks()
        # A list: everybody is looked at, not only up to the first.
        dying = [worker.number for worker in self._workers.values() if worker.watch(time.monotonic())]
        for key, mask in self._selector.select(_DYING_TICK if dying and timeout else timeout):
            match key.data:
                case Worker() as worker if worker.alive:
                    self._exchange(worker, mask)
                case NurseryProcess() as nursery if nursery in self._processes:
                    self._hear(nursery)
        now = time.monotonic()
        for nursery in list(self._processes):
            nursery.code = nursery.reap()
            if nursery.code is not None:
                self._hear(nursery)
                self._bury(nursery)
            else:
                nursery.watch(now)

    def _adjust_masks(self) -> None:
        """Wake up for sockets that can be written to only while something is to be written."""
        for worker in self._workers.values():
            mask = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.outgoing else 0)
            if mask != worker.mask and worker.listening:
                worker.mask = mask
                self._selector.modify(worker.socket, mask, worker)

    def _exchange(self, worker: Worker, mask: int) -> None:
        if mask & selectors.EVENT_WRITE:
            worker.flush()
        if mask & selectors.EVENT_READ and not worker.read() and worker.alive:
            # The worker closed its end. Its process is watched by other means; stop waking up for this.
            self._forget_socket(worker)
            return
        self._take_frames(worker)

    def _take_frames(self, worker: Worker) -> None:
        try:
            while (frame := worker.reader.take()) is not None:
                self._events.append(Message(worker, frame))
        except Garbled:
            worker.stop("garbled")

    def _forget_socket(self, worker: Worker) -> None:
        if worker.listening:
            worker.listening = False
            self._selector.unregister(worker.socket)

    def _end(
        self, worker: Worker, code: int | None, leftovers: tuple[str, ...], fault: str = "", output: str = ""
    ) -> None:
        """Tell a worker's last messages and its end."""
        for _ in range(_READS_AT_END):
            if not worker.read():
                break
        self._take_frames(worker)
        kind, exit_code, number = process.how(code)
        reason = worker.reason
        if not reason and worker.left_by_itself and exit_code is not None:
            reason = REASONS.get(exit_code, "")
        told: Kind = "timed_out" if reason in ("cpu", "wall") else kind
        fault = fault or read_tail(worker.fault_file, process.FAULT_KEPT)
        output = output or read_tail(worker.output_file, process.OUTPUT_KEPT)
        self._events.append(Ended(worker, told, exit_code, number, reason, fault, output, leftovers))
        self._forget_socket(worker)
        self._workers.pop(worker.number, None)
        worker.close()
        clear_folder(worker.folder, keep=PARTS)


def _own(folder: Path) -> Path:
    """Make the folder, and say where it really is."""
    if not hasattr(os, "fork"):
        raise FuzzwrightError(
            "workers need a system with fork", fix="use Linux, macOS or WSL, or run in process (`isolated=False`)"
        )
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()
