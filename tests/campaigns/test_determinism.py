"""The same seed gives the same findings: whatever the number of jobs, however often workers are replaced or die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.searches import SEARCHES
from fuzzwright.settings import Settings

SAMPLES = Path(__file__).parent.parent / "samples"


def found(target: str, **settings: Any) -> list[tuple[Any, ...]]:
    """Run a campaign that finds something; return what identifies its findings, and the inputs that were kept."""
    rows = ran(target, **settings)
    assert any(len(row) > 2 for row in rows)
    return rows


def ran(target: str, **settings: Any) -> list[tuple[Any, ...]]:
    """Run a campaign; return what identifies its findings, and the inputs that were kept."""
    chosen = Settings(executions=6000, seed=3, jobs=1).but(**settings)
    with Session(make_plan([target], chosen, SAMPLES), chosen) as session:
        session.open()
        for _ in session.events():
            pass
        kept = [(state.name, [entry.encoded for entry in state.kept]) for state in session.states]
        findings = [
            (finding.function, finding.kind, finding.exception, finding.line, finding.call, finding.executions)
            for finding in session.findings()
        ]
    return [*findings, *kept]


@pytest.fixture(scope="module")
def steady() -> list[tuple[Any, ...]]:
    return found("steady.orders")


@pytest.mark.slow
def test_two_jobs_find_what_one_finds(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", jobs=2) == steady


@pytest.mark.slow
def test_two_jobs_find_soon_what_one_finds_soon() -> None:
    assert found("steady.orders", jobs=2, executions=500) == found("steady.orders", executions=500, recycle=200)


@pytest.mark.slow
def test_replacing_workers_changes_nothing(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", recycle=1000) == steady
    assert found("steady.orders", recycle=10_000) == steady


GUIDED = "steady.guided:transfer", "steady.guided:command", "steady.guided:climbs"


def guided(**settings: Any) -> list[tuple[Any, ...]]:
    """Run functions whose failures only looks, suggestions and climbs come to."""
    return [row for target in GUIDED for row in found(target, **settings)]


@pytest.fixture(scope="module")
def led() -> list[tuple[Any, ...]]:
    return guided()


@pytest.mark.slow
def test_comparisons_lead_to_what_chance_does_not_find(led: list[tuple[Any, ...]]) -> None:
    exceptions = {row[2] for row in led if len(row) > 2}
    assert {"OverflowError", "ZeroDivisionError", "ValueError"} <= exceptions


@pytest.mark.slow
def test_with_looks_and_climbs_two_jobs_find_what_one_finds(led: list[tuple[Any, ...]]) -> None:
    assert guided(jobs=2) == led


@pytest.mark.slow
def test_with_looks_and_climbs_replacing_workers_changes_nothing(led: list[tuple[Any, ...]]) -> None:
    assert guided(recycle=1000) == led
    assert guided(recycle=3000, jobs=2) == led


@pytest.mark.slow
def test_epochs_that_begin_anew_repeat_whoever_runs_them() -> None:
    # The condition that nothing can meet stays open, so that from 64,000 executions on every other epoch does.
    once = found("steady.guided:remains_open", executions=200_000, recycle=1_000_000)
    assert found("steady.guided:remains_open", executions=200_000, recycle=1000) == once


@pytest.mark.slow
def test_a_segfault_behind_comparisons_changes_nothing() -> None:
    once = found("steady.guided:crashes_behind", deaths=100)
    kinds = [row[1] for row in once if len(row) > 2]
    assert sorted(kinds) == ["died", "raised"]
    assert found("steady.guided:crashes_behind", deaths=100, recycle=1000) == once
    assert found("steady.guided:crashes_behind", deaths=100, jobs=2) == once


@pytest.mark.slow
def test_another_seed_goes_another_way(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", seed=4) != steady


@pytest.mark.slow
@pytest.mark.parametrize("search", [*SEARCHES])
def test_every_search_is_deterministic(search: str) -> None:
    for what, target in ((found, "steady.orders"), (ran, "steady.guided:command")):
        one, other = (what(target, search=search, executions=3000, **how) for how in ({"recycle": 1000}, {"jobs": 2}))
        assert one == other


@pytest.mark.slow
def test_a_segfault_in_the_middle_changes_nothing() -> None:
    once = found("steady.deadly:crash_sometimes", deaths=100)
    assert [row[1] for row in once if len(row) > 2 and row[1] == "died"]
    assert found("steady.deadly:crash_sometimes", deaths=100, recycle=1000) == once


@pytest.mark.slow
def test_a_failure_that_needs_earlier_calls_is_shown_with_them() -> None:
    settings = Settings(executions=2000, jobs=1)
    plan = make_plan(["steady.deadly:counts_calls"], settings, SAMPLES)
    with Session(plan, settings) as session:
        session.open()
        for _ in session.events():
            pass
        (finding,) = session.findings()
    assert finding.exception == "RuntimeError"
    assert finding.verdict != "flaky"
    assert 500 <= len(finding.before) < 600
