"""What a run has to have seen beside a failure of a method, on source of a small package."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import MUCH, Beside, unsupported

SHAPES = '''
def area(sides: list[int]) -> int:
    return sides[0]

class Circle:
    def middle(self) -> int:
        return self.sides[0]

    def documented(self) -> int:
        """Return it.

        Raises:
            ShapeError: if it is none
        """
        return self.sides[0]

    def careful(self) -> int:
        if self.flat:
            raise ShapeError
        return self.sides[0]

    def __len__(self) -> int:
        return self.sides[0]

    def close(self) -> int:
        return self.sides[0]
'''
FACE = {"pack/__init__.py": "from .shapes import area, Circle", "pack/shapes.py": SHAPES}
OWN = Beside(refused_by_class=frozenset({"pack.errors.ShapeError"}))
LIST = "IndexError: list index out of range"
NUMBER = "ValueError: invalid literal for int() with base 10: 'a b'"


def lacking(function: str, beside: Beside, said: str = LIST, files: dict[str, str] = FACE, call: str = "") -> str:
    lines = SHAPES.splitlines()
    first = next(number for number, line in enumerate(lines, 1) if f"def {function}(" in line)
    last = next(number for number, line in enumerate(lines[first:], first + 1) if "return" in line)
    exception, _, message = said.partition(": ")
    frames = (Frame("pack/shapes.py", function, last),)
    call = call or "pack.shapes.Circle([0])"
    return unsupported(
        Case("raised", exception, message, frames, files.get, "pack/shapes.py", first, last, call), beside
    )


def test_a_method_that_nothing_speaks_for_is_not_believed() -> None:
    assert "it was not seen to refuse other values" in lacking("middle", Beside())


@pytest.mark.parametrize("function", ["area", "documented", "careful", "__len__"])
def test_what_speaks_for_itself_needs_nothing_beside_it(function: str) -> None:
    assert lacking(function, Beside()) == ""


def test_what_may_always_be_called_needs_nothing_beside_it() -> None:
    assert lacking("close", Beside(), "AttributeError: 'NoneType' object has no attribute 'close'") == ""
    assert lacking("middle", Beside(), "UnboundLocalError: cannot access local variable 'x'") == ""


def test_a_none_that_nobody_wrote_needs_nothing_beside_it() -> None:
    said = "TypeError: unsupported operand type(s) for -: 'int' and 'NoneType'"
    assert lacking("middle", Beside(), said) == ""
    assert lacking("middle", Beside(), said, call="pack.shapes.Circle(None)")


def test_without_a_face_nobody_can_tell() -> None:
    assert lacking("middle", Beside(), files={"pack/shapes.py": SHAPES}) == ""


def test_a_class_that_refuses_others_with_an_error_of_the_package_speaks_for_it() -> None:
    assert lacking("middle", OWN) == ""
    assert lacking("middle", Beside(refused_by_class=frozenset({"ValueError", "other.ShapeError"})))


@pytest.mark.parametrize(
    ("beside", "said", "believed"),
    [
        (Beside(), LIST, False),
        (Beside(share=MUCH), LIST, True),
        (Beside(share=MUCH / 2), LIST, False),
        (Beside(refused=frozenset({"ValueError"})), LIST, True),
        (Beside(refused=frozenset({"ValueError"})), "ValueError: math domain error", False),
        (Beside(refused_by_class=frozenset({"pack.errors.ShapeError"})), "ValueError: math domain error", True),
        (Beside(refused_by_class=frozenset({"pack.errors.ShapeError"})), "TypeError: unhashable type: 'list'", False),
        (Beside(suggestion="-def area(x: str | bytes)\n+def area(x: str)"), "TypeError: a bytes-like object", True),
        (Beside(suggestion="-def area(x: list)\n+from typing import Annotated\n+def area(x: Annotated[list, Len(1)])"),
         LIST, False),
    ],
)  # fmt: skip
def test_a_method_is_believed_where_something_was_seen_beside_it(beside: Beside, said: str, believed: bool) -> None:
    assert (lacking("middle", beside, said) == "") == believed
    assert lacking("area", beside, said) == ""
    assert lacking("middle", beside, said, {"pack/shapes.py": SHAPES}) == ""


def test_an_error_for_values_does_not_stand_for_misuse() -> None:
    assert lacking("middle", OWN, "TypeError: unhashable type: 'list'")


@pytest.mark.parametrize("function", ["area", "middle"])
@pytest.mark.parametrize("files", [FACE, {"pack/shapes.py": SHAPES}])
def test_an_exception_that_others_are_refused_with_refuses_what_it_names(function: str, files: dict[str, str]) -> None:
    meant = Beside(refused=frozenset({"ValueError"}))
    call = "pack.shapes.area('a b')"
    assert "refused with `ValueError`" in lacking(function, meant, NUMBER, files, call)
    assert "refused with" not in lacking(function, meant, NUMBER, files, "pack.shapes.area('c')")
    assert lacking(function, meant, "KeyError: 'a b'", files, call) == ""


def test_an_exception_derived_from_the_one_that_others_are_refused_with_counts_too() -> None:
    meant = Beside(refused=frozenset({"LookupError"}))
    assert "refused with `LookupError`" in lacking("area", meant, "KeyError: 'a b'", call="pack.area('a b')")


def test_what_promises_not_to_raise_is_not_excused_by_other_refusals() -> None:
    meant = Beside(refused=frozenset({"ValueError"}))
    assert lacking("__len__", meant, NUMBER, call="pack.shapes.Circle('a b').__len__()") == ""
