"""Texts and places in them, as editors count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.editor.lines import lines_of
from fuzzwright.frontends.lsp.positions import Change, Place, changed, index, line_end, width

SIGNS = st.text(st.sampled_from("aé🐍\n\r\f\u2028 "), max_size=30)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc\n", ["a", "b", "c", ""]),
        ("a\fb\x0b\u2028c\x85", ["a\fb\x0b\u2028c\x85"]),
    ],
)
def test_only_line_feeds_and_carriage_returns_end_lines(text: str, lines: list[str]) -> None:
    assert lines_of(text) == lines


def test_lines_end_as_the_first_one_does() -> None:
    assert [line_end(text) for text in ("a", "a\nb\r\n", "a\r\nb\n")] == ["\n", "\n", "\r\n"]


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_a_column_counts_what_was_agreed_on(encoding: str, units: int) -> None:
    assert width("aé🐍", encoding) == units
    assert index("aé🐍b", units, encoding) == 3


@pytest.mark.parametrize(
    ("start", "end", "new", "after"),
    [
        ((0, 1), (0, 2), "", "ac\ndef"),
        ((0, 3), (1, 0), "", "abcdef"),
        ((1, 3), (1, 3), "\n", "abc\ndef\n"),
        ((0, 0), (9, 9), "x", "x"),
        ((7, 0), (7, 0), "x", "abc\ndefx"),
        ((0, 99), (0, 99), "x", "abcx\ndef"),
    ],
)
def test_a_change_replaces_a_stretch(start: tuple[int, int], end: tuple[int, int], new: str, after: str) -> None:
    assert changed("abc\ndef", [Change(new, Place(*start), Place(*end))], "utf-16") == after


def test_a_change_without_a_stretch_replaces_all() -> None:
    assert changed("abc", [Change("new")], "utf-16") == "new"


@given(SIGNS, SIGNS, st.data(), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_a_change_at_any_place_is_that_of_the_text_cut_there(
    text: str, new: str, data: st.DataObject, how: str
) -> None:
    lines = lines_of(text)
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line])))
    place = Place(line, width(lines[line][:column], how))
    before = changed(text, [Change("", place, Place(10**6, 0))], how)
    behind = changed(text, [Change("", Place(0, 0), place)], how)
    assert before + behind == text
    assert changed(text, [Change(new, place, place)], how) == before + new + behind


@given(SIGNS, st.lists(st.tuples(SIGNS, st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)), max_size=4))
def test_changes_in_one_message_are_made_one_after_the_other(text: str, made: list[tuple[str, int, int, int]]) -> None:
    changes = [Change(new, Place(line, column), Place(line + more, column)) for new, line, column, more in made]
    after = text
    for change in changes:
        after = changed(after, [change], "utf-16")
    assert changed(text, changes, "utf-16") == after


@pytest.mark.parametrize(
    ("text", "start", "end", "lines"),
    [("x", (0, 0), (0, 1), 0), ("\n", (0, 0), (0, 0), 1), ("", (1, 0), (3, 0), -2), ("a\r\nb\n", (1, 0), (2, 0), 1)],
)
def test_a_change_says_how_many_lines_it_adds(
    text: str, start: tuple[int, int], end: tuple[int, int], lines: int
) -> None:
    assert Change(text, Place(*start), Place(*end)).added == lines
