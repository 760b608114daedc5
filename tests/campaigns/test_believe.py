"""When a failure is believed: it shows again each time, in processes whose answers are made by hand here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.campaigns.believe import believe
from fuzzwright.campaigns.jobs import failure_record, signature_text
from fuzzwright.campaigns.requests import Conditions, Reply, Request, RunTime
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Frame, Raised, TimedOut
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.worker import Worker
from fuzzwright.settings import Settings

FAILURE = Raised(exception="ValueError", message="no")


def verdict_after(shows: Iterator[bool], folder: Path, verdict: str = "unexpected") -> str:
    """Return the verdict on a failure that shows again, or not, each time it is tried."""
    conditions = Conditions(Settings(), "/root")
    found = FindingState(
        signature=signature_text(FAILURE),
        failure=FAILURE,
        encoded="YQ==",
        raw="YQ==",
        execution=1,
        seconds=0.0,
        complexity=1.0,
        verdict=verdict,
    )
    script = believe(TargetState("m.f", "m.py", 1), found, conditions)

    def answer(request: Request) -> Reply:
        assert json.loads(request.job)["do"] == "replay"
        worker = Worker(1, 1, request.limits, folder)
        worker.close()
        signature = found.signature if next(shows) else "returned"
        said = {"event": "replayed", "signature": signature, "failure": failure_record(FAILURE)}
        return Reply(Ended(worker, "exited", 0), said)

    try:
        request = next(script)
        while True:
            request = script.send(answer(request))
    except StopIteration:
        return found.verdict


@pytest.mark.parametrize(
    ("shows", "verdict"),
    [
        ([True, True, True], "unexpected"),
        ([False], "flaky"),
        ([True, False], "flaky"),
        ([True, True, False], "flaky"),
    ],
)
def test_a_failure_is_believed_that_shows_each_time(shows: list[bool], verdict: str, tmp_path: Path) -> None:
    assert verdict_after(iter(shows), tmp_path) == verdict


def test_what_asks_for_no_action_is_tried_once(tmp_path: Path) -> None:
    assert verdict_after(iter([True]), tmp_path, "environment") == "environment"
    assert verdict_after(iter([False]), tmp_path, "environment") == "flaky"


ROUND = TimedOut((Frame("m.py", "f", 1),), 0.0, "cpu", confirmed=False)


def after_confirming(hangs: list[bool], folder: Path) -> tuple[TargetState, list[Request]]:
    """Have a call that its worker ended tried with more time, which it needs, or not, each time."""
    state, asked, answers = TargetState("m.f", "m.py", 1), list[Request](), iter(hangs)
    found = FindingState(
        signature=signature_text(ROUND),
        failure=ROUND,
        encoded="YQ==",
        raw="Yg==",
        call="m.f(0)",
        execution=1,
        seconds=0.0,
        complexity=1.0,
        verdict="unexpected",
    )
    state.findings[found.signature] = found
    script = believe(state, found, Conditions(Settings(), "/root"))

    def answer(request: Request) -> Reply:
        asked.append(request)
        worker = Worker(1, 1, request.limits, folder)
        worker.close()
        if json.loads(request.job)["do"] == "replay" and next(answers):
            return Reply(Ended(worker, "timed_out", reason="cpu"))
        return Reply(Ended(worker, "exited", 0), {"event": "replayed", "signature": "returned"})

    try:
        request = next(script)
        while True:
            request = script.send(answer(request))
    except StopIteration:
        return state, asked


def test_a_call_that_its_worker_ended_is_believed_to_hang_after_three_times_the_limit(tmp_path: Path) -> None:
    state, asked = after_confirming([True], tmp_path)
    (found,) = state.findings.values()
    assert asked[0].limits.cpu_seconds == 3 * Settings().cpu_limit
    assert isinstance(found.failure, TimedOut)
    assert found.failure.confirmed
    assert found.failure.says == "no end after 3 s of CPU time"


def test_the_call_that_was_met_first_counts_if_the_simpler_one_ends(tmp_path: Path) -> None:
    state, _ = after_confirming([False, True], tmp_path)
    (found,) = state.findings.values()
    assert found.encoded == "Yg=="


def test_a_call_that_ends_with_more_time_is_no_finding_but_a_remark(tmp_path: Path) -> None:
    state, _ = after_confirming([False, False], tmp_path)
    assert not state.findings
    assert "m.f(0)" in state.remarks[0]


def after_waiting(ends: bool, verdict: str, folder: Path, left: float = 60.0) -> tuple[FindingState, list[Request]]:
    """Have a call that hung tried with far more time, after which it is over, or not."""
    hung = TimedOut((Frame("m.py", "f", 1),), 3.0, "cpu")
    asked: list[Request] = []
    found = FindingState(
        signature=signature_text(hung),
        failure=hung,
        encoded="YQ==",
        raw="YQ==",
        call="m.f(0)",
        execution=1,
        seconds=0.0,
        complexity=1.0,
        verdict=verdict,
        reduced=True,
    )
    state = TargetState("m.f", "m.py", 1)
    state.findings[found.signature] = found
    conditions = Conditions(Settings(), "/root", RunTime(lambda: left))
    script = believe(state, found, conditions)

    def answer(request: Request) -> Reply:
        asked.append(request)
        worker = Worker(1, 1, request.limits, folder)
        worker.close()
        match json.loads(request.job)["do"]:
            case "replay" if not (ends and request.limits.cpu_seconds > 3):
                return Reply(Ended(worker, "timed_out", reason="cpu"), {}, 3.0)
            case "replay":
                return Reply(Ended(worker, "exited", 0), {"event": "replayed", "signature": "returned"}, 4.2)
            case "write":
                judged = {"verdict": "resource", "evidence": json.loads(request.job)["failure"]["ended"]}
                said = {"event": "written", "calls": ["m.f(0)"], "imports": [], **judged}
                return Reply(Ended(worker, "exited", 0), said)
        return Reply(Ended(worker, "exited", 0), {"event": "proposed", "inputs": []})

    try:
        request = next(script)
        while True:
            request = script.send(answer(request))
    except StopIteration:
        return found, asked


def test_a_call_that_is_over_with_ten_times_the_limit_was_slow(tmp_path: Path) -> None:
    found, asked = after_waiting(True, "unexpected", tmp_path)
    assert (found.verdict, found.evidence, found.failure.says) == ("resource", "4.2", "slow: over only after 4.2 s")
    assert max(request.limits.cpu_seconds for request in asked) == 10 * Settings().cpu_limit


def test_one_that_is_not_over_then_is_believed_to_hang(tmp_path: Path) -> None:
    found, _ = after_waiting(False, "unexpected", tmp_path)
    assert (found.verdict, found.failure.says) == ("unexpected", "no end after 3 s of CPU time")


@pytest.mark.parametrize(("verdict", "left"), [("resource", 60.0), ("unexpected", 5.0)])
def test_nobody_waits_for_what_asks_for_no_action_or_when_time_is_short(
    verdict: str, left: float, tmp_path: Path
) -> None:
    _, asked = after_waiting(True, verdict, tmp_path, left)
    assert max(request.limits.cpu_seconds for request in asked) <= 3 * Settings().cpu_limit
