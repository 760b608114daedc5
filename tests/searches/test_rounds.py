"""The state that a run ended in is read from its last round, from plain values only."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest

from fuzzwright.searches.rounds import MOST_SITES, state_of


class Noted(NamedTuple):
    """An operation of a run, as a target notes it."""

    site: int
    kind: str
    operands: tuple[Any, ...]
    result: Any = None


class Way(Enum):
    """What is no number."""

    UP = 1
    DOWN = 2


class Touchy:
    """What must not be asked anything."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        raise AssertionError("hashed")


def sums(*numbers: int) -> list[Noted]:
    """The notes of a loop that adds up numbers."""
    total, notes = 0, []
    for number in numbers:
        notes.append(Noted(1, "binary", (total, number), total + number))
        total += number
    return notes


def test_a_run_without_rounds_has_no_state() -> None:
    assert state_of([]) is None
    assert state_of([Noted(1, "compare", (3, 4), False), Noted(2, "compare", (3, 5), False)]) is None


def test_what_leads_to_the_same_end_is_the_same_state() -> None:
    assert state_of(sums(1, 2, 3)) == state_of(sums(5, 1)) != state_of(sums(5, 2))


def test_what_comes_after_the_last_round_belongs_to_the_state() -> None:
    left, right = (state_of([*sums(1, 2), Noted(2, "compare", (number, 7), False)]) for number in (5, 6))
    assert left != right


def test_texts_count_only_where_nothing_is_counted() -> None:
    def read(letter: str) -> list[Noted]:
        return [Noted(2, "compare", (letter, "x"), False)]

    assert state_of([*sums(1, 2), *read("a")]) == state_of([*sums(1, 2), *read("b")])
    assert state_of([*read("a"), *read("b")]) != state_of([*read("a"), *read("c")])


def test_a_table_that_stays_the_same_is_no_state_but_one_that_changes_is() -> None:
    def looked_up(first: list[int], last: list[int]) -> Any:
        return state_of([Noted(1, "item", (first, 0), first[0]), Noted(1, "item", (last, 0), last[0])])

    assert looked_up([1, 2], [1, 2]) == looked_up([1, 3], [1, 3])
    assert looked_up([1, 2], [1, 3]) != looked_up([1, 2], [1, 4])


def test_large_numbers_are_told_apart_by_about_how_large_they_are() -> None:
    assert state_of(sums(10**9, 1)) == state_of(sums(10**9, 2)) != state_of(sums(10**9, 10**9))
    assert state_of(sums(0, -(10**9))) != state_of(sums(0, 10**9))


@pytest.mark.parametrize("value", [Touchy(), [Touchy()], {Way.UP: Touchy()}, (Way.DOWN, 1.5, float("nan")), {1}, b"x"])
def test_any_value_can_be_part_of_a_state_and_is_not_asked_anything(value: Any) -> None:
    notes = [Noted(1, "matched", (value,)), Noted(1, "matched", (value,))]
    assert hash(state_of(notes)) == hash(state_of(notes))


def test_members_of_an_enumeration_are_told_apart_by_name() -> None:
    up, down = (state_of([Noted(1, "compare", (way, Way.UP), True)] * 2) for way in Way)
    assert up != down


def test_very_long_rounds_are_no_states() -> None:
    notes = [Noted(site, "binary", (site,), site) for site in range(MOST_SITES + 1)]
    assert state_of(notes[:10] * 2) is not None
    assert state_of(notes * 2) is None


def test_a_small_collection_that_is_noted_once_tells_states_apart_unless_it_may_be_the_input() -> None:
    def ended(left: set[int]) -> list[Noted]:
        return [*sums(1, 2), Noted(7, "truth", (left,), True)]

    assert state_of(ended({1})) != state_of(ended({2}))
    assert state_of(ended({1}), lambda: {1}) == state_of(ended({2}), lambda: {1})
    assert state_of(ended({1}), lambda: {1}) != state_of(ended({1, 2}), lambda: {1, 2})
