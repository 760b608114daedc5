"""Copies of items and calls, with something else in them."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.engine.domain import HOLE
from fuzzwright.engine.trees import walk
from fuzzwright.python.growing import is_splitting, lacking, with_copies, with_pieces
from fuzzwright.python.hints import Hints
from fuzzwright.python.notes import Note


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


def split_by(text: str, method: str, *arguments: Any) -> Note:
    return Note(0, "method", method, (text, *arguments), getattr(text, method)(*arguments))


@pytest.mark.parametrize(
    ("seen", "wanted", "expected"),
    [
        ([1, 2], [1, 2, 3, 4], ([1, 2], [3, 4])),
        ({"a": 1}, {"a": 1, "b": 2}, (["a"], ["b"])),
        ({"a"}, {"a", "b"}, (["a"], ["b"])),
        ([1, 2], [1], ([], [])),
        ([1], list(range(100)), ([], [])),
        ("a", "ab", ([], [])),
    ],
)
def test_what_a_collection_lacks(seen: Any, wanted: Any, expected: Any) -> None:
    assert lacking(seen, wanted) == expected


@pytest.mark.parametrize(
    ("text", "split", "seen", "wanted", "expected"),
    [
        ("a=1\nb=2", ("splitlines",), {"a": "1"}, {"a": "1", "c": "9"}, "a=1\nc=9\nb=2"),
        ("x:1;y:2", ("split", ";"), {"x", "y"}, {"x", "y", "z"}, "x:1;z:1;y:2"),
        ("one two", ("split",), ["one", "two"], ["one", "two", "six"], "one six two"),
        ("[s]\nk=1", ("splitlines",), {("s", "k"): "1"}, {("s", "k"): "1", ("s", "m"): HOLE}, "[s]\nk=1\nm=1"),
    ],
)
def test_a_piece_of_a_text_is_given_once_more_with_other_words(
    text: str, split: tuple[Any, ...], seen: Any, wanted: Any, expected: str
) -> None:
    note = split_by(text, *split)
    assert is_splitting(note)
    assert expected in list(with_pieces(text, [note], seen, wanted))


def test_no_piece_is_made_where_no_piece_has_the_words() -> None:
    assert list(with_pieces("a=1", [split_by("a=1", "splitlines")], {"k": "1"}, {"k": "1", "m": "2"})) == []
    assert list(with_pieces("a=1", [split_by("a=1", "splitlines")], {1: "1"}, {1: "1", 2: "2"})) == []
