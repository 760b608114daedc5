"""Properties under pytest: functions marked with @prop are collected and run like tests.

The hooks only. What is a property and what are its fixtures says `frontends/pytest/collecting`, how long it runs
`rounds`, and what running it means `running`; that one is loaded when there is a property to run, so other suites
do not wait for it.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.pytest.collecting import collect, fixtures_of, function_of, is_of_property
from fuzzwright.frontends.pytest.options import (
    add_options,
    budget_of,
    drives_hypothesis,
    said_budget,
    settings_of,
    told,
)
from fuzzwright.frontends.pytest.rounds import Rounds, clock

if TYPE_CHECKING:
    from fuzzwright.frontends.hypothesis.guidance import Guidance
    from fuzzwright.frontends.pytest.running import Property, Suite

SAYS = "fuzzwright"
"""The attribute of a report that has what is to be said of a property; it travels between processes."""


@dataclass(slots=True)
class Plugin:
    """What is kept for a session."""

    rounds: Rounds
    suite: Suite | None = None
    properties: dict[pytest.Item, Property] = field(default_factory=dict)
    guidance: Guidance | None = None
    given: int = 0
    """Tests of Hypothesis that are to come."""

    def of(self, item: pytest.Function) -> Property:
        """Return the property of a test."""
        from fuzzwright.frontends.pytest.running import Property, Suite

        if self.suite is None:
            self.suite = Suite.of(item.config)
        if item not in self.properties:
            self.properties[item] = Property(item, self.suite)
        return self.properties[item]

    def guided(self, config: pytest.Config) -> Guidance | None:
        """Return what drives the tests of Hypothesis; None if that is not wanted, or Hypothesis is not there."""
        if self.guidance is None and "hypothesis" in sys.modules and drives_hypothesis(config):
            from fuzzwright.frontends.hypothesis.guidance import Guidance

            packages = config.getini("fuzzwright_packages")
            self.guidance = Guidance.of(str(config.rootpath), packages, settings_of(config).seed)
        return self.guidance


PLUGIN = pytest.StashKey[Plugin]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options to pytest's."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Read the options."""
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    try:
        config.stash[PLUGIN] = Plugin(Rounds(budget_of(config), workers))
    except FuzzwrightError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item | pytest.Collector] | None:
    """Collect properties, whatever their names."""
    return collect(collector, name, obj) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Count those that share the time, and see whether they can be run at all."""
    plugin = session.config.stash[PLUGIN]
    items = [item for item in session.items if isinstance(item, pytest.Function) and is_of_property(item)]
    plugin.rounds.waiting = len(items)
    if plugin.guided(session.config) is not None:
        from fuzzwright.frontends.hypothesis.driving import is_given

        plugin.given = sum(map(is_given, session.items))
    try:
        for item in items[:1]:
            plugin.of(item)
    except FuzzwrightError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    """Say how many properties there are and how long they may run."""
    plugin = config.stash[PLUGIN]
    if plugin.suite is None:
        return []
    return [f"fuzzwright: {told(plugin.rounds.budget, plugin.rounds.waiting)}, seed {plugin.suite.settings.seed}"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run properties that may get several turns without telling at once what came of the first."""
    plugin = item.config.stash[PLUGIN]
    if not plugin.rounds.several or not isinstance(item, pytest.Function) or not is_of_property(item):
        return None
    plugin.rounds.first(item, plugin.of(item), nextitem)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Give properties further turns when all tests have run."""
    plugin = session.config.stash[PLUGIN]
    try:
        result = yield
        plugin.rounds.go_on(plugin.properties, session)
    finally:
        # However it ended: what passed so far passed.
        plugin.rounds.tell_all()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a property, its fixtures being set up."""
    if not is_of_property(pyfuncitem):
        return None
    plugin = pyfuncitem.config.stash[PLUGIN]
    state, rounds = plugin.of(pyfuncitem), plugin.rounds
    began = clock()
    try:
        state.turn(function_of(pyfuncitem), fixtures_of(pyfuncitem), rounds.seconds_for(pyfuncitem, state))
    finally:
        rounds.spent += clock() - began
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Have tests of Hypothesis driven by our search, if that is wanted."""
    plugin = item.config.stash[PLUGIN]
    guidance = plugin.guided(item.config)
    if guidance is None or (isinstance(item, pytest.Function) and is_of_property(item)):
        return (yield)
    from fuzzwright.frontends.hypothesis.driving import driven, is_given, more_for

    began, rounds = clock(), plugin.rounds
    more = more_for(said_budget(item.config), rounds.spent, plugin.given + rounds.waiting)
    plugin.given -= is_given(item)
    try:
        with driven(item, guidance, more) as go_on:
            result = yield
            go_on()
    finally:
        rounds.spent += clock() - began if is_given(item) else 0.0
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a report what is to be said of the property at the end."""
    report = yield
    state = item.config.stash[PLUGIN].properties.get(item)
    if call.when == "call" and state is not None:
        setattr(report, SAYS, state.counted())
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what properties counted."""
    reports = [report for category in terminalreporter.stats.values() for report in category]
    said = {report.nodeid: text for report in reports if (text := getattr(report, SAYS, ""))}
    if said:
        terminalreporter.section("fuzzwright: events and targets")
    for nodeid, text in said.items():
        terminalreporter.write_line(nodeid)
        terminalreporter.write_line(text)
