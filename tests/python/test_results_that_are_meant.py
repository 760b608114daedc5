"""Results of another type than the hint says, and which of them are meant."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict


def judged_result(source: str, message: str, call: str = "area(0)") -> str:
    """Return the verdict on what the function `area` returned in its second line."""
    frames, files = (Frame("pack/shapes.py", "area", 2),), {"pack/shapes.py": source}
    call = f"pack.shapes.{call}"
    return verdict(Case("return_type", "", message, frames, files.get, "pack/shapes.py", 1, 2, call=call))[0]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("return named.name  # type: ignore", "deliberate"),
        ("return named.name  # type: ignore[no-any-return]", "deliberate"),
        ("return named.name  # pyright: ignore[reportReturnType]", "deliberate"),
        ("return named.name  # type: ignore[attr-defined]", "return_type"),
        ("return named.name  # a type", "return_type"),
        ("return cast(str, named.name)", "deliberate"),
        ("return typing.cast('str', named.name)", "deliberate"),
    ],
)
def test_a_result_that_type_checkers_were_told_to_look_away_from_is_known(said: str, expected: str) -> None:
    source = f"def area(named: Name) -> str:\n    {said}\n"
    assert judged_result(source, "returned None, annotated str") == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("returned Field, annotated bool", "deliberate"),
        ("returned Field, annotated dict[str, int]", "deliberate"),
        ("returned Field, annotated dict[str, Field]", "return_type"),
        ("returned Field at [0], annotated list[bool]", "return_type"),
        ("returned Fields, annotated bool", "return_type"),
        ("returned LoggerProxy, annotated Logger", "deliberate"),
        ("returned LoggerProxy, annotated ProxyOf", "return_type"),
    ],
)
def test_what_stands_for_something_else_is_annotated_as_that(message: str, expected: str) -> None:
    assert judged_result("def area(sides: int) -> bool:\n    return field(default=sides)\n", message) == expected


@pytest.mark.parametrize(
    ("call", "returned", "expected"),
    [
        ("area()", "function, annotated type[~T]", "deliberate"),
        ("area(None)", "function, annotated type[~T]", "return_type"),
        ("area()", "function, annotated int", "deliberate"),
        ("area()", "function without `raw`, annotated pack.Operator[~P, +T]", "deliberate"),
        ("area()", "function of one argument, annotated Callable[[int, int], str]", "return_type"),
        ("area()", "list, annotated int", "return_type"),
        ("area(of=pack.Circle)", "int, annotated str", "precondition"),
        ("area(pack.Circle)", "int, annotated str", "return_type"),
    ],
)
def test_what_comes_out_hangs_on_whether_there_was_something_to_go_by(call: str, returned: str, expected: str) -> None:
    parameters = "sides: type" if call == "area(pack.Circle)" else "sides: type | None = None, of: type = int"
    source = f"def area({parameters}) -> type:\n    def wrap(cls): return cls\n    if sides is None: return wrap\n"
    source += "    return wrap(sides)\n"
    assert judged_result(source, f"returned {returned}", call) == expected
    if returned.startswith("function"):
        forgot = source.replace("return wrap\n", "return compute\n")
        assert judged_result(forgot, f"returned {returned}", call) == "return_type"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("getattr(boxes, name)", "precondition"),
        ("globals()[name]", "precondition"),
        ("getattr(boxes, 'square')", "return_type"),
        ("getattr(boxes, name, None)", "return_type"),
        ("globals()[DEFAULT]", "return_type"),
        ("getattr(boxes, name) if name else SQUARE", "return_type"),
    ],
)
def test_what_the_caller_names_may_be_anything(given: str, expected: str) -> None:
    source = f"def area(name: str, other: str = '') -> Box:\n    return {given}\n"
    assert judged_result(source, "returned class Box, annotated Box", "area('Box')") == expected
    assert judged_result(source, "returned None, annotated Box", "area('Box')") == "return_type"
    for before in ("    if not name: return SQUARE\n", "    match name:\n        case '': return SQUARE\n"):
        also = source.replace("    return", f"{before}    return")
        assert judged_result(also, "returned class Box, annotated Box", "area('Box')") == "return_type"
    for before, judged in (
        ("    if not name: return name\n", expected),
        ("    if not name: return other\n", "return_type"),
        ("    name = name.upper()\n", "return_type"),
    ):
        also = source.replace(f"    return {given}", f"{before}    return {given}")
        assert judged_result(also, "returned class Box, annotated Box", "area('Box')") == judged


@pytest.mark.parametrize(
    ("hint", "said", "expected"),
    [
        ("tuple", "tuple of 0 items, not 2, annotated tuple[str, int]", "any"),
        ("dict", "dict value of 'h': None, annotated dict[str, str]", "any"),
        ("tuple[int, ...]", "tuple of 0 items, not 2, annotated tuple[int, int]", "return_type"),
        ("tuple", "tuple, annotated list[int]", "return_type"),
    ],
)
def test_what_is_in_something_bare_that_is_handed_through_is_the_callers(hint: str, said: str, expected: str) -> None:
    source = f"def area(sides: {hint}) -> tuple[int, int]:\n    return sides\n"
    for before in ("    sides = sides[:1]\n", "    if not sides: return ('none', 0)\n"):
        cut = source.replace("    return", f"{before}    return")
        assert judged_result(cut, f"returned {said}", "area(())") == "return_type"
    assert judged_result(source, f"returned {said}", "area(())") == expected


KEPT = """
class Rule(Base):
    def first(self) -> Name:
        return self.parts[0]
"""


@pytest.mark.parametrize(
    ("constructor", "expected"),
    [
        ("def __init__(self, parts: list[Any]): self.parts = parts", "any"),
        ("def __init__(self, parts): self.parts = parts", "any"),
        ("def __init__(self, parts: list): self.parts = parts", "any"),
        ("def __init__(self, parts: list[Name | None]): self.parts = parts", "return_type"),
        ("def __init__(self, parts: list[Any]): self.parts = [None]", "return_type"),
        ("def __init__(self, other: list[Any]): self.others = other", "return_type"),
        (
            "def __init__(self, parts: list[Any]): self.parts = parts\n    def clear(self): self.parts = [None]",
            "return_type",
        ),
    ],
)
def test_an_item_of_what_may_hold_anything_is_whatever_was_given(constructor: str, expected: str) -> None:
    files = {
        "pack/base.py": f"from typing import Any\n\nclass Base:\n    {constructor}\n",
        "pack/rules.py": f"from pack.base import Base\n{KEPT}",
    }
    frames = (Frame("pack/rules.py", "Rule.first", 5),)
    call = "pack.rules.Rule([None]).first()"
    case = Case("return_type", "", "returned None, annotated Name", frames, files.get, "pack/rules.py", 4, 5, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize("ending", ["if self.size: return self.size", "return self.size\n        return"])
def test_what_a_method_may_end_with_besides_is_its_own(ending: str) -> None:
    source = (
        f"class Rule:\n    def __init__(self, size): self.size = size\n    def area(self) -> int:\n        {ending}\n"
    )
    frames, files = (Frame("pack/rules.py", "Rule.area", 4),), {"pack/rules.py": source}
    call, said = "pack.rules.Rule(None).area()", "returned None, annotated int"
    case = Case("return_type", "", said, frames, files.get, "pack/rules.py", 3, 5, call=call)
    assert verdict(case)[0] != "any"
