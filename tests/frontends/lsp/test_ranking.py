"""Which examples are shown where there is no room for all."""

from __future__ import annotations

from fuzzwright.editor.examples import LiveExample, Outcome
from fuzzwright.frontends.lsp.ranking import chosen, ranked
from tests.frontends.lsp.made import example


def made(slot: int, outcome: Outcome, *lines: int) -> LiveExample:
    return example(f"f({slot})", outcome, slot=slot, lines=lines)


def slots(examples: list[LiveExample]) -> list[int]:
    return [each.slot for each in examples]


def test_all_are_shown_by_slot_if_there_is_room() -> None:
    assert slots(chosen([made(2, "raised", 1), made(0, "returned", 1)], 4)) == [0, 2]


def test_what_fails_stands_right_behind_one_that_returns() -> None:
    many = [made(0, "returned", 1), made(1, "returned", 2), made(2, "refused", 3), made(3, "raised", 4)]
    assert slots(chosen(many, 4)) == [0, 3, 1, 2]


def test_a_failure_is_never_left_out_for_an_example_that_returns() -> None:
    many = [made(0, "returned", 1), made(1, "returned", 2), made(2, "returned", 3), made(3, "raised", 4)]
    assert slots(chosen(many, 2)) == [0, 3]


def test_an_example_that_runs_the_same_lines_as_one_before_gives_way() -> None:
    many = [made(0, "returned", 1, 2), made(1, "returned", 1, 2), made(2, "returned", 1, 3), made(3, "refused", 4)]
    assert slots(chosen(many, 3)) == [0, 2, 3]
    assert slots(ranked(many)) == [0, 2, 3, 1]


def test_none_are_shown_if_none_are_wanted() -> None:
    assert chosen([made(0, "returned", 1)], 0) == []
