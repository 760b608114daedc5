"""Which part of a path tells about the code under test, and not about what the property asks of it.

What comes before the last `assume` is the precondition; and the same functions, such as whether a tree is ordered,
are mostly asked again of the result. Where such a function goes through a whole input, every length of a list is
another path, and searches that follow paths would never come to an end with one input. So branches that belong to the
precondition of an input that passed count nowhere. Of a discarded run the whole path counts: how far it came is all
there is to tell about it.
"""

from __future__ import annotations

from typing import Final

from fuzzwright.engine.observation import Observation, Path
from fuzzwright.searches.options import Option

PART: Final = Option(
    "tested",
    "which part of the path of an input that passed counts: `tested`, what follows the last `assume` without what "
    "preconditions are made of; `after`, all that follows it; or `all`",
    ("tested", "after", "all"),
)


class PathPart:
    """Tells precondition and code under test apart, better the more runs it has seen."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._asked: set[int] = set()
        """The branches of preconditions."""

    def of(self, observation: Observation, passed: bool) -> Path:
        """Return the part of a path that counts."""
        path, checked = observation.path, observation.checked
        if self._part == "all" or not checked or not passed:
            return path
        if self._part == "after":
            return path[checked:]
        asked = self._asked
        asked.update(path[:checked])
        return tuple([step for step in path[checked:] if step not in asked])
