"""What is put into the store, and how often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.bookkeeping import Bookkeeping
from fuzzwright.campaigns.jobs import to_text
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.settings import Settings
from fuzzwright.store.opening import open_store


def found_at(line: int) -> FindingState:
    failure = Raised((Frame("shop.py", "read", line),), "ValueError")
    return FindingState(
        signature=f"line {line}", failure=failure, encoded=to_text(b"x"), call=f"shop.read({line})", execution=1,
        seconds=0.0, complexity=1.0, verdict="unexpected", evidence="none",
    )  # fmt: skip


def test_only_findings_that_changed_are_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []
    with open_store(tmp_path / "store.sqlite") as store:
        store.remember_target("shop.read", file="shop.py", source_hash="0", search="adaptive", seed=0)
        save = store.save_epoch

        def noted(*arguments: Any, **named: Any) -> None:
            told.append([new.finding.call for new in named["findings"]])
            save(*arguments, **named)

        monkeypatch.setattr(store, "save_epoch", noted)
        book = Bookkeeping(store, Settings())
        state = TargetState("shop.read", findings={f"line {line}": found_at(line) for line in (1, 2, 3)})
        book.save(state)
        state.findings["line 2"].count = 5
        book.save(state)
        state.findings["line 3"].verdict = "flaky"
        book.save(state)
        book.save(state)
        kept = {each.finding.call: (each.finding.count, each.finding.verdict) for each in store.findings()}
    assert told == [[f"shop.read({line})" for line in (1, 2, 3)], ["shop.read(2)"], ["shop.read(3)"], []]
    assert kept == {
        "shop.read(1)": (1, "unexpected"),
        "shop.read(2)": (5, "unexpected"),
        "shop.read(3)": (1, "flaky"),
    }
