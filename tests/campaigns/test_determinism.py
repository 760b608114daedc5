"""The same seed gives the same findings: whatever the number of jobs, however often workers are replaced or die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.settings import Settings

SAMPLES = Path(__file__).parent.parent / "samples"


def found(target: str, **settings: Any) -> list[tuple[Any, ...]]:
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
    assert findings
    return [*findings, *kept]


@pytest.fixture(scope="module")
def steady() -> list[tuple[Any, ...]]:
    return found("steady.orders")


def test_two_jobs_find_what_one_finds(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", jobs=2) == steady


def test_replacing_workers_changes_nothing(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", recycle=1000) == steady
    assert found("steady.orders", recycle=10_000) == steady


def test_another_seed_goes_another_way(steady: list[tuple[Any, ...]]) -> None:
    assert found("steady.orders", seed=4) != steady


@pytest.mark.slow
@pytest.mark.parametrize("search", ["quickcheck", "enumerate"])
def test_every_search_is_deterministic(search: str) -> None:
    assert found("steady.orders", search=search, recycle=1000) == found("steady.orders", search=search, jobs=2)


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
