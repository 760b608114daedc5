"""Drives real nurseries for the tests."""

from __future__ import annotations

import ast
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.isolation.worker import Worker

ROOT = Path(__file__).resolve().parents[2]
PATH = [str(ROOT), str(ROOT / "tests")]
# Wall time is generous, for a busy machine; CPU time is what ends most hangs.
QUICK = Limits(cpu_seconds=0.5, wall_seconds=10.0)


@dataclass(frozen=True)
class Fate:
    """What became of a worker."""

    worker: Worker
    frames: list[bytes]
    ended: Ended

    @property
    def told(self) -> list[list[Any]]:
        """What the entry point told of each call: argument, outcome, blocked effect."""
        return [ast.literal_eval(frame.decode()) for frame in self.frames]


def open_nursery(
    folder: Path, entry: str, payload: bytes = b"", limits: Limits = QUICK, python: str = sys.executable
) -> Nursery:
    """Return a nursery in a new interpreter for one of the test's entry points."""
    return Nursery.spawn(
        f"tests.isolation.entries:{entry}", payload, python=python, path=PATH, limits=limits, folder=folder
    )


def follow(nursery: Nursery, worker: Worker) -> Fate:
    """Poll until a worker ends."""
    frames: list[bytes] = []
    for _ in range(600):
        for event in nursery.poll(0.1):
            if event.worker is not worker:
                continue
            if isinstance(event, Message):
                frames.append(event.frame)
            else:
                return Fate(worker, frames, event)
    raise AssertionError(f"{worker} never ended")


def first_frame(nursery: Nursery, worker: Worker) -> bytes:
    """Poll until a worker says something."""
    for _ in range(600):
        for event in nursery.poll(0.1):
            if isinstance(event, Message) and event.worker is worker:
                return event.frame
            assert not isinstance(event, Ended), event
    raise AssertionError(f"{worker} never spoke")


def call(nursery: Nursery, function: str, *arguments: object, limits: Limits | None = None) -> Fate:
    """Call a function in a fresh worker, once for each argument, and return what became of it."""
    job = json.dumps([function, arguments]).encode()
    return follow(nursery, nursery.start(job, limits))


def is_alive(pid: int) -> bool:
    """Say whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def living_relatives(session: int) -> list[str]:
    """Return the command lines of living processes of a session."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or not is_alive(int(name)):
            continue
        try:
            if os.getsid(int(name)) == session:
                found.append(Path(f"/proc/{name}/cmdline").read_text())
        except OSError:
            continue
    return found
