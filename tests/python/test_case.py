"""What source says about a place in it."""

from __future__ import annotations

import ast

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case, outline
from fuzzwright.python.judging.judge import verdict

SOURCE = """\
@decorated
class Box:
    @property
    def size(self):
        for each in self.items:
            match each:
                case 1: one = 1
        try:
            two = 2
        except ValueError:
            three = 3
        finally:
            four = 4; five = 5


def other():
    return [
        6
    ]
"""


def case(*frames: Frame, source: str = SOURCE, first: int = 3, last: int = 13) -> Case:
    return Case("raised", "ZeroDivisionError", "division by zero", frames, lambda file: source, "a.py", first, last)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        (1, ["ClassDef"]),
        (3, ["ClassDef", "FunctionDef"]),
        (7, ["ClassDef", "FunctionDef", "For", "Match", "Assign"]),
        (9, ["ClassDef", "FunctionDef", "Try", "Assign"]),
        (11, ["ClassDef", "FunctionDef", "Try", "Assign"]),
        (13, ["ClassDef", "FunctionDef", "Try", "Assign", "Assign"]),
        (18, ["FunctionDef", "Return"]),
        (99, []),
    ],
)
def test_a_place_is_in_statements_from_the_outside_in(line: int, kinds: list[str]) -> None:
    assert [type(node).__name__ for node in case().around(Frame("a.py", "", line))] == kinds


def test_the_last_of_two_statements_on_a_line_is_meant() -> None:
    statement = case().statement_at(Frame("a.py", "", 13))
    assert statement is not None
    assert ast.unparse(statement) == "five = 5"


def test_a_deep_recursion_in_a_large_file_is_judged_by_looking_at_each_place_once() -> None:
    source = "def f(n):\n    if not n:\n        return 1 / n\n    return f(n - 1)\n"
    asked: list[str] = []

    def source_of(file: str) -> str:
        asked.append(file)
        return source

    frames = (*[Frame("a.py", "f", 4)] * 900, Frame("a.py", "f", 3))
    deep = Case("raised", "ZeroDivisionError", "division by zero", frames, source_of, "a.py", 1, 4)
    assert verdict(deep)[0] == "unexpected"
    assert len(asked) < 100


def test_a_file_is_gone_through_once_for_what_stands_out_in_it() -> None:
    tree = case().tree("a.py")
    assert tree is not None
    names = [type(node).__name__ for node in outline(tree)]
    assert names == ["ClassDef", "FunctionDef", "FunctionDef", "Try", "ExceptHandler"]
    assert outline(tree) is outline(tree)
