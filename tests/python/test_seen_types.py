"""Types of values as plain data: what they are told as, put together, and made hints of again."""

from __future__ import annotations

import collections.abc
import importlib
import json
from types import GenericAlias
from typing import Any

import pytest

from fuzzwright.python.seen_types import MOST_TYPES, Telling, hint_of, merge, together

Item: Any = importlib.import_module("tests.samples.seen.parts").Item


def again(*values: Any) -> Any:
    """Return the hint that values come to, told as JSON on the way."""
    telling = Telling()
    told = merge([each for value in values if (each := telling.of(value)) is not None])
    return hint_of(json.loads(json.dumps(told)))


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ((1, 2), int),
        ((1, "a", None), int | str | None),
        (([],), list),
        (([], [1]), list[int]),
        (([1], ["a"]), list[int | str]),
        (([[1]], [[None]]), list[list[int | None]]),
        (({"a": [1.5]},), dict[str, list[float]]),
        (({}, {"a": 1}, {2: "b"}), dict[str | int, int | str]),
        (((1, "a"),), tuple[int, str]),
        (((1, "a"), (2, None)), tuple[int, str | None]),
        (((1,) * 9,), tuple[int, ...]),
        (((1,), (1, 2), (1, 2, "a")), tuple[int | str, ...]),
        ((Item("a", 1), frozenset({1})), Item | frozenset[int]),
        ((len, lambda: 1), collections.abc.Callable),
        ((iter([1]), (each for each in "a")), collections.abc.Iterator),
        ((int, Item), type[int | Item]),
    ],
)
def test_values_become_the_hint_they_fit(values: tuple[Any, ...], hint: Any) -> None:
    assert again(*values) == hint


def test_what_has_no_name_counts_for_nothing() -> None:
    class Here:
        pass

    assert again(Here()) is None
    assert again(object()) is None
    assert again(json) is None
    assert again(Here(), 1) is int
    assert again([Here(), 1]) is list


def test_values_are_not_asked() -> None:
    class Hostile(list[int]):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

        def __iter__(self) -> Any:
            raise AssertionError("iterated")

    assert again(Hostile([1])) is None


def test_iterators_are_not_consumed() -> None:
    items = iter([1, 2])
    assert again([items]) == GenericAlias(list, (collections.abc.Iterator,))
    assert list(items) == [1, 2]


def test_depth_and_number_are_bounded() -> None:
    value: Any = 1
    for _ in range(50):
        value = [value]
    deepest: Any = list
    assert again(value) == list[list[list[deepest]]]
    kinds = [type(f"Kind{number}", (), {}) for number in range(40)]
    assert len(merge(f"somewhere:{kind.__name__}" for kind in kinds)) == MOST_TYPES


def test_order_of_sight_does_not_matter_and_telling_twice_changes_nothing() -> None:
    one = {"m.f": {"a": ["builtins:int", ["builtins:list", "builtins:str"]]}}
    other = {"m.f": {"a": ["builtins:str", "builtins:list"], "b": ["builtins:int"]}, "m.g": {"x": ["builtins:int"]}}
    both = together([one, other])
    assert both == together([other, one])
    assert both == together([both, one, json.loads(json.dumps(other))])
    assert both["m.f"]["a"] == [("builtins:list", "builtins:str"), "builtins:int", "builtins:str"]


def test_types_that_are_gone_are_left_out() -> None:
    assert hint_of(["nowhere:Gone", "builtins:int"]) is int
    assert hint_of(["nowhere:Gone", "tests.samples.seen.parts:Gone", "builtins:len"]) is None
