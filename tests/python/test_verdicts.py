"""Verdicts on sample code that asks much of its callers, raises on purpose, or is wrong; each call really fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.python.case import Case
from fuzzwright.python.discover import Found, find_functions
from fuzzwright.python.judge import verdict
from fuzzwright.python.places import frames_of, name_of, safe_text
from tests.python.test_judge import SAMPLES, caught, inside, load, source_of

DEMANDING = load("demanding")
FOUND = {found.qualname: found for found in find_functions(DEMANDING)}


def judged(qualname: str, call: Callable[[], object], text: str = "") -> tuple[str, str]:
    found: Found = FOUND[qualname]
    error = caught(call)
    frames = frames_of(error, inside, str(SAMPLES))
    name, says = name_of(error), safe_text(error)
    return verdict(
        Case("raised", name, says, frames, source_of, "demanding.py", found.line, found.last_line, call=text)
    )


D: Any = DEMANDING
PRECONDITIONS: list[tuple[str, Callable[[], object], str]] = [
    ("converts", lambda: D.converts("x"), "hands the argument `text` to `int`"),
    ("converts_inside", lambda: D.converts_inside("x"), "hands the argument `text` to `int`"),
    ("converts_all", lambda: D.converts_all(["x"]), "hands the argument `texts` to `float`"),
    ("converts_its_parts", lambda: D.converts_its_parts("x"), "hands the argument `part` to `int`"),
    ("converts_its_parts_at_once", lambda: D.converts_its_parts_at_once("x"), "hands the argument `part` to `int`"),
    ("looks_up", lambda: D.looks_up("x"), "looks the argument `name` up in `TABLE`"),
    ("indexes", lambda: D.indexes([], 0), "looks the argument `index` up in `items`"),
    ("indexes_the_next", lambda: D.indexes_the_next([], 0), "looks the argument `index` up in `items`"),
    ("reads", lambda: D.reads({}), "looks 'amount' up in the argument `record`"),
    ("fills", lambda: D.fills("%", 1.0), "uses the argument `template` as a format"),
    ("fills", lambda: D.fills("", 1.0), "uses the argument `template` as a format"),
    ("fills_braces", lambda: D.fills_braces("{a}"), "uses the argument `template` as a format"),
    ("matches", lambda: D.matches("("), "hands the argument `pattern` to `re.match`"),
    ("splits", lambda: D.splits("a", ""), "hands the argument `separator` to `text.split`"),
    ("chooses", lambda: D.chooses(7), "makes a `Unit` of the argument `number`"),
    ("encodes", lambda: D.encodes("\ud800"), "half of a surrogate pair"),
    ("Derived.get", lambda: D.Derived().get(), "`kept` is declared in `Declared`"),
    ("Bare.value", lambda: D.Bare().value(), "calling the class sets no `_value`"),
]
DELIBERATE: list[tuple[str, Callable[[], object], str]] = [
    ("refuses_inside", lambda: D.refuses_inside(10), "raised on purpose"),
    ("translates_inside", lambda: D.translates_inside("x"), "raised on purpose"),
    ("translates_with_words", lambda: D.translates_with_words("x"), "raised on purpose"),
    ("mentions", lambda: D.mentions("ax"), "documented in the docstring of `mentions`"),
    ("Table.__getitem__", lambda: D.Table({})["x"], "by its protocol"),
]
UNEXPECTED: list[tuple[str, Callable[[], object], str]] = [
    ("after", lambda: D.after(D.Colour.GREEN), "nothing raises KeyError on purpose"),
    ("after_record", lambda: D.after_record({"colour": D.Colour.GREEN}), "nothing raises KeyError on purpose"),
    ("sizes", lambda: D.sizes([{"colour": D.Colour.RED}]), "nothing raises KeyError on purpose"),
    ("piece", lambda: D.piece("x:y"), "nothing raises ValueError on purpose"),
    ("goes_round", lambda: D.goes_round(3), "nothing raises ValueError on purpose"),
    ("name_of_user", lambda: D.name_of_user(1), "nothing raises AttributeError on purpose"),
    ("comes_by_the_handler", lambda: D.comes_by_the_handler("a"), "nothing raises ValueError on purpose"),
    ("comes_by_another_message", lambda: D.comes_by_another_message("a"), "nothing raises ValueError on purpose"),
    ("longest", lambda: D.longest(""), "nothing raises ValueError on purpose"),
    ("key_of", lambda: D.key_of(""), "nothing raises ValueError on purpose"),
    ("root_of", lambda: D.root_of("3"), "nothing raises ValueError on purpose"),
    ("denies", lambda: D.denies("1"), "nothing raises ValueError on purpose"),
    ("indexes_another", lambda: D.indexes_another([1], 0), "nothing raises IndexError on purpose"),
    ("first", lambda: D.first([]), "nothing raises IndexError on purpose"),
    ("mean", lambda: D.mean([]), "nothing raises ZeroDivisionError on purpose"),
    ("highest", lambda: D.highest([]), "nothing raises ValueError on purpose"),
    ("root", lambda: D.root(-1.0), "nothing raises ValueError on purpose"),
    ("whole", lambda: D.whole(float("nan")), "nothing raises ValueError on purpose"),
    ("Member.get", lambda: D.Member(0).get(), "nothing raises AttributeError on purpose"),
    ("Member.__eq__", lambda: D.Member(0) == 10, "`__eq__` should not raise"),
    ("is_small", lambda: D.is_small(10), "`is_small` should answer yes or no"),
    ("lists_its_errors", lambda: D.lists_its_errors(10), "the docstring lists `KeyError` only"),
    ("finds", lambda: D.finds("x"), "neither handles nor documents"),
]


@pytest.mark.parametrize(("qualname", "call", "evidence"), PRECONDITIONS)
def test_what_a_caller_can_be_asked_for_is_a_precondition(
    qualname: str, call: Callable[[], object], evidence: str
) -> None:
    said, why = judged(qualname, call)
    assert (said, evidence in why) == ("precondition", True), why


@pytest.mark.parametrize(("qualname", "call", "evidence"), DELIBERATE)
def test_what_is_raised_for_the_caller_is_deliberate(qualname: str, call: Callable[[], object], evidence: str) -> None:
    said, why = judged(qualname, call)
    assert (said, evidence in why) == ("deliberate", True), why


@pytest.mark.parametrize(("qualname", "call", "evidence"), UNEXPECTED)
def test_what_nothing_announces_is_unexpected(qualname: str, call: Callable[[], object], evidence: str) -> None:
    said, why = judged(qualname, call)
    assert (said, evidence in why) == ("unexpected", True), why


def test_a_module_that_is_not_installed_is_a_matter_of_the_environment() -> None:
    said, why = judged("imports_what_is_not_there", lambda: D.imports_what_is_not_there(0))
    assert said == "environment"
    assert "nowhere_at_all" in why


def test_a_call_that_takes_too_long_for_an_absurd_number_is_a_matter_of_resources() -> None:
    found = FOUND["first"]

    def case(call: str) -> Case:
        lines = (found.line, found.last_line)
        return Case("timed_out", "timed_out", "no end", (), source_of, "demanding.py", *lines, call=call)

    assert verdict(case("demanding.first([10**9, 1000000000])"))[0] == "resource"
    assert verdict(case("demanding.first([7])"))[0] == "unexpected"
    assert verdict(case("demanding.first(["))[0] == "unexpected"


@pytest.mark.parametrize(("decorator", "expected"), [("require", "precondition"), ("ensure", "unexpected")])
def test_a_contract_on_the_arguments_is_a_precondition_and_one_on_the_result_is_not(
    decorator: str, expected: str
) -> None:
    source = (
        "@icontract.require(lambda x: x > 0)\n@icontract.ensure(lambda result: result > 0)\ndef f(x):\n    return x\n"
    )
    line = 2 if decorator == "ensure" else 1
    message = f"File f.py, line {line} in <module>:\nx > 0: x was 0"
    case = Case("raised", "icontract.errors.ViolationError", message, (), lambda file: source, "f.py", 3, 4)
    assert verdict(case)[0] == expected


def test_a_contract_of_deal_on_the_arguments_is_a_precondition() -> None:
    source = "def f(x):\n    return x\n"
    case = Case("raised", "deal.PreContractError", "x > 0", (), lambda file: source, "f.py", 1, 2)
    assert verdict(case) == ("precondition", "a contract on the arguments: x > 0")


@pytest.mark.parametrize(
    ("qualname", "expected"),
    [("counts", "unexpected"), ("counts_in_table", "unexpected"), ("reads_inside", "precondition")],
)
def test_a_key_that_the_code_forgot_in_its_own_dictionary_is_not_the_callers(qualname: str, expected: str) -> None:
    call = getattr(D, qualname)
    assert judged(qualname, lambda: call([{}]), text=f"demanding.{qualname}([{{}}])")[0] == expected
