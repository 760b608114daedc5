"""Verdicts on sample code that asks much of its callers, raises on purpose, or is wrong; each call really fails."""

from __future__ import annotations

import argparse
import datetime
import io
import re
from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.discover import Found, find_functions
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from fuzzwright.python.places import frames_of, name_of, safe_text
from tests.python.test_judge import SAMPLES, caught, inside, load, source_of

DEMANDING = load("demanding")
FOUND = {found.qualname: found for found in find_functions(DEMANDING)}


def judged(qualname: str, call: Callable[[], object], text: str = "") -> tuple[str, str]:
    return judged_as(FOUND[qualname], "demanding.py", call, text)


def judged_as(found: Found, file: str, call: Callable[[], object], text: str) -> tuple[str, str]:
    error = caught(call)
    frames = frames_of(error, inside, str(SAMPLES))
    name, says = name_of(error), safe_text(error)
    return verdict(Case("raised", name, says, frames, source_of, file, found.line, found.last_line, call=text))


D: Any = DEMANDING
PRECONDITIONS: list[tuple[str, Callable[[], object], str]] = [
    ("converts", lambda: D.converts("x"), "hands the argument `text` to `int`"),
    ("converts_inside", lambda: D.converts_inside("x"), "hands the argument `text` to `int`"),
    ("converts_all", lambda: D.converts_all(["x"]), "hands the argument `texts` to `float`"),
    ("converts_its_parts", lambda: D.converts_its_parts("x"), "hands the argument `part` to `int`"),
    ("converts_its_parts_at_once", lambda: D.converts_its_parts_at_once("x"), "hands the argument `part` to `int`"),
    ("piece", lambda: D.piece("x:y"), "reads a piece of `text` with `int`"),
    ("looks_up", lambda: D.looks_up("x"), "looks the argument `name` up in `TABLE`"),
    ("indexes", lambda: D.indexes([], 0), "looks the argument `index` up in `items`"),
    ("indexes_the_next", lambda: D.indexes_the_next([], 0), "looks the argument `index` up in `items`"),
    ("reads", lambda: D.reads({}), "looks 'amount' up in the argument `record`"),
    ("fills", lambda: D.fills("%", 1.0), "uses the argument `template` as a format"),
    ("fills", lambda: D.fills("", 1.0), "uses the argument `template` as a format"),
    ("fills_braces", lambda: D.fills_braces("{a}"), "uses the argument `template` as a format"),
    ("matches", lambda: D.matches("("), "hands the argument `pattern` to `re.match`"),
    ("splits", lambda: D.splits("a", ""), "hands the argument `separator` to `text.split`"),
    ("decodes", lambda: D.decodes(b"\xff"), "reads text of `text`, whose bytes are none"),
    ("loads", lambda: D.loads(b"{"), "refuses the argument `text` as `loads` does"),
    ("asserted_elsewhere", lambda: D.asserted_elsewhere(2), "is handed what the caller gave"),
    ("Kept.is_full", lambda: D.Kept(0).is_full(), "asserted at"),
    ("is_known_inside", lambda: D.is_known_inside(1), "asserted at"),
    ("is_known", lambda: D.is_known(1), "asserted at"),
    ("starts", lambda: D.starts([]), "starts what the argument `words` names"),
    ("chooses", lambda: D.chooses(7), "makes a `Unit` of the argument `number`"),
    ("encodes", lambda: D.encodes("\ud800"), "half of a surrogate pair"),
    ("Derived.get", lambda: D.Derived().get(), "`kept` is declared in `Declared`"),
    ("Bare.value", lambda: D.Bare().value(), "calling the class sets no `_value`"),
]
DELIBERATE: list[tuple[str, Callable[[], object], str]] = [
    ("refuses_inside", lambda: D.refuses_inside(10), "raised on purpose"),
    ("refuses_without_words", lambda: D.refuses_without_words(10), "raised on purpose"),
    ("translates_inside", lambda: D.translates_inside("x"), "raised on purpose"),
    ("translates_with_words", lambda: D.translates_with_words("x"), "raised on purpose"),
    ("lists_its_errors", lambda: D.lists_its_errors(10), "raised on purpose"),
    ("passes_on", lambda: D.passes_on("two"), "let by on purpose"),
    ("passes_on_by_name", lambda: D.passes_on_by_name("two"), "let by on purpose"),
    ("mentions", lambda: D.mentions("ax"), "documented in the docstring of `mentions`"),
    ("Table.__getitem__", lambda: D.Table({})["x"], "by its protocol"),
    ("throws", lambda: D.throws(1), "raised on purpose"),
    ("reads_settings", lambda: D.reads_settings("x"), "documented in the docstring of `reads_settings`"),
    ("gives_up", lambda: D.gives_up(["x"]), "let by on purpose"),
]
UNEXPECTED: list[tuple[str, Callable[[], object], str]] = [
    ("after", lambda: D.after(D.Colour.GREEN), "nothing raises KeyError on purpose"),
    ("after_record", lambda: D.after_record({"colour": D.Colour.GREEN}), "nothing raises KeyError on purpose"),
    ("sizes", lambda: D.sizes([{"colour": D.Colour.RED}]), "nothing raises KeyError on purpose"),
    ("goes_round", lambda: D.goes_round(3), "nothing raises ValueError on purpose"),
    ("name_of_user", lambda: D.name_of_user(1), "nothing raises AttributeError on purpose"),
    ("comes_by_the_handler", lambda: D.comes_by_the_handler("a"), "nothing raises ValueError on purpose"),
    ("comes_by_another_message", lambda: D.comes_by_another_message("a"), "nothing raises ValueError on purpose"),
    ("asserted_elsewhere_for_itself", lambda: D.asserted_elsewhere_for_itself(2), "nothing raises AssertionError"),
    ("longest", lambda: D.longest(""), "nothing raises ValueError on purpose"),
    ("key_of", lambda: D.key_of(""), "nothing raises ValueError on purpose"),
    ("root_of", lambda: D.root_of("3"), "nothing raises ValueError on purpose"),
    ("denies", lambda: D.denies("1"), "the docstring says `never raises a ValueError`"),
    ("indexes_another", lambda: D.indexes_another([1], 0), "nothing raises IndexError on purpose"),
    ("first", lambda: D.first([]), "nothing raises IndexError on purpose"),
    ("mean", lambda: D.mean([]), "nothing raises ZeroDivisionError on purpose"),
    ("highest", lambda: D.highest([]), "nothing raises ValueError on purpose"),
    ("root", lambda: D.root(-1.0), "nothing raises ValueError on purpose"),
    ("Member.get", lambda: D.Member(0).get(), "nothing raises AttributeError on purpose"),
    ("Member.__eq__", lambda: D.Member(0) == 10, "`__eq__` should not raise"),
    ("passes_on_anything", lambda: D.passes_on_anything("two"), "nothing raises ValueError on purpose"),
    ("is_small", lambda: D.is_small(10), "`is_small` should answer yes or no"),
    ("finds", lambda: D.finds("x"), "neither handles nor documents"),
    ("gives_up", lambda: D.gives_up([]), "nothing raises TypeError on purpose"),
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


DATE, TIME, ZONED = (
    datetime.date(2000, 1, 1),
    datetime.datetime(2000, 1, 1),
    datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC),
)


@pytest.mark.parametrize(
    ("qualname", "call", "text", "expected", "evidence"),
    [
        ("begins", lambda: D.begins("x"), "begins('x')", "precondition", "refuses what the caller wrote"),
        ("begins", lambda: D.begins((0, 1)), "begins((0, 1))", "unexpected", "nothing raises ValueError"),
        (
            "earlier_of_either",
            lambda: D.earlier_of_either(DATE, TIME),
            f"demanding.earlier_of_either({DATE!r}, {TIME!r})",
            "precondition",
            "dates and times",
        ),
        ("earlier", lambda: D.earlier(DATE, TIME), f"earlier({DATE!r}, {TIME!r})", "unexpected", "nothing raises"),
        ("earlier", lambda: D.earlier(TIME, ZONED), f"earlier({TIME!r}, {ZONED!r})", "unexpected", "nothing raises"),
        ("searches", lambda: D.searches("", "("), "searches('', pattern='(')", "precondition", "uses `pattern` as a"),
        (
            "finds_words",
            lambda: D.finds_words("", "("),
            "finds_words('', '(')",
            "unexpected",
            "nothing raises re.",
        ),
    ],
)
def test_what_the_caller_wrote_is_told_from_what_the_code_made(
    qualname: str, call: Callable[[], object], text: str, expected: str, evidence: str
) -> None:
    said, why = judged(qualname, call, text)
    assert (said, evidence in why) == (expected, True), (said, why)


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
    assert verdict(case("demanding.first([2000, 32767])"))[0] == "resource"
    assert verdict(case(f"demanding.first({[9999] * 2000})"))[0] == "resource"
    assert verdict(case("demanding.first([2000, 300, 0])"))[0] == "unexpected"
    assert verdict(case("demanding.first([datetime.date(2000, 1, 1), datetime.date(2001, 1, 1)])"))[0] == "unexpected"
    assert verdict(case("demanding.first([7] * 30)"))[0] == "unexpected"
    assert verdict(case("demanding.first([7, 7, 7, 7, 7, 7, 7, 7])"))[0] == "unexpected"
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


SHAPED = load("shaped")
SHAPED_FOUND = {found.qualname: found for found in find_functions(SHAPED)}
OF_SHAPES: list[tuple[str, str, str, str]] = [
    # Keys of dictionaries that the hints do not tell
    ("kind_of", "kind_of({})", "precondition", "looks 'type' up in the argument `token`"),
    (
        "kind_in_batches",
        "kind_in_batches([[{}]])",
        "precondition",
        "given as `batches: Iterable[list[dict[str, Any]]]`",
    ),
    ("option", "option('')", "precondition", "looks 'mode' up in `**options`"),
    ("kind_or_none", "kind_or_none({'type': ''})", "unexpected", "nothing raises KeyError on purpose"),
    ("kind_checked", "kind_checked({'type': ''})", "unexpected", "nothing raises KeyError on purpose"),
    ("built", "built({})", "unexpected", "nothing raises KeyError on purpose"),
    ("colour_size", "colour_size({'colour': ''})", "unexpected", "nothing raises KeyError on purpose"),
    # Attributes and numbers of items, and what a match has
    ("command", "command(argparse.Namespace(**{}))", "precondition", "reads `verbose` of a `Namespace`"),
    ("replaces", "replaces('', [['']])", "precondition", "unpacks items of the argument `pairs`"),
    ("between", "between([])", "precondition", "unpacks the argument `ends`"),
    ("word_pairs", "word_pairs(['abc'])", "unexpected", "nothing raises ValueError on purpose"),
    ("ruby_of", "ruby_of(re.match('', ''))", "precondition", "reads from the match `match`"),
    # Positions
    ("skips", "skips(' ', 0, 2)", "precondition", "`end` is 2 where `text` has a length of 1"),
    ("skips", "skips('', 3, 4)", "precondition", "`end` is 4 where `text` has a length of 0"),
    ("line_at", "line_at([''], 3)", "precondition", "`number` is 3 where `lines` has a length of 1"),
    ("line_at", "line_at([], 0)", "precondition", "`number` is 0 where `lines` has a length of 0"),
    ("next_line", "next_line([''], 0)", "unexpected", "nothing raises IndexError on purpose"),
    ("next_item", "next_item([''], 0)", "unexpected", "nothing raises IndexError on purpose"),
    ("character", "character(Cursor(''))", "precondition", "reads `cursor.text` at `cursor.position`"),
    ("Cursor.here", "Cursor('').here()", "unexpected", "nothing raises IndexError on purpose"),
    ("blank", "blank(Cursor(''), 0, 1)", "precondition", "reads `cursor.lines` from `first` up to `last`"),
    ("last_line", "last_line(Cursor('a'), 0)", "unexpected", "nothing raises IndexError on purpose"),
    # What is called
    ("calls_each", "calls_each([lambda a: a])", "precondition", "calls the argument `functions`"),
    ("Host.start", "Host([Plugin()]).start()", "precondition", "calls the caller's `Plugin`"),
    ("Host.record", "Host([], {'age': 1}).record()", "precondition", "hands the names in `self.options` to `User`"),
    ("Host.broken_record", "Host([], {'age': 1}).broken_record()", "unexpected", "nothing raises TypeError"),
    ("record_of", "record_of({})", "precondition", "hands the items of the argument `parts` to `User`"),
    ("makes_user", "makes_user(1)", "unexpected", "nothing raises TypeError on purpose"),
    # Numbers that are handed on, and text that others refuse too
    ("code_of", "code_of('')", "precondition", "hands the argument `character` to `ord`"),
    ("code_of_first", "code_of_first('')", "unexpected", "nothing raises TypeError on purpose"),
    ("packs", "packs(-1)", "precondition", "hands the argument `number` to `struct.pack`"),
    ("packs_length", "packs_length('a' * 300)", "unexpected", "nothing raises struct.error on purpose"),
    ("moment", "moment(10**12)", "precondition", "hands the argument `seconds` to `datetime.datetime.fromtimestamp`"),
    ("years", "years(3 * 10**6)", "unexpected", "nothing raises OverflowError on purpose"),
    ("name_of_character", "name_of_character(0)", "unexpected", "nothing raises ValueError on purpose"),
    ("rounds", "rounds(1.0, -1)", "precondition", "puts the argument `digits` into a format"),
    ("month", "month('2000-13')", "precondition", "refuses the argument `text` as `month` does"),
    ("bare_month", "bare_month('200013')", "unexpected", "nothing raises ValueError on purpose"),
    ("imports", "imports('..:')", "precondition", "imports a module that the argument `name` names"),
    ("home", "home()", "environment", "needs a variable that is not set"),
    ("encodes_as", "encodes_as('', 'x')", "precondition", "there is no encoding 'x'"),
    ("encodes_wrongly", "encodes_wrongly('')", "unexpected", "nothing raises LookupError on purpose"),
    # What a constructor keeps
    ("Field.matches", "Field('(', '').matches()", "precondition", "hands the argument `self.pattern` to `re.match`"),
    ("Widget.finds", "Widget('(', '').finds()", "precondition", "hands the argument `self.pattern` to `re.match`"),
    ("Field.number", "Field('', '').number()", "unexpected", "nothing raises ValueError on purpose"),
    # Values that may be anything
    ("shout", "shout(1)", "any", "does not take what `value: Any` was given"),
    ("shout_name", "shout_name({'name': 1})", "any", "does not take what `record: dict[str, Any]` was given"),
    ("sorts", "sorts([1, 2], lambda n: [1, ''][n - 1])", "any", "what `key` gives is left open"),
    ("name_of_owner", "name_of_owner({'id': 1})", "unexpected", "nothing raises AttributeError on purpose"),
    ("misspelt", "misspelt({})", "unexpected", "nothing raises AttributeError on purpose"),
    ("says", "says(io.BytesIO())", "any", "does not take what `stream: IO[Any]` was given"),
    ("says_to_bytes", "says_to_bytes(io.BytesIO())", "unexpected", "nothing raises TypeError on purpose"),
    ("Shell.title", "Shell.title()", "precondition", "`name` is declared in `Shell`"),
    ("Shell.label", "Shell.label()", "unexpected", "nothing raises AttributeError on purpose"),
    # What is looked up, and what has to be set up before
    ("width_name", "width_name(9)", "unexpected", "nothing raises KeyError on purpose"),
    ("width_of_next", "width_of_next(9)", "unexpected", "nothing raises KeyError on purpose"),
    ("whole", "whole(float('nan'))", "precondition", "was given a number that is not finite"),
    ("whole_ratio", "whole_ratio(1e308)", "unexpected", "nothing raises OverflowError on purpose"),
    ("day_after", "day_after(datetime.date(9999, 12, 31))", "precondition", "leads out of the calendar"),
    ("same_day_in", "same_day_in(datetime.date(2000, 1, 1), 10000)", "unexpected", "nothing raises ValueError"),
    ("moment_of", "moment_of(1e12)", "precondition", "further than any calendar"),
    ("text_in", "text_in(io.BytesIO(b'\\xff'))", "precondition", "reads text of `file`"),
    ("text_of_hex", "text_of_hex('ff')", "unexpected", "nothing raises UnicodeDecodeError on purpose"),
    ("refuses_quoting", "refuses_quoting('xy')", "deliberate", "raised on purpose"),
    ("Clock.hour", "Clock(datetime.date(2000, 1, 1)).hour()", "precondition", "only some have `hour`"),
    ("Wall.hour", "Wall(datetime.date(2000, 1, 1)).hour()", "unexpected", "nothing raises AttributeError"),
    ("power", "power(10000000)", "resource", "more digits than decimal numbers have"),
    ("Printer.header", "Printer().header()", "precondition", "`self.page` has no value until `starts` sets it"),
    ("Printer.state", "Printer().state()", "precondition", "`self.ready` has no value until `starts` sets it"),
    ("Command.file", "Command().file()", "precondition", "`self.folder` has no value until other code sets it"),
    ("Printer.title", "Printer().title(False)", "unexpected", "nothing raises TypeError on purpose"),
    ("unit_name", "unit_name(7)", "precondition", "`describes` at shaped.py"),
    # Families of exceptions
    ("reads_code", "reads_code('')", "deliberate", "documented in the docstring of `reads_code`"),
    ("reads_code", "reads_code('long')", "unexpected", "the docstring lists `ReadError` only"),
    ("renderer", "renderer('')", "deliberate", "raised on purpose"),
]


@pytest.mark.parametrize(("qualname", "text", "expected", "evidence"), OF_SHAPES)
def test_data_of_another_shape_is_the_callers_and_a_slip_in_the_code_is_not(
    qualname: str, text: str, expected: str, evidence: str
) -> None:
    names = {**vars(SHAPED), "argparse": argparse, "datetime": datetime, "io": io, "re": re}
    said, why = judged_as(SHAPED_FOUND[qualname], "shaped.py", lambda: eval(text, names), text)
    assert (said, evidence in why) == (expected, True), why


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x: T) -> T:\n    return x\n", "precondition"),
        ("def f(x: T) -> T:\n    return g(x)\n", "return_type"),
        ("def f(x: int) -> str:\n    return x\n", "return_type"),
        ("def f(x: int) -> str:\n    ...\n", "deliberate"),
        ("def f(x: int) -> str:\n    if x:\n        return ''\n", "return_type"),
    ],
)
def test_a_returned_value_is_of_the_wrong_type_if_the_function_made_it(source: str, expected: str) -> None:
    message = "returned None, annotated str"
    case = Case("return_type", "str expected", message, (), lambda file: source, "f.py", 1, len(source.splitlines()))
    assert verdict(case)[0] == expected


def test_a_failure_deep_in_a_recursion_is_judged_without_following_every_way_out() -> None:
    source = "def f(a: int, b: int) -> int:\n    return f(a + b, a - b) if a < b else {}[a + b]\n"
    frames = (Frame("f.py", "f", 2),) * 300
    case = Case("raised", "KeyError", "7", frames, lambda file: source, "f.py", 1, 2, call="f(1, 2)")
    assert verdict(case)[0] == "unexpected"
