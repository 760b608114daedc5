"""Verdicts on failures for values and data that few callers write, each beside a look-alike that is wrong."""

from __future__ import annotations

import datetime as dt
import io
import pathlib
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from fuzzwright.engine.outcome import Frame
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
    ("hours", "hours(':1')", "unexpected", "nothing raises ValueError"),
    ("hours_if_digits", "hours_if_digits('x')", "unexpected", "nothing raises ValueError"),
    ("hours_or_own", "hours_or_own('x')", "unexpected", "nothing raises ValueError"),
    ("hours_handled", "hours_handled('1x')", "unexpected", "nothing raises ValueError"),
    ("hours_prefixed", "hours_prefixed('1')", "unexpected", "nothing raises ValueError"),
    ("red_of", "red_of(('', '', ''))", "precondition", "reads a piece of `colour` with `int`"),
    ("red_of_digits", "red_of_digits(('', '', ''))", "unexpected", "nothing raises ValueError"),
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
    ("titled", "titled(['a('])", "unexpected", "nothing raises re."),
    ("found_in", "found_in(b'', '')", "precondition", "text and bytes were given at once"),
    ("found_in_a_path", "found_in_a_path(b'', pathlib.Path())", "precondition", "text and bytes were given at once"),
    ("with_end", "with_end(b'')", "unexpected", "nothing raises TypeError"),
    ("keys_of", "keys_of({1: 2})", "any", "does not take `1` inside of `names: dict`"),
    ("keys_of_texts", "keys_of_texts({'': 2})", "unexpected", "nothing raises AttributeError"),
    ("read_of", "read_of(None, 'a')", "any", "does not take what `thing: object` was given"),
    ("read_own", "read_own('a')", "unexpected", "nothing raises AttributeError"),
    # Nothing at all, and names
    ("longest_of", "longest_of()", "precondition", "was given nothing for `*texts`"),
    ("longer_of", "longer_of()", "precondition", "was given nothing for `*texts`"),
    ("longest_in", "longest_in([])", "unexpected", "nothing raises ValueError"),
    ("unit_of", "unit_of('x')", "precondition", "looks the argument `name` up in `Unit`"),
    ("unit_after", "unit_after(Unit.HOUR)", "unexpected", "the docstring lists `OverflowError` only"),
    ("Scheme.folder", "Scheme({}).folder(['a'])", "precondition", "both are the caller's"),
    ("Scheme.folder_or_none", "Scheme({'a': ''}).folder_or_none(['a'])", "unexpected", "nothing raises KeyError"),
    ("settings_in", "settings_in('a')", "precondition", "hands the argument `text` to `parser.read_string`"),
    ("settings_below", "settings_below('a')", "precondition", "nothing shows that it is meant to work"),
    ("Words.upper", "Words((None,)).upper()", "any", "an item that `Words` was made with"),
    ("Filled.upper", "Filled([1]).upper()", "unexpected", "nothing raises AttributeError"),
    ("Held.write", "(h := Held(), h.close(), h)[-1].write('')", "precondition", "was closed by the call before"),
    ("Held.close", "(h := Held(), h.close(), h)[-1].close()", "unexpected", "nothing raises AttributeError"),
    ("Held.clear", "(h := Held(), h.close(), h)[-1].clear()", "unexpected", "nothing raises AttributeError"),
    ("Checker.is_long", "Checker('x').is_long('')", "precondition", "there is no encoding 'x'"),
    ("Checker.is_long_wrongly", "Checker('x').is_long_wrongly('')", "unexpected", "should answer yes or no"),
    ("is_high", "is_high('')", "precondition", "hands the argument `character` to `ord`"),
    ("is_high_at_first", "is_high_at_first('')", "unexpected", "`is_high_at_first` should answer yes or no"),
    ("is_short", "is_short('', 'x')", "precondition", "there is no encoding 'x'"),
    ("is_short", "is_short('')", "unexpected", "`is_short` should answer yes or no"),
    # Bytes that are no text, values of another kind, and what was put aside to be raised later
    ("words_in", "words_in(io.BytesIO(b'\\xff'))", "precondition", "reads text of `file`"),
    ("word_in", "word_in('')", "unexpected", "nothing raises UnicodeDecodeError"),
    ("stamped", "stamped(datetime.date(2000, 1, 1), 'h')", "precondition", "of which only some have `hour`"),
    ("noted", "noted(datetime.date(2000, 1, 1))", "unexpected", "nothing raises AttributeError"),
    # What is not there
    ("users", "users()", "environment", "needs `registry`, which cannot be imported here"),
    ("members", "members()", "unexpected", "nothing raises AttributeError"),
    ("__getattr__", "__getattr__('')", "deliberate", "raises AttributeError by its protocol"),
]


@pytest.mark.parametrize(("qualname", "text", "expected", "evidence"), JUDGED)
def test_what_few_write_is_the_callers_and_its_look_alike_is_not(
    qualname: str, text: str, expected: str, evidence: str
) -> None:
    said, why = judged_as(
        FOUND[qualname], "plausible.py", lambda: eval(text, {**vars(PLAUSIBLE), "io": io, "pathlib": pathlib}), text
    )
    assert (said, evidence in why) == (expected, True), why


@pytest.mark.parametrize(
    ("qualname", "expected"), [("Section.read_all", "deliberate"), ("Section.read_first", "return_type")]
)
def test_none_from_a_method_that_others_are_to_write_is_meant(qualname: str, expected: str) -> None:
    found = FOUND[qualname]
    message = "returned None, annotated str"
    lines = (found.line, found.last_line)
    assert verdict(Case("return_type", "str expected", message, (), source_of, "plausible.py", *lines))[0] == expected


def test_what_was_caught_may_be_raised_again_further_down() -> None:
    found = FOUND["zone_of"]
    source = source_of("plausible.py") or ""
    line = next(number for number, text in enumerate(source.splitlines(), 1) if "return _number_of(name)" in text)
    frames = (Frame("plausible.py", "zone_of", line),)
    lines = (found.line, found.last_line)
    case = Case("raised", "LookupError", "no zone x", frames, source_of, "plausible.py", *lines, call="zone_of('x')")
    assert verdict(case)[0] == "deliberate"
    assert verdict(replace(case, message="another one"))[0] != "deliberate"


@pytest.mark.parametrize(
    ("call", "expected"),
    [("list(m.Bench.run_all())", "resource"), ("m.run()", "resource"), ("m.run('a')", "unexpected")],
)
def test_a_call_that_is_given_nothing_and_takes_too_long_does_much_by_itself(call: str, expected: str) -> None:
    source = "def run(text=''):\n    while text: pass\n"
    case = Case("timed_out", "timed_out", "no end", (), lambda file: source, "m.py", 1, 2, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(("loop", "expected"), [("os.walk(text)", "environment"), ("text", "unexpected")])
def test_a_loop_over_files_further_out_goes_through_as_many_as_there_are(loop: str, expected: str) -> None:
    source = f"def f(text: str):\n    for each in {loop}:\n        g(each)\ndef g(each):\n    return each\n"
    frames = (Frame("m.py", "f", 3), Frame("m.py", "g", 5))
    case = Case("timed_out", "timed_out", "no end", frames, lambda file: source, "m.py", 1, 3, call="m.f('a')")
    assert verdict(case)[0] == expected


def fails_at(limit: float) -> Callable[[Any], object]:
    def function(value: Any) -> object:
        return 1 / 0 if not value <= limit else value

    return function


def odd(hint: Any, value: object, function: Callable[[Any], object], source: str = "", line: str = "") -> str:
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
    return only_if_odd(domain, input, still_fails, lambda: source, line)[0]


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


@pytest.mark.parametrize(("line", "expected"), [("day.replace(year=10000)", ""), ("day + step", "precondition")])
def test_where_a_part_of_a_date_is_replaced_ordinary_ones_may_fail_too(line: str, expected: str) -> None:
    assert odd(dt.date, dt.date(9999, 12, 31), lambda day: day.replace(year=day.year + 1), "", line) == expected


@pytest.mark.parametrize(("root", "expected"), [("/", "environment"), ("a", "unexpected")])
def test_going_through_all_files_there_are_takes_long(root: str, expected: str) -> None:
    source = "def f(root: Path) -> int:\n    return sum(1 for _ in found(root))\n"
    frames = (Frame("m.py", "f", 2),)
    call = f"m.f(pathlib.Path({root!r}))"
    case = Case("timed_out", "timed_out", "no end", frames, lambda file: source, "m.py", 1, 2, call=call)
    assert verdict(case)[0] == expected
