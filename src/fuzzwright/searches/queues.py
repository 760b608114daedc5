"""What waits to be mutated, the best first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Final, Generic, TypeVar

from fuzzwright.engine.corpus import Kept
from fuzzwright.searches.algebra import Way

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs


MOST_WAITING: Final = 1 << 16


@dataclass(slots=True, eq=False)
class Waiting(Generic[I]):
    """An input with what is left of its mutants."""

    input: I
    passed: bool
    depth: int
    """At which depth its path left the known ones; less is better."""
    count: int
    """How often each mutant is drawn that has to be."""
    ancestors: int
    """How many generations of mutants may still come from it."""
    kept: Kept[I] | None = None
    mutants: Iterator[I] = field(default_factory=lambda: iter(()))
    done: bool = False
    """Whether there is nothing left."""
    barren: set[Way] = field(default_factory=set)
    """Where a mutant of it, or of what it is a mutant of, did not pass."""
    moved: tuple[Way, ...] = ()
    """Around what it differs from what it is a mutant of."""


class Queue(Generic[I]):
    """Inputs by depth; of one depth, those pushed to the front before the others, the latest first."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._rows: dict[int, deque[Waiting[I]]] = {}
        self._depths: list[int] = []
        self._most = most
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, waiting: Waiting[I], front: bool = True) -> None:
        """Put an input before or behind all others of its depth."""
        row = self._rows.get(waiting.depth)
        if row is None:
            row = self._rows[waiting.depth] = deque()
            heappush(self._depths, waiting.depth)
        if front:
            row.appendleft(waiting)
        else:
            row.append(waiting)
        self._length += 1
        if self._length > self._most:
            self._drop_last()

    def _drop_last(self) -> None:
        """Let go of what would come last: nobody would ever get there."""
        depth = max(self._depths)
        row = self._rows[depth]
        row.pop()
        self._length -= 1
        if not row:
            del self._rows[depth]
            self._depths.remove(depth)
            heapify(self._depths)

    def top(self) -> Waiting[I] | None:
        """Return what is next; None if nothing waits."""
        return self._rows[self._depths[0]][0] if self._depths else None

    def drop_done(self) -> None:
        """Let go of what has nothing left, as far as it is at the top."""
        while self._depths:
            depth = self._depths[0]
            row = self._rows[depth]
            while row and row[0].done:
                row.popleft()
                self._length -= 1
            if row:
                return
            del self._rows[depth]
            heappop(self._depths)
