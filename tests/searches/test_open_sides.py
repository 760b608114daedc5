"""Which sides are still to be taken, and where a climb to one of them begins."""

from __future__ import annotations

from random import Random

from fuzzwright.engine.sides import side
from fuzzwright.searches.open_sides import OpenSides

GOAL = side(9, 0, holds=True)


def came_to_it() -> OpenSides[str]:
    sides: OpenSides[str] = OpenSides(Random(1), None)
    assert sides.learn({GOAL: 3.0, GOAL ^ 1: 0.0}, 5, "near")
    return sides


def test_climbs_begin_at_the_nearest_input_until_that_did_not_help() -> None:
    sides = came_to_it()
    starts = []
    for _ in range(6):
        starts.append(sides.start(GOAL))
        for number in range(50):
            sides.learn({GOAL: 4.0 + number, GOAL ^ 1: 0.0}, 5, f"far {number}")
    assert [tries for _, _, tries in starts] == [1, 2, 3, 4, 5, 6]
    assert all(distance == 3.0 for distance, _, _ in starts)
    assert [input == "near" for _, input, _ in starts] == [True, True, False, True, False, True]


def test_the_nearest_inputs_to_what_is_open_are_handed_on_once_each() -> None:
    sides = came_to_it()
    other = side(10, 0, holds=True)
    sides.learn({other: 2.0, GOAL: 1.0}, 5, "nearer")
    assert sides.nearest_to_open(5) == ["nearer"]
    sides.learn({GOAL: 0.0, other: 5.0}, 5, "there")
    assert sides.nearest_to_open(5) == ["nearer"]
    sides.learn({other: 0.0}, 5, "there too")
    assert sides.nearest_to_open(5) == []


def test_inputs_that_came_as_near_are_remembered_from_the_beginning() -> None:
    sides = came_to_it()
    sides.learn({GOAL: 3.0, GOAL ^ 1: 0.0}, 9, "as near")
    sides.learn({GOAL: 4.0, GOAL ^ 1: 0.0}, 9, "farther")
    starts = [sides.start(GOAL)[1] for _ in range(12)]
    assert set(starts) == {"near", "as near"}
    sides.learn({GOAL: 2.0, GOAL ^ 1: 0.0}, 9, "nearer")
    assert "as near" not in [sides.start(GOAL)[1] for _ in range(12)]
