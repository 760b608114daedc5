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

MANY = 10_000
"""A run that has passed fewer probes is never ended."""
SOONER = 5
"""Once a run was ended others get one part of so many of the time: they mostly end there too."""
LOOKS = 4
"""So often more it is seen where a run is before it is ended: what stays the same is what goes round."""
BETWEEN = 0.005
"""Seconds of processor time between these."""
_TARGET: Final = os.path.join(os.path.dirname(__file__), "target.py")
_OURS: Final = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")


class Endless(BaseException):
    """A run was ended that went round and round.

    Not an `Exception`, so that code which survives any error does not survive this one.
    """

    def __init__(self, stays: FrameType | None = None) -> None:
        super().__init__()
        self.stays = stays
        """The innermost frame that was there each time; those that it calls come and go."""

    def cut(self) -> None:
        """End the traceback where it goes round: what was called from there just then is chance."""
        step, self.stays, stays = self.__traceback__, None, self.stays
        if stays is None or stays.f_code.co_filename.startswith(_OURS):
            return  # all of the code under test comes and goes
        while step is not None and step.tb_frame is not stays:
            step = step.tb_next
        if step is not None:
            step.tb_next = None


class Patience:
    """Looks at the runs of one target every so many seconds of processor time."""

    def __init__(self, path: Recorded, beat: memoryview, seconds: float) -> None:
        self._path = path
        self._beat = beat
        self._seconds = seconds
        self._interval = seconds
        """Between two looks, while nothing goes round."""
        self._last = -1
        """The run that was going on at the last look."""
        self._stack: list[FrameType] = []
        """Where it was at each look since it was found to go round; what has changed since is left out."""
        self._looks = 0
        self._before: Any = signal.SIG_IGN

    def begin(self) -> None:
        """Start looking; nothing happens where signals cannot be had."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGPROF, self._look)
            _every(self._interval)

    def end(self) -> None:
        """Look no more."""
        if threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._before)
            self._last, self._stack = -1, []

    def _look(self, number: int, frame: FrameType | None) -> None:
        run, last = self._beat[0], self._last
        self._last = run
        if run != last or len(self._path) <= MANY or not _is_in_a_run(frame):
            if self._stack:
                self._begin_anew()
            return
        if not self._stack:
            self._stack, self._looks = _stack(frame), LOOKS
            _every(BETWEEN)
            return
        alive = set(map(id, _stack(frame)))
        self._stack = [each for each in self._stack if id(each) in alive]
        self._looks -= 1
        if self._looks == 0:
            ended = Endless(self._stack[-1])
            self._interval = self._seconds / SOONER
            self._begin_anew()
            raise ended

    def _begin_anew(self) -> None:
        self._last, self._stack = -1, []
        _every(self._interval)


def _every(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def _stack(frame: FrameType | None) -> list[FrameType]:
    """Return a frame and those that it was called from, the outermost first."""
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found[::-1]


def _is_in_a_run(frame: FrameType | None) -> bool:
    """Return whether code that is not ours is being run by a target, rather than our own before or after it."""
    others = False
    while frame is not None:
        file = frame.f_code.co_filename
        if file == _TARGET:
            # What the call is made with is there as long as it runs; all else that a target does comes before or after.
            here = frame.f_locals
            return others and (here.get("arguments") is not None or getattr(here.get("runner"), "calling", False))
        others = others or not file.startswith(_OURS)
        frame = frame.f_back
    return False
