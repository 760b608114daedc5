"""Which functions are called from within their package, where a call can mean nothing else."""

from __future__ import annotations

import pytest

from fuzzwright.python.callers import Place
from fuzzwright.python.insiders import Insiders

SHAPES = """from .lines import length
from . import lines

def area(sides):
    if sides: return area(length(sides))

def both(sides):
    if sides: return area(sides) + lines.width(sides)

class Circle:
    def __init__(self, radius):
        if radius: self.check(radius)

    def check(self, radius):
        return radius > 0

    def grow(self, other):
        if other: return other.check(other) + self.wobble(other)

def made(one):
    if one: return [Circle.check(None, one), Circle.__init__(None, one)]

def given(area, lines, one):
    if one: return area(one) + lines.width(one)

def inner(sides):
    def both(sides):
        return sides
    if sides: return both(sides)

def patched(self, one):
    if one: return self.made(one)
"""
LINES = """def length(sides):
    return len(sides)

def width(sides):
    return wobble(sides)
"""
SOURCES = {"pack/__init__.py": "", "pack/shapes.py": SHAPES, "pack/lines.py": LINES, "pack/broken.py": "def"}


def callers(sources: dict[str, str], file: str, line: int) -> set[tuple[int, int]]:
    """Return the first lines of the functions that call one, and of their calls."""
    return {(call.caller.line, call.first) for call in Insiders(sources).calls_of(Place(file, line))}


@pytest.mark.parametrize(
    ("file", "line", "expected"),
    [
        ("pack/shapes.py", 4, {(7, 8)}),
        ("pack/shapes.py", 7, set()),
        ("pack/lines.py", 1, {(4, 5)}),
        ("pack/lines.py", 4, {(7, 8)}),
        ("pack/shapes.py", 11, set()),
        ("pack/shapes.py", 14, {(11, 12), (20, 21)}),
        ("pack/shapes.py", 17, set()),
        ("pack/shapes.py", 20, set()),
    ],
)
def test_calls_of_the_same_file_imported_functions_and_own_methods_count(
    file: str, line: int, expected: set[tuple[int, int]]
) -> None:
    assert callers(SOURCES, file, line) == expected


@pytest.mark.parametrize("folder", ["", "around/"])
@pytest.mark.parametrize(
    ("top", "shown"),
    [
        ("from .shapes import area", {"area"}),
        ("from .lines import *", {"length"}),
        ("from .shapes import Circle\nfrom .lines import *\nfrom .shapes import *", {"area", "length"}),
    ],
)
def test_what_a_package_shows_at_its_top_is_for_others(top: str, shown: set[str], folder: str) -> None:
    sources = {folder + file: source for file, source in {**SOURCES, "pack/__init__.py": top}.items()}
    assert (callers(sources, f"{folder}pack/shapes.py", 4) == set()) == ("area" in shown)
    assert (callers(sources, f"{folder}pack/lines.py", 1) == set()) == ("length" in shown)
    assert callers(sources, f"{folder}pack/shapes.py", 14)


def test_what_is_defined_at_the_top_of_a_package_is_for_others_and_what_is_further_down_is_not() -> None:
    sources = {
        f"pack/{name}": "def area(a):\n    return a\n\ndef other(a):\n    if a: return area(a)\n" for name in FILES
    }
    assert [bool(callers(sources, f"pack/{name}", 1)) for name in FILES] == [False, True, True]


@pytest.mark.parametrize(
    ("body", "seen_to"),
    [
        ("check(sides)\n    return area(sides)", True),
        ("if sides:\n        return area(sides)", True),
        ("assert sides\n    return area(sides)", True),
        ("return area(sides)", False),
        ("if other:\n        return area(sides)", False),
        ("sides = check(sides)\n    return area(sides)", False),
        ("return area(sides) if sides else 0", False),
        ("if sides: return [area(each) for each in sides]", False),
        ("if sides: return lambda: area(sides)", False),
        ("from other import area\n    if sides:\n        return area(sides)", False),
    ],
)
def test_only_who_asks_about_what_is_handed_over_and_comes_to_the_call_sees_to_it(body: str, seen_to: bool) -> None:
    source = f"def area(sides):\n    return 1\n\ndef outer(sides, other):\n    {body}\n"
    calls = Insiders({"pack/__init__.py": "", "pack/a.py": source}).calls_of(Place("pack/a.py", 1))
    assert any(call.asks for call in calls) == seen_to


FILES = ("__init__.py", "shapes.py", "inner/__init__.py")
