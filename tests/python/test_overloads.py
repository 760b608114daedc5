"""Functions with overloads promise what these say, whatever stands at the body under them."""

from __future__ import annotations

from collections.abc import Callable
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
    ],
)
def test_a_result_that_an_overload_allows_is_as_promised(
    function: Callable[..., Any], value: object, fits: bool
) -> None:
    [opened] = open_function(function).functions.values()
    assert opened.oracle.check is not None
    assert (opened.oracle.check(value) is None) == fits


def test_an_overload_that_promises_anything_leaves_nothing_to_check() -> None:
    [opened] = open_function(either).functions.values()
    assert opened.oracle.check is None or opened.oracle.check(object()) is None
