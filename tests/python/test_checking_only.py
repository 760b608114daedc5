"""Names that only type checkers see."""

from __future__ import annotations

import decimal
import importlib
import sys
import typing
from pathlib import Path

import pytest

from fuzzwright.python.resolve import resolve

SOURCE = """
from __future__ import annotations
from typing import TYPE_CHECKING, Generic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict, TypeVar

    Kept = TypeVar("Kept")
    Tree = dict[str, "Tree"]

    class Lists(Generic[Kept], TypedDict):
        select: Sequence[Kept]
        ignore: Sequence[Kept]


def merge(lists: Lists[str], other: Kept, tree: Tree | None = None) -> list[str]:
    return [*lists["select"], *lists["ignore"]]
"""


def test_a_type_variable_is_the_same_wherever_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "for_checkers.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("for_checkers")
    try:
        hints = resolve(module.merge)
        lists = hints["lists"].__origin__
        (variable,) = lists.__parameters__
        inside = {repr(hint): hint.__args__ for hint in resolve(lists).values()}
        assert hints["other"] is variable
        assert typing.get_origin(hints["tree"].__args__[0]) is dict
        assert list(inside.values()) == [(variable,)]
    finally:
        del sys.modules["for_checkers"]


LEAVING = """
from __future__ import annotations
from typing import TYPE_CHECKING
import names_that_leave as leaving

if TYPE_CHECKING:
    from plugin_that_leaves import Plugin


def use(plugin: Plugin) -> None: ...


def ask(plugin: leaving.Plugin) -> None: ...
"""


def test_what_ends_the_program_when_it_is_imported_for_a_hint_leaves_that_hint_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "for_leavers.py").write_text(LEAVING)
    (tmp_path / "plugin_that_leaves.py").write_text("raise SystemExit('protoc is missing')\n")
    (tmp_path / "names_that_leave.py").write_text("def __getattr__(name):\n    raise SystemExit('no such thing')\n")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("for_leavers")
    try:
        assert "its import raises SystemExit: protoc is missing" in str(resolve(module.use)["plugin"])
        assert "SystemExit: no such thing" in str(resolve(module.ask)["plugin"])
    finally:
        del sys.modules["for_leavers"], sys.modules["names_that_leave"]


SEEN = """
from __future__ import annotations
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from typing import TypeAlias, TypedDict
    import decimal

    Limit: TypeAlias = Union[float, None]
    Number = decimal.Decimal

    class Options(TypedDict):
        limit: Limit
"""
USING = """
from __future__ import annotations
import seen_by_checkers as _t
import os.path as path


def wait(
    limit: _t.Limit, numbers: list[_t.Number], options: _t.Options, other: _t.Nothing, at: path.Nowhere
) -> None: ...
"""


def test_what_a_module_has_for_type_checkers_only_is_found_through_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seen_by_checkers.py").write_text(SEEN)
    (tmp_path / "using_checkers.py").write_text(USING)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("using_checkers")
    try:
        hints = resolve(module.wait)
        assert hints["limit"] == float | None
        assert hints["numbers"] == list[decimal.Decimal]
        assert typing.is_typeddict(hints["options"])
        assert "module 'seen_by_checkers' has no attribute 'Nothing'" in hints["other"].reason
        assert "has no attribute 'Nowhere'" in hints["at"].reason
    finally:
        del sys.modules["using_checkers"], sys.modules["seen_by_checkers"]
