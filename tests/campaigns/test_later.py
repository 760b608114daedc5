"""Functions that get hints from calls while others are fuzzed, and are fuzzed later in the same run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.again import replay_again
from fuzzwright.campaigns.later import LARGEST_SHARE, Later, hints_of_earlier_runs, stored_hints
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.run import Started
from fuzzwright.campaigns.session import Session, report_of
from fuzzwright.settings import Settings
from fuzzwright.store import open_store
from fuzzwright.store.store import Store

SAMPLES = Path(__file__).parent.parent / "samples"
LATER = ("Item.__init__", "Item.label", "described", "first_letter", "given_a_default", "halves", "initial")


class Ran:
    """A campaign over the sample, with nothing inferred but from calls."""

    def __init__(self, store: Store | None = None, **settings: Any) -> None:
        chosen = replace(Settings(executions=300, seed=1, jobs=1, infer=True), **settings)
        # No type checker is asked, so that the calls have to tell.
        plan = make_plan(["seen.parts", "seen.shop"], chosen.but(infer=False), SAMPLES)
        plan = replace(plan, order=replace(plan.order, infer=chosen.infer))
        self.started: list[str] = []
        with Session(plan, chosen, store) as session:
            session.open()
            self.opened = [state.name for state in session.states if state.status == "waiting"]
            for event in session.events():
                if isinstance(event, Started):
                    self.started.append(event.target.name)
            self.reports = {state.name: report_of(state) for state in session.states}
            self.findings = {
                (finding.function, finding.exception, finding.verdict, finding.call) for finding in session.findings()
            }
            self.kept = {state.name: [entry.encoded for entry in state.kept] for state in session.states}


@pytest.fixture(scope="module")
def ran() -> Ran:
    return Ran()


@pytest.mark.slow
def test_functions_without_hints_are_fuzzed_after_those_that_call_them(ran: Ran) -> None:
    assert ran.opened == [f"seen.shop.{name}" for name in ("buy", "later", "shout", "split")]
    assert ran.started[:4] == ran.opened
    assert {f"seen.parts.{name}" for name in LATER} == set(ran.started[4:])
    for name in LATER:
        assert ran.reports[f"seen.parts.{name}"].status == "fuzzed"
        assert ran.reports[f"seen.parts.{name}"].executions == 300
    never = ran.reports["seen.parts.never_called"]
    assert never.status == "skipped"
    assert "no annotation" in (never.reason or "")


def test_what_a_later_round_shows_opens_more(ran: Ran) -> None:
    # Only `first_letter` calls it, which has no hints itself: its callers are fuzzed, then it, then this.
    assert ran.started.index("seen.parts.initial") > ran.started.index("seen.parts.first_letter")
    assert ran.reports["seen.parts.initial"].reason == "`word: str`, from calls of it that were seen"


def test_failures_that_hang_on_such_hints_are_nothing_to_act_on(ran: Ran) -> None:
    assert ("seen.parts.first_letter", "IndexError", "any", "seen.parts.first_letter([])") in ran.findings
    assert ("seen.parts.Item.label", "IndexError", "any", "seen.parts.Item('', 0).label(0)") in ran.findings
    assert {verdict for _, _, verdict, _ in ran.findings} <= {"any", "precondition"}


@pytest.mark.slow
def test_two_jobs_and_replaced_workers_see_what_one_sees(ran: Ran) -> None:
    other = Ran(jobs=2, recycle=100)
    assert other.findings == ran.findings
    assert other.kept == ran.kept
    assert {name: report.reason for name, report in other.reports.items()} == {
        name: report.reason for name, report in ran.reports.items()
    }


def test_without_infer_nothing_is_watched() -> None:
    plain = Ran(infer=False)
    assert plain.started == plain.opened


def test_some_of_the_time_is_kept_for_functions_that_may_get_hints() -> None:
    later = Later(Settings(infer=True), None)
    assert later.share(10) == 0.0
    later.note_group([], {"targets": [], "watched": ["a.f", "a.g"]})
    assert later.share(18) == 0.1
    assert later.share(0) == LARGEST_SHARE


@pytest.mark.slow
def test_the_store_keeps_hints_for_the_next_run_and_for_replays(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as store:
        first = Ran(store)
        hints = stored_hints(store)
        assert hints["seen.parts.halves"] == {"number": ["builtins:int"]}
        assert hints["seen.parts.initial"] == {"word": ["builtins:str"]}
        assert "seen.shop.split" not in hints
        findings = [kept for kept in store.findings() if kept.target == "seen.parts.first_letter"]
        files = {target.name: target.file for target in store.targets()}
        # With a budget in executions the past plays no part.
        assert Ran(store).opened == first.opened
        again = Ran(store, executions=None, time_per_function=0.05)
        assert "seen.parts.initial" in again.opened
    settings = Settings(store=str(tmp_path / "store.db"))
    assert hints_of_earlier_runs(settings, str(SAMPLES)) == hints
    assert hints_of_earlier_runs(Settings(store=str(tmp_path / "none.db")), str(SAMPLES)) == {}
    # Nothing says that they were found with inference.
    ends = [each.end for each in replay_again(findings, files, Settings(), SAMPLES, [SAMPLES], hints)]
    assert ends == ["still"] * len(findings) != []
