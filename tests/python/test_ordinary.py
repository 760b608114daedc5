"""Ordinary calls that people wrote, and ordinary values where nobody did."""

from __future__ import annotations

import ast
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest

from fuzzwright.python.likely_words import _TABLES, numbers_for, three_for, words_in
from fuzzwright.python.nearby_tests import callers_in_tests
from fuzzwright.python.open import open_function
from fuzzwright.python.ordinary import compared_with, documented_calls, ordinary_calls
from fuzzwright.python.usual import ordinary_inputs

TESTS = """
from shop import total, Item

def test_total():
    assert total([Item("pen", 2)], rate=0.5) == 1
    assert shop.total([]) == 0
    assert total(made()) == 3
    assert total([x for x in y]) == 3
    assert total(*args) == 3
    with pytest.raises(ValueError):
        total([-1])
    totals([1])
"""


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Item:
    name: str
    price: float
    age: int = 1


class Basket:
    def __init__(self, items: list[Item]) -> None:
        self.items = items


def average(numbers: list[int]) -> None: ...
def greet(name: str) -> None: ...
def is_email(text: str) -> None: ...
def both(first: Item, colour: Colour | None, when: dt.date, due: dt.date) -> None: ...
def bill(basket: Basket, prices: dict[str, Decimal], where: Path, wait: bool = False) -> None: ...
def paint(item: Item, colour: Colour) -> None: ...
def mode(kind: Literal["fast", "slow"], speed: int, ages: list[int]) -> None: ...
def point(xy: tuple[float, float], *rest: int, **named: str) -> None: ...


def unit(value: float, unit: str) -> None:
    if unit == "km":
        return
    if unit in ("m", "cm"):
        return


def documented(numbers: list[int], factor: int = 2) -> None:
    """Multiply.

    >>> documented([4, 5], factor=3)
    >>> documented([0])
    Traceback (most recent call last):
    ValueError: no
    """


def usual(function: Callable[..., Any], *texts: str) -> list[str]:
    (opened,) = open_function(function).functions.values()
    return [opened.call(input)[0].partition(function.__name__)[2] for input in ordinary_inputs(opened, texts).all]


def test_calls_with_literals_are_found_the_shortest_first() -> None:
    assert ordinary_calls([TESTS], "total") == ["shop.total([])", "total([Item('pen', 2)], rate=0.5)"]


def test_a_constructor_is_called_by_its_class() -> None:
    assert ordinary_calls(["Item('a', 1)"], "Item.__init__") == ["Item('a', 1)"]


def test_text_that_is_no_python_has_no_calls() -> None:
    assert ordinary_calls(["total(", "total([1])"], "total") == ["total([1])"]


def test_a_call_in_a_docstring_may_have_several_lines_and_an_answer() -> None:
    text = """
        >>> total(
        ...     [1, 2],
        ... )
        3
        >>> total([7])  # not far
        7
    """
    assert documented_calls(text, "total") == ["total([1, 2])", "total([7])"]


def test_examples_of_a_docstring_that_raise_are_left_out() -> None:
    assert documented_calls(documented.__doc__ or "", "documented") == ["documented([4, 5], factor=3)"]


def test_constants_that_parameters_are_compared_with_are_read() -> None:
    tree = ast.parse("if a == 'x' or a in {'y': 1} or b == 0: pass\nmatch c:\n    case 5 | 6: pass\n    case [x]: pass")
    assert compared_with(tree, ["a", "b", "c"]) == {"a": ["x", "y"], "b": [], "c": [5, 6]}


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (average, "([1, 2, 3])"),
        (greet, "('Ada')"),
        (is_email, "('ada@example.com')"),
        (documented, "([4, 5], 3)"),
        (unit, "(2.5, 'km')"),
        (point, "((1.0, 2.0), 1, 2, 3)"),
    ],
)
def test_the_first_ordinary_input_of_a_function(function: Callable[..., Any], call: str) -> None:
    assert call in usual(function)[:2]


def test_classes_and_other_types_get_likely_values() -> None:
    (call, *_) = usual(both)
    assert "Item('Ada', 9.99)" in call
    assert "Colour.RED" in call
    assert call.endswith("datetime.date(2024, 5, 17), datetime.date(2024, 12, 31))")
    (call, *_) = usual(bill)
    assert "Decimal('9.99')" in call
    assert "notes.txt" in call
    assert "True" not in call
    (call, *_) = usual(mode)
    assert call == "('fast', 50, [30, 25, 41])"


def test_given_calls_come_before_guesses() -> None:
    assert usual(average, "average([5])", "average('no')", "average(__import__('os'))")[0] == "([5])"


def test_objects_in_given_calls_are_made() -> None:
    text = "paint(Item('pen', 2.0), colour=Colour.BLUE)"
    assert usual(paint, "paint(Item('pen', 2.0), colour=Paint.BLUE)", text)[0].count("pen") == 1
    assert "Colour.BLUE" in usual(paint, text)[0]
    assert "pen" not in usual(both, "both(Item('pen', 2.0), Colour.BLUE, 1, 2)")[0], "numbers are no dates"


def test_names_are_split_into_singular_words() -> None:
    assert words_in("userNames") == ["user", "name"]
    assert words_in("first_HTTPStatuses2") == ["first", "http", "statuse"]
    assert words_in("categories") == ["category"]


def test_a_name_finds_every_word_that_is_known() -> None:
    lost = [word for table in _TABLES.values() for word in table if words_in(word) != [word]]
    assert not lost


def test_the_last_known_word_of_a_name_decides() -> None:
    assert three_for("text", "user_email") == three_for("text", "email")
    assert three_for("text", "text", "parse_url") == three_for("text", "url")
    assert three_for("text", "frobnicator") is None
    assert numbers_for("numbers", listed=True) == (1, 2, 3)
    assert numbers_for("age", listed=False) == (30, 25, 41)


def test_tests_of_the_project_that_call_a_function_are_found_the_nearest_first(tmp_path: Path) -> None:
    for name, text in {
        "src/shop/orders.py": "def total(x): ...",
        "tests/test_other.py": "total(1)",
        "tests/unit/test_orders.py": "total(2)",
        "tests/helper.py": "total(3)",
        "tests/test_none.py": "totals(4)\nsubtotal",
        "src/shop/orders_test.py": "total(5)",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    file = str(tmp_path / "src/shop/orders.py")
    assert callers_in_tests("total", file, str(tmp_path / "src")) == ["total(5)", "total(2)", "total(1)"]


def test_where_there_are_no_folders_there_are_no_tests(tmp_path: Path) -> None:
    assert callers_in_tests("total", str(tmp_path / "none" / "a.py"), str(tmp_path / "none")) == []
