"""Stubs: found beside the module or in a `-stubs` package, read and evaluated without being run."""

from __future__ import annotations

import importlib
import typing
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.python.stubs import stub_of, stub_scope

pytestmark = pytest.mark.usefixtures("clean_imports")


def make(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> ModuleType:
    """Write files, `__` for a folder and `_pyi` for the ending, and import the module `stubbed`."""
    for name, text in files.items():
        place = folder / f"{name.removesuffix('_pyi').replace('__', '/')}{'.pyi' if name.endswith('_pyi') else '.py'}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(dedent(text), "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return importlib.import_module("stubbed")


def hints(module: ModuleType, qualname: str) -> dict[str, Any]:
    stub = stub_of(module)
    assert stub is not None
    scope = stub_scope(stub, module)
    return {name: scope.evaluate(text) for name, text in stub.functions[qualname].items()}


def test_a_stub_beside_the_module_tells_parameters_and_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = make(
        tmp_path,
        monkeypatch,
        stubbed="class C:\n    def m(self, x): ...\ndef f(a, *b, c=1, **d): ...\n",
        stubbed_pyi="""
        from collections.abc import Iterable as Many
        class C:
            def m(self, x: C | None) -> bool: ...
        def f(a: Many[str], *b: int, c: float = ..., **d: bytes) -> C: ...
        """,
    )
    f = hints(module, "f")
    assert f == {"a": f["a"], "b": int, "c": float, "d": bytes, "return": module.C}
    assert typing.get_args(f["a"]) == (str,)
    assert hints(module, "C.m") == {"x": module.C | None, "return": bool}


def test_a_stub_in_a_stubs_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stubbed-stubs").mkdir()
    (tmp_path / "stubbed-stubs" / "__init__.pyi").write_text("def f(a: int) -> None: ...\n")
    module = make(tmp_path, monkeypatch, stubbed="def f(a): ...\n")
    assert hints(module, "f") == {"a": int, "return": type(None)}


def test_a_module_without_a_stub_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stub_of(make(tmp_path, monkeypatch, stubbed="def f(a): ...\n")) is None


def test_names_that_only_the_stub_has_are_made_when_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = make(
        tmp_path,
        monkeypatch,
        stubbed="def f(a, b, c): ...\n",
        stubbed_pyi="""
        import nowhere_at_all
        from typing import Protocol, TypeVar
        from _typeshed import StrPath
        T = TypeVar("T", bound=int)
        Table = dict[str, list[T]]
        class Named(Protocol):
            name: str
        def f(a: Named, b: Table[int], c: nowhere_at_all.Thing) -> None: ...
        """,
    )
    f = hints(module, "f")
    assert f["a"].__name__ == "Named"
    assert getattr(f["a"], "_is_protocol", False)
    assert f["b"] == dict[str, list[int]]
    assert "nowhere_at_all" in f["c"].reason


def test_a_parameter_of_overloads_may_be_what_any_of_them_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = make(
        tmp_path,
        monkeypatch,
        stubbed="def f(a): ...\n",
        stubbed_pyi="""
        from typing import overload
        @overload
        def f(a: int) -> int: ...
        @overload
        def f(a: str) -> str: ...
        """,
    )
    assert hints(module, "f") == {"a": int | str, "return": int | str}


def test_a_stub_with_a_mistake_is_as_if_it_were_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stub_of(make(tmp_path, monkeypatch, stubbed="def f(a): ...\n", stubbed_pyi="def f(a: int\n")) is None
