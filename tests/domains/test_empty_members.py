"""Members of a union that a condition leaves no value: the others are made, and nothing fails for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.domains.filters import filtered
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Unfit
from tests.engine.shapes import finished


def none_of(inner: Domain[Any]) -> Domain[Any]:
    return filtered(inner, lambda value: False)


@pytest.mark.parametrize("empty", [Integers(), Sequences(Integers(), SET)], ids=["leaves", "trees"])
def test_a_union_does_without_the_members_that_have_no_value(empty: Domain[Any]) -> None:
    union = finished(Unions([none_of(empty), Strings(), none_of(empty)]))
    random = Random(0)
    made = [union.generate(random, size) for size in range(30)]
    assert union.realise(union.simplest()) == ""
    assert {type(union.realise(value)) for value in made} == {str}
    assert [*union.simpler(union.adopt("a"))] == []
    assert {type(union.realise(union.mutate(value, random))) for value in made} == {str}
    assert all(union.complexity(value) < 1000 for value in made)


def test_a_union_without_any_value_says_so() -> None:
    union = finished(Unions([none_of(Integers()), none_of(Strings())]))
    with pytest.raises(Unfit):
        union.generate(Random(0), 5)


def test_that_a_condition_holds_for_nothing_is_found_out_once() -> None:
    asked: list[int] = []

    def never(value: int) -> bool:
        asked.append(value)
        return False

    domain = finished(filtered(Integers(), never))
    for _ in range(2):
        with pytest.raises(Unfit):
            domain.simplest()
    first = len(asked)
    with pytest.raises(Unfit):
        domain.generate(Random(0), 5)
    assert len(asked) == first
