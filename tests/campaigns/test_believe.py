"""When a failure is believed: it shows again each time, in processes whose answers are made by hand here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.campaigns.believe import believe
from fuzzwright.campaigns.jobs import failure_record, signature_text
from fuzzwright.campaigns.requests import Conditions, Reply, Request
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Raised
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
