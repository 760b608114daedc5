"""Which traces were met, and where a new one leaves them.

`Trie` holds whole paths: a run of steps that only one path takes is one edge, so that a path costs little more than
its entries. `Edges` holds only which step followed which. Both say of a trace how many parts of it are new, and
a priority, where less is better: how deep the first new part lies, or how many parts are new, negated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from fuzzwright.engine.observation import Path
from fuzzwright.engine.trace import edge

MOST_STEPS: Final = 1 << 23
"""A log that has grown to so many steps starts again: no machine could hold every path of a long search."""


class Log(Protocol):
    """The traces met since the last reset."""

    def insert(self, path: Path) -> tuple[int, int]:
        """Note a trace; return how many parts of it are new, and its priority."""

    def clear(self) -> None:
        """Forget all traces."""


@dataclass(slots=True)
class Trie:
    """All paths so far, sharing their beginnings. A prefix of a known path is nothing new."""

    # From the first step of an edge to the edge: its steps, and the node it leads to.
    root: dict[int, list[Any]] = field(default_factory=dict)
    size: int = 0
    """How many steps are held."""

    def insert(self, path: Path) -> tuple[int, int]:
        """Add a path; return how many steps are new, and at which depth it left the known ones."""
        node, depth, length = self.root, 0, len(path)
        while depth < length:
            found = node.get(path[depth])
            if found is None:
                node[path[depth]] = [path[depth:], {}]
                break
            steps, below = found
            shared = _shared(steps, path, depth)
            depth += shared
            if shared < len(steps):
                if depth < length:
                    found[:] = (
                        steps[:shared],
                        {
                            steps[shared]: [steps[shared:], below],
                            path[depth]: [path[depth:], {}],
                        },
                    )
                break
            if not below and depth < length:
                found[0] = steps + path[depth:]
                break
            node = below
        self.size += length - depth
        if self.size > MOST_STEPS:
            self.clear()
        return length - depth, depth

    def clear(self) -> None:
        """Forget all paths."""
        self.root = {}
        self.size = 0


def _shared(steps: Path, path: Path, start: int) -> int:
    """Return how many of the steps the path takes from `start` on."""
    most = len(steps)
    if path[start : start + most] == steps:
        return most
    shared = 0
    for one, other in zip(steps, path[start : start + most], strict=False):
        if one != other:
            break
        shared += 1
    return shared


@dataclass(slots=True)
class Edges:
    """Every step from one branch to the next."""

    met: set[int] = field(default_factory=set)

    def insert(self, path: Path) -> tuple[int, int]:
        """Add the edges of a path; return how many are new, and the better a priority the more that is."""
        taken = edges_of(path)
        new = len(taken - self.met)
        self.met |= taken
        return new, -new

    def clear(self) -> None:
        """Forget all edges."""
        self.met.clear()


def edges_of(path: Sequence[int]) -> set[int]:
    """Return the steps between two branches that a path takes."""
    return set(map(edge, (0, *path), path))
