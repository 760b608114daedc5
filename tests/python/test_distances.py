"""How far a condition is from going the other way: 0 where it went, less the nearer it came."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.engine.sides import MOST_VISITS, condition_of, side, visit_of
from fuzzwright.python.distances import FAR, apart, distances
from fuzzwright.python.flips import OPPOSITE
from fuzzwright.python.notes import Note
from tests.python.looking import hostile


def compared(sign: str, left: Any, right: Any, holds: Any = False) -> Note:
    return Note(7, "compare", sign, (left, right), holds)


def far(sign: str, left: Any, right: Any) -> float:
    """How far `left sign right`, which does not hold, is from holding."""
    found = distances([compared(sign, left, right)])
    assert found[side(7, 0, holds=False)] == 0
    return found[side(7, 0, holds=True)]


@given(site=st.integers(0, 2**40), visit=st.integers(0, MOST_VISITS), holds=st.booleans())
def test_a_side_has_a_number_that_tells_site_and_visit(site: int, visit: int, holds: bool) -> None:
    number = side(site, visit, holds)
    assert (condition_of(number), visit_of(number), number & 1) == (site, visit, holds)
    assert number ^ 1 == side(site, visit, not holds)


@pytest.mark.parametrize(
    ("sign", "left", "right"),
    [
        ("==", 3, 3),
        ("==", "a", "a"),
        ("!=", 3, 4),
        ("<", 3, 4),
        (">=", date(2024, 1, 1), date(2024, 1, 1)),
        ("in", 3, [3]),
        ("not in", 3, []),
        ("is", None, None),
        ("is not", 3, None),
    ],
)
def test_the_side_that_was_taken_is_at_0_and_the_other_is_not(sign: str, left: Any, right: Any) -> None:
    found = distances([compared(sign, left, right, True)])
    assert found[side(7, 0, holds=True)] == found[side(7, 1, holds=True)] == 0
    assert found[side(7, 0, holds=False)] == found[side(7, 1, holds=False)] > 0


NEARER: list[tuple[str, list[tuple[Any, Any]]]] = [
    # For each sign, operands that come nearer and nearer.
    ("==", [(100, 7), (10, 7), (8, 7)]),
    ("==", [(2**90, 2**80), (2**80 + 2**60, 2**80), (2**80 + 2, 2**80), (2**80 + 1, 2**80)]),
    ("==", [(1e300, 1.0), (1e100, 1.0), (2.5, 1.0), (1.25, 1.0)]),
    ("==", [("", "abc"), ("xyz", "abc"), ("ayz", "abc"), ("abz", "abc"), ("abd", "abc")]),
    ("==", [("abcdef", "abc"), ("abcde", "abc"), ("abcd", "abc")]),
    ("==", [(b"", b"abc"), (b"xyz", b"abc"), (b"abz", b"abc"), (b"abd", b"abc")]),
    ("==", [([], [1, 2]), ([100], [1, 2]), ([1], [1, 2]), ([1, 9], [1, 2]), ([1, 3], [1, 2])]),
    ("==", [({}, {"a": 1, "b": 2}), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1, "b": 3}, {"a": 1, "b": 2})]),
    ("==", [({1, 2, 3}, set()), ({1, 2}, set()), ({1}, set())]),
    ("==", [(date(2000, 1, 1), date(2024, 1, 1)), (date(2024, 1, 3), date(2024, 1, 1))]),
    ("==", [(datetime(2000, 1, 1), datetime(2024, 1, 1)), (datetime(2024, 1, 1, 1), datetime(2024, 1, 1))]),
    ("==", [(timedelta(9), timedelta(1)), (timedelta(2), timedelta(1))]),
    ("==", [(time(23), time(4, 30)), (time(5), time(4, 30)), (time(4, 30, 1), time(4, 30))]),
    (
        "<",
        [
            (time(9, tzinfo=UTC), time(6, tzinfo=timezone(timedelta(hours=2)))),
            (time(5, tzinfo=UTC), time(4, tzinfo=UTC)),
        ],
    ),
    ("==", [(Decimal(9), Decimal(1)), (Decimal("1.5"), Decimal(1))]),
    ("==", [(Fraction(9), 1), (Fraction(4, 3), 1)]),
    ("==", [(None, 3), (9, 3)]),
    ("<", [(100, 7), (10, 7), (8, 7), (7, 7)]),
    ("<=", [(100, 7), (8, 7)]),
    (">", [(-100, 7), (6, 7), (7, 7)]),
    (">", [("a", "x"), ("w", "x")]),
    (">", [([1, 0], [9, 0]), ([8, 0], [9, 0])]),
    (">=", [(date(2000, 1, 1), date(2024, 1, 1)), (date(2023, 12, 31), date(2024, 1, 1))]),
    ("in", [(100, [1, 5]), (7, [1, 5]), (6, [1, 5])]),
    ("in", [(100, range(3, 9)), (12, range(3, 9))]),
    ("in", [("xyz", "-abc-"), ("ayz", "-abc-"), ("abz", "-abc-")]),
    ("in", [("zz", {"ab": 1}), ("az", {"ab": 1})]),
]


@pytest.mark.parametrize(("sign", "pairs"), NEARER, ids=lambda value: str(value)[:40])
def test_what_is_nearer_has_the_smaller_distance(sign: str, pairs: list[tuple[Any, Any]]) -> None:
    measured = [far(sign, left, right) for left, right in pairs]
    assert measured == sorted(measured, reverse=True)
    assert len(set(measured)) == len(measured)
    assert all(distance > 0 for distance in measured)


@given(target=st.integers(), offset=st.integers(1, 2**80))
def test_each_step_towards_a_number_counts(target: int, offset: int) -> None:
    assert far("==", target + offset, target) > far("==", target + offset - 1, target) or offset == 1


@given(left=st.text(max_size=9) | st.binary(max_size=9) | st.lists(st.integers(), max_size=5))
def test_what_is_equal_is_not_apart(left: Any) -> None:
    assert apart(left, left) == 0


def test_a_number_that_is_tested_is_as_far_from_false_as_from_0() -> None:
    found = distances([Note(7, "truth", "", (12,), 12)])
    assert found[side(7, 0, holds=False)] == 12
    assert found[side(7, 0, holds=True)] == 0
    assert distances([Note(7, "truth", "", ("",), "")])[side(7, 0, holds=True)] == 1


def test_the_nearest_of_several_visits_counts_and_each_visit_for_itself() -> None:
    found = distances([compared("==", value, 0) for value in (9, 3, 5)])
    assert found[side(7, 0, holds=True)] == 3
    assert [found[side(7, visit, holds=True)] for visit in (1, 2, 3)] == [9, 3, 5]


def test_a_visit_that_goes_there_brings_the_side_to_0_for_good() -> None:
    found = distances([compared("==", 4, 0), compared("==", 0, 0, True), compared("==", 9, 0)])
    assert found[side(7, 0, holds=True)] == found[side(7, 0, holds=False)] == 0
    assert found[side(7, 3, holds=True)] == 9


def test_late_visits_still_come_nearer() -> None:
    found = distances([compared("==", 100 - visit, 0) for visit in range(MOST_VISITS + 20)])
    assert found[side(7, 0, holds=True)] == 100 - MOST_VISITS - 19
    assert max(visit_of(number) for number in found) == MOST_VISITS


def test_sides_come_in_the_order_of_the_run() -> None:
    notes = [Note(site, "compare", "==", (1, 2), False) for site in (9, 3, 5)]
    assert list(dict.fromkeys(map(condition_of, distances(notes)))) == [9, 3, 5]


@pytest.mark.parametrize("kind", ["item", "call", "method"])
def test_whether_an_operation_works_is_a_condition(kind: str) -> None:
    worked, failed = Note(7, kind, "x", (1, 2), 3), Note(7, kind, "x", (1, 2), None, True)
    assert distances([worked]) == {side(7, 0, holds=True): 0}
    assert distances([failed]) == {side(7, 0, holds=True): 1}


def test_an_operation_that_worked_once_is_at_0_though_it_failed_later() -> None:
    worked, failed = Note(7, "item", "[]", (1, 2), 3), Note(7, "item", "[]", (1, 2), None, True)
    assert distances([worked, failed]) == distances([failed, worked]) == {side(7, 0, holds=True): 0}


class Rude(int):
    def __sub__(self, other: object) -> int:
        raise SystemExit("rude")

    __rsub__ = __sub__
    __abs__ = __sub__  # type: ignore[assignment]  # on purpose


def test_whatever_is_compared_has_a_distance_that_is_a_number() -> None:
    endless = [1]
    endless.append(endless)  # type: ignore[arg-type]  # on purpose
    values: list[Any] = [
        *(None, True, 0, 10**400, -(10**400), math.nan, math.inf, -math.inf, 1.5, 1j, "", "\udc80", b"", [], {}, set()),
        *(Decimal("nan"), Decimal("inf"), Fraction(1, 3), date.min, datetime.max, datetime.now(UTC), timedelta.max),
        *([math.inf], [math.nan], {"a": math.inf}, [10**400], object(), int, hostile(), Rude(3), endless, range(0)),
        iter([1]),
    ]
    for left in values:
        for right in values:
            for sign in OPPOSITE:
                for holds in (True, False):
                    for distance in distances([compared(sign, left, right, holds)]).values():
                        assert distance >= 0
                        assert not math.isnan(distance)
        for distance in distances([Note(7, "truth", "", (left,), left)]).values():
            assert distance >= 0
            assert not math.isnan(distance)


def test_what_is_no_plain_truth_is_no_condition() -> None:
    assert distances([compared("==", 1, 2, hostile()), Note(7, "truth", "", (hostile(),), hostile())]) == {}


def test_values_of_other_kinds_are_far_apart() -> None:
    assert far("==", "a", 3) == far("<", "a", 3) == far("==", None, "a") == FAR


def test_an_endless_value_in_a_list_weighs_less_than_an_item() -> None:
    assert far("==", [math.inf], [1.0]) < far("==", [], [1.0])


def test_the_end_of_a_loop_is_nearer_with_fewer_rounds_left_and_then_with_what_ended_it() -> None:
    end = side(3, 0, holds=True)

    def left(rounds: int, differing: int) -> float:
        return distances([compared("==", differing, 0), Note(3, "rounds", "", (rounds,), False)])[end]

    assert left(1, 1) < left(1, 9) < left(2, 1) < left(2, 10**9) < left(3, 1)
    assert distances([Note(3, "rounds", "", (), True), Note(3, "rounds", "", (4,), False)])[end] == 0
    assert end not in distances([Note(3, "rounds", "", (2,), False)], {end})


@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize(("left", "right"), [(1, 1), (2, 7), (7, 2), (-3, 10**200), (0, -1)])
def test_whole_numbers_are_as_far_apart_as_others(sign: str, left: int, right: int) -> None:
    for holds in (True, False):
        quickly = distances([Note(5, "compare", sign, (left, right), holds)])
        slowly = distances([Note(5, "compare", sign, (Number(left), Number(right)), holds)])
        assert repr(quickly) == repr(slowly)


class Number(int):
    """A number of another class."""


def test_a_flag_is_as_far_as_the_loop_that_gave_it_is_from_its_end() -> None:
    def far(*notes: Note) -> float:
        return distances([*notes, Note(9, "truth", "", (False,), False)])[side(9, 0, holds=True)]

    left = [Note(8, "rounds", "", (rounds,), False) for rounds in (1, 2, 5)]
    failed = [Note(7, "compare", ">", (3, 3 + more), False) for more in (1, 9)]
    assert far(failed[0], left[0]) < far(failed[1], left[0]) < far(failed[0], left[1]) < far(failed[0], left[2])
    assert far(failed[0], Note(8, "rounds", "", (), True)) == far() == 1.0
    # Only what follows at once hangs on it, and only what is true or false and nothing else.
    assert far(failed[0], left[2], Note(6, "truth", "", ("",), "")) == 1.0


def test_a_key_that_is_missing_is_the_nearer_the_more_it_is_like_one_that_is_there() -> None:
    def far(table: Any, key: Any, kind: str = "method", what: str = "get", failed: bool = False) -> float:
        return distances([Note(9, kind, what, (table, key), None, failed)])[side(9, 0, holds=True)]

    wanted = ("cache", "size")
    steps = [far(table, wanted) for table in ({}, {("x", "y"): 1}, {("cache", "y"): 1}, {("cache", "sizf"): 1})]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) == 4
    assert far({wanted: 1}, wanted) == 0
    assert far({"a": 1}, "b", "item", "[]", failed=True) < far({"a": 1}, "bcd", "item", "[]", failed=True)
    assert far([1, 2], 2, "item", "[]", failed=True) < far([1, 2], 7, "item", "[]", failed=True)


def test_what_is_no_plain_key_or_table_is_not_asked() -> None:
    class Touchy:
        def __hash__(self) -> int:
            return hash(5)

        def __eq__(self, other: object) -> bool:
            raise SystemExit

    for owner, key in (({}, hostile()), (hostile(), "key"), ({Touchy(): 1}, 5)):
        notes = [Note(9, "method", "get", (owner, key), None), Note(8, "item", "[]", (owner, key), None, failed=True)]
        assert distances(notes)[side(8, 0, holds=True)] > 0


def test_what_is_got_without_a_key_or_with_an_endless_one_does_no_harm() -> None:
    deep: Any = ()
    for _ in range(5000):
        deep = (deep,)
    given: list[tuple[Any, ...]] = [({},), ("queue",), ({}, deep), ({1: 2}, deep)]
    for operands in given:
        for failed in (True, False):
            assert distances([Note(9, "method", "get", operands, None, failed)])
