"""What is shown of a function while it is being written: plain data, the same for every editor."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Literal

Outcome = Literal["returned", "mistyped", "raised", "refused", "too_much", "hangs", "dies", "blocked"]
"""How a call ended. Mistyped: what it returned is not what is annotated; refused: by its own word the caller was wrong;
too much: it was given a number that is, or ran out of stack or memory; blocked: an effect the sandbox forbids."""
State = Literal["waiting", "fuzzing", "settled", "stale", "skipped", "gone"]
"""Stale: of an earlier text. Gone: there is no such function any more."""


@dataclass(frozen=True, slots=True)
class LiveExample:
    """One call and what came of it. Lines are numbered from 1, as in the text it was made for."""

    id: str
    """Stays the same while simpler inputs of the same behaviour take its place."""
    slot: int
    """Where it stands among the examples of its function; it does not move."""
    call: str
    """A Python expression, to be pasted after `imports`."""
    outcome: Outcome
    result: str
    """What was returned, or the exception with its message."""
    effect: str = ""
    """What else the call did: changed arguments, printed text."""
    imports: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """The lines of the function that it runs."""
    at: int = 0
    """The line in the file that raised; 0 if none did."""
    traceback: str = ""
    evidence: str = ""
    """Why the failure is the caller's fault, if it is."""
    ordinary: bool = False
    """Chosen because it looks like everyday use, not because it is the simplest."""
    shown: str = ""
    """How the call is shown, where what can be pasted is more than one would write: `await load(1)`."""

    @property
    def written(self) -> str:
        """The call as it is shown."""
        return self.shown or self.call

    @property
    def text(self) -> str:
        """The example on one line."""
        call = self.written
        match self.outcome:
            case "returned" | "mistyped":
                if self.effect and self.result == "None" and self.outcome == "returned":
                    return f"{call}  {self.effect}"
                return f"{call} → {self.result}" + (f"  {self.effect}" if self.effect else "")
            case "raised":
                return f"{call} raises {self.result}"
            case "refused":
                return f"{call} refuses: {self.result}"
            case "too_much":
                return f"{call} is too much: {self.result}"
            case "blocked":
                return f"{call} is not allowed to {self.result}"
            case "hangs" | "dies":
                return f"{call} {self.outcome}" + (f": {self.result}" if self.result else "")


@dataclass(frozen=True, slots=True)
class LiveFunction:
    """A function of an open text with its examples. Lines are numbered from 1, as in the text of `version`."""

    path: str
    qualname: str
    version: int
    hash: str
    """Changes when the function, or code it leads to, means something else."""
    line: int
    """Of its `def`."""
    signature_line: int
    """Where its signature ends: examples are shown at the end of this line."""
    last_line: int
    state: State
    reason: str = ""
    """Why it is skipped, or what else is to be said."""
    examples: tuple[LiveExample, ...] = ()
    executions: int = 0


_shown = attrgetter(*(each.name for each in fields(LiveFunction) if each.name != "version"))


def says_the_same(one: LiveFunction, other: LiveFunction) -> bool:
    """Return whether there is no difference but the version of the text."""
    return bool(_shown(one) == _shown(other))


@dataclass(frozen=True, slots=True)
class Reached:
    """The answer to the question which input reaches a line."""

    request: int
    path: str
    line: int
    example: LiveExample | None
    text: str
    """One sentence: the call, or how near any came."""
    qualname: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """What is going on, in one sentence."""

    text: str
    state: Literal["starting", "working", "idle", "paused", "trouble"]
    stops: bool = False
    """Whether nothing at all can be run."""
