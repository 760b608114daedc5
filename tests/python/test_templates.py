"""What the cases of a `match` ask for: as values to be wanted, and how far a value is from them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

import pytest

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.templates import Dotted, Instance, Kind, far_from, filled_in, resolved, templates_of


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 7


class Plain:
    pass


def templates(pattern: str) -> list[Any]:
    (match,) = ast.parse(f"match subject:\n    case {pattern}:\n        pass\n").body
    assert isinstance(match, ast.Match)
    return templates_of(match.cases[0].pattern)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("1 | 'two' | -3", [1, "two", -3]),
        ("str()", [Kind(str)]),
        ("str() as name", [Kind(str)]),
        ("int(5)", [5]),
        ("['go', str(), _]", [["go", Kind(str), HOLE]]),
        ("[1, *rest, 2]", [[1, 2], [1, HOLE, 2], [1, HOLE, HOLE, 2]]),
        ("{'kind': 'go', **rest}", [{"kind": "go"}]),
        ("Point(3, y=4)", [Instance("Point", (3,), (("y", 4),))]),
        ("shapes.Point()", [Instance("shapes.Point", (), ())]),
        ("Color.RED", [Dotted("Color.RED")]),
    ],
)
def test_a_pattern_becomes_what_would_match(pattern: str, expected: list[Any]) -> None:
    assert templates(pattern) == expected


def test_of_a_pattern_with_many_choices_only_some_are_taken() -> None:
    choices = " | ".join(map(str, range(100)))
    assert templates(choices) == list(range(12))


def test_names_are_looked_up_and_instances_made_with_holes() -> None:
    (template,) = templates("[Point(x=LIMIT.x), Nobody(1), Plain()]")
    point, *others = resolved(template, {"Point": Point, "LIMIT": Point(5), "Plain": Plain})
    assert type(point) is Point
    assert [point.x, point.y] == [5, HOLE]
    assert others == [HOLE, HOLE]


def test_a_value_to_be_wanted_has_an_example_for_each_type() -> None:
    (template,) = templates("[str(), {'n': int()}, Point(x=int()), _]")
    text, table, point, anything = filled_in(resolved(template, {"Point": Point}))
    assert (text, table, point.x, anything) == ("a", {"n": 1}, 1, HOLE)


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ("['go', str(), _]", ["go", "anything", None]),
        ("{'kind': 'go'}", {"kind": "go", "more": 1}),
        ("Point(x=3)", Point(3, 99)),
        ("[1, [2, _]]", (1, [2, 3])),
        ("None", None),
        ("_", object()),
    ],
)
def test_what_matches_is_not_far(pattern: str, value: Any) -> None:
    (template,) = templates(pattern)
    assert far_from(value, resolved(template, {"Point": Point})) == 0


@pytest.mark.parametrize(
    ("pattern", "nearer", "farther"),
    [
        ("['go', str(), _]", ["go", "x"], ["stop"]),
        ("['go', str(), _]", ["gp", "x", 1], ["zz", "x", 1]),
        ("['go', [1, 2]]", ["go", [1]], ["go", []]),
        ("{'kind': 'go', 'n': 5}", {"kind": "go"}, {}),
        ("Point(x=3, y=4)", Point(3, 5), Point(3, 50)),
        ("[1, 2]", [], "12"),
    ],
)
def test_what_agrees_in_more_is_nearer(pattern: str, nearer: Any, farther: Any) -> None:
    (template,) = templates(pattern)
    template = resolved(template, {"Point": Point})
    assert 0 < far_from(nearer, template) < far_from(farther, template)
