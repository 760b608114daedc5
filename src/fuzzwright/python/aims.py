"""A line as the aim of a search: which sides of which conditions lead there, and whether a run came there.

The conditions that `ways.py` reads from the source are found again among the sites that second copies
note. Passing the probe in front of a line is not enough to have reached it, since what stands between
may raise; so runs that pass it are repeated under `sys.settrace`, which sees the line itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from fuzzwright.engine.sides import condition_of, visit_of
from fuzzwright.python.comparisons import Place
from fuzzwright.python.operands import Operands
from fuzzwright.python.ways import Condition, Way

_WORKING = ("item", "call", "method")


@dataclass(frozen=True, slots=True)
class Aim:
    """A line of a file, and the sides of conditions on the way to it."""

    file: str
    lines: range
    probes: frozenset[int]
    """What a run passes that comes to the line, or at least near to it."""
    sides: dict[int, Condition] = field(default_factory=dict)
    """The conditions on the way, by site and how they have to turn out."""

    def nearness(self, side: int) -> int | None:
        """Return how near a side of a condition is to the line, 0 being nearest; None if it is not on the way."""
        condition = self.condition(side)
        # That a condition turns out so at all comes before when it does.
        return None if condition is None else 2 * condition.level + bool(visit_of(side))

    def condition(self, side: int) -> Condition | None:
        """Return the condition on the way that a side belongs to."""
        return self.sides.get(_key(condition_of(side), bool(side & 1)))

    def may_be_reached(self, path: Collection[int]) -> bool:
        """Return whether a run on this path may have come to the line."""
        return not self.probes or not self.probes.isdisjoint(path)


def aim_at(way: Way, file: str, operands: Operands) -> Aim:
    """Return the way to a line of a file in terms of what runs note."""
    operands.copy(file)  # makes the sites known
    sides: dict[int, Condition] = {}
    for site, (kind, place) in operands.places.get(file, {}).items():
        for condition in way.conditions:
            if _belongs(kind, place, condition):
                sides.setdefault(_key(site, condition.holds), condition)
    first, end = operands.probes.spans.get(file, (0, 0))
    sites = operands.probes.sites
    probes = frozenset(number for number in range(first, end) if not set(way.lines).isdisjoint(sites[number].lines))
    return Aim(file, way.lines, probes, sides)


def comes_by(run: Callable[[], object], file: str, lines: range) -> bool:
    """Run something and return whether one of these lines of a file was really run."""
    seen = False

    def inside(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal seen
        seen = seen or (event == "line" and frame.f_lineno in lines)
        return inside

    def entered(frame: FrameType, event: str, argument: Any) -> Any:
        return inside if frame.f_code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        run()
    finally:
        sys.settrace(before)
    return seen


def _key(site: int, holds: bool) -> int:
    return site << 1 | holds


def _belongs(kind: str, place: Place, condition: Condition) -> bool:
    if condition.kind != "works":
        return kind == condition.kind and place == condition.place
    begin, end = condition.place[:2], condition.place[2:]
    return kind in _WORKING and begin <= place[:2] and place[2:] <= end
