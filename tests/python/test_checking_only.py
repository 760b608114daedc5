"""Names that only type checkers see."""

from __future__ import annotations

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
