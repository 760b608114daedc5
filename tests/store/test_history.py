"""What the store remembers beyond totals: the history of findings, points, and with which code a target was fuzzed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from fuzzwright.store import Point, Store, open_store, points, sightings
from tests.store.make import FUNCTION, found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    ticks = count(1000)
    with open_store(tmp_path / "store.sqlite", clock=lambda: float(next(ticks))) as opened:
        met(opened)
        yield opened


def met(store: Store, code_hash: str = "code", source_hash: str = "aa") -> bool:
    return store.remember_target(
        FUNCTION, file="shop/orders.py", source_hash=source_hash, search="adaptive", seed=7, code_hash=code_hash
    ).fuzzed_as_is


def history(store: Store) -> list[tuple[int | None, str, int]]:
    return [(one.run, one.event, one.count) for one in store.history(FUNCTION, found().signature)]


def test_each_run_that_saw_a_finding_is_one_row_of_its_history(store: Store) -> None:
    for counts in ([3, 0, 4], [2], [], [1, 1]):
        store.begin_run("run", {}, 0)
        for number in counts:
            store.upsert_finding(FUNCTION, found(count=number))
    assert history(store) == [(1, "came", 7), (2, "seen", 2), (4, "seen", 2)]
    assert store.findings()[0].finding.count == 11


def test_a_finding_that_went_and_came_back_in_one_run_says_so(store: Store) -> None:
    store.begin_run("run", {}, 0)
    store.upsert_finding(FUNCTION, found(count=1))
    store.begin_run("run", {}, 0)
    store.mark_gone(FUNCTION, [found().signature, "unknown"])
    store.mark_gone(FUNCTION, [found().signature])
    store.upsert_finding(FUNCTION, found(count=2))
    store.upsert_finding(FUNCTION, found(count=3))
    assert history(store) == [(1, "came", 1), (2, "gone", 0), (2, "came", 5)]
    assert store.findings()[0].status == "new"


def test_a_finding_met_outside_any_run_has_a_history_too(store: Store) -> None:
    store.upsert_finding(FUNCTION, found(count=1))
    store.upsert_finding(FUNCTION, found(count=1))
    assert history(store) == [(None, "came", 2)]


def test_history_is_bounded_but_coming_and_going_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sightings, "MOST_SEEN", 3)
    for _ in range(6):
        store.begin_run("run", {}, 0)
        store.upsert_finding(FUNCTION, found(count=1))
    assert history(store) == [(1, "came", 1), (4, "seen", 1), (5, "seen", 1), (6, "seen", 1)]


def test_a_moved_finding_keeps_its_history_under_its_new_signature(store: Store) -> None:
    store.begin_run("run", {}, 0)
    store.upsert_finding(FUNCTION, found(count=5))
    store.begin_run("run", {}, 0)
    moved = found(line=44, count=1)
    store.move_finding(FUNCTION, found().signature, moved)
    (kept,) = store.findings()
    assert (kept.signature, kept.finding.id, kept.finding.line) == (moved.signature, moved.finding.id, 44)
    assert (kept.status, kept.finding.count) == ("known", 6)
    assert [one.event for one in store.history(FUNCTION, moved.signature)] == ["came", "moved"]


def test_a_finding_moved_onto_a_known_one_leaves_that_one(store: Store) -> None:
    store.begin_run("run", {}, 0)
    moved = found(line=44, count=1)
    store.upsert_finding(FUNCTION, found(count=5))
    store.upsert_finding(FUNCTION, moved)
    store.move_finding(FUNCTION, found().signature, moved)
    assert {kept.finding.line: kept.status for kept in store.findings()} == {41: "gone", 44: "new"}
    assert history(store)[-1] == (1, "moved", 0)


def test_flaky_replaces_a_verdict_only_until_the_failure_was_repeated(store: Store) -> None:
    def told(verdict: str, believed: bool) -> str:
        new = found(verdict=verdict)
        new = type(new)(new.finding, new.signature, believed)
        return store.upsert_finding(FUNCTION, new).finding.verdict

    assert told("unexpected", believed=False) == "unexpected"
    assert told("flaky", believed=True) == "flaky"
    assert told("unexpected", believed=True) == "unexpected"
    assert told("flaky", believed=True) == "unexpected"


def test_points_of_several_epochs_are_merged(store: Store) -> None:
    for executions, times in ((10, 7), (20, 5)):
        told = [Point("end", "returned", times, executions), Point("line", str(times), 1, executions)]
        store.save_epoch(FUNCTION, 0, executions=10, seconds=0.0, points=told)
    ends, *lines = store.points(FUNCTION)
    assert (ends.what, ends.count, ends.first_execution) == ("returned", 12, 10)
    assert ends.first_seen < ends.last_seen
    assert [(point.what, point.first_execution) for point in lines] == [("5", 20), ("7", 10)]
    assert store.points("shop.unknown") == ()


def test_points_are_bounded_and_still_add_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "MOST_POINTS", 40)
    source, total = random.Random(3), 0
    for epoch in range(30):
        told = [Point("end", f"{source.randrange(200):x}", source.randrange(1, 50), epoch) for _ in range(10)]
        total += sum(point.count for point in told)
        store.save_epoch(
            FUNCTION, epoch, executions=10, seconds=0.0, points=[*told, Point("end", "often", 1000, epoch)]
        )
        assert len(store.points(FUNCTION)) <= 40
    kept = {point.what: point for point in store.points(FUNCTION)}
    assert sum(point.count for point in kept.values()) == total + 30_000
    assert kept["often"].count == 30_000
    assert kept[""].first_execution == 0


def test_lines_are_forgotten_when_the_source_changes_and_ends_are_not(store: Store) -> None:
    told = [Point("end", "returned", 1, 1), Point("line", "3", 1, 1)]
    store.save_epoch(FUNCTION, 0, executions=1, seconds=0.0, points=told)
    met(store, "code of another function changed")
    assert len(store.points(FUNCTION)) == 2
    met(store, "code", source_hash="bb")
    assert [point.kind for point in store.points(FUNCTION)] == ["end"]


def test_a_target_was_fuzzed_as_it_is_once_an_epoch_of_that_code_is_saved(store: Store) -> None:
    assert not met(store)
    store.save_epoch(FUNCTION, 0, executions=0, seconds=1.0)
    assert not met(store)
    store.save_epoch(FUNCTION, 0, executions=10, seconds=1.0)
    store.save_epoch(FUNCTION, 0, executions=0, seconds=0.5)
    assert met(store)
    assert store.targets()[0].fuzzed_seconds == 1.5
    assert not met(store, "changed")
    # Asking is not fuzzing.
    assert not met(store, "changed")
    store.save_epoch(FUNCTION, 1, executions=10, seconds=0.25)
    assert met(store, "changed")
    assert store.targets()[0].fuzzed_seconds == 0.25


def test_a_run_that_began_before_a_change_does_not_pass_for_one_of_the_new_code(store: Store) -> None:
    met(store, "new")
    store.save_epoch(FUNCTION, 0, executions=10, seconds=1.0, code_hash="old")
    assert not met(store, "new")


def test_a_target_is_unfinished_from_its_beginning_to_its_end(store: Store) -> None:
    store.begin_target(FUNCTION)
    assert store.targets()[0].unfinished
    store.finish_target(FUNCTION)
    assert not store.targets()[0].unfinished
