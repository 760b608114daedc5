"""States are remembered with the simplest input that leads there, and gone on from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.observation import Observation
from fuzzwright.searches import states as states_module
from fuzzwright.searches.states import States
from fuzzwright.searches.vary import Varying
from fuzzwright.searches.words import Words
from tests.engine.shapes import finished

TEXTS = finished(Strings())
LISTS = finished(Sequences(Integers(0, 3)))


class Noted(NamedTuple):
    """An operation of a run, as a target notes it."""

    site: int
    kind: str
    operands: tuple[Any, ...]
    result: Any = None


def corridor(steps: Any) -> Observation:
    """A walk along a corridor, one step for `r` or 1 and back for `l` or 2; whatever else there is ends it."""
    place, notes = 0, []
    for step in steps:
        move = {"r": 1, 1: 1, "l": -1, 2: -1}.get(step, 0)
        notes.append(Noted(1, "binary", (place, move), place + move))
        place += move
        if not move or place < 0:
            notes.append(Noted(2, "compare", (place, 0), True))
            break
    return Observation(notes=notes)


def place_of(observation: Observation) -> int:
    """Where a walk ended; nowhere if it was ended."""
    notes = observation.notes
    return notes[-1].result if notes and notes[-1].site == 1 else -1


def nothing_suggested(input: Any, observation: Observation) -> Iterator[Any]:
    return iter(())


def made(domain: Domain[Any], seed: int, suggest: Any = nothing_suggested) -> States[Any]:
    random = Random(seed)
    words = Words(("l", "r"))
    return States(domain, words, Varying(domain, words, random).varied, suggest, random)


def gone_on(states: States[Any], start: Any, goes: int = 10) -> list[Any]:
    """Return every input of some goes from one start."""
    states.note(start, corridor(start))
    ran = []
    for _ in range(goes):
        for input in states.inputs():
            ran.append(input)
            states.note(input, corridor(input))
    return ran


@pytest.mark.parametrize(("domain", "start"), [(TEXTS, "rr"), (LISTS, (1, 1))])
def test_a_long_way_is_gone_step_by_step(domain: Domain[Any], start: Any) -> None:
    ran = gone_on(made(domain, 1), start)
    assert all(map(domain.contains, ran))
    assert max(place_of(corridor(input)) for input in ran) >= 30


def test_the_same_seed_goes_the_same_way() -> None:
    once = gone_on(made(TEXTS, 4), "rr", 3)
    assert once == gone_on(made(TEXTS, 4), "rr", 3)
    assert once != gone_on(made(TEXTS, 5), "rr", 3)


def test_a_state_is_new_once_and_keeps_the_simplest_input() -> None:
    states = made(TEXTS, 1)
    assert states.note("rrlr", corridor("rrlr"))
    assert not states.note("rr", corridor("rr"))
    assert not states.note("rrlrlr", corridor("rrlrlr"))
    assert len(states) == 1
    assert next(states.inputs()).startswith("rrr")


def test_what_ended_before_its_end_is_not_gone_on_from() -> None:
    states = made(TEXTS, 1)
    states.note("rrx", corridor("rrx"))
    ran = []
    for input in states.inputs():
        ran.append(input)
        states.note(input, corridor(input))
    assert ran == ["rrxx"]
    assert not len(states)


def test_what_a_longer_input_compares_is_turned() -> None:
    def suggest(input: str, observation: Observation) -> Iterator[str]:
        yield input[:-1] + "r"

    states = made(TEXTS, 1, suggest)
    states.note("rrl", corridor("rrl"))
    ran: list[str] = []
    for input in states.inputs():
        states.note(input, corridor(input))
        ran.append(input)
        if len(ran) == 2:
            break
    assert ran == ["rrll", "rrlr"]


@pytest.mark.slow
def test_only_so_many_states_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states_module, "MOST_STATES", 16)
    states = made(LISTS, 1)
    ran = gone_on(states, (1, 1))
    assert max(place_of(corridor(input)) for input in ran) > 16
    assert len(states) <= len(states._stones) <= 16


@pytest.mark.parametrize("domain", [Integers(), Products([Integers(), Integers()]), Sequences(Integers(), SET)])
def test_where_nothing_can_be_continued_no_state_is_remembered(domain: Domain[Any]) -> None:
    states = made(finished(domain), 1)
    assert not states.note(domain.simplest(), corridor("rr"))
    assert not len(states)
    assert list(states.inputs()) == []


def test_a_type_with_a_longest_length_is_kept_to() -> None:
    domain = finished(Sequences(Integers(0, 3), longest=5))
    ran = gone_on(made(domain, 1), (1, 1))
    assert ran
    assert all(map(domain.contains, ran))


def test_what_led_on_elsewhere_is_put_behind_every_input() -> None:
    states = made(TEXTS, 1)
    states.note("rrl", corridor("rrl"))
    states.note("rrr", corridor("rrr"))
    ran = []
    for input in states.inputs():
        ran.append(input)
        states.note(input, corridor(input))
    assert {"rrll", "rrlr", "rrrr", "rrrl"} <= set(ran)


def test_what_is_carried_to_the_next_epoch_is_not_begun_with_again() -> None:
    states = made(TEXTS, 1)
    gone_on(states, "rr", 2)
    carried = states.to_carry(8)
    assert len(carried) == 8
    later = made(TEXTS, 2)
    later.recall(carried)
    for each in carried:
        later.note(each.input, corridor(each.input))
    again = {each.input: each for each in later.to_carry(8)}
    assert all(again[each.input] == each for each in carried if each.input in again)
    assert again


def test_items_are_only_looked_up_if_that_runs_no_code_of_the_users() -> None:
    class Colour(Enum):
        RED = 1

    class Odd(Enum):
        ONE = 1

        def __hash__(self) -> int:
            raise RuntimeError("never asked")

    class Pair(NamedTuple):
        left: Any
        right: Any

    is_plain = states_module._is_plain
    assert all(map(is_plain, (1, "a", b"", True, None, 0.5, (), (1, ("a",)), Colour.RED, Pair(1, Colour.RED))))
    assert not any(map(is_plain, (Odd.ONE, (1, Odd.ONE), Pair(1, Odd.ONE), object, math.nan, (math.nan,))))


@pytest.mark.parametrize("seed", range(8))
def test_a_simpler_input_may_take_the_place_of_the_one_that_is_gone_on_from(seed: int) -> None:
    domain = finished(Mappings(Strings(), Sequences(Integers(0, 3))))
    states = made(domain, seed)
    states.note((("a", (3,)), ("b", (2, 3))), corridor([1]))
    states.note((("a", (1,)), ("b", (1, 2))), corridor([1, 1]))
    ran = []
    for input in states.inputs():
        ran.append(input)
        for place in (1, 2):  # the same states, with fewer entries
            states.note((("a", (place,)),), corridor([1] * place))
    assert ran
    assert all(domain.contains(input) for input in ran)


def test_what_is_left_of_going_on_is_taken_up_again_where_it_was() -> None:
    def given(states: States[Any], at_once: int) -> list[Any]:
        states.note((1, 1), corridor((1, 1)))
        inputs: list[Any] = []
        for _ in range(40 // at_once):
            for input in islice(states.inputs(), at_once):  # dropped then, as a search does with what has cost enough
                states.note(input, corridor(input))
                inputs.append(input)
        return inputs

    whole, parted = given(made(LISTS, 3), 40), given(made(LISTS, 3), 5)
    assert parted == whole
    assert len(set(whole)) > 10
