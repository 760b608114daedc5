"""Judges one run of a Python function: returned as annotated, discarded, or failed, and where."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import (
    DEPTH,
    Blocked,
    Discarded,
    Exited,
    Failure,
    Frame,
    Mismatched,
    Outcome,
    OutOfMemory,
    Raised,
    Returned,
    TimedOut,
    Violated,
)
from fuzzwright.isolation.audit import EffectBlocked
from fuzzwright.python.checked_calls import CheckedCalls
from fuzzwright.python.drive import NeverEnds
from fuzzwright.python.patience import Endless
from fuzzwright.python.places import frames_of, name_of, safe_text
from fuzzwright.python.properties import Assumed, NotTrue
from fuzzwright.python.refusals import BuildError

_REFUSED = (errno.EACCES, errno.EPERM)


class FunctionOracle:
    """What the outcome of a run is, given where the code under test lies and what it should return."""

    def __init__(
        self,
        inside: Callable[[str], bool],
        root: str,
        check: Callable[[object], str | None] | None = None,
        expected: str = "",
        is_property: bool = False,
        sandboxed: bool = True,
        depth: int = DEPTH,
    ) -> None:
        self.inside = inside
        self.root = root
        self.check = check
        self.expected = expected
        self.is_property = is_property
        self.sandboxed = sandboxed
        self.depth = depth
        self.calls: CheckedCalls | None = None
        """What the calls inside of the code under test were held against, if they were."""

    def __call__(self, input: Any, observation: Observation) -> Outcome:
        outcome = self._judged(observation)
        return outcome if self.calls is None else self.calls.judged(outcome, observation.path)

    def _judged(self, observation: Observation) -> Outcome:
        if observation.ended is not None:
            return observation.ended
        error = observation.error
        if error is None:
            return self._returned(observation)
        kind = type(error)
        if issubclass(kind, Assumed):
            return Discarded()
        if issubclass(kind, BuildError):
            cause = error.__cause__
            return Discarded(f"arguments: {name_of(cause)}" if cause is not None else "arguments")
        outcome = self._failed(error, observation.blocked)
        return (
            outcome if self.depth == DEPTH or not isinstance(outcome, Failure) else replace(outcome, depth=self.depth)
        )

    def _returned(self, observation: Observation) -> Outcome:
        if self.check is None:
            return Returned()
        problem = self.check(observation.result)
        if problem is None:
            return Returned()
        return Mismatched((), self.expected, problem)

    def _failed(self, error: BaseException, blocked: str | None) -> Outcome:
        kind = type(error)
        if isinstance(error, Endless):
            error.cut()
        frames = self._frames(error)
        if blocked is not None or issubclass(kind, EffectBlocked):
            return Blocked(frames, blocked or str(getattr(error, "effect", "")))
        if self.sandboxed and issubclass(kind, OSError) and error.errno in _REFUSED:  # type: ignore[attr-defined]  # an OSError has it
            return Blocked(frames, f"access refused by the system: {safe_text(error)}")
        if issubclass(kind, NeverEnds):
            return TimedOut(frames, 0.0, "deadlock")
        if issubclass(kind, Endless):
            return TimedOut(frames, 0.0, "cpu", confirmed=False)
        if issubclass(kind, MemoryError):
            return OutOfMemory(frames, safe_text(error))
        if issubclass(kind, SystemExit):
            return Exited(frames, _code(error), "sys.exit")
        if issubclass(kind, NotTrue):
            return Violated((), "returned False")
        if not frames and not self.is_property and _ours(error):
            return Discarded("inside fuzzwright")
        failure: type[Raised] = Violated if self.is_property else Raised
        return failure(frames, name_of(error), safe_text(error))

    def _frames(self, error: BaseException) -> tuple[Frame, ...]:
        try:
            return frames_of(error, self.inside, self.root)
        except Exception:
            return ()


def _code(error: BaseException) -> int:
    code = getattr(error, "code", 1)
    if code is None:
        return 0
    return code if type(code) is int else 1


def _ours(error: BaseException) -> bool:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    # One frame only is the call itself, which was made here: wrong arguments, or a callable without Python code.
    return (
        traceback is not None
        and traceback is not error.__traceback__
        and traceback.tb_frame.f_globals.get("__name__", "").startswith("fuzzwright.")
    )
