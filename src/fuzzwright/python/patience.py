"""Ends a run that goes round and round, from inside its own process.

A worker that has to be killed takes its epoch with it, and finding out which call it was takes seconds. A loop of
the code under test passes probes all the time, though, so it can be seen from here: a timer looks now and then
whether the same run is still going on and has passed very many of them, and raises in the middle of it. What waits, or
computes without passing probes, is left to whoever watches the process; so is code that survives everything raised.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Any, Final

from fuzzwright.engine.trace import Recorded
from fuzzwright.python.target import __file__ as target_file

MANY = 10_000
"""A run that has passed fewer probes is never ended."""
SOONER = 5
"""Once a run was ended others get one part of so many of the time: they mostly end there too."""
_OURS: Final = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")


class Endless(BaseException):
    """A run was ended that went round and round.

    Not an `Exception`, so that code which survives any error does not survive this one.
    """


class Patience:
    """Looks at the runs of one target every so many seconds of processor time."""

    def __init__(self, path: Recorded, beat: memoryview, seconds: float) -> None:
        self._path = path
        self._beat = beat
        self._seconds = seconds
        self._last = -1
        """The run that was going on at the last look."""
        self._before: Any = signal.SIG_IGN

    def begin(self) -> None:
        """Start looking; nothing happens where signals cannot be had."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGPROF, self._look)
            signal.setitimer(signal.ITIMER_PROF, self._seconds, self._seconds)

    def end(self) -> None:
        """Look no more."""
        if threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._before)

    def _look(self, number: int, frame: FrameType | None) -> None:
        run, last = self._beat[0], self._last
        self._last = run
        if run != last or len(self._path) <= MANY or not _is_in_a_run(frame):
            return
        self._last = -1
        signal.setitimer(signal.ITIMER_PROF, self._seconds / SOONER, self._seconds / SOONER)
        raise Endless


def _is_in_a_run(frame: FrameType | None) -> bool:
    """Return whether code that is not ours is being run by a target, rather than our own before or after it."""
    others = False
    while frame is not None:
        file = frame.f_code.co_filename
        if file == target_file:
            # What the call is made with is there as long as it runs; all else that a target does comes before or after.
            here = frame.f_locals
            return others and (here.get("arguments") is not None or getattr(here.get("runner"), "calling", False))
        others = others or not file.startswith(_OURS)
        frame = frame.f_back
    return False
