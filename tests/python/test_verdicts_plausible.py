"""Verdicts on failures for values and data that few callers write, each beside a look-alike that is wrong."""

from __future__ import annotations

import ast
import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from fuzzwright.python.discover import find_functions
from fuzzwright.python.hints import Hints
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from fuzzwright.python.judging.oddity import only_if_odd
from tests.python.test_judge import load, source_of
from tests.python.test_verdicts import judged_as

PLAUSIBLE = load("plausible")
FOUND = {found.qualname: found for found in find_functions(PLAUSIBLE)}
JUDGED: list[tuple[str, str, str, str]] = [
    # Pieces of a text that are read as something else
    ("hours", "hours('x:1')", "precondition", "reads a piece of `text` with `int`"),
    ("hours_if_digits", "hours_if_digits('x')", "unexpected", "nothing raises ValueError"),
    ("hours_or_own", "hours_or_own('x')", "unexpected", "nothing raises ValueError"),
    ("hours_handled", "hours_handled('1x')", "unexpected", "nothing raises ValueError"),
    ("hours_prefixed", "hours_prefixed('1')", "unexpected", "nothing raises ValueError"),
    ("Clock.hour", "Clock('noon').hour()", "precondition", "reads a piece of `self` with `int`"),
    ("Clock.number_of_parts", "Clock('noon').number_of_parts()", "unexpected", "nothing raises ValueError"),
    ("host_of", "host_of(']')", "precondition", "reads a piece of `address` with `urlsplit`"),
    ("port_of", "port_of(']')", "unexpected", "nothing raises ValueError"),
    # Records
    ("person", "person([''])", "precondition", "reads `fields` at 3 fixed places"),
    ("person_checked", "person_checked(['', ''])", "unexpected", "nothing raises IndexError"),
    ("ends", "ends([])", "unexpected", "nothing raises IndexError"),
    ("title_in", "title_in('{}')", "precondition", "reads `record['title']` of what the text `text` says"),
    ("title_checked", "title_checked('{}')", "unexpected", "nothing raises KeyError"),
    # Patterns, text and bytes, and what is left open
    ("word_at", "word_at('', ['('])", "precondition", "as a pattern"),
    ("compiled", "compiled('a(')", "precondition", "uses 'a(' as a pattern"),
    ("titled", "titled(['a('])", "unexpected", "nothing raises re.error"),
    ("found_in", "found_in(b'', '')", "precondition", "text and bytes were given at once"),
    ("with_end", "with_end(b'')", "unexpected", "nothing raises TypeError"),
    ("keys_of", "keys_of({1: 2})", "any", "does not take `1` inside of `names: dict`"),
    ("keys_of_texts", "keys_of_texts({'': 2})", "unexpected", "nothing raises AttributeError"),
    # What is not there
    ("users", "users()", "environment", "needs `registry`, which cannot be imported here"),
    ("members", "members()", "unexpected", "nothing raises AttributeError"),
    ("__getattr__", "__getattr__('')", "deliberate", "raises AttributeError by its protocol"),
]


@pytest.mark.parametrize(("qualname", "text", "expected", "evidence"), JUDGED)
def test_what_few_write_is_the_callers_and_its_look_alike_is_not(
    qualname: str, text: str, expected: str, evidence: str
) -> None:
    said, why = judged_as(FOUND[qualname], "plausible.py", lambda: eval(text, vars(PLAUSIBLE)), text)
    assert (said, evidence in why) == (expected, True), why


@pytest.mark.parametrize(
    ("qualname", "expected"), [("Section.read_all", "deliberate"), ("Section.read_first", "return_type")]
)
def test_none_from_a_method_that_others_are_to_write_is_meant(qualname: str, expected: str) -> None:
    found = FOUND[qualname]
    message = "returned None, annotated str"
    lines = (found.line, found.last_line)
    assert verdict(Case("return_type", "str expected", message, (), source_of, "plausible.py", *lines))[0] == expected


def fails_at(limit: float) -> Callable[[Any], object]:
    def function(value: Any) -> object:
        return 1 / 0 if not value <= limit else value

    return function


def odd(hint: Any, value: object, function: Callable[[Any], object], source: str = "") -> str:
    """Return the verdict on a value that a function fails for."""
    domain = Hints().build(hint)
    input = domain.adopt(value)

    def still_fails(candidate: Any) -> bool:
        try:
            function(domain.realise(candidate))
        except (ArithmeticError, ValueError):
            return True
        return False

    assert still_fails(input)
    return only_if_odd(domain, input, still_fails, lambda: source)[0]


@pytest.mark.parametrize(
    ("hint", "value", "function", "source", "expected"),
    [
        (float, float("nan"), fails_at(10), "", "precondition"),
        (float, float("nan"), fails_at(10), "if math.isnan(value):", ""),
        (float, 11.0, fails_at(10), "", ""),
        (float, 1e300, fails_at(1e200), "", "resource"),
        (int, 10**12, fails_at(10**9), "", "resource"),
        (int, 10**12, fails_at(10), "", ""),
        (int, 10**12, fails_at(10**9), "LIMIT = 1_000_000_000_000", ""),
        (Decimal, Decimal("Infinity"), fails_at(10), "", "precondition"),
        (str, "a\ud800", lambda text: text.encode(), "", "precondition"),
        (str, "\x01", lambda text: 1 / text.isprintable(), "", "precondition"),
        (str, "\n", lambda text: 1 / text.isprintable(), "", ""),
        (list[str], ["x\x01"], lambda texts: 1 / texts[0].isprintable(), "", "precondition"),
        (dt.date, dt.date(9999, 12, 31), lambda day: day + dt.timedelta(1), "", "precondition"),
        (dt.date, dt.date(2024, 12, 31), lambda day: day.replace(month=day.month + 1), "", ""),
        (dt.date, dt.date(9999, 12, 31), lambda day: day.replace(month=day.month + 1), "", ""),
        (dt.timedelta, dt.timedelta(900_000), lambda time: dt.date(9000, 1, 1) + time, "", "precondition"),
        (dt.timedelta, dt.timedelta(0), lambda time: 1 / time.days, "", ""),
    ],
)
def test_a_failure_hangs_on_an_odd_value_if_an_ordinary_one_takes_it_away(
    hint: Any, value: object, function: Callable[[Any], object], source: str, expected: str
) -> None:
    assert odd(hint, value, function, source) == expected


def test_the_samples_are_as_the_tests_take_them() -> None:
    text = source_of("plausible.py")
    assert text is not None
    assert ast.parse(text).body
