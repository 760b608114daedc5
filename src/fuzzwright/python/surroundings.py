"""What a target may have changed around itself, put right before our own code goes on.

Our modules have builtins of their own in workers, but the standard library they call does not.
"""

from __future__ import annotations

import builtins


class Surroundings:
    """The builtins as they should be, and what was found changed."""

    def __init__(self) -> None:
        self._there = vars(builtins)
        self._should = dict(self._there)
        self.changed: set[str] = set()

    def restore(self) -> None:
        """Put builtins right and note which ones were replaced, added or removed."""
        there, should = self._there, self._should
        if there == should:
            return
        for name in [name for name in there if name not in should]:
            # `_` is what the interactive interpreter leaves there; new names do no harm, so they may stay.
            should[name] = there[name]
        for name, thing in should.items():
            if there.get(name) is not thing:
                self.changed.add(name)
                there[name] = thing

    def take_changes(self) -> list[str]:
        """Return what was replaced since the last time, in words."""
        changed, self.changed = sorted(self.changed), set()
        return [f"replaces builtins.{name}" for name in changed]
