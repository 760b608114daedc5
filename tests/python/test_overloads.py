"""What functions promise: with overloads what these say, and as generators what they give one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, overload

import pytest

from fuzzwright.python.open import open_function

T = TypeVar("T")


@overload
def looked_up(name: str) -> int | None: ...
@overload
def looked_up(name: str, default: bool) -> int: ...
def looked_up(name: str, default: bool = False) -> int:
    return len(name)


@overload
def either(name: str) -> str: ...
@overload
def either(name: T) -> T: ...
def either(name: Any) -> Any:
    return name


def single(name: str) -> int:
    return len(name)


class Names:
    @overload
    def get(self, name: str) -> str | None: ...
    @overload
    def get(self, name: str, default: int) -> str | int: ...
    def get(self, name: str, default: int = 0) -> str:
        return name * default


def counted(name: str) -> Iterator[int]:
    yield len(name)


@pytest.mark.parametrize(
    ("function", "value", "fits"),
    [
        (single, 1, True),
        (single, None, False),
        (looked_up, 1, True),
        (looked_up, None, True),
        (looked_up, "a", False),
        (Names.get, None, True),
        (Names.get, 1, True),
        (Names.get, b"", False),
        (counted, [1], True),
        (counted, ["a"], False),
        (counted, {"a": 1}, True),  # of a generator only a decorator makes this
    ],
)
def test_a_result_is_held_against_what_is_promised(function: Callable[..., Any], value: object, fits: bool) -> None:
    [opened] = open_function(function).functions.values()
    assert opened.oracle.check is not None
    assert (opened.oracle.check(value) is None) == fits


def test_an_overload_that_promises_anything_leaves_nothing_to_check() -> None:
    [opened] = open_function(either).functions.values()
    assert opened.oracle.check is None or opened.oracle.check(object()) is None
