"""Numbers, text, choices, decimals, matching strings: what is drawn, and what everything is reduced to."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import Choices, booleans
from fuzzwright.domains.decimals import Decimals
from fuzzwright.domains.filters import filtered
from fuzzwright.domains.matching import Matching
from fuzzwright.domains.numbers import Complexes, Floats, Integers
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.engine.domain import LeafDomain, Unfit
from fuzzwright.engine.reduce import reduce

LEAVES: dict[str, LeafDomain[Any]] = {
    "integers": Integers(),
    "small integers": Integers(-5, 5),
    "multiples": Integers(1, 1000, 7),
    "toward": Integers(1, 9999, toward=2000),
    "floats": Floats(),
    "positive floats": Floats(0.5, 8.0, nan=False),
    "complexes": Complexes(),
    "booleans": booleans(),
    "choices": Choices(("x", 1, True, None)),
    "strings": Strings(),
    "short strings": Strings(2, 4),
    "bytes": Bytes(),
    "decimals": Decimals(),
    "matching": Matching(r"^[a-f]{2}-\d+$"),
}


@pytest.fixture(params=list(LEAVES))
def leaf(request: pytest.FixtureRequest) -> LeafDomain[Any]:
    return LEAVES[request.param]


def test_what_is_drawn_mutated_listed_or_unpacked_is_contained(leaf: LeafDomain[Any]) -> None:
    random = Random(1)
    value = leaf.simplest()
    for step in range(500):
        value = leaf.mutate(value, random) if step % 3 else leaf.generate(random, step % 20)
        assert leaf.contains(value)
        assert repr(leaf.unpack(leaf.pack(value))) == repr(value)
        assert leaf.contains(leaf.unpack(random.getrandbits(64).to_bytes(8, "big")[: step % 9]))
        assert all(leaf.contains(simpler) for simpler in leaf.simpler(value))
    assert all(leaf.contains(listed) for rank in range(12) for listed in leaf.listing(rank))


def test_everything_reduces_to_the_simplest(leaf: LeafDomain[Any]) -> None:
    for seed in range(30):
        reduced = reduce(leaf, leaf.generate(Random(seed), 12), lambda value: True)
        assert leaf.complexity(reduced) == leaf.complexity(leaf.simplest())


@pytest.mark.parametrize(
    ("leaf", "start", "still", "expected"),
    [
        (Integers(), 987654, lambda value: value > 1000, 1001),
        (Integers(), -987654, lambda value: value < -50, -51),
        (Integers(), 4096, lambda value: value % 7 == 1, 1),
        (Integers(1, 9999, toward=2000), 1873, lambda value: value < 2000, 1999),
        (Floats(), 1234.5678, lambda value: value > 100, 101.0),
        (Strings(), "xx Hello, World! yy", lambda value: "W" in value, "W"),
        (Strings(), "qrst", lambda value: len(value) >= 2, "aa"),
        (Bytes(), b"abc\xffdef", lambda value: 255 in value, b"\xff"),
        (Decimals(), Decimal("123.456"), lambda value: value > 9, Decimal(10)),
    ],
)
def test_reduction_finds_the_boundary(
    leaf: LeafDomain[Any], start: Any, still: Callable[[Any], bool], expected: Any
) -> None:
    assert reduce(leaf, start, still) == expected


def test_integers_are_small_wide_negative_and_at_the_edges() -> None:
    drawn = [Integers().generate(Random(seed), 1) for seed in range(3000)]
    assert sum(abs(number) < 100 for number in drawn) > 300
    assert sum(number.bit_length() > 40 for number in drawn) > 500
    assert sum(number < 0 for number in drawn) > 800
    assert {0, 1, -1, 255, 256, 2**31 - 1} <= set(drawn)


def test_bounded_integers_reach_every_value_and_both_ends_often() -> None:
    drawn = [Integers(10, 20).generate(Random(seed), 1) for seed in range(500)]
    assert set(drawn) == set(range(10, 21))
    assert drawn.count(10) > 50
    assert drawn.count(20) > 50


def test_floats_have_all_their_special_values() -> None:
    drawn = [Floats().generate(Random(seed), 1) for seed in range(3000)]
    assert any(map(math.isnan, drawn))
    assert {math.inf, -math.inf, 0.1, 5e-324} <= set(drawn)
    assert any(number == 0.0 and math.copysign(1.0, number) < 0 for number in drawn)


def test_half_of_the_strings_are_ascii_and_the_others_of_many_scripts() -> None:
    drawn = [Strings().generate(Random(seed), 12) for seed in range(1000)]
    ascii_only = sum(text.isascii() for text in drawn)
    assert 450 < ascii_only < 800
    assert any("α" <= letter <= "ω" for text in drawn for letter in text)
    assert any(letter > "\uffff" for text in drawn for letter in text)
    assert not any("\ud800" <= letter <= "\udfff" for text in drawn for letter in text)


def test_decimals_include_what_is_not_finite_and_negative_zero() -> None:
    drawn = {str(Decimals().generate(Random(seed), 1)) for seed in range(2000)}
    assert {"NaN", "Infinity", "-Infinity", "-0", "0.01"} <= drawn


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[A-Z]{2}\d+$",
        r"(a|bc)*d?",
        r"^(\w+)@(\w+)\.com$",
        r"^(['\"])x\1$",
        r"^[^abc\d]{3}$",
        r"^\s*-?\d{1,3}(,\d{3})*$",
        r"(?i)^hello$",
        r"^(?=.*\d)[a-z\d]{4,8}$",
        r"\bfoo\b",
        r"^(?P<a>x)?(?(a)y|z)$",
        r"^.{5}$",
    ],
)
def test_strings_match_the_expression_they_were_drawn_for(pattern: str) -> None:
    domain = Matching(pattern)
    drawn = {domain.generate(Random(seed), 6) for seed in range(60)}
    assert all(re.search(pattern, text) for text in drawn)
    assert re.search(pattern, domain.simplest())


def test_an_expression_that_nothing_matches_is_unfit() -> None:
    with pytest.raises(Unfit):
        Matching(r"a^b").simplest()


def test_filtered_leaves_obey_the_condition_and_find_the_simplest() -> None:
    domain = filtered(Integers(), lambda number: number % 2 == 1 and number > 2)
    assert all(domain.generate(Random(seed), 4) % 2 for seed in range(50))
    assert domain.simplest() == 3
    assert not domain.contains(4)


def test_a_condition_that_raises_does_not_hold() -> None:
    domain = filtered(Integers(), lambda number: 1 / number > 0.3)
    assert not domain.contains(0)
    assert domain.simplest() in (1, 2, 3)


def test_a_condition_that_never_holds_is_unfit() -> None:
    with pytest.raises(Unfit):
        filtered(Integers(), lambda number: False).simplest()


def test_a_number_near_zero_is_reduced_to_one_that_people_write() -> None:
    assert reduce(Floats(), 7.213264545145106e-130, lambda number: 0 < number < 0.2) == 0.1
    assert reduce(Floats(), 7.213264545145106e-130, lambda number: 0 < number < 1e-9) in (1e-10, 7e-130)
