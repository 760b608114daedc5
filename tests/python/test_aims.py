"""A line as an aim: its conditions found again among what runs note, and whether a run really came there."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.engine.sides import side
from fuzzwright.python.aims import Aim, aim_at, comes_by
from fuzzwright.python.open import open_function
from fuzzwright.python.ways import way_to

SOURCE = """
def f(a: int, s: str) -> int:
    if a < 0 or not s:
        return 0
    n = int(s)
    if 10 < n < 20:
        return 1
    return 2
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    file = tmp_path / "aimed_at.py"
    file.write_text(SOURCE, "utf-8")
    spec = importlib.util.spec_from_file_location("aimed_at", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["aimed_at"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["aimed_at"]


def aim(module: ModuleType, line: int) -> Aim:
    opened = open_function(module.f)
    [function] = opened.functions.values()
    way = way_to(SOURCE, line, 2, 8)
    assert way is not None
    return aim_at(way, str(module.__file__), function.operands)


def wanted(aim: Aim) -> list[tuple[str, bool]]:
    """Return the conditions of the sides on the way, nearest first."""
    ordered = sorted(aim.sides.values(), key=lambda condition: condition.level)
    return [(condition.text, condition.holds) for condition in ordered]


def test_each_link_of_a_chain_and_each_part_of_a_test_is_found(module: ModuleType) -> None:
    expected = [("10 < n < 20", True), ("10 < n < 20", True), ("int(s)", True), ("a < 0", False), ("s", True)]
    assert wanted(aim(module, 7)) == expected


def test_a_side_is_nearer_at_any_visit_than_at_a_certain_one(module: ModuleType) -> None:
    aimed = aim(module, 7)
    first = min(aimed.sides, key=lambda key: aimed.sides[key].level)
    site, holds = first >> 1, bool(first & 1)
    at_all, at_third = aimed.nearness(side(site, 0, holds)), aimed.nearness(side(site, 3, holds))
    assert at_all is not None
    assert at_third is not None
    assert at_all < at_third
    assert aimed.nearness(side(site, 0, not holds)) is None


def test_a_path_that_passes_the_probe_may_have_reached_it(module: ModuleType) -> None:
    aimed = aim(module, 7)
    assert aimed.probes
    assert aimed.may_be_reached(list(aimed.probes))
    assert not aimed.may_be_reached([])


@pytest.mark.parametrize(("arguments", "line", "reached"), [((1, "15"), 7, True), ((1, "25"), 7, False)])
def test_only_a_line_that_ran_was_reached(module: ModuleType, arguments: Any, line: int, reached: bool) -> None:
    function: Callable[..., int] = module.f
    assert comes_by(lambda: function(*arguments), str(module.__file__), range(line, line + 1)) is reached


def test_what_was_traced_before_is_traced_afterwards(module: ModuleType) -> None:
    before = sys.gettrace()
    with pytest.raises(ValueError, match="invalid literal"):
        comes_by(lambda: module.f(1, "x"), str(module.__file__), range(6, 7))
    assert sys.gettrace() is before
