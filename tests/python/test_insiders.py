"""Which functions are called from within their package, where a call can mean nothing else."""

from __future__ import annotations

import pytest

from fuzzwright.python.callers import Place
from fuzzwright.python.insiders import Insiders

SHAPES = """from .lines import length
from . import lines

def area(sides):
    return area(length(sides))

def both(sides):
    return area(sides) + lines.width(sides)

class Circle:
    def __init__(self, radius):
        self.check(radius)

    def check(self, radius):
        return radius > 0

    def grow(self, other):
        return other.check(1) + self.wobble()

def made():
    return Circle.check(None, 1)
"""
LINES = """def length(sides):
    return len(sides)

def width(sides):
    return wobble(sides)
"""
SOURCES = {"pack/__init__.py": "", "pack/shapes.py": SHAPES, "pack/lines.py": LINES, "pack/broken.py": "def"}


@pytest.mark.parametrize(
    ("file", "line", "callers"),
    [
        ("pack/shapes.py", 4, {("pack/shapes.py", 7)}),
        ("pack/shapes.py", 7, set()),
        ("pack/lines.py", 1, {("pack/shapes.py", 4)}),
        ("pack/lines.py", 4, {("pack/shapes.py", 7)}),
        ("pack/shapes.py", 14, {("pack/shapes.py", 11), ("pack/shapes.py", 20)}),
        ("pack/shapes.py", 17, set()),
    ],
)
def test_calls_of_the_same_file_imported_functions_and_own_methods_count(
    file: str, line: int, callers: set[tuple[str, int]]
) -> None:
    found = Insiders(SOURCES).callers_of(Place(file, line))
    assert {(each.file, each.line) for each in found} == callers


def test_what_a_package_shows_at_its_top_is_for_others() -> None:
    shown = {**SOURCES, "pack/__init__.py": "from .shapes import area\nfrom pack.lines import *\n"}
    assert Insiders(shown).callers_of(Place("pack/shapes.py", 4)) == frozenset()
    assert Insiders(shown).callers_of(Place("pack/lines.py", 1)) != frozenset()
