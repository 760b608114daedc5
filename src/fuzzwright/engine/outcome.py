"""The judgement on one run: it returned, it was discarded, or it failed in one of several ways.

Two failures with the same `signature` are one finding.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field, replace
from typing import ClassVar

Signature = tuple[object, ...]

DEPTH = 3


@dataclass(frozen=True, slots=True, order=True)
class Frame:
    """A place in the code under test that a failure passed through."""

    file: str
    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.name}"


@dataclass(frozen=True, slots=True)
class Returned:
    """The run ended as runs should."""

    kind: ClassVar[str] = "returned"
    failed: ClassVar[bool] = False
    frames: ClassVar[tuple[Frame, ...]] = ()

    @property
    def signature(self) -> Signature:
        return (self.kind,)


@dataclass(frozen=True, slots=True)
class Discarded:
    """The input was not meant for the target: a precondition failed, or it could not be built."""

    reason: str = "assume"
    kind: ClassVar[str] = "discarded"
    failed: ClassVar[bool] = False
    frames: ClassVar[tuple[Frame, ...]] = ()

    @property
    def signature(self) -> Signature:
        return (self.kind, self.reason)


@dataclass(frozen=True, slots=True)
class Failure:
    """What every failure has: where it happened, outermost frame first, inside the code under test."""

    frames: tuple[Frame, ...] = ()
    depth: int = field(default=DEPTH, kw_only=True)
    """How many of the innermost frames two failures share if they are one finding."""
    kind: ClassVar[str] = "failed"
    failed: ClassVar[bool] = True

    @property
    def what(self) -> str:
        """A short name of what happened, without its circumstances."""
        return self.kind

    @property
    def says(self) -> str:
        """The message that came with it."""
        return ""

    @property
    def signature(self) -> Signature:
        return (self.kind, self.what, *collapsed(self.frames)[-self.depth :])


@dataclass(frozen=True, slots=True)
class Raised(Failure):
    """An exception came out of the target."""

    exception: str = "Exception"
    message: str = ""
    kind: ClassVar[str] = "raised"

    @property
    def what(self) -> str:
        return self.exception

    @property
    def says(self) -> str:
        return self.message

    @property
    def signature(self) -> Signature:
        frames = collapsed(self.frames)
        if self.exception == "RecursionError":
            # Where the stack ran out is chance; which functions call each other is not.
            return (self.kind, self.what, *sorted(set(cycle(self.frames))))
        return (self.kind, self.what, *frames[-self.depth :])


@dataclass(frozen=True, slots=True)
class Violated(Raised):
    """A property did not hold."""

    kind: ClassVar[str] = "property"


@dataclass(frozen=True, slots=True)
class Mismatched(Failure):
    """Two things that should agree do not: a returned value and its annotation, two compilers."""

    expected: str = ""
    actual: str = ""
    kind: ClassVar[str] = "return_type"

    @property
    def what(self) -> str:
        return f"{self.expected} expected"

    @property
    def says(self) -> str:
        return f"returned {self.actual}, annotated {self.expected}"


@dataclass(frozen=True, slots=True)
class MismatchedCall(Mismatched):
    """A call inside of the code under test that its hints do not allow, or a result of one."""

    caller: str = ""
    callee: str = ""
    parameter: str = ""
    """The one that got something else; empty if it is the result that does not fit."""

    @property
    def what(self) -> str:
        return f"{self.expected} expected for `{self.parameter}`" if self.parameter else f"{self.expected} expected"

    @property
    def says(self) -> str:
        if not self.parameter:
            return f"`{self.callee}` returned {self.actual} where {self.expected} is annotated"
        passed = f"passes {self.actual} for `{self.parameter}` of `{self.callee}`"
        return f"`{self.caller}` {passed} where {self.expected} is annotated"


@dataclass(frozen=True, slots=True)
class TimedOut(Failure):
    """The run used up its time and was ended."""

    seconds: float = 0.0
    clock: str = "cpu"
    confirmed: bool = True
    """Whether it was given time enough; if not, it was ended as it seemed to go on for ever."""
    ended: float = 0.0
    """After about so many seconds it was over when it was given far more time; 0 if it was not, or was not tried."""
    kind: ClassVar[str] = "timed_out"

    @property
    def signature(self) -> Signature:
        # Which line of a loop it had come to when its time was up is chance; in which functions it was is less so.
        return (self.kind, self.what, *(replace(each, line=0) for each in collapsed(self.frames)[-self.depth :]))

    @property
    def says(self) -> str:
        if self.clock == "deadlock":
            return "waits for something that cannot happen any more"
        if not self.confirmed:
            return "goes round and round"
        if self.ended:
            return f"slow: over only after {self.ended:g} s"
        return f"no end after {self.seconds:g} s of {'CPU' if self.clock == 'cpu' else 'wall'} time"


@dataclass(frozen=True, slots=True)
class OutOfMemory(Failure):
    """The run asked for more memory than it may have."""

    message: str = ""
    kind: ClassVar[str] = "out_of_memory"

    @property
    def what(self) -> str:
        return "MemoryError"

    @property
    def says(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Died(Failure):
    """The process was ended by a signal."""

    signal: int = 0
    kind: ClassVar[str] = "died"

    @property
    def what(self) -> str:
        try:
            return signal.Signals(self.signal).name
        except ValueError:
            return f"signal {self.signal}"

    @property
    def says(self) -> str:
        return f"the process was killed by {self.what}"


@dataclass(frozen=True, slots=True)
class Exited(Failure):
    """The target ended the process, or tried to."""

    code: int = 0
    how: str = "sys.exit"
    kind: ClassVar[str] = "exited"

    @property
    def what(self) -> str:
        return self.how

    @property
    def says(self) -> str:
        return f"{self.how} with code {self.code}"


@dataclass(frozen=True, slots=True)
class Blocked(Failure):
    """The sandbox refused something the target wanted to do to the outside."""

    effect: str = ""
    kind: ClassVar[str] = "effect_blocked"

    @property
    def what(self) -> str:
        return self.effect.split(" ", 1)[0]

    @property
    def says(self) -> str:
        return f"refused: {self.effect}"


Outcome = Returned | Discarded | Failure


def collapsed(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Return the frames without their loops: how deep a recursion went does not make another failure."""
    kept: list[Frame] = []
    places: dict[tuple[str, str], int] = {}
    for frame in frames:
        function = (frame.file, frame.name)
        if function in places:
            for dropped in kept[places[function] :]:
                del places[dropped.file, dropped.name]
            del kept[len(places) :]
        places[function] = len(kept)
        kept.append(frame)
    return tuple(kept)


def cycle(frames: tuple[Frame, ...]) -> tuple[str, ...]:
    """Return the functions that call each other without end: those on the stack more than once."""
    names = [f"{frame.file}:{frame.name}" for frame in frames]
    repeated = tuple(sorted({name for name in names if names.count(name) > 1}))
    return repeated or tuple(names[-1:])
