"""Findings at one place: which of them stands for the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fuzzwright.campaigns.siting import together
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame

INNER = Frame("shop.py", "_parse", 7)


def finding(id: str, function: str, call: str, *, verdict: str = "unexpected", place: Frame | None = INNER) -> Finding:
    frames = (Frame("shop.py", function, 1), place) if place else ()
    return Finding(
        id, function, "raised", "ValueError", "", "shop.py", 7, call, (), verdict, "", 1, 0.0, 1, 0, frames=frames
    )


def test_the_public_function_with_the_simplest_call_stands_for_all() -> None:
    findings = [
        finding("a", "shop._parse", "_parse('')"),
        finding("b", "shop.read", "read('', 0)"),
        finding("c", "shop.load", "load('')"),
    ]
    told = together(findings, {"shop._parse"})
    assert [each.same_as for each in told] == ["c", "c", ""]
    assert told[2].evidence == "; also through `shop._parse`, `shop.read`"


def test_other_places_and_other_verdicts_stay_apart() -> None:
    findings = [
        finding("a", "shop.read", "read('')"),
        finding("b", "shop.load", "load('')", place=Frame("shop.py", "_parse", 8)),
        finding("c", "shop.take", "take('')", verdict="deliberate"),
        finding("d", "shop.none", "none('')", place=None),
        finding("e", "shop.nothing", "nothing('')", place=None),
    ]
    assert [each.same_as for each in together(findings, set())] == [""] * 5


def test_hangs_in_one_function_are_one_at_whichever_line_they_were_ended() -> None:
    lines = [finding(str(line), f"shop.f{line}", "f()", place=Frame("shop.py", "_spin", line)) for line in (7, 8)]
    told = together([replace(each, kind="timed_out") for each in lines], set())
    assert [each.same_as for each in told] == ["", "7"]


def test_a_function_that_returns_the_wrong_type_is_the_place_for_its_callers() -> None:
    def wrong(id: str, function: str, what: str, *frames: Frame) -> Finding:
        own = finding(id, function, f"{function}()")
        return replace(own, kind="return_type", exception=what, verdict="return_type", frames=frames)

    returned = Frame("shop.py", "Cart.half", 9)
    findings = [
        wrong("a", "shop.Cart.half", "int expected"),
        wrong("b", "shop.uses", "int expected", returned),
        wrong("c", "shop.Other.half", "int expected"),
        wrong("d", "shop.passes", "int expected for `n`", Frame("shop.py", "passes", 20)),
        wrong("e", "shop.passes", "int expected for `n`", Frame("shop.py", "passes", 21)),
    ]
    assert [each.same_as for each in together(findings, set())] == ["b", "", "", "", ""]


@pytest.mark.parametrize(
    ("call", "message", "alone"),
    [
        ("m.Words((None,)).lower()", "'NoneType' object has no attribute 'lower'", False),
        ("list(m.Words((None,)).lower())", "'NoneType' object has no attribute 'lower'", False),
        ("m.Words((0,)).lower()", "'NoneType' object has no attribute 'lower'", True),
        ("m.Words((None,)).lower()", "'int' object has no attribute 'lower'", True),
        ("m.Words().lower()", "'NoneType' object has no attribute 'lower'", True),
        ("m.lower((None,))", "'NoneType' object has no attribute 'lower'", True),
        ("m.lower(", "'NoneType' object has no attribute 'lower'", True),
    ],
)
def test_what_is_said_alike_of_one_object_is_told_once(call: str, message: str, alone: bool) -> None:
    upper = finding("1", "m.Words.upper", "m.Words((None,)).upper()", place=Frame("m.py", "Words.upper", 3))
    lower = finding("2", "m.Words.lower", call, place=Frame("m.py", "Words.lower", 5))
    upper = replace(upper, exception="AttributeError", message="'NoneType' object has no attribute 'upper'")
    first, second = together([upper, replace(lower, exception="AttributeError", message=message)], ())
    assert bool(first.same_as or second.same_as) != alone


@pytest.mark.parametrize(
    ("function", "exception"), [("m.Words.upper", "AttributeError"), ("m.Words.lower", "IndexError")]
)
def test_two_places_of_one_method_and_errors_of_two_methods_stay_apart(function: str, exception: str) -> None:
    both = [
        finding("1", "m.Words.upper", "m.Words([0]).upper()", place=Frame("m.py", "Words.upper", 3)),
        finding("2", function, "m.Words([0]).upper()", place=Frame("m.py", "Words.upper", 5)),
    ]
    told = together([replace(each, exception=exception, message="the same") for each in both], ())
    assert [each.same_as for each in told] == ["", ""]


@pytest.mark.parametrize(
    ("exception", "message", "alone"),
    [
        ("AttributeError", "'Source' object has no attribute 'parser'", False),
        ("zoneinfo.ZoneInfoNotFoundError", "No time zone found with key a", False),
        ("AttributeError", "'NoneType' object has no attribute 'parser'", True),
        ("AttributeError", "'str' object has no attribute 'parser'", True),
        ("AttributeError", "'generator' object has no attribute 'parser'", True),
        ("IndexError", "list index out of range", True),
        ("json.decoder.JSONDecodeError", "Expecting value: line 1 column 1 (char 0)", True),
    ],
)
def test_what_is_said_alike_of_a_class_or_by_a_library_is_told_once(exception: str, message: str, alone: bool) -> None:
    calls = {"a": "shop.load", "b": "shop.read"}
    findings = [
        replace(
            finding(id, function, f"{function}(shop.Source('a'))", place=Frame("shop.py", function, 9)),
            exception=exception,
            message=message,
        )
        for id, function in calls.items()
    ]
    assert [each.same_as for each in together(findings, set())] == (["", ""] if alone else ["", "a"])


@pytest.mark.parametrize(("made", "alone"), [("m.Words()", False), ("m.Words([])", False), ("m.Words([0])", True)])
def test_an_object_that_was_given_nothing_fails_for_that_in_all_its_methods(made: str, alone: bool) -> None:
    methods = [
        finding("1", "m.Words.first", f"{made}.first()", place=Frame("m.py", "Words.first", 3)),
        finding("2", "m.Words.last", f"{made}.last()", place=Frame("m.py", "Words.last", 5)),
    ]
    told = together([replace(each, exception="IndexError", message="list index") for each in methods], ())
    assert bool(told[0].same_as or told[1].same_as) != alone


def test_results_of_the_wrong_type_stay_apart_whatever_their_type_is() -> None:
    wrong = [finding(id, f"shop.{id}", f"shop.{id}('date')", place=None) for id in ("a", "b")]
    said = {"kind": "return_type", "exception": "datetime.date expected", "message": "returned None, not a date"}
    assert [each.same_as for each in together([replace(each, **said) for each in wrong], ())] == ["", ""]  # type: ignore[arg-type]  # all of them are texts


@pytest.mark.parametrize(
    ("made", "together_with"),
    [
        ("shop.Cart(shop.Item())", "a"),
        ("(c := shop.Cart(), c.add(None), c)[-1]", "a"),
        ("shop.Cart()", ""),
        ("shop", ""),
    ],
)
def test_one_object_that_was_made_in_a_way_of_its_own_gives_wrong_results_for_that(
    made: str, together_with: str
) -> None:
    told = together(
        [
            replace(
                finding(id, f"shop.Cart.{name}", f"{made}.{name}()", verdict="return_type", place=None),
                kind="return_type", exception="str expected", message=f"returned {what}, annotated str",
            )
            for id, name, what in (("a", "host", "bytes"), ("b", "origin", "None at [0]"))
        ],
        set(),
    )  # fmt: skip
    assert [each.same_as for each in told] == ["", together_with]
