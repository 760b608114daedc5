"""What the table of walls says about engines."""

from __future__ import annotations

from benchmarks.peers.trials import Trial
from benchmarks.peers.wall_table import alone, group_rows, totals


def trial(wall: str, engine: str, seed: int, reached: bool) -> Trial:
    return Trial(wall, engine, seed, reached, 1.0, 1.0)


TRIALS = [
    trial("a.always", "one", 0, True),
    trial("a.always", "one", 1, True),
    trial("a.sometimes", "one", 0, True),
    trial("a.sometimes", "one", 1, False),
    trial("b.never", "one", 0, False),
    trial("b.never", "one", 1, False),
    trial("a.always", "two", 0, True),
    trial("a.sometimes", "two", 0, False),
    trial("b.never", "two", 0, False),
]


def test_walls_that_one_engine_alone_reached_are_named() -> None:
    names = ["a.always", "a.sometimes", "b.never"]
    assert alone(TRIALS, names, ["one", "two"]) == {"one": ["a.sometimes"], "two": []}


def test_a_wall_that_another_engine_did_not_try_yet_is_reached_by_nobody_alone() -> None:
    trials = [each for each in TRIALS if (each.wall, each.engine) != ("a.sometimes", "two")]
    assert alone(trials, ["a.sometimes"], ["one", "two"]) == {"one": [], "two": []}


def test_an_engine_that_could_not_be_run_makes_nobody_alone() -> None:
    broken = Trial("a.sometimes", "three", 0, False, 1.0, 1.0, note="no module named three")
    assert alone([*TRIALS, broken], ["a.sometimes"], ["one", "two", "three"]) == {"one": [], "two": [], "three": []}


def test_walls_are_counted_by_how_many_seeds_reached_them() -> None:
    rows = {line[:15].strip(): line[15:].split() for line in group_rows(TRIALS, ["one", "two"])}
    assert rows == {
        "group": ["one", "two"],
        "a": ["2/2", "1/2"],
        "b": ["0/1", "0/1"],
        "all seeds": ["1", "1"],
        "some seeds": ["1", "0"],
        "no other engine": ["1", "0"],
    }


def test_an_engine_that_is_alone_in_the_table_has_nobody_to_be_compared_with() -> None:
    assert not any(line.startswith("no other engine") for line in group_rows(TRIALS, ["one"]))


def test_totals_tell_all_seeds_from_some() -> None:
    first, second = totals(TRIALS, ["one", "two"])
    assert first.startswith("one    2 of 3 walls:   1 with all seeds,   1 with some; 3 of 6 trials (50 %)")
    assert second.startswith("two    1 of 3 walls:   1 with all seeds,   0 with some; 1 of 3 trials (33 %)")
