"""Of inputs that were discarded, the one that came nearest is found, and what it failed by."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.python.misses import Miss, nearest_miss
from fuzzwright.python.open import open_function

SOURCE = """
from fuzzwright import assume, prop


class Strange:
    def __eq__(self, other):
        return False


@prop
def holds(x: int, xs: list[int]) -> None:
    assume(x > 10)
    assume(all(a <= b for a, b in zip(xs, xs[1:])))
    assume(Strange() == xs)


@prop
def opaque(x: bool) -> None:
    assume(x)
"""


def nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, inputs: Sequence[Sequence[Any]]) -> Miss | None:
    """Return the nearest of these arguments."""
    (tmp_path / "missed.py").write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("missed", None)
    (function,) = open_function(getattr(import_module("missed"), name)).functions.values()
    target = function.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    return nearest_miss(function, target, [function.domain.adopt(tuple(arguments)) for arguments in inputs])


@pytest.mark.parametrize(
    ("inputs", "call", "asked"),
    [
        ([(3, []), (9, []), (-50, [])], "missed.holds(9, [])", "9 > 10"),
        ([(9, []), (11, [9, 2]), (50, [5, 4]), (11, [1, -100])], "missed.holds(50, [5, 4])", "5 <= 4"),
        ([(11, [2, 1]), (11, [1])], "missed.holds(11, [1])", ""),
    ],
)
def test_the_nearest_is_the_one_that_came_farthest_and_failed_by_least(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inputs: Any, call: str, asked: str
) -> None:
    miss = nearest(tmp_path, monkeypatch, "holds", inputs)
    assert miss is not None
    assert (miss.call, miss.asked) == (call, asked)
    assert Path(miss.file).name == "missed.py"


def test_where_nothing_was_compared_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nearest(tmp_path, monkeypatch, "opaque", [(False,)]) is None
