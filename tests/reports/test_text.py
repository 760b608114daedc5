from __future__ import annotations

import unicodedata

import pytest

from fuzzwright.reports.text import block, counted, cut, duration, in_a_row, one_line, short, visible
from tests.reports.hostile import TEXTS

ACTING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_one_line_shows_only_what_can_be_seen(text: str) -> None:
    line = one_line(text)
    assert not [letter for letter in line if unicodedata.category(letter) in ACTING]
    assert len(line) < 2500
    line.encode("utf-8")


def test_every_acting_character_of_unicode_is_escaped() -> None:
    acting = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in ACTING]
    assert [letter for letter in acting if visible(letter) == letter and not _shows(letter)] == []


def _shows(letter: str) -> bool:
    # These few of category Cf are drawn: they stand around the signs that follow.
    return letter in "\u0890\u0891\u08e2\U000110bd\U000110cd" or "HIEROGLYPH" in unicodedata.name(letter, "")


def test_a_block_keeps_its_lines_and_nothing_else_that_is_unseen() -> None:
    assert block("a\n\tb\r\n") == "a\n\\tb\\r\n"


def test_escapes_are_those_of_python() -> None:
    assert one_line("\x1b\n\0\u202e\ud800é漢") == "\\x1b\\n\\x00\\u202e\\ud800é漢"


def test_a_cut_text_says_how_much_is_missing() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abc" + 40 * "d", 3) == "abc… (40 more characters)"


def test_a_text_is_not_cut_if_that_saves_nothing() -> None:
    assert cut("abcdefg", 3) == "abcdefg"


def test_lines_can_stand_in_a_row() -> None:
    assert in_a_row("no hint\n  at shop.py:1\n  fix: add one") == "no hint · at shop.py:1 · fix: add one"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (9_999, "9,999"),
        (10_000, "10.0 k"),
        (999_949, "999.9 k"),
        (999_950, "1.0 M"),
        (1_234_567, "1.2 M"),
        (5_000_000_000, "5.0 G"),
        (5_000_000_000_000, "5,000.0 G"),
    ],
)
def test_numbers_are_short(number: int, text: str) -> None:
    assert short(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 ms"),
        (0.031, "31 ms"),
        (0.25, "0.25 s"),
        (4.01, "4 s"),
        (14.32, "14.3 s"),
        (59.96, "1 min 00 s"),
        (125.0, "2 min 05 s"),
        (3599.9, "1 h 00 min"),
        (12_000.0, "3 h 20 min"),
    ],
)
def test_durations_are_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_one_is_not_many() -> None:
    assert (counted(1, "finding"), counted(2, "finding"), counted(0, "finding")) == (
        "1 finding",
        "2 findings",
        "0 findings",
    )
