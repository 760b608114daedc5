"""For which findings a better hint is asked for, and when."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.jobs import KeptInput
from fuzzwright.campaigns.requests import Conditions, Reply, Request, RunTime
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.campaigns.suggesting import GRACE, MOST_ASKED, PATIENT, SECONDS, suggest
from fuzzwright.engine.outcome import Died, Failure, Mismatched, Raised
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.worker import Worker
from fuzzwright.settings import Settings


def finding(failure: Failure, verdict: str, **fields: Any) -> FindingState:
    known = {"encoded": "YQ==", "reduced": True, "execution": 1, "seconds": 0.1, "complexity": 1.0}
    return FindingState(signature=str(failure.signature), failure=failure, verdict=verdict, **{**known, **fields})


def target(*findings: FindingState) -> TargetState:
    state = TargetState("m.f", kept=[KeptInput(0, "Yg==")])
    state.findings = {found.signature: found for found in findings}
    return state


def asked(state: TargetState, folder: Path, settings: Settings, left: Callable[[], float]) -> list[dict[str, Any]]:
    """Return the jobs that were asked for, each answered with a suggestion."""
    jobs: list[dict[str, Any]] = []
    script = suggest(state, Conditions(settings, "/root", RunTime(left)))
    try:
        request: Request = next(script)
        while True:
            jobs.append(json.loads(request.job))
            worker = Worker(1, 1, Limits(), folder)
            worker.close()
            request = script.send(Reply(Ended(worker, "exited", 0), {"event": "suggested", "suggestion": "+x"}))
    except StopIteration:
        return jobs


def ask(state: TargetState, folder: Path, left: float = 10.0, settings: Settings | None = None) -> list[dict[str, Any]]:
    return asked(state, folder, settings or Settings(), lambda: left)


WRONG = Raised((), "IndexError")


@pytest.mark.parametrize(
    ("failure", "verdict", "is_asked"),
    [
        (WRONG, "unexpected", True),
        (WRONG, "precondition", True),
        (WRONG, "any", True),
        (WRONG, "deliberate", False),
        (WRONG, "resource", False),
        (WRONG, "flaky", False),
        (Mismatched((), "int", "None"), "return_type", True),
        (Died((), 11), "unexpected", False),
    ],
)
def test_a_hint_is_asked_for_where_one_may_explain_the_failure(
    tmp_path: Path, failure: Failure, verdict: str, is_asked: bool
) -> None:
    found = finding(failure, verdict)
    assert [job["do"] for job in ask(target(found), tmp_path)] == ["suggest"] * is_asked
    assert found.suggestion == "+x" * is_asked


def test_the_job_has_the_failing_input_and_the_corpus(tmp_path: Path) -> None:
    (job,) = ask(target(finding(WRONG, "unexpected")), tmp_path)
    assert (job["encoded"], job["kept"]) == ("YQ==", ["Yg=="])


def test_it_is_asked_once_for_each_input(tmp_path: Path) -> None:
    found = finding(WRONG, "unexpected")
    state = target(found)
    assert len(ask(state, tmp_path)) == 1
    assert len(ask(state, tmp_path)) == 0
    found.encoded = "Yw=="
    assert len(ask(state, tmp_path)) == 1


def test_it_is_not_asked_when_the_time_is_up(tmp_path: Path) -> None:
    assert ask(target(finding(WRONG, "unexpected")), tmp_path, left=-GRACE) == []


def test_it_is_not_asked_where_calls_end_processes_or_others_are_needed_before(tmp_path: Path) -> None:
    state = target(finding(WRONG, "unexpected"))
    state.deadly = [("Yw==", {})]
    assert ask(state, tmp_path) == []
    assert ask(target(finding(WRONG, "unexpected", before=("m.f(1)",))), tmp_path) == []


def test_only_so_many_findings_of_a_target_are_looked_into(tmp_path: Path) -> None:
    many = [finding(replace(WRONG, exception=f"E{number}"), "unexpected") for number in range(MOST_ASKED + 3)]
    assert len(ask(target(*many), tmp_path)) == MOST_ASKED


def test_a_run_that_is_to_repeat_exactly_is_given_the_time_for_it(tmp_path: Path) -> None:
    for settings, seconds in ((Settings(), SECONDS), (Settings(executions=100), PATIENT)):
        (job,) = ask(target(finding(WRONG, "unexpected")), tmp_path, settings=settings)
        assert job["seconds"] == seconds
