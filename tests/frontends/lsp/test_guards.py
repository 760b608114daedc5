"""Guards: before and after, as text; what is written is valid Python, keeps the rest and refuses the input."""

from __future__ import annotations

import ast
import re
from textwrap import dedent
from typing import Any

import pytest

from fuzzwright.editor.examples import LiveExample
from fuzzwright.editor.lines import lines_of
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.guards import Style, guard
from fuzzwright.frontends.lsp.positions import Change, changed, line_end
from tests.frontends.lsp.made import example, function

ZERO = "ZeroDivisionError: division by zero"


def guarded(text: str, name: str, *examples: LiveExample, style: Style = "raise") -> str:
    """Return a text after a guard against the first example, having checked that it is one."""
    nodes = {
        each.name: each
        for each in ast.walk(ast.parse(text))
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    node = nodes[name.rpartition(".")[2]]
    shown = function(*examples, name=name, line=node.lineno, last=node.end_lineno or 0)
    made = guard(lines_of(text), shown, examples[0], style, line_end(text))
    after = changed(text, [Change(made.text, made.start, made.end)], "utf-32")
    docstrings = [
        [
            ast.get_docstring(each, clean=False)
            for each in ast.walk(ast.parse(source))
            if isinstance(each, ast.FunctionDef)
        ]
        for source in (text, after)
    ]
    assert docstrings[0] == docstrings[1]
    return after


def check(before: str, after: str, name: str, *examples: LiveExample, style: Style = "raise") -> None:
    assert guarded(dedent(before).lstrip(), name, *examples, style=style) == dedent(after).lstrip()


def test_an_empty_list_is_refused_in_words() -> None:
    check(
        """
        def mean(xs: list[int]) -> float:
            return sum(xs) / len(xs)
        """,
        """
        def mean(xs: list[int]) -> float:
            if not xs:
                raise ValueError("xs must not be empty")
            return sum(xs) / len(xs)
        """,
        "mean",
        example("mean([])", "raised", ZERO),
    )


def test_a_guard_stands_behind_the_docstring() -> None:
    check(
        '''
        def f(n: int) -> int:
            """Divide.

            Long.
            """  # with a remark

            # and another
            return 1 // n
        ''',
        '''
        def f(n: int) -> int:
            """Divide.

            Long.
            """  # with a remark
            assert n != 0, "n must not be zero"

            # and another
            return 1 // n
        ''',
        "f",
        example("f(0)", "raised", ZERO),
        style="assert",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(n): return 1 / n\n", "def f(n):\n    GUARD\n    return 1 / n\n"),
        ("def f(n): m = n; return 1 / m", "def f(n):\n    GUARD\n    m = n; return 1 / m"),
        ("def f(n): 'd'; return 1 / n\n", "def f(n):\n    'd'\n    GUARD\n    return 1 / n\n"),
        ("def f(n):\n  'd'; return 1 / n\n", "def f(n):\n  'd'\n  GUARD\n  return 1 / n\n"),
        ("def f(\n    n\n): return 1 / n\n", "def f(\n    n\n):\n    GUARD\n    return 1 / n\n"),
        ("def f(n):\r\n\treturn 1 / n\r\n", "def f(n):\r\n\tGUARD\r\n\treturn 1 / n\r\n"),
        ("def f(n):\n    'only a docstring'", "def f(n):\n    'only a docstring'\n    GUARD"),
        ("def f(n): 'only a docstring'", "def f(n):\n    'only a docstring'\n    GUARD"),
        ("def f(n): '''a\nb'''; return 1 / n\n", "def f(n):\n    '''a\nb'''\n    GUARD\n    return 1 / n\n"),
        ("def f(n):\n    @g\n    def h(): ...\n", "def f(n):\n    GUARD\n    @g\n    def h(): ...\n"),
        ("def f(n, s='é🐍'): return 1 / n\n", "def f(n, s='é🐍'):\n    GUARD\n    return 1 / n\n"),
        (
            "if 1:\n    def f(n):\n        s = '''\nx'''",
            "if 1:\n    def f(n):\n        GUARD\n        s = '''\nx'''",
        ),
    ],
)
def test_a_guard_fits_into_a_body_of_any_form(before: str, after: str) -> None:
    assert guarded(before, "f", example("f(0)", "raised", ZERO), style="assert") == after.replace(
        "GUARD", 'assert n != 0, "n must not be zero"'
    )
    inside = re.search(r"([ \t]+)GUARD", after)
    assert inside is not None
    step = "\t" if "\t" in inside[1] else "  " if inside[1] == "  " else "    "
    raising = f'if n == 0:{line_end(after)}{inside[1]}{step}raise ValueError("n must not be zero")'
    assert guarded(before, "f", example("f(0)", "raised", ZERO)) == after.replace("GUARD", raising)


@pytest.mark.parametrize(
    ("signature", "call", "result", "condition"),
    [
        ("n: int", "f(-3)", "ValueError: math domain error", "n < 0"),
        ("s: str", "f('')", "IndexError: string index out of range", "not s"),
        ("x: int | None", "f(None)", "TypeError: unsupported", "x is None"),
        ("x: float", "f(float('nan'))", "ValueError: cannot convert", "x != x"),
        ("x: float", "f(float('-inf'))", "OverflowError: cannot", 'x in (float("inf"), float("-inf"))'),
        ("s: set[int]", "f(set())", "KeyError: 'pop from an empty set'", "not s"),
        ("a: int, b: int", "f(7, 0)", ZERO, "b == 0"),
        ("a: int, *, b: int", "f(7, b=0)", ZERO, "b == 0"),
        ("*xs: int", "f()", ZERO, None),
        ("*xs: int", "f(7, 8)", "KeyError: 7", "xs == (7, 8)"),
        ("n: int", "f(7)", "KeyError: 7", "n == 7"),
        ("a: int, b: str", "f(7, 'x')", "KeyError: 7", "(a, b) == (7, 'x')"),
        ("a: int, b: int", "f(0, 0)", ZERO, "(a, b) == (0, 0)"),
        ("p: Point", "f(Point(1, 2))", "KeyError: 7", None),
        ("x: float", "f(x=[float('nan')])", "KeyError: 7", None),
    ],
)
def test_a_simple_cause_is_said_in_general_and_others_by_their_value(
    signature: str, call: str, result: str, condition: str | None
) -> None:
    text = f"def f({signature}):\n    return g()\n"
    if condition is None:
        with pytest.raises(FuzzwrightError, match="no guard for `f`"):
            guarded(text, "f", example(call, "raised", result))
    else:
        assert f"    if {condition}:\n" in guarded(text, "f", example(call, "raised", result))


def test_calls_that_work_tell_what_is_not_the_cause() -> None:
    text = "def f(a: int, b: int):\n    return a / b\n"
    after = guarded(text, "f", example("f(0, 0)", "raised", ZERO), example("f(0, 1)"))
    assert "if b == 0:" in after


@pytest.mark.parametrize(
    ("text", "name", "call"),
    [
        ("class A:\n    def f(self, n):\n        return 1 / n\n", "A.f", "A([]).f(0)"),
        ("class A:\n    @classmethod\n    def f(cls, n):\n        return 1 / n\n", "A.f", "A.f(0)"),
        ("class A:\n    @staticmethod\n    def f(n):\n        return 1 / n\n", "A.f", "A.f(0)"),
        ("class A:\n    def __init__(self, n):\n        self.n = 1 / n\n", "A.__init__", "A(0)"),
        ("class A:\n    async def f(self, n):\n        return 1 / n\n", "A.f", "asyncio.run(A().f(n=0))"),
    ],
)
def test_methods_are_guarded_by_their_own_parameters(text: str, name: str, call: str) -> None:
    assert "        if n == 0:\n            raise ValueError" in guarded(text, name, example(call, "raised", ZERO))


def test_a_guarded_function_refuses_the_input_and_does_the_rest_as_before() -> None:
    text = "def f(xs: list[int], n: int) -> float:\n    '''D.'''\n    return sum(xs) / len(xs) + n\n"
    examples = (example("f([], 1)", "raised", ZERO), example("f([1], 1)"))
    names: dict[str, Any] = {}
    exec(guarded(text, "f", *examples), names)
    assert names["f"]([1, 2], 0) == 1.5
    with pytest.raises(ValueError, match="xs must not be empty"):
        names["f"]([], 1)


def test_a_text_that_is_no_python_gets_no_guard() -> None:
    with pytest.raises(FuzzwrightError, match="not valid Python"):
        guard(["def f(n:", "    x"], function(last=2), example("f(0)", "raised", ZERO), "raise", "\n")
