"""How large the next random input is, by how many passed and how many were discarded: QuickCheck's rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Ramp:
    """Sizes go round with what passed; what was discarded makes inputs larger, as small ones may never do."""

    largest: int
    passed: int = 0
    discarded: int = 0

    def add(self, executions: int, discards: int) -> None:
        """Count runs, and those of them that were discarded."""
        self.passed += executions - discards
        self.discarded += discards

    def size(self, executions: int = 0, discards: int = 0) -> int:
        """Return the next size, after so many more runs and discards."""
        passed, discarded = self.passed + executions - discards, self.discarded + discards
        return min(passed % self.largest + discarded // 10, self.largest)
