"""The calls that a failure needs before it are found, whichever epoch of its worker it was met in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.jobs import MOST_HISTORY, KeptInput, Record, failure_record
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.campaigns.states import TargetState
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.loop import EPOCH
from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.settings import Settings
from fuzzwright.store.opening import open_store

STATEFUL = '''
import os

CALLS = []


def late(number: int) -> int:
    """Fails once there were many calls, for some numbers after some others."""
    CALLS.append(number)
    if len(CALLS) > {calls} and number % 7 == 3 and CALLS[-2] % 5 == 1:
        raise RuntimeError("too many calls")
    return number


def planted(number: int) -> int:
    """Fails for some numbers once another one was seen that nobody comes upon by chance."""
    if number == 918273645:
        CALLS.append(number)
    if len(CALLS) > {calls} and number % 8 == 2:
        raise RuntimeError("planted")
    return number


def deadly(number: int) -> int:
    """Ends its process at some numbers once others were seen."""
    if number % 8 == 5:
        CALLS.append(number)
    if len(CALLS) > 3 and number % 8 == 2:
        os._exit(3)
    return number
'''


def findings(folder: Path, function: str, calls: int = 0, **settings: Any) -> list[Finding]:
    """Fuzz one function of a module in a folder, with its store; return what was found."""
    (folder / "stateful.py").write_text(STATEFUL.format(calls=calls))
    chosen = Settings(jobs=1).but(**settings)
    plan = make_plan([f"stateful:{function}"], chosen, folder)
    with open_store(folder / "store.sqlite") as store, Session(plan, chosen, store) as session:
        session.open()
        for _ in session.events():
            pass
        return session.findings()


@pytest.mark.slow
def test_a_failure_in_a_later_epoch_is_shown_with_the_calls_of_all_epochs_of_its_worker(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "late", calls=1200, executions=2500, seed=1)
    assert finding.executions > EPOCH
    assert finding.verdict != "flaky"
    assert 1200 <= len(finding.before) < 1400


@pytest.mark.slow
def test_inputs_of_an_earlier_run_are_part_of_the_history(tmp_path: Path) -> None:
    assert not findings(tmp_path, "planted", calls=1_000_000, executions=2000)
    (finding,) = findings(tmp_path, "planted", executions=500, search="quickcheck")
    assert finding.verdict != "flaky"
    assert finding.before == ("stateful.planted(918273645)",)


@pytest.mark.slow
def test_a_death_is_shown_with_the_calls_it_needs(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "deadly", executions=600, seed=1)
    assert (finding.kind, finding.verdict) == ("exited", "unexpected")
    assert len(finding.before) == 4


def found(execution: int) -> Record:
    """Return what a worker says of a failure."""
    failure = failure_record(Raised((Frame("m.py", "f", 2),), "ValueError", "no"))
    told = {"encoded": "YQ==", "call": "m.f(1)", "imports": [], "verdict": "unexpected", "evidence": ""}
    return {"event": "found", "failure": failure, "execution": execution, "complexity": 1.0, "reduced": False, **told}


@pytest.mark.parametrize(("execution", "start"), [(MOST_HISTORY, 0), (MOST_HISTORY + 1, 15_000)])
def test_a_history_starts_with_the_worker_or_if_that_is_long_ago_with_the_epoch(execution: int, start: int) -> None:
    state = TargetState("m.f", "m.py", 1)
    job = state.job(Settings(), seconds=None)
    state.epoch, state.executions, state.kept = 4, 15_000, [KeptInput(0, "YQ==")]
    finding = state.hear(found(execution), job, 1.0)
    assert finding is not None
    assert finding.origin is not None
    assert (finding.origin.executions, finding.origin.epoch) == (start, 4 if start else 0)
    assert finding.origin.kept == (state.kept if start else [])
