"""Who comes first when earlier runs are known."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.campaigns.ordering_by_change import divided, ordered, told
from fuzzwright.campaigns.states import TargetState
from fuzzwright.store.records import StoredTarget


def known(name: str, fuzzed: str = "now", **more: Any) -> StoredTarget:
    fields = {
        "executions": 100,
        "fuzzed_seconds": 2.0,
        "promise": 1.0,
        "code_hash": "now",
        "fuzzed_hash": fuzzed,
        **more,
    }
    return StoredTarget(name, "f.py", "own", "adaptive", 0, 0.0, 0.0, **fields)


KNOWN = {
    each.name: each
    for each in (
        known("a_long", fuzzed_seconds=50.0),
        known("b_short", fuzzed_seconds=0.5),
        known("c_rich", fuzzed_seconds=50.0, promise=90.0),
        known("d_cut_off", fuzzed_seconds=70.0, unfinished=True),
        known("e_changed", fuzzed="before"),
        known("f_met_but_never_run", fuzzed="", executions=0),
    )
}
STATES = [TargetState(name) for name in (*sorted(KNOWN), "g_new")]


def test_changed_and_new_come_first_then_the_unfinished_then_those_known_least() -> None:
    assert [state.name for state in ordered(STATES, KNOWN)] == [
        *("e_changed", "f_met_but_never_run", "g_new", "d_cut_off", "c_rich", "b_short", "a_long")
    ]


def test_without_an_earlier_run_the_order_is_that_of_names() -> None:
    assert ordered(STATES[::-1], {}) == STATES
    assert divided(STATES, {}, jobs=2) == (STATES, [], 1.0)


def test_the_others_get_what_the_changed_ones_leave() -> None:
    first, others, part = divided(STATES, KNOWN, jobs=2)
    assert [state.name for state in first] == ["e_changed", "f_met_but_never_run", "g_new"]
    assert [state.name for state in others] == ["d_cut_off", "c_rich", "b_short", "a_long"]
    assert part == 0.75


def test_one_changed_function_of_very_many_does_not_take_nearly_everything() -> None:
    many = {f"u{number}": known(f"u{number}") for number in range(199)} | {"changed": known("changed", "before")}
    first, others, part = divided([TargetState(name) for name in many], many, jobs=1)
    assert (len(first), len(others)) == (1, 199)
    assert part == pytest.approx(10 / 200)


def test_so_many_come_first_that_no_worker_is_idle() -> None:
    first, others, _ = divided(STATES, {**KNOWN, "g_new": known("g_new")}, jobs=4)
    assert [state.name for state in first] == ["e_changed", "f_met_but_never_run", "d_cut_off", "c_rich"]
    assert len(others) == 3


def test_nothing_is_divided_where_all_run_at_once_or_all_are_alike() -> None:
    assert divided(STATES, KNOWN, jobs=7)[1:] == ([], 1.0)
    unchanged = [state for state in STATES if state.name[0] in "abc"]
    assert divided(unchanged, KNOWN, jobs=1)[1:] == ([], 1.0)


def test_one_line_tells_what_comes_first() -> None:
    assert told(STATES, KNOWN) == "3 changed or new first, 4 unchanged after"
    assert told(STATES[:4], KNOWN) == "nothing changed since it was last fuzzed: 4 unchanged, those known least first"
    assert told(STATES, {}) == ""
    assert told(STATES[:1], KNOWN) == ""
