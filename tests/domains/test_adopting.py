"""Objects taken for values: a union asks the member whose class it is, and no other."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from fuzzwright.domains.integers import Integers
from fuzzwright.domains.records import Records
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.references import settle


@dataclass(frozen=True)
class Left:
    number: int


@dataclass(frozen=True)
class Right:
    number: int


def test_a_union_takes_an_object_for_the_member_of_its_class() -> None:
    union = Unions(
        [Records(Left, [("number", Integers())], frozen=True), Records(Right, [("number", Integers())], frozen=True)]
    )
    settle(union)
    assert union.adopt(Right(3)) == Right(3)
    assert union.adopt(Left(4)) == Left(4)


def test_what_that_member_refuses_no_other_is_asked_for() -> None:
    few = Integers(0, 5)
    union = Unions(
        [Records(Left, [("number", few)], frozen=True), Records(Right, [("number", Integers())], frozen=True)]
    )
    settle(union)
    with pytest.raises(Unfit):
        union.adopt(Left(9))
    assert union.adopt(Right(9)) == Right(9)


def test_where_two_members_are_of_one_class_each_is_tried() -> None:
    low, high = Integers(0, 5), Integers(6, 9)
    union = Unions([Records(Left, [("number", low)], frozen=True), Records(Left, [("number", high)], frozen=True)])
    settle(union)
    assert [union.adopt(Left(number)) for number in (1, 8)] == [Left(1), Left(8)]
