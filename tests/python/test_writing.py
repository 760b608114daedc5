"""A structure is written the way another one is written in a text."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.writing import rewritten


@pytest.mark.parametrize(
    ("text", "seen", "wanted", "written"),
    [
        ("(x)", ["x"], ["let", ["a", "b"]], "(let (a b))"),
        ("[x, y]", ["x", "y"], ["x", "y", "z"], "[x, y, z]"),
        ("a,b", ["a", "b"], ["1", "2", "3"], "1,2,3"),
        ("a", ["a"], ["x", "y"], "x,y"),
        ("()", [], ["a", []], "(a ())"),
        ("((a))", [["a"]], ["a", ["b"]], "(a (b))"),
        ("<<a><b>>", [["a"], ["b"]], ["c", ["d"]], "<c <d>>"),
        ("[1;2]", [1, 2], [3, 4, 5], "[3;4;5]"),
        (" ( a  b ) ", ["a", "b"], ["c", "d"], "(c  d)"),
    ],
)
def test_brackets_and_separators_are_those_of_the_example(text: str, seen: Any, wanted: Any, written: str) -> None:
    assert rewritten(text, seen, wanted) == written


def test_where_anything_fits_no_two_words_are_the_same() -> None:
    assert rewritten("(x)", ["x"], ["f", HOLE, [HOLE, HOLE]]) == "(f a (b c))"


@pytest.mark.parametrize(
    ("text", "seen", "wanted"),
    [
        ("nothing of it", ["x", "q"], ["y"]),
        ("b a", ["a", "b"], ["y"]),
        ("([x)", [["x"]], ["y"]),
        ("(x)", ["x"], ["y", object()]),
        ("(x)", ["x"], ["y", {"a": 1}]),
        ("()", [""], ["y"]),
    ],
)
def test_nothing_is_written_where_the_example_does_not_show_how(text: str, seen: Any, wanted: Any) -> None:
    assert rewritten(text, seen, wanted) is None


def test_an_example_of_any_depth_and_length_comes_to_an_end() -> None:
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    assert rewritten("(" * 100 + ")" * 100, deep, ["a"]) is None
    assert rewritten(",".join("a" * 500), ["a"] * 500, ["b"]) is not None
