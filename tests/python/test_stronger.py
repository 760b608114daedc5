"""Suggestions of hints for real functions: one of each kind, and where there is none to make."""

from __future__ import annotations

import importlib
from decimal import Decimal
from random import Random

import pytest

from fuzzwright.engine.outcome import Failure
from fuzzwright.engine.reduce import reduce
from fuzzwright.python import stronger
from fuzzwright.python.open import open_function
from fuzzwright.python.stronger import Inquiry, Suggestion
from tests.sparing import mostly_slow

pytestmark = pytest.mark.usefixtures("clean_imports")


def suggestion(name: str, *given: object, seed: int = 0, seconds: float | None = None) -> Suggestion | None:
    """Return what is suggested for a failure of a sample: that of a call, or the first that random inputs show."""
    opened = open_function(getattr(importlib.import_module("suggested"), name))
    (ready,) = opened.functions.values()
    target = ready.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    random = Random(1)
    inputs = (ready.domain.generate(random, 1 + count % 30) for count in range(3000))
    for failing in [ready.domain.adopt(given)] if given else inputs:
        outcome = ready.oracle(failing, target.run(failing))
        if isinstance(outcome, Failure):
            break
    wanted = outcome.signature
    assert outcome.failed
    simple = reduce(ready.domain, failing, lambda each: ready.oracle(each, target.run(each)).signature == wanted, 500)
    clock = None if seconds is None else lambda: 1.0
    return Inquiry(ready, opened.hints, target, seed, seconds, clock).suggestion(simple, [])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    mostly_slow(
        [
            ("mean", "list[float]", "Annotated[list[float], Len(1)]"),
            ("first", "Sequence[T]", "Annotated[Sequence[T], Len(1)]"),
            ("third", "str", "Annotated[str, Len(3)]"),
            ("initials", "list[str]", "list[Annotated[str, Len(1)]]"),
            ("root", "float", "Annotated[float, Ge(0)]"),
            ("asserted", "int", "Annotated[int, Ge(0)]"),
            ("logarithms", "dict[str, float]", "dict[str, Annotated[float, Gt(0)]]"),
            ("seven_or_more", "int", "Annotated[int, Ge(7)]"),
            ("bounded", 'Annotated[int, "a count"]', 'Annotated[int, "a count", Ge(0)]'),
            ("plus", "int | None", "int"),
            ("shout", "Any", "str | bytes"),
            ("size", "Any", "Sized"),
            ("total", "list", "list[int | float]"),
            ("pairs", "Iterable[Iterable[str]]", "Iterable[tuple[str, str]]"),
            ("points", "list[list[int]]", "list[Annotated[list[int], Len(2, 2)]]"),
            ("maybe", "int", "int | None"),
            ("maybes", "list[int]", "list[int | None]"),
            ("later", "list[int]", "Annotated[list[int], Len(1)]"),
        ],
        *("mean", "initials", "root", "plus", "size", "maybe"),
    ),
)
def test_the_weakest_hint_that_sets_passing_from_failing_calls_apart_is_suggested(
    name: str, old: str, new: str
) -> None:
    found = suggestion(name)
    assert found is not None
    assert (found.old, found.new) == (old, new)


@pytest.mark.parametrize(
    ("name", "failing"), [("nothing_separates", (0, 0)), ("needs_both", (0, 7)), ("never_passes", (0,))]
)
def test_where_no_hint_separates_nothing_is_suggested(name: str, failing: tuple[int, ...]) -> None:
    assert suggestion(name, *failing) is None


def test_a_hint_that_a_search_refutes_is_not_suggested() -> None:
    assert suggestion("refuted", -1) is None


def test_a_hint_that_a_search_refutes_would_else_be_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stronger, "EXECUTIONS", 20)
    monkeypatch.setattr(stronger, "LEAST_EXECUTIONS", 20)
    found = suggestion("refuted", -1)
    assert found is not None
    assert found.new == "Annotated[int, Ge(0)]"


def test_numbers_that_are_none_are_named_as_such() -> None:
    found = suggestion("decimal_cents", Decimal("NaN"))
    assert found is not None
    assert found.new == "Annotated[Decimal, Not(math.isnan)]"


def test_the_diff_has_the_lines_of_the_source_and_the_imports_that_are_missing() -> None:
    assert str(suggestion("mean")).splitlines() == [
        "+from annotated_types import Len",
        "-def mean(xs: list[float]) -> float:",
        "+def mean(xs: Annotated[list[float], Len(1)]) -> float:",
    ]


def test_of_a_signature_on_many_lines_only_what_changes_is_shown() -> None:
    assert str(suggestion("on_many_lines")).splitlines()[1:] == [
        " def on_many_lines(",
        '-    xs: "list[int]",',
        '+    xs: "Annotated[list[int], Len(1)]",',
    ]


def test_a_default_that_is_the_failing_value_goes_with_it() -> None:
    found = suggestion("plus_default")
    assert found is not None
    assert found.diff.splitlines()[1] == "+def plus_default(x: int) -> int:"


def test_a_default_that_others_stand_before_stays_and_nothing_is_suggested() -> None:
    assert suggestion("plus_later") is None


def test_a_name_that_the_module_has_for_something_else_is_not_used() -> None:
    assert suggestion("name_taken") is None


def test_without_time_nothing_is_suggested() -> None:
    assert suggestion("mean", seconds=0.5) is None


def test_the_same_seed_suggests_the_same() -> None:
    assert suggestion("logarithms", seed=3) == suggestion("logarithms", seed=3)
