"""Baselines: written, read, and matched after lines have moved."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.engine.outcome import Frame
from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.baseline import (
    Entry,
    entry_of,
    known_ids,
    not_met,
    read_baseline,
    rewritten,
    statement,
    to_toml,
)
from tests.reports.shop import EMPTY, MONEY, ORDERS, PARSE, PRICES, REBATE, SETTLE, SHARE, SOURCES

ALL = (PARSE, EMPTY, PRICES, SHARE, REBATE, SETTLE)
MOVED = {"shop/orders.py": f"\n\n\n{ORDERS}", "shop/money.py": f"import math\n{MONEY}"}


def written(tmp_path: Path, text: str) -> Path:
    """Return a file with a text in it."""
    file = tmp_path / "baseline.toml"
    file.write_text(text, "utf-8")
    return file


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    entries = rewritten((), ALL, SOURCES, ())
    assert len(entries) == len(ALL)
    assert read_baseline(written(tmp_path, to_toml(entries))) == entries


def test_each_finding_has_a_line_of_its_own() -> None:
    lines = [line for line in to_toml([entry_of(PARSE, SOURCES)]).splitlines() if "c912a037" in line]
    assert lines == [
        '  { id = "c912a037", function = "shop.orders.parse", exception = "IndexError", place = "shop/orders.py:17", '
        'inside = "parse", statement = "return Line(parts[0].strip(), int(parts[1]))" },'
    ]


def test_a_finding_is_known_by_its_id() -> None:
    assert known_ids(ALL, [Entry(PARSE.id, "", "")], {}) == {PARSE.id}


def test_a_finding_is_known_after_its_lines_have_moved() -> None:
    entries = [entry_of(PARSE, SOURCES)]
    moved = replace(PARSE, id="00000000", line=20, frames=(Frame("shop/orders.py", "parse", 20),))
    assert known_ids([moved], entries, MOVED) == {"00000000"}


def test_another_statement_of_the_same_function_is_not_known() -> None:
    entries = [entry_of(PARSE, SOURCES)]
    other = replace(PARSE, id="00000000", line=16, frames=(Frame("shop/orders.py", "parse", 16),))
    assert known_ids([other], entries, SOURCES) == frozenset()


@pytest.mark.parametrize("change", [{"exception": "KeyError"}, {"function": "shop.orders.total"}])
def test_another_exception_or_function_is_not_known(change: dict[str, Any]) -> None:
    assert known_ids([replace(PARSE, id="00000000", **change)], [entry_of(PARSE, SOURCES)], SOURCES) == frozenset()


def test_a_hang_is_known_wherever_it_was_when_it_was_ended() -> None:
    later = replace(SETTLE, id="00000000", line=17, frames=(Frame("shop/money.py", "settle", 17),))
    assert known_ids([later], [entry_of(SETTLE, SOURCES)], SOURCES) == {"00000000"}


def test_a_recursion_is_known_by_the_functions_in_it() -> None:
    frames = tuple(Frame("shop/orders.py", name, line) for name, line in (("a", 1), ("b", 2), ("a", 1), ("b", 2)))
    one = replace(PARSE, exception="RecursionError", frames=frames)
    other = replace(one, id="00000000", frames=tuple(replace(frame, line=frame.line + 9) for frame in frames[1:]))
    assert known_ids([replace(other, frames=(*other.frames, frames[0]))], [entry_of(one, SOURCES)], MOVED)
    assert not known_ids([replace(other, frames=(Frame("shop/orders.py", "c", 1),))], [entry_of(one, SOURCES)], MOVED)


def test_comments_and_blanks_do_not_make_another_statement() -> None:
    assert statement("return  a[0]   # noqa") == "return a[0]"
    assert statement("total = add(  # of several lines") == "total = add("
    assert statement("print('# not a comment')") == "print('# not a comment')"


def test_writing_anew_keeps_why_and_what_was_not_fuzzed() -> None:
    entries = [
        replace(entry_of(PARSE, SOURCES), id="11111111", why="partners send such lines"),
        entry_of(SHARE, SOURCES),
        entry_of(REBATE, SOURCES),
    ]
    after = rewritten(entries, [PARSE], SOURCES, ["shop.orders.parse", "shop.money.share"])
    assert [(entry.id, entry.why) for entry in after] == [(REBATE.id, ""), (PARSE.id, "partners send such lines")]


def test_what_did_not_happen_is_told_of_functions_that_were_fuzzed_only() -> None:
    entries = [entry_of(finding, SOURCES) for finding in (PARSE, SHARE, REBATE)]
    assert not_met(entries, [PARSE], SOURCES, ["shop.orders.parse", "shop.money.share"]) == (entries[1],)


def test_a_file_that_is_not_there_is_told_with_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(FuzzwrightError, match="no such baseline") as told:
        read_baseline(tmp_path / "none.toml")
    assert "--write-baseline" in str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("known = [", "cannot read the baseline"),
        ("known = 3", "no baseline"),
        ("unknown = []", "no baseline"),
        ("known = [3]", "finding 1 of the baseline is not a table"),
        ('known = [{ function = "f" }]', "has no `exception`"),
        ('known = [{ id = "a", colour = "red" }]', "unknown key `colour`"),
        ("known = [{ id = 3 }]", "not a table of texts"),
    ],
)
def test_a_damaged_baseline_is_told_with_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(FuzzwrightError, match=told):
        read_baseline(written(tmp_path, text))


def test_a_comment_and_an_empty_list_are_a_baseline(tmp_path: Path) -> None:
    assert read_baseline(written(tmp_path, "# nothing\nknown = []\n")) == ()


@given(st.text(), st.text(), st.text())
def test_any_text_can_be_written_and_read(function: str, exception: str, why: str) -> None:
    entry = Entry("c912a037", function, exception, why=why)
    assert tomllib.loads(to_toml([entry]))["known"] == [
        {
            name: value
            for name, value in zip(
                ("id", "function", "exception", "why"), (entry.id, function, exception, why), strict=True
            )
            if value
        }
    ]
