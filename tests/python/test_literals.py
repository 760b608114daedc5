"""The constants that a module's code works with."""

from __future__ import annotations

import pytest

from fuzzwright.python.literals import LONGEST, MOST, MOST_WRITTEN, literals_in, written_in


def test_constants_come_once_each_in_the_order_of_the_source() -> None:
    source = """
def f(x):
    if x == 42:
        return "deep" if [y for y in x if y == 7.5] else b"raw"
    return 42
LATE = "late"
"""
    assert literals_in(source) == [42, "deep", 7.5, b"raw", "late"]


def test_the_same_number_in_another_type_is_another_constant() -> None:
    found = literals_in("x = [5, 5.0, 5]")
    assert [(type(value), value) for value in found] == [(int, 5), (float, 5.0)]


def test_docstrings_say_nothing_to_the_code() -> None:
    source = '''
"""Module."""
class C:
    """Class."""
    def m(self):
        """Method."""
        "no docstring"
        return "text"
async def f():
    """Coroutine."""
'''
    assert literals_in(source) == ["no docstring", "text"]


def test_negative_numbers_keep_their_sign() -> None:
    assert -17 in literals_in("x = -17")
    assert -2.5 in literals_in("x = -2.5")


@pytest.mark.parametrize(
    "source", ["x = [0, 1, 2, -1, -2]", "x = (True, False, None, ...)", "x = ''", "x = b''", "x = 3j"]
)
def test_what_every_search_tries_anyway_is_left_out(source: str) -> None:
    assert literals_in(source) == []


def test_long_texts_are_left_out() -> None:
    assert literals_in(f"x = {'a' * LONGEST!r}, {'b' * (LONGEST + 1)!r}") == ["a" * LONGEST]


def test_there_is_an_end_to_large_tables() -> None:
    assert literals_in(f"x = {list(range(5000))}") == list(range(3, MOST + 3))


def test_parts_of_patterns_and_formatted_texts_count() -> None:
    source = "def f(x):\n    match x:\n        case {'kind': 'go'}: return f'{x}-suffix'\n"
    assert set(literals_in(source)) == {"kind", "go", "-suffix"}


def test_a_coding_line_is_followed() -> None:
    assert literals_in("# coding: latin-1\nx = 'é'\n".encode("latin-1")) == ["é"]


def test_what_is_written_in_calls_is_there_once() -> None:
    calls = ["m.g('hello', 123)", "m.g('hello', [124, 'x'])", "m.g(", "m.g(True, 1)"]
    assert written_in(calls) == ["hello", 123, 124, "x"]
    assert len(written_in([f"m.g({number})" for number in range(100, 1000)])) == MOST_WRITTEN
