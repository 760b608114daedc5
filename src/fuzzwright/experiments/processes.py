"""Trials in processes of their own, some at a time; each ends by itself, and is ended if it does not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeVar

from fuzzwright.experiments.engines import longest
from fuzzwright.experiments.trials import Result, Trial, result_from

_MODULE: Final = "fuzzwright.experiments.engines"
MOST_TEXT: Final = 200
_DROPPED: Final = ("PYTHONWARNINGS", "PYTHONOPTIMIZE", "PYTHONDEVMODE", "PYTHONTRACEMALLOC")
"""Variables that would change what a trial measures; without assertions no property could fail."""


@dataclass(slots=True)
class _Running:
    """A process, and the folder it works in."""

    trial: Trial
    process: subprocess.Popen[bytes]
    folder: TemporaryDirectory[str]

    def close(self) -> None:
        """End the process and forget what it left behind."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)  # a session of its own: this is its group's number too
            except ProcessLookupError:
                pass
        self.process.wait()
        self.folder.cleanup()


class Closing(Protocol):
    """A process that can be ended."""

    def close(self) -> None: ...


T = TypeVar("T")
P = TypeVar("P", bound=Closing)
W = TypeVar("W")
R = TypeVar("R")


def run_each(
    trials: Iterable[T],
    jobs: int,
    start: Callable[[T], P],
    wait_for: Callable[[P], W],
    result_of: Callable[[P, W], R],
) -> Generator[R, None, None]:
    """Yield the results of trials as they come, some at a time; when this is closed, what runs is ended and not told.

    A process is waited for in a thread; its result is read before it is closed.
    """
    todo = iter(trials)
    running: dict[Future[W], P] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while True:
                for trial in islice(todo, jobs - len(running)):
                    started = start(trial)
                    running[pool.submit(wait_for, started)] = started
                if not running:
                    return
                over, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in over:
                    ended = running.pop(future)
                    result = result_of(ended, future.result())
                    ended.close()
                    yield result
        finally:
            for each in running.values():
                each.close()


def run_all(trials: Iterable[Trial], jobs: int) -> Generator[Result, None, None]:
    """Yield the results of trials as they come; when this is closed, what runs is ended and not told."""
    return run_each(trials, jobs, _start, _wait, _result)


def _start(trial: Trial) -> _Running:
    folder = TemporaryDirectory(prefix="fuzzwright-trial-", ignore_cleanup_errors=True)
    kept = {name: value for name, value in os.environ.items() if name not in _DROPPED}
    process = subprocess.Popen(
        # -P: the current folder may hold modules that are called like ours.
        [sys.executable, "-P", "-m", _MODULE, json.dumps(trial.record()), folder.name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder.name,
        env={**kept, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
        # Ctrl-C is for us alone: we end what runs.
        start_new_session=True,
    )
    return _Running(trial, process, folder)


def _wait(running: _Running) -> tuple[str, str]:
    """Return what a trial wrote, on its output and of errors, when it is over; end it when it should be."""
    process = running.process
    try:
        written = process.communicate(timeout=longest(running.trial.limits))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        written = process.communicate()
    output, errors = (text.decode("utf-8", "replace").strip() for text in written)
    return output, errors


def _result(ended: _Running, written: tuple[str, str]) -> Result:
    trial, code = ended.trial, ended.process.returncode
    output, errors = written
    try:
        if code == 0:
            return result_from(json.loads(output.splitlines()[-1]))
    except (IndexError, ValueError, KeyError, TypeError):
        pass
    return Result(trial, False, trial.limits.seconds, note=why_none(code, errors))


def why_none(code: int, errors: str) -> str:
    """Return why a trial has no result, from how it ended and what it complained of."""
    if code in (-signal.SIGKILL, -signal.SIGALRM):
        return "was ended: it did not keep its time"
    last = errors.splitlines()[-1][:MOST_TEXT] if errors else "it said nothing"
    return f"ended by signal {-code}: {last}" if code < 0 else f"ended with {code}: {last}"
