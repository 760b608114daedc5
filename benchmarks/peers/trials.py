"""One engine on one wall, in processes of its own whose CPU seconds are counted and limited.

What counts is the CPU time of the whole tree of processes, start-up and supervision included, until the engine
says on its output that the wall was reached. Linux only: it is read from `/proc`.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TICKS = os.sysconf("SC_CLK_TCK")
POLL = 0.1
_PATIENCE = 4.0
"""A process that mostly waits is ended after so many times its CPU seconds of wall time, and a minute."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one engine on one wall with one seed."""

    wall: str
    engine: str
    seed: int
    reached: bool
    cpu: float
    """CPU seconds until the wall was reached, or in all."""
    seconds: float
    """The same by the clock on the wall."""
    executions: int | None = None
    note: str = ""
    """Why it did not run to its end."""
    limit: float = 0.0
    """CPU seconds it was given for a wall."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A line that an engine wrote, and what it had used by then."""

    text: str
    cpu: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """How a process ended."""

    heard: tuple[Heard, ...]
    """The lines that were asked for."""
    cpu: float
    seconds: float
    code: int
    tail: str
    """The end of all it wrote."""


def run_limited(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    cpu_seconds: float,
    wants: Callable[[str], bool],
    stop: threading.Event,
    *,
    enough: int = 1,
    grace: float = 0.0,
) -> Run:
    """Run a command until it ends, has used its CPU seconds, or wrote `enough` of the lines that are wanted.

    With some seconds of grace it is interrupted then, as by Ctrl-C, and may write its report.
    """
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    output = process.stdout.fileno()
    heard: list[Heard] = []
    tail, rest, cpu, looked = b"", b"", 0.0, 0.0
    over = began + cpu_seconds * _PATIENCE + 60
    asked = False
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while time.monotonic() < over:
                content = os.read(output, 1 << 16) if (ready := selector.select(POLL)) else b""
                now = time.monotonic()
                *lines, rest = (rest + content).split(b"\n")
                tail = (tail + content)[-4000:]
                texts = [text for line in lines if wants(text := line.decode("utf-8", "replace"))]
                ended = not content and (bool(ready) or _has_ended(process.pid))
                if not asked and (texts or ended or now - looked >= POLL):
                    looked, cpu = now, max(cpu, cpu_of_tree(process.pid))
                    heard += [Heard(text, cpu, now - began) for text in texts]
                if ended:
                    break
                if not asked and (len(heard) >= enough or cpu > cpu_seconds or stop.is_set()):
                    asked, over = True, now + (0.0 if stop.is_set() else grace)
                    if grace:
                        process.send_signal(signal.SIGINT)
    finally:
        seconds = time.monotonic() - began
        _end(process)
    return Run(tuple(heard), cpu, seconds, process.returncode, tail.decode("utf-8", "replace"))


def _has_ended(pid: int) -> bool:
    """Tell whether a process has ended, leaving it to be waited for: its times are read before."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started."""
    for pid in reversed(process_tree(process.pid)):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def cpu_of_tree(pid: int) -> float:
    """Return the CPU seconds of a process, of all below it, and of those that it waited for."""
    ticks = 0
    for each in process_tree(pid):
        try:
            stat = Path(f"/proc/{each}/stat").read_text("utf-8", "replace")
        except OSError:
            continue
        # The name may hold spaces and brackets; utime, stime, cutime and cstime are 11 fields behind it.
        ticks += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
    return ticks / _TICKS


def process_tree(pid: int) -> list[int]:
    """Return a process and all below it, parents first."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        try:
            tasks = os.listdir(f"/proc/{current}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                children = Path(f"/proc/{current}/task/{task}/children").read_text("ascii")
            except OSError:
                continue
            waiting += map(int, children.split())
    return found


def said(line: str) -> dict[str, Any] | None:
    """Return what a peer's line says, if it is one of those that say something."""
    if not line.startswith('{"reached"'):
        return None
    try:
        return dict(json.loads(line))
    except ValueError:
        return None
