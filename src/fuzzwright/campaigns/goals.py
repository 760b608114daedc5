"""A line that a worker is to reach: whether an input does, the simplest that does, or how near any came."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fuzzwright.campaigns.choosing import as_told_before
from fuzzwright.campaigns.jobs import Record
from fuzzwright.campaigns.portrait import portrait
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.reduce import reduce
from fuzzwright.python.aims import Aim, aim_at, comes_by
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.texts import read_text
from fuzzwright.python.ways import Condition, Way, way_to
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.keeping import Keeping

REDUCE_ATTEMPTS = 2000
MOST_KNOWN = 100_000
_clock = time.monotonic

Site = tuple[str, int, str]
"""Where a failure is to be reached: file, line and exception."""


@dataclass(slots=True)
class Nearest:
    """The condition nearest to the line that no run met, and the input that came nearest to meeting it."""

    condition: Condition
    distance: float
    input: Any


class Goal:
    """One line of one function's file, as far as it was pursued."""

    def __init__(self, function: OpenedFunction, target: FunctionTarget, aim: Aim) -> None:
        self.function = function
        self.target = target
        self.aim = aim
        self.reached: Any | None = None
        """An input that reaches the line."""
        self.nearest: Nearest | None = None
        self._met: set[Condition] = set()
        """Conditions that some run met."""
        self._stopped = ""
        """What kept a run from the line that had come up to it."""
        self._known: set[int] = set()
        """Ways that were seen not to come to the line."""

    def look(self, input: Any, observation: Observation) -> None:
        """Take notice of a run: it may have come to the line."""
        if self.reached is None and observation.ended is None and self.aim.may_be_reached(observation.path):
            # Under a trace a run takes many times as long, so each way is tried once.
            key = hash((observation.path, type(observation.error), _last_line(observation.error)))
            if key in self._known:
                return
            if len(self._known) < MOST_KNOWN:
                self._known.add(key)
            if self._reaches(input):
                self.reached = input
            elif observation.error is not None:
                self._stopped = type(observation.error).__name__

    def _reaches(self, input: Any) -> bool:
        return comes_by(lambda: self.target.run(input), self.aim.file, self.aim.lines)

    def learn(self, search: Keeping[Any]) -> None:
        """Note what a search found out about the conditions on the way."""
        if not isinstance(search, Adaptive):
            return
        sides = [(side, distance, input) for side, distance, input in search.nearest()]
        self._met |= {met for side, distance, _ in sides if not distance and (met := self.aim.condition(side))}
        if self.nearest is not None and self.nearest.condition in self._met:
            self.nearest = None
        for side, distance, input in sides:
            condition = self.aim.condition(side)
            if condition is not None and condition not in self._met and self._is_nearer(condition, distance):
                self.nearest = Nearest(condition, distance, input)

    def _is_nearer(self, condition: Condition, distance: float) -> bool:
        known = self.nearest
        return known is None or (condition.level, distance) < (known.condition.level, known.distance)

    def nearest_record(self) -> Record | None:
        """Return how near the best input came, as plain data; None if the line was reached."""
        if self.reached is not None:
            return None
        if self.nearest is None:
            return {"condition": "", "met": len(self._met), "stopped": self._stopped}
        condition = self.nearest.condition
        return {
            "condition": condition.text,
            "line": condition.place[0],
            "kind": condition.kind,
            "holds": condition.holds,
            "distance": self.nearest.distance,
            "call": self.function.call(self.nearest.input)[0],
            "met": len(self._met),
        }

    def example(self, seconds: float) -> Iterator[Record]:
        """Yield the simplest call that is found to reach the line, if any does."""
        if self.reached is None:
            return
        over = _clock() + seconds

        def still(candidate: Any) -> bool:
            return _clock() <= over and self._reaches(candidate)

        self.reached = reduce(self.function.domain, self.reached, still, REDUCE_ATTEMPTS)
        example = as_told_before(portrait(self.function, self.target, self.reached))
        example["lines"] = sorted({*example["lines"], *self.aim.lines[:1]})
        yield example


def goal_of(function: OpenedFunction, target: FunctionTarget, line: int) -> Goal:
    """Return a line of a function's file as a goal."""
    found = function.found
    source = read_text(found.file)
    way = way_to(source, line, found.line, found.last_line) if source is not None else None
    return Goal(function, target, aim_at(way or Way(range(line, line + 1)), found.file, function.operands))


def nearness_of_sites(function: OpenedFunction, sites: Sequence[Site]) -> Callable[[int], int | None]:
    """Return how near a side of a condition is to any of some places in the code under test."""
    aims: list[Aim] = []
    for name, line, _ in sites:
        file = os.path.normpath(os.path.join(function.oracle.root, name))
        source = read_text(file)
        own = (function.found.line, function.found.last_line) if file == function.found.file else (line, line)
        with contextlib.suppress(SyntaxError, ValueError):
            way = way_to(source, line, *own) if source is not None else None
            aims.append(aim_at(way or Way(range(line, line + 1)), file, function.operands))

    def nearness(side: int) -> int | None:
        return min((near for aim in aims if (near := aim.nearness(side)) is not None), default=None)

    return nearness


def is_at(outcome: Outcome, sites: Iterable[Site]) -> list[Site]:
    """Return which of some failures an outcome is."""
    frames = outcome.frames
    if not isinstance(outcome, Failure) or not frames:
        return []
    return [site for site in sites if tuple(site) == (frames[-1].file, frames[-1].line, outcome.what)]


def _last_line(error: BaseException | None) -> int:
    traceback = None if error is None else error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return 0 if traceback is None else traceback.tb_lineno
