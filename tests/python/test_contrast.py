"""What speaks for a failure beside itself: in its source, or in what a run saw; on source of a small package."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import (
    ALWAYS,
    Beside,
    is_doubtful,
    is_run_again,
    proven_by,
    refused_alike,
    spoken_for,
)

SHAPES = '''
def area(sides: list[int]) -> int:
    return sides[0]

def strict(sides: list[int], colour: str) -> int:
    if not sides[1:]:
        raise ShapeError(sides)
    if colour:
        raise ColourError(colour)
    return sides[0]

def coloured(sides: list[int], colour: str) -> int:
    if colour:
        raise ColourError(colour)
    return sides[0]

def main(arguments: list[str]) -> int:
    return arguments[0]

def worded(sides: list[int], colour: str) -> int:
    if len(sides) > 3:
        raise ValueError("too many sides")
    return sides[0]

def bare(sides: list[int], colour: str) -> int:
    if sides[1:]:
        raise ShapeError
    return sides[0]

def silent(sides: list[int], colour: str) -> int:
    if sides[1:]:
        raise ValueError()
    return sides[0]

def counted(sides: list[int], colour: str) -> int:
    if len(colour) > 3:
        raise ValueError("too long")
    return [0, 1][len(sides)]

def named(sides: list[int], colour: str) -> int:
    if not colour:
        raise ColourError(colour)
    colour = sides[0]
    return sides[0]

def waiting(sides: list[int]) -> int:
    return SIDES.get(sides)

def locked(sides: list[int]) -> int:
    return LOCK.acquire(sides)

def turned(sides: list[int], by: dict[str, int] | None = None) -> int:
    return by.get("all") + sides[0]

class Circle:
    def middle(self) -> int:
        return self.sides[0]

    def documented(self) -> int:
        """Return it.

        Raises:
            ShapeError: if it is none
        """
        return self.sides[0]

    def __len__(self) -> int:
        return self.sides[0]

    def __contains__(self, side: object) -> bool:
        return side.decode() in self.sides

    def is_round(self) -> bool:
        return self.sides[0]

    def close(self) -> int:
        return self.sides[0]

    def __init__(self, sides: list[int]) -> None:
        return sides[0]
'''
FACE = {"pack/__init__.py": "from .shapes import area, Circle", "pack/shapes.py": SHAPES}
NO_FACE = {"pack/shapes.py": SHAPES}
OWN = Beside(refused=frozenset({"pack.errors.ShapeError"}))
LIST = "IndexError: list index out of range"
NO_ITEMS = "TypeError: 'int' object is not subscriptable"
NUMBER = "ValueError: invalid literal for int() with base 10: 'a b'"


def case_of(function: str, said: str = LIST, files: dict[str, str] = FACE, call: str = "") -> Case:
    lines = SHAPES.splitlines()
    first = next(number for number, line in enumerate(lines, 1) if f"def {function}(" in line)
    stop = next((number for number, line in enumerate(lines[first:], first + 1) if "def " in line), len(lines) + 1)
    body = [number for number, line in enumerate(lines[: stop - 1], 1) if number > first and "return" in line]
    # Where there are several, the one that stands in a condition.
    failing = next((number for number in body if lines[number - 1].startswith(" " * 8)), body[-1])
    failing = body[-1] if function in ("strict", "coloured", "worded", "bare", "silent", "counted") else failing
    failing = body[-1] - 1 if function == "named" else failing
    exception, _, message = said.partition(": ")
    frames = (Frame("pack/shapes.py", function, failing),)
    method = lines[first - 1].startswith(" ")
    call = call or (f"pack.shapes.Circle(['0']).{function}()" if method else f"pack.shapes.{function}(['0'])")
    return Case("raised", exception, message, frames, files.get, "pack/shapes.py", first, stop - 1, call)


def speaks(case: Case, beside: Beside) -> str:
    return proven_by(case, beside) or spoken_for(case, beside)


@pytest.mark.parametrize(
    ("function", "said", "beside", "expected"),
    [
        ("__len__", LIST, Beside(), True),
        ("middle", "UnboundLocalError: cannot access local variable 'self'", Beside(), True),
        ("area", LIST, Beside(suggestion="-def area(x: str | bytes)\n+def area(x: str)"), True),
        ("documented", LIST, Beside(), False),
        ("strict", LIST, Beside(), False),
        ("area", LIST, OWN, False),
    ],
)
def test_what_no_caller_can_see_to_is_proven(function: str, said: str, beside: Beside, expected: bool) -> None:
    assert bool(proven_by(case_of(function, said), beside)) == expected
    assert speaks(case_of(function, said), beside)


@pytest.mark.parametrize("function", ["middle", "area", "is_round"])
def test_a_failure_alone_does_not_speak_for_itself(function: str) -> None:
    assert speaks(case_of(function), Beside()) == ""


def test_docstrings_that_list_others_and_promises_speak_for_it() -> None:
    assert "lists `ShapeError`" in speaks(case_of("documented"), Beside())
    assert speaks(case_of("documented", "UnicodeEncodeError: 'ascii' codec can't encode character"), Beside()) == ""
    assert "`__len__` should not raise" in speaks(case_of("__len__"), Beside())
    assert speaks(case_of("__contains__", "UnicodeDecodeError: 'utf-8' codec can't decode"), Beside()) == ""


def test_what_is_wrong_whatever_was_given_needs_nothing_beside_it() -> None:
    gone = "AttributeError: 'NoneType' object has no attribute 'close'"
    twice = "(c := pack.shapes.Circle([0]), c.close(), c)[-1].close()"
    for function, said, call in (
        ("close", gone, twice),
        ("middle", "UnboundLocalError: cannot access local variable 'self'", ""),
        ("area", "ZeroDivisionError: division by zero", ""),
    ):
        assert speaks(case_of(function, said, call=call), Beside())
    assert not speaks(case_of("close", gone, call="pack.shapes.Circle([0]).close()"), Beside())


@pytest.mark.parametrize(
    ("function", "beside", "said", "expected"),
    [
        ("middle", OWN, LIST, "refused with `pack.errors.ShapeError`"),
        ("area", OWN, LIST, "refused with `pack.errors.ShapeError`"),
        ("area", Beside(), LIST, ""),
        ("middle", Beside(refused=frozenset({"ValueError", "other.ShapeError"})), NUMBER, ""),
        ("middle", Beside(refused=frozenset({"ValueError"})), LIST, ""),
        ("middle", Beside(refused=frozenset({"ValueError"})), "ValueError: math domain error", ""),
        ("middle", OWN, "ValueError: math domain error", "refused with `pack.errors.ShapeError`"),
        ("middle", OWN, "TypeError: unhashable type: 'list'", ""),
        ("middle", OWN, "pack.errors.ColourError: no such colour", ""),
        ("middle", OWN, "OverflowError: fd is greater than maximum", ""),
        ("middle", OWN, "other.errors.Invalid: no such thing", ""),
        ("middle", OWN, "other.make.<locals>.Invalid: no such thing", ""),
        ("middle", OWN, "json.decoder.JSONDecodeError: Expecting value", "refused with `pack.errors.ShapeError`"),
        ("middle", OWN, "struct.error: unpack requires a buffer", "refused with `pack.errors.ShapeError`"),
        ("strict", Beside(), LIST, "an error for other"),
        ("coloured", Beside(), LIST, ""),
        ("named", Beside(), LIST, ""),
        ("worded", Beside(), LIST, "an error"),
        ("worded", Beside(), NUMBER, ""),
        ("bare", Beside(), LIST, "an error"),
        ("silent", Beside(), LIST, ""),
        ("counted", Beside(), LIST, ""),
    ],
)
def test_what_other_values_are_refused_with_speaks_for_it(
    function: str, beside: Beside, said: str, expected: str
) -> None:
    spoken = speaks(case_of(function, said), beside)
    assert (expected in spoken) if expected else spoken == ""


@pytest.mark.parametrize(
    ("function", "call", "believed"),
    [
        ("area", "area(['a'])", True),
        ("area", "area([0])", False),
        ("middle", "Circle('a').middle()", True),
        ("middle", "Circle([0]).middle()", False),
    ],
)
def test_only_what_comes_as_text_should_be_refused_alike(function: str, call: str, believed: bool) -> None:
    assert bool(spoken_for(case_of(function, call=f"pack.shapes.{call}"), OWN)) == believed


@pytest.mark.parametrize(
    ("function", "call", "believed"),
    [
        ("area", "area('a')", True),
        ("area", "area(['a'])", False),
        ("area", "area(pathlib.Path('a'))", False),
        ("strict", "strict('a', math.inf)", False),
        ("strict", "strict('a', set())", False),
        ("middle", "Circle(io.BytesIO(b'a')).middle()", True),
        ("middle", "Circle('a', 0).middle()", False),
        ("strict", "strict('a', b'a')", False),
        ("strict", "strict('a', None)", False),
    ],
)
def test_where_all_is_text_no_type_can_be_wrong(function: str, call: str, believed: bool) -> None:
    wrong = "TypeError: expected string or bytes-like object, got 'int'"
    assert bool(spoken_for(case_of(function, wrong, call=f"pack.shapes.{call}"), OWN)) == believed


@pytest.mark.parametrize(
    ("function", "said", "expected"),
    [
        ("__len__", "no shape: 'abc'", ""),
        ("__contains__", "no shape: 'abc'", "`__contains__` should not raise"),
        ("__contains__", "a circle has to be drawn first", ""),
    ],
)
def test_what_a_package_says_itself_is_meant_but_for_comparisons(function: str, said: str, expected: str) -> None:
    case = case_of(function, f"pack.errors.ShapeError: {said}", call=f"pack.shapes.Circle([0]).{function}('abc')")
    assert speaks(case, Beside()) == expected


@pytest.mark.parametrize(
    ("suggestion", "believed"),
    [
        ("-def area(x: str | bytes)\n+def area(x: str)", True),
        ("-def area(x: list)\n+from typing import Annotated\n+def area(x: Annotated[list, Len(1)])", False),
        ("-def area(x: str | bytes, y: Any) -> object:\n+def area(x: str, y: Any) -> object:", True),
        (
            "-def area(x: dict[str, list[tuple[int, str]]] | bytes) -> int:\n"
            "+def area(x: dict[str, list[tuple[int, str]]]) -> int:",
            True,
        ),
        ("-    x: Callable[[list[int]], str] | bytes = f,\n+    x: Callable[[list[int]], str] = f,", True),
        ("-    x: dict[str, list[int]] | bytes,\n+    x: dict[str, list[int]],", True),
        ("-def area(x: list)\n+def area(x: list[int])", False),
        ("-def area(x: t.Dict | str)\n+def area(x: str)", False),
        ("-def area(x: object | str)\n+def area(x: str)", False),
        ("-def area(x: dict[str, Any] | str)\n+def area(x: str)", False),
        ("", False),
    ],
)
def test_a_type_that_the_hint_allows_and_the_code_does_not_speaks_for_it(suggestion: str, believed: bool) -> None:
    beside = Beside(suggestion=suggestion)
    assert bool(speaks(case_of("area", "TypeError: a bytes-like object is required"), beside)) == believed


@pytest.mark.parametrize(
    ("function", "said", "call", "share", "believed"),
    [
        ("area", LIST, "pack.shapes.area()", 0.0, False),
        ("area", NO_ITEMS, "pack.shapes.area([1])", ALWAYS, True),
        ("area", NO_ITEMS, "pack.shapes.area([1])", ALWAYS / 2, False),
        ("area", LIST, "pack.shapes.area([1])", ALWAYS, False),
        ("middle", NO_ITEMS, "pack.shapes.Circle([1]).middle()", 1.0, False),
        ("__init__", NO_ITEMS, "pack.shapes.Circle([1])", 1.0, True),
    ],
)
def test_a_function_that_can_do_nothing_else_is_believed(
    function: str, said: str, call: str, share: float, believed: bool
) -> None:
    assert bool(speaks(case_of(function, said, call=call), Beside(share=share))) == believed


def test_only_callers_that_nobody_knows_may_be_asked_for_what_hints_allow() -> None:
    assert is_doubtful(case_of("area"))
    assert is_doubtful(case_of("area", files=NO_FACE))
    assert not is_doubtful(replace(case_of("area"), file="shapes.py"))
    assert not is_doubtful(replace(case_of("area"), kind="timed_out", message="no end after 3 s of CPU time"))


@pytest.mark.parametrize("function", ["area", "middle"])
@pytest.mark.parametrize("files", [FACE, NO_FACE])
def test_an_exception_that_others_are_refused_with_refuses_what_it_names(function: str, files: dict[str, str]) -> None:
    meant = Beside(refused=frozenset({"ValueError"}))
    call = "pack.shapes.area('a b')"
    assert refused_alike(case_of(function, NUMBER, files, call), meant) == "ValueError"
    assert refused_alike(case_of(function, NUMBER, files, "pack.shapes.area('c')"), meant) == ""
    assert refused_alike(case_of(function, "KeyError: 'a b'", files, call), meant) == ""


def test_an_exception_derived_from_the_one_that_others_are_refused_with_counts_too() -> None:
    meant = Beside(refused=frozenset({"LookupError"}))
    assert refused_alike(case_of("area", "KeyError: 'a b'", call="pack.area('a b')"), meant) == "LookupError"


def test_what_promises_not_to_raise_is_not_excused_by_other_refusals() -> None:
    meant = Beside(refused=frozenset({"ValueError"}))
    assert refused_alike(case_of("__len__", NUMBER, call="pack.shapes.Circle('a b').__len__()"), meant) == ""


def test_a_program_is_run_once() -> None:
    once = "pack.shapes.main([])"
    assert not is_run_again(case_of("main", call=once))
    assert is_run_again(case_of("main", call=f"({once}, {once})[-1]"))
    assert not is_run_again(case_of("area", call=f"({once}, {once}, pack.shapes.area([]))[-1]"))


def test_a_call_that_waits_and_does_nothing_needs_something_beside_it() -> None:
    idle = "no end after 15 s of wall time"
    for function, said, doubtful, proven in (
        ("waiting", idle, True, False),
        ("waiting", "waits for something that cannot happen any more", True, False),
        ("waiting", "no end after 3 s of CPU time", False, False),
        ("locked", idle, True, True),
    ):
        case = replace(case_of(function), kind="timed_out", exception="timed_out", message=said)
        assert is_doubtful(case) == doubtful
        assert bool(proven_by(case, Beside())) == proven
        again = f"(c := pack.shapes.Circle([0]), c.acquire_lock(), c)[-1].{function}()"
        assert not proven_by(replace(case, call=again), Beside())
        forgotten = f"(c := pack.shapes.Circle([0]), c.area(), c)[-1].{function}()"
        assert bool(proven_by(replace(case, call=forgotten), Beside())) == proven
        assert spoken_for(case, Beside()) == ""


def test_a_variable_that_another_package_never_set_is_not_of_this_code() -> None:
    said = "UnboundLocalError: cannot access local variable '{}' where it is not associated with a value"
    assert proven_by(case_of("middle", said.format("self")), Beside())
    assert not proven_by(case_of("middle", said.format("values")), Beside())


@pytest.mark.parametrize(
    ("call", "believed"), [("turned([1])", True), ("turned([1], None)", False), ("turned([1], by='a')", False)]
)
def test_what_may_be_left_out_and_then_fails_is_no_callers(call: str, believed: bool) -> None:
    said = "AttributeError: 'NoneType' object has no attribute 'get'"
    assert bool(proven_by(case_of("turned", said, call=f"pack.shapes.{call}"), Beside())) == believed
    said = "AttributeError: 'int' object has no attribute 'get'"
    assert not proven_by(case_of("turned", said, call=f"pack.shapes.{call}"), Beside())
