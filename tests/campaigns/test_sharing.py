"""One time for many functions: each is looked at early, what promises more gets more, nobody starves."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.run import CampaignEvent, Finished, Parked, Started
from fuzzwright.campaigns.session import Session
from fuzzwright.campaigns.sharing import LEAST, first_turn, is_shared, most_promising, news_per_second, next_turn
from fuzzwright.campaigns.states import TargetState
from fuzzwright.settings import Settings

MIXED = """
def used_up(number: int) -> int:
    return number + 1


def also_used_up(text: str) -> str:
    return text


def rich(text: str, numbers: list[int]) -> int:
    state = 0
    for number in numbers:
        if number == 7:
            state += 1
        elif number < -100:
            state -= 1
        elif number % 17 == 3:
            state *= 2
        if state == 3 and text.startswith("a"):
            state = 11
        if state > 5:
            for letter in text:
                if letter.isdigit():
                    state += 1
                elif letter.isspace():
                    state -= 2
                elif letter.isupper():
                    state ^= 5
    return state


def fails(number: int) -> int:
    return 10 // number
"""
DEADLY = """
import os


def quiet(number: int) -> int:
    return number


def leaves(number: int) -> int:
    if number % 200 == 13:
        os._exit(3)
    return number


def fails(items: list[int]) -> int:
    return items[0]
"""


def shared(folder: Path, source: str, settings: Settings) -> tuple[Session, list[CampaignEvent]]:
    (folder / "mixed.py").write_text(source)
    with Session(make_plan(["mixed.py"], settings, folder), settings) as session:
        session.open()
        events = list(session.events())
    return session, events


def state(name: str, executions: int, seconds: float, firsts: list[int] | None = None) -> TargetState:
    return TargetState(name, executions=executions, seconds=seconds, firsts=firsts or [])


def test_only_one_time_for_more_functions_than_jobs_is_shared() -> None:
    assert is_shared(Settings(time=10, jobs=2), 3)
    assert not is_shared(Settings(time=10, jobs=2), 2)
    assert not is_shared(Settings(time=10, jobs=2, time_per_function=1), 3)
    assert not is_shared(Settings(time=10, jobs=2, executions=100), 3)
    assert not is_shared(Settings(jobs=2), 3)


def test_a_first_turn_is_a_short_part_of_an_equal_share() -> None:
    assert [first_turn(fair) for fair in (0.001, 0.1, 0.8, 4.0, 400.0)] == [0.03, 0.1, 0.25, 1.0, 2.0]


def test_a_further_turn_is_worth_its_cost_and_leaves_no_useless_rest() -> None:
    assert next_turn(60.0, 6.0, 0.02) == 2.0
    assert next_turn(60.0, 6.0, 0.4) == 4.0
    assert next_turn(60.0, 6.0, 40.0) == 6.0
    assert next_turn(0.9, 0.3, 0.02) == 0.9
    assert next_turn(60.0, 120.0, 0.02) == 60.0


def test_the_next_turn_is_for_the_function_with_most_news_per_second() -> None:
    quick = state("quick", 100_000, 2.0)
    slow = state("slow", 2000, 2.0)
    rich = state("rich", 8000, 2.0, list(range(5000, 8000, 300)))
    assert most_promising([quick, slow, rich], 2.0) is rich
    # Without news, what was tried for a shorter time promises more, whatever its speed.
    assert news_per_second(quick) == pytest.approx(news_per_second(slow), rel=0.01)
    assert most_promising([state("long", 90_000, 4.0), quick], 3.0) is quick


def test_a_function_far_behind_the_others_comes_first() -> None:
    rich = state("rich", 8000, 20.0, list(range(4001, 8000)))
    assert most_promising([rich, state("poor", 9000, 1.0)], 10.5).name == "poor"
    assert most_promising([rich, state("poor", 9000, 6.0)], 13.0).name == "rich"


@pytest.mark.slow
def test_the_rich_function_gets_more_and_nobody_starves(tmp_path: Path) -> None:
    session, events = shared(tmp_path, MIXED, Settings(time=9, jobs=1))
    seconds = {one.name: one.seconds for one in session.states}
    assert max(seconds, key=lambda name: seconds[name]) == "mixed.rich"
    assert seconds["mixed.rich"] > 1.5 * seconds["mixed.used_up"]
    average = sum(seconds.values()) / len(seconds)
    assert min(seconds.values()) > LEAST / 2 * average
    first_turns = [event.target.name for event in events if isinstance(event, Started)][:4]
    assert sorted(first_turns) == sorted(seconds)
    assert sorted(event.target.name for event in events if isinstance(event, Finished)) == sorted(seconds)
    assert len([event for event in events if isinstance(event, Parked)]) > 5
    assert [finding.call for finding in session.findings()] == ["mixed.fails(0)"]
    chances = {one.function: one.chance for one in session.summary().targets}
    assert all(chance is not None and 0 <= chance[0] <= chance[1] <= 1 for chance in chances.values())


@pytest.mark.slow
def test_deaths_and_turns_get_on_with_each_other(tmp_path: Path) -> None:
    session, events = shared(tmp_path, DEADLY, Settings(time=12, jobs=2, deaths=2000))
    kinds = {finding.function: finding.kind for finding in session.findings()}
    assert kinds == {"mixed.leaves": "exited", "mixed.fails": "raised"}
    # On a busy machine no epoch of what dies so often may come to its end in time.
    assert all(one.status == "fuzzed" and one.executions + one.unacknowledged for one in session.states)
    assert len([event for event in events if isinstance(event, Finished)]) == 3


@pytest.mark.slow
def test_a_function_that_stops_at_its_first_finding_leaves_its_time_to_the_others(tmp_path: Path) -> None:
    session, events = shared(tmp_path, MIXED, Settings(time=5, jobs=1, first=True))
    turns = [event.target.name for event in events if isinstance(event, Started)]
    assert turns.count("mixed.fails") == 1
    assert len(turns) > 4
    assert {one.name: one.seconds for one in session.states}["mixed.fails"] < 1


@pytest.mark.slow
def test_a_deadly_input_that_was_kept_does_not_kill_the_next_worker(tmp_path: Path) -> None:
    (tmp_path / "mixed.py").write_text(DEADLY)
    settings = Settings(executions=3000, seed=3, jobs=1, deaths=2000)
    with Session(make_plan(["mixed:leaves"], settings, tmp_path), settings) as session:
        session.open()
        assert list(session.events())
    (leaves,) = session.states
    assert {entry.encoded for entry in leaves.kept} & {encoded for encoded, _ in leaves.deadly}
    assert (leaves.executions, leaves.reason) == (3000, "")


@pytest.mark.slow
def test_what_is_told_of_chances_is_the_same_however_often_workers_are_replaced(tmp_path: Path) -> None:
    runs = [
        shared(tmp_path, MIXED, Settings(executions=5000, seed=2, jobs=jobs, recycle=recycle))[0].summary().targets
        for jobs, recycle in ((1, 1_000_000), (2, 1000))
    ]
    first, second = ([(one.function, one.chance) for one in targets] for targets in runs)
    assert first == second
    assert len({chance for _, chance in first}) > 1
