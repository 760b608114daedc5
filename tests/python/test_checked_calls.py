"""Calls inside of code, held against hints: what is a mismatch, where it is, and what comes of a run that has one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.engine.outcome import Frame, MismatchedCall, Outcome, Raised, Returned
from fuzzwright.python.open import OpenedModules, open_modules
from fuzzwright.python.order import Order
from fuzzwright.python.target import FunctionTarget

SAMPLES = Path(__file__).parent.parent / "samples"
FILE = SAMPLES / "seen" / "checked.py"
LINES = {line.strip(): number for number, line in enumerate(FILE.read_text("utf-8").splitlines(), 1)}

pytestmark = pytest.mark.usefixtures("clean_imports", "either_way")


@pytest.fixture
def opened(clean_imports: None, either_way: None) -> Iterator[OpenedModules]:
    finders = list(sys.meta_path)
    order = Order(modules=[["seen.checked", str(FILE)]], roots=[str(SAMPLES)], check_calls=True)
    yield open_modules(order, lambda note: None)
    sys.meta_path[:] = finders


def target_of(opened: OpenedModules, name: str) -> FunctionTarget:
    return opened.functions[f"seen.checked.{name}"].target(memoryview(bytearray(8)).cast("Q"), lambda: "")


def outcome(opened: OpenedModules, name: str, *arguments: Any) -> Outcome:
    """Return what comes of a call."""
    function = opened.functions[f"seen.checked.{name}"]
    input = function.domain.adopt(arguments)
    return function.oracle(input, target_of(opened, name).run(input))


def place(name: str, line: str) -> Frame:
    return Frame("seen/checked.py", name, LINES[line])


def test_an_argument_of_another_type_is_told_where_it_is_passed(opened: OpenedModules) -> None:
    found = outcome(opened, "boxed", "a")
    assert isinstance(found, MismatchedCall)
    assert found.kind == "return_type"
    assert found.frames == (place("boxed", "return Box(text)"),)
    assert found.says == "`boxed` passes str for `size` of `Box.__init__` where int is annotated"


def test_a_result_of_another_type_is_told_where_it_is_returned(opened: OpenedModules) -> None:
    found = outcome(opened, "uses_half", 3)
    assert isinstance(found, MismatchedCall)
    line = "return number / 2  # type: ignore[return-value]  # the slip to be found"
    assert found.frames == (place("half", line),)
    assert found.says == "`half` returned float where int is annotated"


def test_falling_off_the_end_returns_none(opened: OpenedModules) -> None:
    assert "`nothing` returned None where str is annotated" in str(getattr(outcome(opened, "falls_off", 1), "says", ""))
    assert outcome(opened, "falls_off", 9) == Returned()


def test_what_a_call_raises_that_got_the_wrong_type_follows_from_that(opened: OpenedModules) -> None:
    found = outcome(opened, "into_strict", "long")
    assert isinstance(found, MismatchedCall)
    assert found.says == "`into_strict` passes str for `number` of `strict` where int is annotated"
    assert outcome(opened, "into_strict", "no") == Returned()


def test_what_is_raised_elsewhere_is_told_before_a_mismatch(opened: OpenedModules) -> None:
    assert isinstance(outcome(opened, "fails_otherwise", ""), Raised)
    assert isinstance(outcome(opened, "fails_otherwise", "a"), MismatchedCall)


def test_all_that_variadic_parameters_take_is_checked(opened: OpenedModules) -> None:
    assert outcome(opened, "spread", []) == Returned()
    found = outcome(opened, "spread", ["x"])
    assert isinstance(found, MismatchedCall)
    assert found.says == "`spread` passes str at [1] for `sizes` of `many` where tuple[int, ...] is annotated"


def test_a_call_in_a_comprehension_is_one_of_the_function_around_it(opened: OpenedModules) -> None:
    found = outcome(opened, "in_a_row", ["x"])
    assert isinstance(found, MismatchedCall)
    assert found.frames == (place("in_a_row", "return [Box(word) for word in words]"),)
    assert found.says.startswith("`in_a_row` passes str for `size`")


def test_defaults_generators_and_operators_are_no_mismatch(opened: OpenedModules) -> None:
    assert outcome(opened, "fine", 7) == Returned()


def test_only_calls_from_the_code_under_test_count(opened: OpenedModules) -> None:
    module = sys.modules["seen.checked"]
    checked = opened.functions["seen.checked.fine"].oracle.calls
    assert checked is not None
    module.Box("from here")
    assert not any(checked.recent.values())
    module.boxed("from there")
    assert sum(map(len, checked.recent.values())) == 1


def test_a_mismatch_makes_a_run_go_a_new_way(opened: OpenedModules) -> None:
    function = opened.functions["seen.checked.into_strict"]
    paths = [target_of(opened, "into_strict").run(function.domain.adopt((text,))).path for text in ("no", "long")]
    assert [[function.probes.sites[number].kind for number in path].count("call") for path in paths] == [0, 1]


def test_without_being_asked_for_nothing_is_checked(clean_imports: None) -> None:
    finders = list(sys.meta_path)
    order = Order(modules=[["seen.checked", str(FILE)]], roots=[str(SAMPLES)])
    opened = open_modules(order, lambda note: None)
    sys.meta_path[:] = finders
    assert outcome(opened, "boxed", "a") == Returned()
    assert not any(site.kind == "call" for site in opened.functions["seen.checked.boxed"].probes.sites)
