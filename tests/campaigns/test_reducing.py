"""What is told of a failure is as simple as reducing makes it, whichever input it was met with first."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.settings import Settings
from fuzzwright.store.opening import open_store
from tests.sparing import mostly_slow

STUCK = """
def spent(balance: int, deposit: int, withdrawal: int) -> float:
    # Neither of two deposits can be made smaller alone.
    if min(balance, deposit) < 0 or not 0 < withdrawal <= balance + deposit:
        return 0.0
    return withdrawal / (balance + deposit - withdrawal)
"""


@pytest.mark.parametrize("seed", mostly_slow(range(4), 1))
@pytest.mark.parametrize("recycle", [1000, 1_000_000])
@pytest.mark.slow
def test_a_simpler_input_that_turns_up_later_is_reduced_too(tmp_path: Path, seed: int, recycle: int) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    chosen = Settings(jobs=1).but(executions=6000, seed=seed, recycle=recycle)
    plan = make_plan(["stuck:spent"], chosen, tmp_path)
    with open_store(tmp_path / "store.sqlite") as store, Session(plan, chosen, store) as session:
        session.open()
        for _ in session.events():
            pass
        (finding,) = session.findings()
    assert finding.call in ("stuck.spent(0, 1, 1)", "stuck.spent(1, 0, 1)")


BOXES = """
from typing import Any

class Box:
    def __init__(self, content: Any) -> None:
        if type(content) is not int:
            raise ValueError("only numbers")
        self.name = None

def shout(box: Box) -> str:
    return box.name.upper()
"""


@pytest.mark.slow
def test_a_value_that_cannot_be_put_there_is_no_evidence_that_a_failure_hangs_on_its_type(tmp_path: Path) -> None:
    (tmp_path / "boxes.py").write_text(BOXES)
    chosen = Settings(jobs=1).but(executions=300, seed=0)
    with Session(make_plan(["boxes:shout"], chosen, tmp_path), chosen) as session:
        session.open()
        for _ in session.events():
            pass
        (finding,) = session.findings()
    assert (finding.verdict, finding.call) == ("unexpected", "boxes.shout(boxes.Box(0))")


CHUNKS = """
def chunks(items: list[int], size: int) -> list[list[int]]:
    made, start = [], 0
    while start < len(items):
        made.append(items[start : start + size])
        start += size
    return made
"""


@pytest.mark.slow
def test_a_loop_without_end_leaves_time_for_other_calls_and_is_told_with_the_simplest(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(CHUNKS)
    chosen = Settings(jobs=1).but(executions=40)
    plan = make_plan(["rows:chunks"], chosen, tmp_path)
    with open_store(tmp_path / "store.sqlite") as store, Session(plan, chosen, store) as session:
        session.open()
        for _ in session.events():
            pass
        (finding,) = session.findings()
        (state,) = session.states
    assert finding.kind == "timed_out"
    assert finding.call in ("rows.chunks([0], 0)", "rows.chunks([0], -1)")
    assert state.executions == 40
    assert not state.deadly


@pytest.mark.slow
def test_calls_that_end_are_shown_beside_one_that_does_not(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(CHUNKS)
    chosen = Settings(jobs=1, search="showcase").but(executions=30)
    plan = make_plan(["rows:chunks"], chosen, tmp_path)
    with open_store(tmp_path / "store.sqlite") as store, Session(plan, chosen, store) as session:
        session.open()
        for _ in session.events():
            pass
        (state,) = session.states
    shown = {example["ended"] for example in state.examples}
    assert "returned" in shown
    assert "hangs" not in shown  # that is a finding
    assert [found.failure.kind for found in state.findings.values()] == ["timed_out"]
