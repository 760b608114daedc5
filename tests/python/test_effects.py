"""What calls do besides returning."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO, TextIO

import pytest

from fuzzwright.python.effects import described, effect_of, shown
from fuzzwright.python.open import open_function
from fuzzwright.python.snapshots import MOST_TEXT


class Plain:
    def __init__(self, count: int = 0) -> None:
        self.count = count


class Slotted:
    __slots__ = ("other", "value")

    def __init__(self) -> None:
        self.value = 1


class Names(list[str]):
    def __init__(self) -> None:
        super().__init__()
        self.label = ""


class Loud:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@dataclass
class Cart:
    items: list[str] = field(default_factory=list)


def effect(function: Callable[..., Any], input: tuple[Any, ...], output: str = "") -> str:
    (opened,) = open_function(function).functions.values()
    target = opened.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    return effect_of(target, opened.domain, opened.domain.adopt(input), output)


def clear(items: list[int]) -> None:
    items.clear()


def look(items: list[int]) -> int:
    return len(items)


def fill(cart: Cart, item: str) -> None:
    cart.items.append(item)


def rest(*lists: list[int], mapping: dict[str, int]) -> None:
    lists[1].append(1)
    mapping["new"] = 2


def grow(items: list[int]) -> None:
    items.extend(range(1000))


def stop(items: list[int]) -> None:
    items.append(1)
    raise SystemExit


def count(words: Counter[str], word: str) -> None:
    words[word] += 1


def group(found: defaultdict[str, list[int]], key: str) -> None:
    found[key].append(1)


def name(names: Names) -> None:
    names.append("Ada")
    names.label = "people"


def add(buffer: bytearray) -> None:
    buffer.append(3)


def greet(stream: TextIO) -> None:
    stream.write("hello")


def send(stream: BinaryIO) -> None:
    stream.write(b"hello")


def finish(stream: TextIO) -> None:
    stream.close()


def mark(rows: dict[str, list[int]], key: str) -> None:
    rows[key].append(7)


def drop(rows: dict[str, list[int]], key: str) -> None:
    del rows[key]


def put_first(items: list[int]) -> None:
    items.insert(0, 9)


def join(words: set[str], word: str) -> None:
    words.add(word)


def test_a_changed_argument_is_told_by_its_name() -> None:
    assert effect(clear, ([2, 1],)) == "items: [2, 1] → []"


def test_nothing_is_told_of_what_stayed_the_same() -> None:
    assert effect(look, ([2, 1],)) == ""


def test_a_changed_attribute_is_told_with_its_owner() -> None:
    assert effect(fill, (Cart(["a"]), "b")) == "cart.items: ['a'] → ['a', 'b']"


def test_arguments_of_all_kinds_are_watched() -> None:
    told = effect(rest, (([1], [2]), {"old": 1}))
    assert told == "lists[1]: [2] → [2, 1], mapping: {'old': 1} → {'old': 1, 'new': 2}"


def test_long_values_are_cut() -> None:
    before, _, after = effect(grow, ([],)).partition(" → ")
    assert before == "items: []"
    assert after.endswith("…]")
    assert len(after) <= MOST_TEXT


@pytest.mark.parametrize(
    ("function", "input", "told"),
    [
        (count, (Counter("ab"), "a"), "words: {'a': 1, 'b': 1} → {'a': 2, 'b': 1}"),
        (group, (defaultdict(list), "a"), "found: {} → {'a': [1]}"),
        (add, (bytearray(b"ab"),), "buffer: bytearray(b'ab') → bytearray(b'ab\\x03')"),
        (join, ({"a"}, "a"), ""),
    ],
)
def test_what_derives_from_a_container_changes_as_one(
    function: Callable[..., Any], input: tuple[Any, ...], told: str
) -> None:
    assert effect(function, input) == told


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (greet, "stream: '' → 'hello'"),
        (send, "stream: b'' → b'hello'"),
        (finish, "stream: '' → closed"),
        (name, "names: [] → ['Ada'], names.label: '' → 'people'"),
    ],
)
def test_what_a_thing_holds_is_told_apart_from_its_attributes(function: Callable[..., Any], told: str) -> None:
    (opened,) = open_function(function).functions.values()
    target = opened.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    assert effect_of(target, opened.domain, opened.domain.simplest(), "") == told


ROWS = {f"row {number}": list(range(10)) for number in range(20)}


@pytest.mark.parametrize(
    ("function", "input", "told"),
    [
        (mark, (ROWS, "row 15"), "rows['row 15'][10]: 7 is new"),
        (mark, ({"a": list(range(100))}, "a"), "rows['a'][100]: 7 is new"),
        (drop, (ROWS, "row 15"), "rows['row 15'] is gone"),
        (
            put_first,
            (list(range(20)),),
            "items: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …] → [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …]",
        ),
    ],
)
def test_a_change_inside_of_something_long_is_told_at_its_place(
    function: Callable[..., Any], input: tuple[Any, ...], told: str
) -> None:
    assert effect(function, input) == told


def test_of_long_texts_that_differ_late_the_difference_is_left() -> None:
    old, _, new = effect(join, ({"a" * 70}, "b")).removeprefix("words: ").partition(" → ")
    assert old != new
    assert max(len(old), len(new)) <= MOST_TEXT


def test_what_a_call_that_fails_has_changed_is_told() -> None:
    assert effect(stop, ([],)) == "items: [] → [1]"


def test_printed_text_is_told_without_its_last_line_break() -> None:
    assert effect(look, ([],), "one\ntwo\n") == "prints 'one\\ntwo'"


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        ([1, (2,), {3}], "[1, (2,), {3}]"),
        (set(), "set()"),
        (deque([1]), "deque([1])"),
        ({"a": [1]}, "{'a': [1]}"),
        (Counter("a"), "Counter({'a': 1})"),
        (Plain(), "Plain(count=0)"),
        (Slotted(), "Slotted(value=1)"),
        (Loud(), "<Loud whose repr raises RuntimeError>"),
        ([[[[1]]]], "[[[…]]]"),
    ],
)
def test_texts_are_short_and_show_what_is_inside(thing: object, text: str) -> None:
    assert described(thing) == text


def test_a_result_without_a_text_of_its_own_is_shown_by_its_attributes() -> None:
    assert shown(Plain(3)) == "Plain(count=3)"
    assert shown([1, 2]) == "[1, 2]"
    assert shown(Loud()) == "<Loud whose repr raises RuntimeError>"


def test_a_list_that_holds_itself_has_an_end() -> None:
    items: list[object] = []
    items.append(items)
    assert described(items) == "[[[…]]]"
