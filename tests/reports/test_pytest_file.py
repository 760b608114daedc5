"""Findings as pytest files: their text, what is kept of a file that is there, and what is never written."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame
from fuzzwright.reports.as_tests import case_of, why_not, wrapped
from fuzzwright.reports.pytest_file import Case, cases_in, file_name, is_ours, merged, to_text
from fuzzwright.reports.types_asked import asked
from tests.reports.golden import same_as_golden
from tests.reports.shop import PARSE, PRICES, REBATE, SETTLE, SHARE

BAD = replace(PARSE, id="01234567", message="no such line", call="parse('1')")
EXIT = replace(PARSE, id="aaaaaaaa", kind="exited", exception="os._exit", message="os._exit with code 0")
PROPERTY = replace(
    PARSE,
    id="bbbbbbbb",
    function="checks.Orders.addUp",
    kind="property",
    exception="returned False",
    message="",
    call="checks.add_up([0])",
    imports=("import checks",),
)


def cases(*findings: Finding) -> list[Case]:
    """Return findings as tests of one module."""
    return [case_of("shop.orders", finding) for finding in findings]


def named(finding: Finding) -> str:
    """Return the name of the test of a finding."""
    return case_of("shop.orders", finding).name


def test_the_file_is_the_golden_one() -> None:
    findings = (PARSE, BAD, PRICES, replace(SHARE, function="shop.orders.share"), REBATE, SETTLE, EXIT, PROPERTY)
    same_as_golden("findings_as_tests.txt", to_text("shop.orders", cases(*findings)))


def test_the_order_of_findings_does_not_change_the_file() -> None:
    assert to_text("shop.orders", cases(PARSE, BAD, SETTLE)) == to_text("shop.orders", cases(SETTLE, BAD, PARSE))


def test_names_are_sentences_of_function_and_exception() -> None:
    assert named(PARSE) == "test_parse_does_not_raise_index_error"
    assert named(replace(PARSE, function="shop.orders.Line.__init__")) == "test_line_init_does_not_raise_index_error"
    bad = replace(PARSE, exception="shop.errors.HTTPBadOrder")
    assert named(bad) == "test_parse_does_not_raise_http_bad_order"
    assert named(replace(SETTLE, function="shop.orders.settle")) == "test_settle_comes_to_an_end"
    assert named(PROPERTY) == "test_checks_orders_add_up_holds"


def test_two_of_one_name_carry_their_ids() -> None:
    text = to_text("shop.orders", cases(PARSE, BAD))
    assert "def test_parse_does_not_raise_index_error_c912a037()" in text
    assert "def test_parse_does_not_raise_index_error_01234567()" in text


def test_what_is_read_from_a_file_gives_the_same_file() -> None:
    text = to_text("shop.orders", cases(PARSE, BAD, PRICES, REBATE, SETTLE))
    assert to_text("shop.orders", cases_in(text)) == text


def test_tests_that_are_there_stay_and_are_changed_by_people_only() -> None:
    there = to_text("shop.orders", cases(PARSE, REBATE))
    changed = there.replace("    parse('0')", "    with pytest.raises(ValueError):\n        parse('0')")
    changed = changed.replace("from shop.orders import parse", "import pytest\nfrom shop.orders import parse")
    after = to_text("shop.orders", merged(cases_in(changed), cases(SHARE)))
    ast.parse(after)
    assert "    with pytest.raises(ValueError):\n        parse('0')\n" in after
    assert "import pytest" in after
    assert "share(0, 0)" in after
    assert "rebate(101.0)" in after


def test_a_test_with_the_same_id_or_the_same_call_takes_the_place_of_one_that_is_there() -> None:
    there = cases(PARSE, SETTLE)
    moved, simpler = replace(PARSE, id="99999999", line=18), replace(SETTLE, call="settle(0, 0)")
    after = merged(there, cases(moved, simpler))
    assert {case.id for case in after} == {"99999999", SETTLE.id}


def test_two_findings_of_the_same_call_make_one_test() -> None:
    other_place = replace(SETTLE, id="11111111", line=17)
    assert [case.id for case in merged([], cases(SETTLE, other_place))] == ["11111111"]


def test_imports_that_give_one_name_to_two_things_stay_in_their_tests() -> None:
    other = replace(BAD, imports=("from shop.other import parse",))
    text = to_text("shop.orders", cases(PARSE, other))
    assert "\nfrom shop" not in text
    assert "    from shop.other import parse\n    parse('1')" in text
    assert "    from shop.orders import parse\n    parse('0')" in text


def test_modules_of_one_package_are_imported_above() -> None:
    one, other = (replace(PARSE, id=name * 8, imports=(f"import shop.{name}",)) for name in "ab")
    assert "\nimport shop.a\nimport shop.b\n" in to_text("shop.orders", cases(one, replace(other, call="parse('x')")))


def test_only_a_file_with_the_marker_is_ours() -> None:
    text = to_text("shop.orders", cases(PARSE))
    assert is_ours(text)
    assert not is_ours(text.partition("\n")[2])
    assert not is_ours("")


def test_modules_whose_names_would_meet_get_files_of_their_own() -> None:
    modules = ["a.b_c", "a_b.c", "d"]
    assert len({file_name(module, modules) for module in modules}) == 3
    assert file_name("shop.order_lines", modules) == "test_shop_order_lines_findings.py"


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "environment"},
        {"verdict": "flaky"},
        {"kind": "effect_blocked"},
        {"kind": "out_of_memory"},
        {"call": "<an input that cannot be written>"},
        {"kind": "return_type", "exception": "shop.Odd expected", "message": "returned odd things"},
    ],
)
def test_what_would_not_show_again_is_not_written(change: dict[str, Any]) -> None:
    assert why_not(PARSE) == ""
    assert why_not(replace(PARSE, **change)) != ""


def test_a_long_call_has_an_argument_on_each_line() -> None:
    call = f"f({', '.join(repr(letter * 30) for letter in 'abc')}, *[1], key=(a := 2), **{{'b': 3}})"
    assert len(wrapped(call).splitlines()) == 8 or wrapped(call) == call
    plain = f"f({', '.join(repr(letter * 30) for letter in 'abc')}, k=[1, 2], **{{'b': 3}})"
    assert wrapped(plain).splitlines()[-3:] == ["    k=[1, 2],", "    **{'b': 3},", ")"]
    assert ast.dump(ast.parse(wrapped(call))) == ast.dump(ast.parse(call))


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("int", 3, "3"),
        ("float", 3, "3"),
        ("int | None", None, "3"),
        ("Optional[str]", "a", 3),
        ("list[str]", ["a"], ["a", 3]),
        ("dict[str, list[int]]", {"a": [1]}, {"a": [None]}),
        ("tuple[int, ...]", (1, 2), (1, "2")),
        ("tuple[int, str]", (1, "2"), (1,)),
        ("list[int | None] | str", [None, 1], ["a"]),
        ("Literal['a', 1]", 1, "b"),
        ("Union[int, list[list[int]]]", [[1]], [[""]]),
        ("set[frozenset[int]]", {frozenset({1})}, {frozenset({""})}),
    ],
)
def test_a_type_is_asked_for_with_builtins_alone(expected: str, right: object, wrong: object) -> None:
    question = asked(expected, "something else at all", "result")
    assert eval(question, {"result": right}) is True
    assert eval(question, {"result": wrong}) is False


@pytest.mark.parametrize(
    ("expected", "actual", "wrong"),
    [
        ("shop.Line", "NoneType", None),
        ("Line", "None", None),
        ("int", "bool", True),
        ("dict[str, shop.Color]", "dict value of 'a': int", {"a": 3}),
        ("list[shop.Color]", "int at [1]", ["", 3]),
    ],
)
def test_where_a_type_cannot_be_asked_for_what_was_wrong_must_not_be(expected: str, actual: str, wrong: object) -> None:
    assert eval(asked(expected, actual, "result"), {"result": wrong}) is False


def test_nothing_is_asked_where_nothing_can_be_known() -> None:
    assert asked("set[shop.Color]", "int at [0]", "result") == ""
    assert asked("Annotated[int, Ge(0)]", "-1, not at least 0", "result") == ""


@given(st.text(), st.text(), st.text(min_size=1))
def test_any_message_and_argument_make_a_file_that_is_python(message: str, name: str, argument: str) -> None:
    call = f"parse({argument!a})"
    frames = (Frame(f"{name}.py", name, 3),)
    one = replace(PARSE, message=message, call=call, frames=frames)
    text = to_text("shop.orders", cases(one, replace(one, id="99999999", kind="died", before=(call,))))
    ast.parse(text.encode("utf-8", "backslashreplace"))
    assert to_text("shop.orders", cases_in(text)) == text
