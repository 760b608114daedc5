"""Which of two values people would rather read."""

from __future__ import annotations

import pytest

from fuzzwright.domains.floats import Floats
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.engine.domain import Domain
from fuzzwright.searches.natural import more_natural, natural


@pytest.mark.parametrize(
    ("domain", "better", "worse"),
    [
        (Integers(), 1, 0),
        (Integers(), 0, -1),
        (Integers(), 2, -1),
        (Integers(), 3, 1000),
        (Integers(5, 9), 5, 6),
        (Floats(), 1.0, 0.0),
        (Floats(), 0.0, -0.0),
        (Floats(), 2.0, 1.89),
        (Floats(), 1.0, -1.0),
        (Strings(), "", "a"),
        (Strings(), "a", "0"),
        (Strings(), "1", "0"),
        (Strings(), "a", "\x00"),
        (Strings(), "aa", "\x00"),
        (Strings(), "-", " "),
        (Strings(), "-", "&"),
        (Strings(), "ab", "é"),
        (Bytes(), b"a", b"\x00"),
        (Bytes(), b"a", b"\xff"),
    ],
)
def test_one_value_is_more_natural_than_another(domain: Domain[object], better: object, worse: object) -> None:
    measure = natural(domain).complexity
    assert measure(better) < measure(worse)


def test_parts_are_measured_wherever_they_are() -> None:
    pairs = natural(Products([Integers(), Strings()]))
    assert pairs.complexity((1, "a")) < pairs.complexity((0, "a"))
    assert pairs.complexity((1, "a")) < pairs.complexity((1, "\x01"))


def test_the_domain_itself_measures_as_before() -> None:
    integers = Integers()
    natural(integers)
    assert integers.complexity(0) == 0


def test_a_limit_ends_measuring_with_something_beyond_it() -> None:
    texts = natural(Strings())
    assert texts.complexity_up_to("a" * 100, 10.0) >= 10.0
    assert texts.complexity_up_to("ab", 10.0) == texts.complexity("ab")


def test_letters_are_proposed_for_bytes_and_a_dash_for_signs() -> None:
    assert b"a" in list(more_natural(b"\x00"))
    assert "a-" in list(more_natural("a&"))
    assert list(more_natural("ab1")) == []
