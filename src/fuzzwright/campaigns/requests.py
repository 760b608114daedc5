"""What the script of a target asks for and what it is told: workers with their limits, and how they ended.

Here are also the conditions that all targets of a run share: its settings, where its code lives, and how
much of its time is left. Carrying out requests is left to `run`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path

from fuzzwright.campaigns.jobs import FuzzJob, Record
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended
from fuzzwright.python.texts import read_text
from fuzzwright.settings import Settings

CONFIRM = 3.0
"""How many times the limit a call gets before it is said to hang."""


@dataclass(slots=True)
class Request:
    """A worker wanted."""

    job: bytes
    limits: Limits
    fuzz: FuzzJob | None = None


@dataclass(slots=True)
class Reply:
    """How a worker ended, and the last thing of importance it said."""

    ended: Ended
    said: Record = field(default_factory=dict)
    seconds: float = 0.0


Script = Generator[Request, Reply, None]


@dataclass(slots=True)
class RunTime:
    """The time of the whole run, and how often something that takes long may still be begun near its end."""

    left: Callable[[], float] = lambda: math.inf
    """How many seconds are left; less than 0 once it is over."""
    late: int = 1
    """How many waits may go past the end: one call that waits may be worth that, a row of them is not."""

    def grants(self, seconds: float) -> bool:
        """Return whether so long a wait may begin: it ends in time, or is the one that may end late."""
        if seconds <= self.left():
            return True
        self.late -= 1
        return self.late >= 0


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is the same for all targets of a run."""

    settings: Settings
    root: str
    """The folder that the code under test is imported from."""
    time: RunTime = field(default_factory=RunTime)
    hung: dict[tuple[str, str], str] = field(default_factory=dict)
    """Places where calls of a public function do not end, by file and function, with the name of the public one."""
    hung_inside: dict[tuple[str, str], str] = field(default_factory=dict)
    """The same of private functions; a public one that gets there is still looked into."""

    sources: dict[str, str | None] = field(default_factory=dict)
    """The files that failures were judged by in this process, as they were read first."""

    def source_of(self, file: str) -> str | None:
        """Return the text of a file below the root; nothing if it cannot be read."""
        if file not in self.sources:
            self.sources[file] = read_text(str(Path(self.root, file)))
        return self.sources[file]

    def limits(self, factor: float = 1.0) -> Limits:
        """Return what one call may use; `factor` times the time, to confirm that it hangs."""
        return limits_of(self.settings, factor)


def limits_of(settings: Settings, factor: float = 1.0) -> Limits:
    """Return what one call may use; `factor` times the time, to confirm that it hangs."""
    return Limits(
        cpu_seconds=settings.cpu_limit * factor,
        wall_seconds=settings.wall_limit * factor,
        prepare_seconds=settings.import_limit,
        memory_bytes=settings.memory_limit << 20,
    )
