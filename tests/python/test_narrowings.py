"""Which stronger hints values make proposals for, without running anything; and how they are written."""

from __future__ import annotations

import collections.abc as abc
from typing import Annotated, Any

import pytest

from fuzzwright.python.hint_spots import spots, thawed, values_at, with_hint_at
from fuzzwright.python.hint_words import hint_words, missing_imports, type_of
from fuzzwright.python.narrowings import narrowings
from fuzzwright.python.signature_text import changed, definition_at
from fuzzwright.python.widenings import widenings


def proposed(hint: Any, passing: list[Any], failing: list[Any]) -> list[str]:
    """Return how the proposals change a hint that is written as HINT."""
    return [each.added or each.instead or f"members {each.kept}" for each in narrowings(hint, passing, failing)]


def test_a_bound_lets_all_through_that_passed_and_nothing_that_failed() -> None:
    assert proposed(int, [0, 1, 2], [-1, -5]) == ["Ge(0)"]
    assert proposed(int, [1, 2, 3], [0, -5]) == ["Gt(0)"]
    assert proposed(int, [1, -1, 3], [0]) == ["Predicate(lambda number: number != 0)"]
    assert proposed(int, [1, -1, 3], [0, 7]) == []


def test_another_bound_than_zero_needs_a_failure_right_beside_it() -> None:
    assert proposed(int, [7, 8, 9], [6, -1]) == ["Ge(7)"]
    assert proposed(int, [7, 8, 9], [5]) == []
    assert proposed(int, [7, 8, -9], [9]) == ["Le(8)"]


def test_nan_says_nothing_about_a_bound() -> None:
    nan = float("nan")
    assert proposed(float, [0.0, nan, 1.0], [-1.0]) == ["Ge(0)"]
    assert proposed(float, [0.0, float("inf"), 1.0], [nan]) == ["Not(math.isnan)"]


def test_lengths_need_a_failure_that_is_one_off() -> None:
    assert proposed(list[int], [[1], [1, 2], [3]], [[]]) == ["Len(1)"]
    assert proposed(list[int], [[1, 2], [3, 4], [5, 6]], [[], [1], [1, 2, 3]]) == ["Len(2, 2)"]
    assert proposed(list[str], [["", ""], ["", "a"], ["b", ""]], [["a"] * 16]) == []


def test_an_iterable_has_no_length_but_may_be_a_tuple() -> None:
    assert proposed(abc.Iterable[str], [["a"], ["b"], ("c",)], [[]]) == []
    assert proposed(abc.Iterable[str], [["a"], ["b"], ("c",)], [[], ["a", "b"]]) == ["tuple[{0}]"]


def test_text_is_told_apart_by_what_cannot_be_written() -> None:
    assert proposed(str, ["", "é", "\0"], ["\ud800", "a\udfff"])[0].startswith("Predicate(lambda text: not any(")
    assert proposed(str, ["", "é", "a"], ["\0", "a\0"]) == [r'Predicate(lambda text: "\0" not in text)']


def test_few_texts_are_no_reason_to_ask_for_digits() -> None:
    digits = [str(number) for number in range(8)]
    assert proposed(str, digits, ["a", "b", "c"]) == ["Predicate(str.isdecimal)"]
    assert proposed(str, digits[:7], ["a", "b", "c"]) == []


def test_a_property_with_too_little_behind_it_is_not_proposed() -> None:
    assert proposed(list[int], [[], [], [], [1]], [[-1]]) == []


def test_members_of_a_union_that_never_pass_are_left_away() -> None:
    assert proposed(int | None, [1, 2, 3], [None]) == ["members (0,)"]
    assert proposed(int | str | None, [1, 2, "a"], [None]) == ["members (0, 1)"]
    assert proposed(int | str, [1, 2, "a"], ["b"]) == []


def test_constraints_that_are_there_already_stay() -> None:
    (proposal,) = narrowings(Annotated[int, "meant"], [0, 1, 2], [-1])
    assert proposal.whole(Annotated[int, "meant"]).__metadata__[0] == "meant"
    assert proposal.new.__origin__ is int


def test_values_are_found_at_every_place_of_a_hint() -> None:
    hint = dict[str, list[int] | None]
    found = {spot.steps: values_at(hint, spot.steps, {"a": [1, 2], "b": None}) for spot in spots(hint)}
    assert found[(0,)] == ["a", "b"]
    assert found[(1, 0)] == [[1, 2]]
    assert found[(1, 0, 0)] == [1, 2]
    assert with_hint_at(hint, (1, 0, 0), str) == dict[str, list[str] | None]


def test_what_can_be_read_once_is_looked_at_as_a_list() -> None:
    assert thawed([iter([1, 2]), (x for x in "ab")]) == [[1, 2], ["a", "b"]]


def test_types_of_values_are_written_as_people_do() -> None:
    assert hint_words(type_of([1, None])) == ("list[int | None]", ())
    assert hint_words(type_of({"a": (1, "b")})) == ("dict[str, tuple[int, str]]", ())
    assert hint_words(abc.Sized) == ("Sized", (("collections.abc", "Sized"),))

    class Local:
        pass

    assert type_of(Local()) is None


def test_a_wider_hint_changes_the_innermost_place() -> None:
    assert [each.added for each in widenings(list[int], [[1], [None]])] == ["None", "list[None]"]
    assert next(widenings(list[int], [[1], [None]])).whole == list[int | None]
    assert [each.added for each in widenings(int, ["a", b"", None, 1.0])] == []


def test_imports_that_are_there_are_not_asked_for_again() -> None:
    assert missing_imports(__name__, (("typing", "Annotated"), ("typing", "Union"))) == ("from typing import Union",)
    assert missing_imports(__name__, (("typing", "spots"),)) is None


SOURCE = """
class Läden:
    @decorated
    def öffne(self, tür: Optional[ list[int] ] = None, *, zahl: "int|None") -> Alias: return 1
"""


@pytest.mark.parametrize(
    ("parameter", "hint", "steps", "drops", "before", "after"),
    [
        ("tür", list[int] | None, (0, 0), False, "list[int]", "list[<int>]"),
        ("tür", list[int] | None, (), True, "Optional[ list[int] ] = None", "<Optional[ list[int] ]>"),
        ("zahl", int | None, (0,), False, '"int|None"', '"<int>|None"'),
        ("return", list[int], (), False, "-> Alias", "-> <Alias>"),
    ],
)
def test_only_the_characters_of_the_place_change(
    parameter: str, hint: Any, steps: tuple[int, ...], drops: bool, before: str, after: str
) -> None:
    definition = definition_at(SOURCE, "öffne", 3)
    assert definition is not None
    change = changed(SOURCE, definition, parameter, hint, steps, lambda node, text_of: f"<{text_of(node)}>", drops)
    assert change is not None
    line = SOURCE.splitlines()[3]
    assert change.diff.splitlines() == ["-" + line, "+" + line.replace(before, after)]


def test_inside_of_an_alias_nothing_can_be_changed() -> None:
    definition = definition_at(SOURCE, "öffne", 4)
    assert definition is not None
    assert changed(SOURCE, definition, "return", list[int], (0,), lambda node, text_of: "x") is None
    assert definition_at(SOURCE, "öffne", 5) is None
