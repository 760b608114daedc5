"""Failures whose inputs cannot be written as calls: they are judged all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.jobs import signature_text
from fuzzwright.campaigns.replays import UNWRITTEN, write
from fuzzwright.campaigns.requests import Conditions, Reply
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Died, Failure, Frame, Raised, TimedOut
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.worker import Worker
from fuzzwright.settings import Settings

SOURCE = """def area(sides: list[int]) -> int:
    if not sides:
        raise ValueError("no sides")
    return sides[0]
"""
AT = (Frame("shapes.py", "area", 4),)


@pytest.mark.parametrize(
    ("failure", "verdict", "evidence"),
    [
        (Raised(exception="IndexError", message="no", frames=AT), "unclear", "its input could not be written"),
        (
            Raised(exception="ValueError", message="no sides", frames=(Frame("shapes.py", "area", 3),)),
            "deliberate",
            "raised on purpose",
        ),
        (TimedOut(seconds=3.0, clock="cpu", ended=5.0, frames=AT), "resource", "slow"),
        (Died(signal=11, frames=AT), "unexpected", "killed"),
    ],
)
def test_what_cannot_be_written_is_judged_by_the_failure_alone(
    failure: Failure, verdict: str, evidence: str, tmp_path: Path
) -> None:
    (tmp_path / "shapes.py").write_text(SOURCE)
    found = FindingState(
        signature=signature_text(failure), failure=failure, encoded="YQ==", execution=1, seconds=0.0, complexity=1.0
    )
    script = write(TargetState("shapes.area", "shapes.py", 1, 4), found, Conditions(Settings(), str(tmp_path)))
    next(script)
    worker = Worker(1, 1, Limits(), tmp_path)
    worker.close()
    with pytest.raises(StopIteration):
        script.send(Reply(Ended(worker, "timed_out", 0), {}))
    assert (found.call, found.verdict) == (UNWRITTEN, verdict)
    assert evidence in found.evidence
