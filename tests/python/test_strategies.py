"""Hypothesis strategies as generators: what is made of them, how it is varied, reduced, stored and written."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

import pytest
from hypothesis import strategies as st

from fuzzwright import explore, generator
from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.reduce import reduce
from fuzzwright.python.choice_sequences import KINDS, Player, fitted, simplest
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.hints import CannotGenerate, Hints
from fuzzwright.python.source import Writer
from fuzzwright.python.strategies import drawn


@dataclass
class Point:
    x: int
    y: int


class Opaque:
    """What shows nothing of itself that could be pasted."""

    def __init__(self, inside: int) -> None:
        self.inside = inside


def opaque_is_small(it: Opaque) -> int:
    if it.inside == 4321:
        raise RuntimeError("found")
    return it.inside


def middle(items: Annotated[list[int], st.lists(st.integers(0, 10**6), max_size=6)]) -> int:
    if len(items) == 3 and items[1] == 123_456:
        raise RuntimeError("found")
    return len(items)


@pytest.fixture
def registry() -> Iterator[None]:
    """Forget afterwards what a test registered."""
    before = list(DEFAULT.entries)
    yield
    DEFAULT.entries[:] = before


def _some(domain: Any, count: int = 40) -> list[Any]:
    random = Random(0)
    return [domain.generate(random, 1 + number % 12) for number in range(count)]


STRATEGIES = [
    st.integers(5, 9),
    st.integers(min_value=3),
    st.floats(0.5, 2.5),
    st.text("abc", min_size=1, max_size=4),
    st.binary(min_size=2, max_size=3),
    st.lists(st.integers(0, 3), min_size=2, unique=True),
    st.dictionaries(st.text("ab", max_size=2), st.booleans()),
    st.integers(0, 99).filter(lambda number: number % 3 == 0),
    st.from_regex(r"\A[a-z]{2}[0-9]+\Z"),
    st.recursive(st.none() | st.booleans(), lambda inner: st.lists(inner, max_size=3)),
    st.builds(Point, st.integers(0, 9), st.integers(-9, 0)),
    st.tuples(st.sampled_from("xyz"), st.none()),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=map(repr, STRATEGIES))
def test_values_are_choices_that_make_the_same_object_again_when_decoded(strategy: Any) -> None:
    domain = Hints().domain(Annotated[object, strategy])
    for value in _some(domain):
        assert domain.contains(value)
        assert all(type(choice) in KINDS.values() for choice in value[0])
        again = decode(domain, encode(domain, value))
        assert repr(domain.realise(again)) == repr(domain.realise(value))


def test_whatever_becomes_of_the_choices_the_strategy_keeps_its_word() -> None:
    domain = Hints().domain(Annotated[list[int], st.lists(st.integers(10, 20), min_size=1, max_size=5)])
    random, made = Random(1), set()
    for value in _some(domain):
        for _ in range(10):
            value = domain.mutate(value, random)
            items = domain.realise(value)
            assert 1 <= len(items) <= 5
            assert all(10 <= item <= 20 for item in items)
            made.add(tuple(items))
    assert len(made) > 100


@pytest.mark.slow
def test_a_value_is_reduced_to_what_matters() -> None:
    domain = Hints().domain(Annotated[list[int], st.lists(st.integers(0, 1000), max_size=20)])

    def fails(value: Any) -> bool:
        return any(item >= 700 for item in domain.realise(value))

    found = next(value for value in _some(domain, 400) if fails(value) and len(domain.realise(value)) > 2)
    assert domain.realise(reduce(domain, found, fails)) == [700]


def test_each_run_gets_an_object_of_its_own() -> None:
    domain = Hints().domain(Annotated[list[int], st.lists(st.integers())])
    value = domain.simplest()
    domain.realise(value).append(1)
    assert domain.realise(value) == []


def test_a_strategy_that_never_gives_a_value_is_refused() -> None:
    with pytest.raises(CannotGenerate, match="gave no value"):
        Hints().domain(Annotated[int, st.integers().filter(lambda number: False)])


def test_a_strategy_with_wrong_arguments_is_refused_with_its_own_words() -> None:
    with pytest.raises(CannotGenerate, match="max_value"):
        Hints().domain(Annotated[int, st.integers(5, 3)])


@pytest.mark.usefixtures("registry")
def test_a_strategy_that_is_registered_makes_the_values_of_a_type() -> None:
    generator(Point, st.builds(Point, st.integers(0, 9), st.just(7)))
    domain = Hints(DEFAULT).domain(list[Point])
    points = [point for value in _some(domain) for point in domain.realise(value)]
    assert points
    assert all(0 <= point.x <= 9 and point.y == 7 for point in points)
    assert domain.source(((domain.item.simplest()),), Writer()) == f"[{__name__}.Point(x=0, y=7)]"  # type: ignore[attr-defined]


@pytest.mark.usefixtures("registry")
def test_an_object_that_cannot_be_written_is_drawn_again_from_its_choices() -> None:
    generator(Opaque, st.builds(Opaque, st.integers(0, 99)))
    domain = Hints(DEFAULT).domain(Opaque)
    assert domain.source(((42,),), Writer()) == f"fuzzwright.python.strategies.drawn({__name__}.Opaque, (42,))"
    assert drawn(Opaque, (42,)).inside == 42


def test_what_a_run_compared_with_is_adopted_where_the_strategy_hands_it_on() -> None:
    domain = Hints().domain(Annotated[int, st.integers(0, 1000)])
    assert domain.adopt(777) == ((777,),)
    with pytest.raises(Unfit):
        domain.adopt(1001)


@pytest.mark.slow
@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(
    ("function", "call"),
    [(middle, "[0, 123456, 0]"), (opaque_is_small, "(4321,)")],
)
def test_the_search_finds_values_that_chance_would_not(function: Any, call: str) -> None:
    generator(Opaque, st.builds(Opaque, st.integers(0, 10**6)))
    found = explore(function, executions=3000, isolated=False, first=True).findings
    assert {finding.exception for finding in found} == {"RuntimeError"}
    assert call in found[0].call


def test_hypothesis_is_not_loaded_by_us() -> None:
    program = (
        "import sys, fuzzwright.python.hints as h; h.Hints().domain(list[int]); print('hypothesis' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# Choices -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "limits", "given", "expected"),
    [
        ("integer", {"min_value": 0, "max_value": 9}, 5, 5),
        ("integer", {"min_value": 0, "max_value": 9}, 12, 2),
        ("integer", {"min_value": 10, "max_value": None}, 4, 16),
        ("integer", {"min_value": None, "max_value": 10}, 14, 6),
        ("float", {"min_value": 1.0, "max_value": 2.0}, 7.5, 2.0),
        ("float", {"min_value": 0.0, "max_value": 9.0, "smallest_nonzero_magnitude": 0.5}, 0.25, 0.0),
        ("float", {"allow_nan": False}, float("nan"), None),
        ("boolean", {"p": 0.0}, True, False),
        ("boolean", {"p": 1.0}, False, True),
        ("bytes", {"min_size": 3, "max_size": 4}, b"ab", b"aba"),
        ("bytes", {"min_size": 0, "max_size": 1}, b"ab", b"a"),
    ],
)
def test_a_choice_is_fitted_to_its_limits(kind: str, limits: dict[str, Any], given: Any, expected: Any) -> None:
    assert fitted(kind, limits, given) == expected


def test_choices_of_the_wrong_kind_are_passed_over_but_not_too_many() -> None:
    player = Player((1, "a", True, 2))
    assert player.play("boolean", {"p": 0.5}) is True
    assert player.play("string", {"intervals": [], "min_size": 0, "max_size": 9}) is None
    assert player.play("integer", {}) == 2
    assert player.over
    assert Player((1,) * 10 + (True,)).play("boolean", {"p": 0.5}) is None


def test_the_simplest_choice_is_within_the_limits() -> None:
    assert simplest("integer", {"min_value": 3, "max_value": 9, "shrink_towards": 0}) == 3
    assert simplest("integer", {"min_value": -9, "max_value": 9, "shrink_towards": 4}) == 4
    assert simplest("float", {"min_value": 1.5, "max_value": 2.0}) == 1.5
    assert simplest("bytes", {"min_size": 2}) == b"\0\0"
    assert simplest("boolean", {"p": 0.5}) is False
