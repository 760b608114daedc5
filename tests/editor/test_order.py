"""Which functions come first."""

from __future__ import annotations

from fuzzwright.editor.buffers import Defined
from fuzzwright.editor.order import in_order

FUNCTIONS = [Defined(name, line, line, line, line + 8) for name, line in zip("abcde", range(1, 50, 10), strict=True)]


def test_the_function_with_the_cursor_comes_first_then_the_nearest() -> None:
    assert in_order(FUNCTIONS, 27, None) == ["c", "d", "b", "e", "a"]


def test_what_is_not_seen_is_left_out() -> None:
    assert in_order(FUNCTIONS, 27, [(15, 35)]) == ["c", "d", "b"]
    assert in_order(FUNCTIONS, 27, [(1, 2), (45, 99)]) == ["e", "a"]
    assert in_order(FUNCTIONS, 27, []) == []


def test_without_a_cursor_the_order_is_that_of_the_text() -> None:
    assert in_order(FUNCTIONS[::-1], 0, None) == ["a", "b", "c", "d", "e"]
