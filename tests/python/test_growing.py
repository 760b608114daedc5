"""Copies of items and calls, with something else in them."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.engine.trees import walk
from fuzzwright.python.growing import with_copies
from fuzzwright.python.hints import Hints


class Basket:
    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, name: str, count: int) -> None:
        self.names += [name] * count

    def close(self) -> None:
        self.names.append("closed")


def lists(words: list[str], pairs: list[tuple[str, int]], limit: int) -> None: ...


def calls(basket: Basket) -> None: ...


def place_of(domain: Any, value: Any, wanted: Any) -> Any:
    return next(spot.position for spot in walk(domain, value) if spot.value == wanted)


@pytest.mark.parametrize(
    ("where", "values", "expected"),
    [
        ("a", ["x"], (["a", "x", "b"], [("p", 1)], 3)),
        ("b", ["x", "y"], (["a", "b", "x", "y"], [("p", 1)], 3)),
        ("p", ["q"], (["a", "b"], [("p", 1), ("q", 1)], 3)),
    ],
)
def test_an_item_is_copied_with_another_value_in_it(where: str, values: list[str], expected: Any) -> None:
    domain = Hints().arguments(lists)
    input = domain.adopt((["a", "b"], [("p", 1)], 3))
    grown: Any = with_copies(domain, input, place_of(domain, input, where), values)
    assert domain.prepare(grown) == expected


def test_what_is_in_no_item_is_not_copied() -> None:
    domain = Hints().arguments(lists)
    input = domain.adopt((["a"], [], 3))
    assert with_copies(domain, input, place_of(domain, input, 3), [4]) is None


def test_a_call_is_made_once_more_with_another_argument() -> None:
    domain = Hints().arguments(calls)
    (recipe, *rest) = domain.simplest()
    place: Any
    (place,) = [spot.domain for spot in walk(domain, (recipe, *rest)) if spot.value is recipe]
    add, close = [[step.name for step in place.steps].index(name) for name in ("add", "close")]
    steps = ((add, place.steps[add].arguments.adopt(("a", 2))), (close, place.steps[close].arguments.adopt(())))
    input = (recipe._replace(steps=steps), *rest)
    grown: Any = with_copies(domain, input, place_of(domain, input, "a"), ["b"])
    (basket,) = domain.prepare(grown)
    assert basket.names == ["a", "a", "b", "b", "closed"]
