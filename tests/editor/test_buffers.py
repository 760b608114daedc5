"""What is read of an open text: functions with their places, imports, and what stays while a text is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.editor.buffers import Buffer, Module, module_of, parse

MODULE = Module("shop", "/nowhere/shop.py", "/nowhere")


def signature_line(text: str) -> int:
    (function,) = parse(text, 1, MODULE).functions.values()
    return function.signature_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(): pass", 1),
        ("def f(a: int) -> int:\n    return a", 1),
        ("def f(\n    a: int,\n    b: str,  # a: colon in a comment\n) -> dict[int, str]:\n    pass", 4),
        ("@cache\n@wraps(f, x={1: 2})\ndef f(a=lambda: 1): return 2", 3),
        ("def f(\n    *, a: int\n) -> (\n    int\n): ...", 5),
        ("def f(a: 'x:y' = ':', /): pass", 1),
        ("def f(\n    ä: str = 'ü'\n):\n    '''Doc: yes.'''", 3),
        ("async def f(*a: int, **b: str) \\\n    : pass", 2),
        ("class C:\n    def m(\n        self,\n    ): pass", 4),
    ],
)
def test_a_signature_ends_at_the_colon_before_the_body(text: str, line: int) -> None:
    assert signature_line(text) == line


def test_functions_are_those_that_an_import_would_define() -> None:
    text = """\
from typing import TYPE_CHECKING, overload
if TYPE_CHECKING:
    def seen_by_checkers(): ...
@overload
def f(a: int) -> int: ...
def f(a): return a
class C:
    @property
    def p(self) -> int: return 1
    @p.setter
    def p(self, value: int) -> None: ...
try:
    def g():
        def inside(): ...
except E:
    pass
"""
    found = parse(text, 1, MODULE).functions
    assert list(found) == ["f", "C.p", "g"]
    assert (found["f"].line, found["C.p"].line, found["C.p"].first, found["g"].last) == (6, 9, 8, 14)


def test_imports_are_those_that_happen_when_the_module_is_imported() -> None:
    text = """\
from __future__ import annotations
import os.path, numpy as np
from . import prices
from .tax import vat
from json import *
if TYPE_CHECKING:
    import never
try:
    import tomllib
except ImportError:
    import tomli
class C:
    import inside
def f():
    import late
"""
    module = Module("shop.orders", "/nowhere/shop/orders.py", "/nowhere")
    assert parse(text, 1, module).imports == (
        *("os.path", "numpy", "shop", "shop.prices", "shop.tax", "shop.tax.vat", "json", "tomllib", "tomli", "inside"),
    )


def test_relative_imports_of_a_package_start_from_itself() -> None:
    package = Module("shop", "/nowhere/shop/__init__.py", "/nowhere")
    assert parse("from .tax import vat", 1, package).imports == ("shop.tax", "shop.tax.vat")


def test_a_broken_text_keeps_what_was_read_of_the_last_good_one() -> None:
    buffer = Buffer("shop.py", MODULE, "def f(): pass", 1)
    buffer.read()
    buffer.text, buffer.version = "def f(: pass", 2
    buffer.read()
    assert buffer.parsed is not None
    assert (buffer.parsed.version, list(buffer.parsed.functions)) == (1, ["f"])
    assert buffer.problem == "syntax error on line 1: invalid syntax"
    buffer.text, buffer.version = "def g(): pass", 3
    buffer.read()
    assert buffer.problem == ""
    assert list(buffer.parsed.functions) == ["g"]


@pytest.mark.parametrize("text", ["\0", "x = " + "(" * 10_000, "x = '\ud800'", "#" * 2_000_001])
def test_a_text_that_no_parser_takes_has_a_problem_and_harms_nobody(text: str) -> None:
    buffer = Buffer("shop.py", MODULE, text, 1)
    buffer.read()
    assert buffer.problem
    assert buffer.parsed is None


def test_a_module_is_named_through_the_packages_around_it(tmp_path: Path) -> None:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    (package / "__init__.py").touch()
    here = str(tmp_path / "src")
    assert module_of(str(package / "orders.py")) == Module("shop.orders", str(package / "orders.py"), here)
    assert module_of(str(package / "__init__.py")) == Module("shop", str(package / "__init__.py"), here)


def test_a_file_that_no_import_could_name_gets_a_name(tmp_path: Path) -> None:
    names = [module_of(str(tmp_path / name)).name for name in ("my-notes.py", "1st.py", "a.b.py", "scratch", "x.txt")]
    assert names == ["my_notes", "_1st", "a_b", "scratch", "x_txt"]
    assert module_of(str(tmp_path / "my-notes.py")).root == str(tmp_path)


def test_a_module_named_like_one_of_the_standard_library_is_known_to_be(tmp_path: Path) -> None:
    assert module_of(str(tmp_path / "random.py")).is_standard
    assert not module_of(str(tmp_path / "randomly.py")).is_standard
