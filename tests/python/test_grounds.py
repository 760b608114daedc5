"""What nothing excuses needs grounds to be unexpected: ordinary mistakes have them, what a caller asked for has not."""

from __future__ import annotations

import datetime
import io

import pytest

from fuzzwright.python.discover import find_functions
from tests.python.test_judge import load
from tests.python.test_verdicts import judged_as

SLIPS = load("slips")
ASKED = load("asked")
FOUND = {module.__name__: {found.qualname: found for found in find_functions(module)} for module in (SLIPS, ASKED)}

MISTAKES = [
    ("first_word", "first_word('')"),
    ("initials", "initials('')"),
    ("extension", "extension('a')"),
    ("mean", "mean([])"),
    ("median", "median([])"),
    ("spread", "spread([])"),
    ("percent", "percent(0, 0)"),
    ("deviation", "deviation([0.0])"),
    ("weekday", "weekday(6)"),
    ("quarter", "quarter(datetime.date(2000, 10, 1))"),
    ("price", "price(Size.LARGE)"),
    ("next_month", "next_month(datetime.date(2000, 12, 1))"),
    ("birthday", "birthday(datetime.date(2000, 2, 29), 2001)"),
    ("longest_day", "longest_day([])"),
    ("minor_version", "minor_version('')"),
    ("pair", "pair('')"),
    ("squeezed", "squeezed(' ', '\\\\')"),
    ("any_of", "any_of(['a', '*'], '')"),
    ("tens", "tens(50)"),
    ("repeated", "repeated('')"),
    ("last_of", "last_of([])"),
    ("first_of", "first_of([])"),
    ("joined", "joined([None])"),
    ("search", "search([], 0)"),
    ("is_framed", "is_framed('')"),
    ("depth", "depth(Node())"),
    ("greeting", "greeting({}, '')"),
    ("Stack.top", "Stack([]).top()"),
    ("Stack.__repr__", "Stack([]).__repr__()"),
    ("Votes.share", "Votes().share('')"),
    ("Votes.winner", "Votes().winner()"),
    ("Table.width", "Table([]).width()"),
    ("Table.widths", "Table([[''], []]).widths()"),
    ("Reader.peek", "Reader('').peek()"),
    ("Reader.close", "(r := Reader(''), r.close(), r)[-1].close()"),
]
MEANT = [
    ("digest", "digest('', b'')"),
    ("moment", "moment('', '%Y')"),
    ("day", "day('')"),
    ("settings", "settings('a')"),
    ("written", "written({b'': 0})"),
    ("address", "address('')"),
    ("amount", "amount('')"),
    ("identity", "identity('')"),
    ("colour", "colour('')"),
    ("chosen", "chosen({}, '')"),
    ("both", "both({})"),
    ("item", "item([], 0)"),
    ("text_of", "text_of(b'\\xff')"),
    ("latin", "latin('\\u0301')"),
    ("encoded", "encoded('', 'a')"),
    ("unpacked", "unpacked(b'')"),
    ("plain", "plain('aa')"),
    ("zone", "zone('a')"),
    ("batches", "batches([0], 0)"),
    ("share", "share([], parts=0)"),
    ("applied", "applied((lambda *a, **k: ''), 0)"),
    ("name_of", "name_of(type('_Named', (), {'name': (lambda self: 0)})())"),
    ("mode_of", "mode_of(io.BytesIO(b''))"),
    ("expression", "expression(')')"),
    ("tokens", "tokens('(')"),
    ("page", "page('')"),
    ("filled", "filled('$a', {})"),
    ("first", "first([], -1)"),
    ("Query.__eq__", "Query().__eq__(None)"),
    ("Step.name", "Step(Step(Step(None, []), []), []).name()"),
    ("File.write", "(f := File(), f.close(), f)[-1].write('')"),
]


def said_of(module: str, qualname: str, text: str) -> tuple[str, str]:
    names = {**vars(SLIPS if module == "slips" else ASKED), "io": io, "datetime": datetime}
    return judged_as(FOUND[module][qualname], f"{module}.py", lambda: eval(text, names), text)


@pytest.mark.parametrize(("qualname", "text"), MISTAKES)
def test_an_ordinary_mistake_is_unexpected(qualname: str, text: str) -> None:
    said, why = said_of("slips", qualname, text)
    assert said == "unexpected", why


@pytest.mark.parametrize(("qualname", "text"), MEANT)
def test_what_the_caller_asked_for_is_not(qualname: str, text: str) -> None:
    said, why = said_of("asked", qualname, text)
    assert said not in ("unexpected", "return_type"), why
