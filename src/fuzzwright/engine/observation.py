"""What one run showed, before anyone judges it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fuzzwright.engine.outcome import Failure

Path = tuple[int, ...]
"""The branch ids of one run, in order; its first entries when the run was very long."""


class Observation(NamedTuple):
    """What one run showed: what came out of it, and the way it took.

    A tuple, since one is made for every new way, and a frozen dataclass takes four times as long.
    """

    result: Any = None
    """What the target returned; for a compiler, what its pipeline gave."""
    error: BaseException | None = None
    """What it raised instead."""
    path: Path = ()
    more: dict[int, int] | None = None
    """Edges, with their counts, of what came after the part of the path that is kept."""
    checked: int = 0
    """How much of the path belongs to the precondition: up to the last `assume`."""
    blocked: str | None = None
    """The effect the sandbox refused during the run."""
    output: str = ""
    ended: Failure | None = None
    """How the process ended that ran this input before, so that it need not be run again."""
    notes: Sequence[Any] = ()
    """What was compared and how, when the run was looked at closely; for the target's own `Guide`."""
    built: int = 0
    """How much of the path only made the arguments."""
    life: tuple[Any, ...] | None = None
    """What calls changed about the objects among the arguments, when the run was looked at closely."""
