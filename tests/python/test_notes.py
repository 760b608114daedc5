"""Notes are what operands and results were at that moment; they cost no memory without end."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import Any

import pytest

from fuzzwright.python.comparisons import OPERATORS
from fuzzwright.python.notes import MOST_COPIED, MOST_EARLY, MOST_LATE, Notes

pytestmark = pytest.mark.usefixtures("either_way")


@pytest.fixture
def notes() -> Notes:
    return Notes()


def noted(notes: Notes) -> list[tuple[Any, ...]]:
    return [note[:6] for note in notes]


def test_every_operator_of_the_language_is_known(notes: Notes) -> None:
    functions = notes.functions()
    for sign in OPERATORS.values():
        if sign in ("neg", "~"):
            assert functions["unary"](0, sign, 6) in (-6, -7)
        elif sign in ("in", "not in"):
            assert functions["compare"](0, sign, 6, [6]) is (sign == "in")
        elif sign in ("==", "!=", "<", "<=", ">", ">=", "is", "is not"):
            assert functions["compare"](0, sign, 6, 3) is eval(f"a {sign} b", {"a": 6, "b": 3})
        else:
            assert functions["binary"](0, sign, 6, 3) == functions["augment"](0, sign, 6, 3) == eval(f"6 {sign} 3")


@pytest.mark.parametrize("change", [list.clear, list.sort, lambda xs: xs.append(4), lambda xs: xs.__setitem__(0, 9)])
def test_what_is_changed_later_is_noted_as_it_was(notes: Notes, change: Any) -> None:
    items = [3, 1, 2]
    notes.functions()["compare"](0, "==", items, [])
    notes.functions()["truth"](1, items)
    change(items)
    assert [note.operands[0] for note in notes] == [[3, 1, 2], [3, 1, 2]]


def test_what_a_call_changes_is_noted_as_it_was_before(notes: Notes) -> None:
    def search(items: list[int]) -> int:
        return items.pop()

    functions = notes.functions()
    items, table = [1, 2], {"a": 1}
    functions["call"](0, search, items)
    functions["method"](1, "update", table)({"b": 2})
    functions["augment"](2, "+", items, [7])
    assert [(note.operands, note.result) for note in notes] == [
        (([1, 2],), 2),
        (({"a": 1}, {"b": 2}), None),
        (([1], [7]), [1, 7]),
    ]
    assert items == [1, 7]


def test_views_are_noted_as_plain_collections(notes: Notes) -> None:
    table = {"a": 1}
    functions = notes.functions()
    views = (functions["method"](0, name, table)() for name in ("keys", "values", "items"))
    assert list(map(list, views)) == [["a"], [1], [("a", 1)]]
    table.clear()
    assert [note.result for note in notes] == [{"a"}, [1], [("a", 1)]]


def test_a_large_container_is_not_copied(notes: Notes) -> None:
    large = list(range(MOST_COPIED + 1))
    notes.functions()["truth"](0, large)
    assert next(iter(notes)).operands[0] is large


def test_what_the_code_gets_is_the_object_itself(notes: Notes) -> None:
    functions = notes.functions()
    items: list[int] = []
    assert functions["truth"](0, items) is functions["matched"](0, items) is items
    assert functions["item"](0, [items], 0) is items
    assert functions["call"](0, lambda: items) is items
    assert functions["augment"](0, "+", items, [1]) is items
    assert functions["slice"](1, None, 2) == slice(1, None, 2)


@pytest.mark.parametrize(
    ("kind", "arguments", "error"),
    [
        ("item", ([], 3), IndexError),
        ("item", ({}, "k"), KeyError),
        ("item", (None, 3), TypeError),
        ("call", (int, "x"), ValueError),
    ],
)
def test_what_fails_is_noted_as_failed(notes: Notes, kind: str, arguments: tuple[Any, ...], error: type) -> None:
    with pytest.raises(error):
        notes.functions()[kind](0, *arguments)
    (note,) = notes
    assert (note.failed, note.result) == (True, None)


def test_a_method_that_fails_is_noted_and_one_that_is_missing_is_not(notes: Notes) -> None:
    method = notes.functions()["method"]
    with pytest.raises(ValueError, match="substring"):
        method(0, "index", "abc")("x")
    with pytest.raises(AttributeError):
        method(1, "index", None)
    assert noted(notes) == [(0, "method", "index", ("abc", "x"), None, True)]


def test_arguments_given_by_name_are_noted_with_their_names(notes: Notes) -> None:
    functions = notes.functions()
    assert functions["call"](0, int, "ff", base=16) == 255
    assert functions["method"](1, "split", "a,b")(maxsplit=1, sep=",") == ["a", "b"]
    with pytest.raises(ValueError, match="invalid literal"):
        functions["call"](2, int, "x", base=16)
    assert [(note.operands, note.names, note.failed) for note in notes] == [
        (("ff", 16), ("base",), False),
        (("a,b", 1, ","), ("maxsplit", "sep"), False),
        (("x", 16), ("base",), True),
    ]


def test_what_is_given_by_name_is_noted_as_it_was_before_the_call(notes: Notes) -> None:
    def emptied(items: list[int]) -> None:
        items.clear()

    notes.functions()["call"](0, emptied, items=[1, 2])
    (note,) = notes
    assert note.operands == ([1, 2],)


def test_a_comparison_that_raises_is_not_noted(notes: Notes) -> None:
    with pytest.raises(TypeError):
        notes.functions()["compare"](0, "<", 1, "a")
    with pytest.raises(ZeroDivisionError):
        notes.functions()["binary"](0, "/", 1, 0)
    assert noted(notes) == []


def test_of_a_long_run_the_first_and_the_last_notes_are_kept(notes: Notes) -> None:
    compare = notes.functions()["compare"]
    count = MOST_EARLY + 3 * MOST_LATE
    for number in range(count):
        compare(number, "==", number, 0)
    sites = [note.site for note in notes]
    assert sites == [*range(MOST_EARLY), *range(count - MOST_LATE, count)]


def test_cleared_notes_are_gone(notes: Notes) -> None:
    for number in range(MOST_EARLY + 5):
        notes.functions()["truth"](number, 1)
    notes.clear()
    assert noted(notes) == []


def test_names_of_arguments_do_not_get_in_the_way(notes: Notes) -> None:
    def search(**named: int) -> dict[str, int]:
        return named

    named = {"site": 1, "function": 2, "name": 3, "owner": 4, "self": 5}
    assert notes.functions()["call"](0, search, **named) == named
    table: dict[str, int] = {}
    notes.functions()["method"](0, "update", table)(**named)
    assert table == named


def test_operators_are_those_of_the_values(notes: Notes) -> None:
    class Path(str):
        def __truediv__(self, other: str) -> str:
            return f"{self}/{other}"

    assert notes.functions()["binary"](0, "/", Path("a"), "b") == "a/b"
    assert operator.truediv(Path("a"), "b") == "a/b"


def went_through(notes: Notes, things: Any, rounds: int) -> list[tuple[Any, ...]]:
    """Return what was noted of a loop that was left in a certain round."""
    notes.clear()
    for number, _ in enumerate(notes.functions()["rounds"](3, things), 1):
        if number == rounds:
            break
    return noted(notes)


@pytest.mark.parametrize("things", ["abcd", b"abcd", [1, 2, 3, 4], (1, 2, 3, 4), range(4), {1, 2, 3, 4}])
def test_a_loop_is_noted_with_the_rounds_that_were_left(notes: Notes, things: Any) -> None:
    assert went_through(notes, things, 0) == [(3, "rounds", "", (), True, False)]
    assert went_through(notes, things, 1) == [(3, "rounds", "", (4,), False, False)]
    assert went_through(notes, things, 4) == [(3, "rounds", "", (1,), False, False)]


def test_pairs_numbers_and_rows_side_by_side_are_counted_too(notes: Notes) -> None:
    letters = "abcd"
    for things in (enumerate, lambda each: zip(each, "xyzuv", strict=False), lambda each: pairwise(each + "e")):
        assert went_through(notes, things(letters), 2) == [(3, "rounds", "", (3,), False, False)]
    assert went_through(notes, {"a": 1, "b": 2}.items(), 1) == [(3, "rounds", "", (2,), False, False)]
    assert went_through(notes, reversed([1, 2]), 2) == [(3, "rounds", "", (1,), False, False)]


def test_what_may_do_anything_is_gone_through_as_it_is(notes: Notes) -> None:
    ended: list[str] = []

    def made() -> Any:
        try:
            yield from "abc"
        finally:
            ended.append("now")

    class Endless:
        def __iter__(self) -> Any:
            return self

        def __next__(self) -> int:
            return 1

    assert went_through(notes, made(), 2) == []
    assert ended == ["now"]
    assert went_through(notes, zip(made(), "abc", strict=True), 2) == []
    assert went_through(notes, enumerate(Endless()), 2) == []
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        notes.functions()["rounds"](3, 5)


def test_a_loop_that_an_exception_left_is_noted_and_then_forgotten(notes: Notes) -> None:
    functions = notes.functions()

    def run() -> None:
        for item in functions["rounds"](3, [5, 6, 7]):
            functions["compare"](1, "<", item, 6)
            if item == 6:
                raise ValueError

    with pytest.raises(ValueError) as caught:
        run()
    assert noted(notes)[-1] == (3, "rounds", "", (2,), False, False)
    assert len(noted(notes)) == 3
    notes.clear()
    del caught
    assert noted(notes) == []


class Odd:
    """Compares in ways of its own."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def __eq__(self, other: object) -> Any:
        self.log.append("eq")
        return [1]

    def __lt__(self, other: object) -> Any:
        raise ZeroDivisionError

    def __contains__(self, item: object) -> Any:
        self.log.append("in")
        return "yes"

    __hash__ = None  # type: ignore[assignment]  # as it has an equality of its own


def test_what_is_compared_does_what_it_always_does(notes: Notes) -> None:
    compare, log = notes.functions()["compare"], list[str]()
    odd = Odd(log)
    assert compare(1, "==", odd, 2) == [1]
    assert compare(2, "in", 5, odd) is True
    assert compare(3, "not in", 5, odd) is False
    assert compare(4, "is", odd, odd) is True
    assert compare(5, "!=", float("nan"), float("nan")) is True
    with pytest.raises(ZeroDivisionError):
        compare(6, "<", odd, 1)
    with pytest.raises(TypeError, match="not supported between instances of 'str' and 'int'"):
        compare(7, "<", "a", 1)
    with pytest.raises(TypeError, match="not iterable"):
        compare(8, "in", 1, 2)
    assert log == ["eq", "in", "in"]
    assert [(note.site, note.kind, note.what, note.failed, note.names) for note in notes] == [
        (1, "compare", "==", False, ()),
        (2, "compare", "in", False, ()),
        (3, "compare", "not in", False, ()),
        (4, "compare", "is", False, ()),
        (5, "compare", "!=", False, ()),
    ]
    assert [type(note).__name__ for note in notes] == ["Note"] * 5
