"""Who runs when and for how long: breadth first over a suite, in rounds.

With one time for the whole suite each property first gets a short turn, in the place pytest has for it. Those that
fail are told at once. The others get further turns when all tests have run, with their fixtures set up
anew, and are told when the time is used. Where pytest is spread over processes there is one turn each.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol

from fuzzwright.frontends.pytest.options import Budget

if TYPE_CHECKING:
    from fuzzwright.frontends.pytest.running import Property

SHORTEST = 0.2
"""Seconds below which another turn is of no use: starting it costs as much."""
FIRST, LONGEST_FIRST = 0.25, 2.0
"""What the first turn gets: of an equal share, and at most; so that all have been looked at early."""
LONGEST = 20.0
"""Seconds of a further turn, at most."""


@dataclass(slots=True)
class Rounds:
    """How much of the time is left, and who waits for another turn."""

    budget: Budget
    workers: int = 1
    """How many processes share the properties; in each of several there is one turn for each property."""
    waiting: int = 0
    """Properties that had no turn yet."""
    spent: float = 0.0
    held: dict[pytest.Item, list[pytest.TestReport]] = field(default_factory=dict)
    """Properties that passed so far and may get another turn, with their reports."""
    turn_of: dict[pytest.Item, float] = field(default_factory=dict)
    """How long the turn of a property is that is to come."""

    @property
    def several(self) -> bool:
        """Whether there is more than one round."""
        return self.budget.time is not None and self.budget.executions is None and self.workers == 1

    @property
    def left(self) -> float:
        """How many seconds are left for all."""
        assert self.budget.time is not None
        return self.budget.time - self.spent

    def seconds_for(self, item: pytest.Item, state: Property) -> float | None:
        """Return how long a property may run now; None if only executions count."""
        each = self.budget.per_property
        if self.budget.time is None:
            return each
        had = 0.0 if state.state is None else state.state.seconds
        share = self.turn_of.pop(item, None)
        if share is None:
            fair = max(self.left, 0.0) * self.workers / max(self.waiting, 1)
            self.waiting -= 1
            share = fair if not self.several else min(max(fair * FIRST, SHORTEST), LONGEST_FIRST, fair)
        return share if each is None else max(min(share, each - had), 0.0)

    def first(self, item: pytest.Item, state: Property, following: pytest.Item | None) -> None:
        """Run a property for the first time and tell what came of it, unless it may get another turn."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, log=False, nextitem=following)
        if all(report.passed for report in reports) and not state.over:
            self.held[item] = reports
        else:
            tell(item, reports)

    def go_on(self, states: dict[pytest.Item, Property], session: pytest.Session) -> None:
        """Give those that wait further turns until the time is used."""
        while self.held and self.left > SHORTEST / 2 and not (session.shouldstop or session.shouldfail):
            share = min(max(self.left / len(self.held) / 2, SHORTEST), LONGEST)
            items = [item for item in self.held if self._may(states[item])]
            if not items:
                break
            self._round(items, share)

    def tell_all(self) -> None:
        """Tell what came of those that waited."""
        for item, reports in self.held.items():
            tell(item, reports)
        self.held.clear()

    def _may(self, state: Property) -> bool:
        each, had = self.budget.per_property, 0.0 if state.state is None else state.state.seconds
        return not state.over and (each is None or each - had >= SHORTEST / 2)

    def _round(self, items: Sequence[pytest.Item], share: float) -> None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            last = self.left < share + SHORTEST or item.session.shouldfail or item.session.shouldstop
            self.turn_of[item] = max(min(share, self.left), SHORTEST / 2)
            reports = runtestprotocol(item, log=False, nextitem=None if last else following)
            if all(report.passed for report in reports):
                self.held[item] = _together(self.held[item], reports)
            else:
                del self.held[item]
                tell(item, reports)
            if last:
                break


def tell(item: pytest.Item, reports: Sequence[pytest.TestReport]) -> None:
    """Hand reports to pytest."""
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)


def _together(before: list[pytest.TestReport], now: list[pytest.TestReport]) -> list[pytest.TestReport]:
    took = {report.when: report.duration for report in before}
    for report in now:
        report.duration += took.get(report.when, 0.0)
    return now


def clock() -> float:
    """Return the time that turns are measured with."""
    return time.monotonic()
