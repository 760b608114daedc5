"""How much a search may use: executions, seconds, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

NO_LIMIT = 1 << 62


@dataclass(slots=True)
class Budget:
    """What is left. The clock is an argument so that nothing here depends on the time of day."""

    executions: int = NO_LIMIT
    deadline: float | None = None
    clock: Callable[[], float] | None = None
    used: int = 0
    stopped: bool = False

    def allows_another(self) -> bool:
        """Return whether a search may go on."""
        if self.stopped or self.used >= self.executions:
            return False
        return self.deadline is None or self.clock is None or self.clock() < self.deadline

    @property
    def left(self) -> int:
        """How many executions remain."""
        return self.executions - self.used

    def stop(self) -> None:
        """Let nothing more through."""
        self.stopped = True
