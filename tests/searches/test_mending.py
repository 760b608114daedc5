"""What a change broke on the way: how much of it is left, what to turn, and in which order repairs are gone on from."""

from __future__ import annotations

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.sides import side
from fuzzwright.searches.mending import Mending, Told, standing, to_turn, way_to


def went(condition: int, holds: bool, far: float = 1.0, visit: int = 1) -> dict[int, float]:
    """The sides of a condition that a run came to: the one it took, and how far the other one is."""
    taken = {side(condition, each, holds=holds): 0.0 for each in (0, visit)}
    return taken | {side(condition, each, holds=not holds): far for each in (0, visit)}


def told(input: str, *conditions: dict[int, float]) -> Told[str]:
    distances: dict[int, float] = {}
    for condition in conditions:
        distances |= condition
    return Told(input, Observation(), distances)


GOAL = side(9, 0, holds=True)
FIRST, SECOND = side(1, 0, holds=True), side(2, 0, holds=True)
WAY = [FIRST, SECOND]


def test_the_way_is_what_a_run_always_took_before_the_condition() -> None:
    both = {side(3, visit, holds=holds): 0.0 for visit in (0, 1) for holds in (True, False)}
    start = told("", went(1, True), both, went(2, True), went(9, False), went(4, True))
    assert way_to(start.distances, GOAL) == WAY


def test_the_condition_itself_is_not_on_the_way_to_one_of_its_later_visits() -> None:
    start = told("", went(1, True), went(9, False, visit=1), went(9, False, visit=2))
    assert way_to(start.distances, side(9, 2, holds=True)) == [FIRST]


def test_more_of_the_way_stands_higher_and_then_what_is_nearer() -> None:
    runs = [
        told("neither", went(1, False)),
        told("far", went(1, True), went(2, False, far=8)),
        told("near", went(1, True), went(2, False, far=2)),
        told("whole", went(1, True), went(2, True)),
    ]
    standings = [standing(run.distances, WAY) for run in runs]
    assert standings == sorted(standings)
    assert len(set(standings)) == len(standings)


def test_a_condition_is_as_far_as_at_its_worst_visit() -> None:
    once = told("", went(1, True), went(2, True, visit=1) | went(2, False, far=5, visit=2))
    twice = told("", went(1, True), went(2, False, far=1, visit=1) | went(2, False, far=5, visit=2))
    assert standing(once.distances, WAY) == standing(twice.distances, WAY)


def test_distances_without_end_can_be_compared() -> None:
    assert standing(told("", went(1, False, far=float("inf"))).distances, WAY) == (0, -1.0)


def test_what_was_broken_is_turned_where_it_ended_the_run() -> None:
    assert to_turn(told("", went(1, True), went(2, False)).distances, WAY) == [SECOND]


def test_what_came_last_is_turned_first_where_the_run_went_on() -> None:
    after = [went(condition, False) for condition in (5, 6, 7)]
    turned = to_turn(told("", went(1, False), *after).distances, WAY)
    assert turned == [*(side(condition, 1, holds=True) for condition in (7, 6, 5)), FIRST]


def test_the_repair_that_kept_most_is_gone_on_from_first_and_none_that_lost_more() -> None:
    mending = Mending(told("root", went(1, True), went(2, False, far=8)), WAY)
    first = mending.next()
    assert first is not None
    assert first.input == "root"
    assert not mending.gained
    mending.add(told("worse", went(1, False)))
    mending.add(told("nearer", went(1, True), went(2, False, far=4)))
    mending.add(told("nearest", went(1, True), went(2, False, far=2)))
    mending.add(told("the same again", went(1, True), went(2, False, far=2)))
    assert mending.gained
    left = [mending.next(), mending.next(), mending.next()]
    assert [run.input if run else None for run in left] == ["nearest", "nearer", None]
