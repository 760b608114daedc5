"""Exhaustive mutation as a part of `adaptive`: from the first assumption that does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from fuzzwright.domains.products import Products
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import batch_events, search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Returned
from fuzzwright.engine.search import Candidate
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.exhaustion import Exhaustion
from fuzzwright.searches.tried import Tried
from tests.engine.shapes import DOMAINS, finished
from tests.searches.targets import ASSUMED, PathTarget, Unmet, judge

LISTS = DOMAINS["list[int]"]


def exhaustive(remembers: bool = True) -> Exhaustion[Any]:
    return Exhaustion(LISTS, 1, Tried(LISTS, remembers))


def climbing(items: list[int]) -> Iterator[int]:
    """Ask for a list whose items rise, and look at how long it is."""
    yield 1
    for one, other in pairwise(items):
        yield 2
        if one >= other:
            raise Unmet
    yield ASSUMED
    yield 3 + min(len(items), 20)


def plain(items: list[int]) -> Iterator[int]:
    yield 1 + min(len(items), 20)


def spent(function: Any, without: frozenset[str] = frozenset()) -> int:
    """Return what mutants cost in a thousand runs."""
    corpus = Corpus[Any]()
    search = Adaptive(LISTS, corpus, without=without)
    search.begin(3)
    for _ in search_events(PathTarget(function), search, judge, Budget(4000)):
        pass
    search.ask()
    return corpus.notes.get("exhaust cost", 0)


def test_mutants_are_tried_where_an_assumption_does_not_hold() -> None:
    assert spent(climbing) > 0


def test_without_assumptions_or_when_left_out_there_are_none() -> None:
    assert spent(plain) == 0
    assert spent(climbing, frozenset({"exhaustion"})) == 0


def test_what_others_found_is_mutated_but_not_kept() -> None:
    exhaustion = exhaustive()
    first = exhaustion.ask()
    exhaustion.overhear(Candidate((1, 2, 3)), Observation(path=(1, 2, 3)), Returned())
    assert not exhaustion.corpus.kept
    assert exhaustion.has_better_than(first)
    batch = exhaustion.ask()
    assert batch.origin == "mutate"
    assert (2, 3) in list(batch.inputs)


def test_a_place_that_none_came_to_is_before_ways_that_are_new_at_a_shallower_step() -> None:
    exhaustion = exhaustive()
    exhaustion.overhear(Candidate((1,)), Observation(path=(1, 2, 3, 4)), Returned())
    exhaustion.overhear(Candidate((4, 5, 6)), Observation(path=(1, 2, 3, 7, 4)), Returned())
    exhaustion.tell(Candidate((7,)), Observation(path=(1, 3, 2, 4)), Returned())
    exhaustion.overhear(Candidate((8,)), Observation(path=(2, 1, 3, 4)), Returned())
    # Of two that are new, the shorter run has its turn first; the last one is only another way through known places.
    assert (1, 1) in list(exhaustion.ask().inputs)
    assert (5, 6) in list(exhaustion.ask().inputs)
    assert (7, 7) in list(exhaustion.ask().inputs)
    assert exhaustion.ask().origin == "fresh"  # what others tried counts only where it came to something new


def test_the_end_of_a_long_path_counts() -> None:
    exhaustion = exhaustive()
    exhaustion.overhear(Candidate((1,)), Observation(path=(1, *[2] * 100)), Returned())
    list(exhaustion.ask().inputs)
    exhaustion.overhear(Candidate((8, 9)), Observation(path=(1, *[2] * 100, 3)), Returned())
    assert (9,) in list(exhaustion.ask().inputs)


def test_where_it_came_to_something_new_a_search_starts_again() -> None:
    exhaustion = exhaustive()
    for generation in range(30):  # three times as many as MUTAGEN follows
        batch = exhaustion.ask()
        assert batch.origin == ("mutate" if generation else "fresh")
        input = next(batch.inputs)
        exhaustion.tell(Candidate(input), Observation(path=(1, 10 + generation)), Returned())


def test_fewer_inputs_are_fresh_where_none_of_these_passes() -> None:
    def fresh(discards: int) -> int:
        exhaustion = exhaustive(remembers=False)
        count = 0
        for number in range(100):
            batch = exhaustion.ask()
            for _ in batch.inputs:
                batch.executions += 1
                batch.discards = batch.executions if discards else 0
                count += batch.origin == "fresh"
                if batch.executions == 64:
                    break
            exhaustion.overhear(
                Candidate(tuple(range(number, number + 20))), Observation(path=(1, 10 + number)), Returned()
            )
        return count

    assert fresh(discards=1) < fresh(discards=0) / 2


def test_no_mutant_is_tried_twice() -> None:
    exhaustion = exhaustive()
    tried: list[Any] = []
    for _ in range(100):
        batch = exhaustion.ask()
        for input in batch.inputs:
            batch.executions += 1
            tried.append(input)
            exhaustion.tell(Candidate(input), Observation(path=(1, len(input), *input[:2])), Returned())
            if exhaustion.has_better_than(batch):
                break
    assert len(tried) > 64
    assert len(set(tried)) == len(tried)


def test_it_says_whether_there_is_something_to_mutate() -> None:
    exhaustion = exhaustive()
    assert not exhaustion.waits
    exhaustion.overhear(Candidate((1, 2)), Observation(path=(1, 2)), Returned())
    assert exhaustion.waits
    while exhaustion.waits:
        list(exhaustion.ask().inputs)
    assert exhaustion.ask().origin == "fresh"


def test_what_was_made_without_knowing_of_assumptions_gives_way_to_mutants() -> None:
    search = Adaptive(LISTS, Corpus[Any]())
    search.begin(3)
    batch = search.ask()
    next(batch.inputs)
    assert not search.has_better_than(batch)
    for _ in batch_events(PathTarget(climbing), search, judge, batch, Budget(1000)):
        pass
    assert batch.executions < 100
    assert search.ask() is not batch


def test_what_is_large_is_not_gone_through() -> None:
    exhaustion = exhaustive()
    exhaustion.overhear(Candidate(tuple(range(1000))), Observation(path=(1, 2)), Returned())
    assert not exhaustion.waits
    exhaustion.overhear(Candidate(tuple(range(100))), Observation(path=(1, 3)), Returned())
    assert exhaustion.waits


PAIRS = finished(Products([LISTS, LISTS]))


def mutants_of(exhaustion: Exhaustion[Any], passes: Any) -> list[Any]:
    """Return what is tried next, up to what is to be mutated then; what does not pass is a discard."""
    batch = exhaustion.ask()
    tried = []
    for input in batch.inputs:
        batch.executions += 1
        batch.discards += not passes(input)
        tried.append(input)
        if len(tried) == 64:
            break
    return tried


def test_where_the_first_mutant_at_a_place_does_not_pass_the_others_wait() -> None:
    exhaustion = exhaustive()
    exhaustion.overhear(Candidate((1, 2, 3)), Observation(path=(1, 2)), Returned())
    first = mutants_of(exhaustion, lambda items: items)
    # At the top a list may be empty, shorter or longer.
    assert first[0] == ()
    assert (2, 3) not in first
    exhaustion.overhear(Candidate((7, 8, 9)), Observation(path=(1, 3)), Returned())
    assert (8, 9) in mutants_of(exhaustion, lambda items: True)  # all that is at a place where the first passed
    exhaustion.ask()
    assert (2, 3) in mutants_of(exhaustion, lambda items: True)


def test_where_nothing_passes_for_an_input_little_is_tried_for_its_mutants() -> None:
    def tried(inherits: bool) -> int:
        exhaustion = exhaustive(remembers=False)
        items = tuple(range(100, 120))
        exhaustion.overhear(Candidate(items), Observation(path=(1, 2)), Returned())
        assert (
            len(mutants_of(exhaustion, lambda items: False)) == 41
        )  # each item, each rest, and the rest that is empty
        tell = exhaustion.tell if inherits else exhaustion.overhear
        tell(Candidate((*items[:-1], 7)), Observation(path=(1, 3)), Returned())
        return len(mutants_of(exhaustion, lambda items: False))

    assert tried(inherits=True) < 20 < tried(inherits=False)


def test_what_two_parts_have_in_common_is_changed_in_both() -> None:
    exhaustion: Exhaustion[Any] = Exhaustion(PAIRS, 1, Tried(PAIRS))
    exhaustion.overhear(Candidate(((1, 2), (1, 2))), Observation(path=(1, 2)), Returned())
    tried = mutants_of(exhaustion, lambda pair: pair[0] == pair[1])
    alike = [pair for pair in tried if pair[0] == pair[1]]
    assert ((), ()) in alike
    assert len(alike) > 3
    assert len(alike) > len(tried) / 4


def test_soundings_and_twins_can_be_left_out() -> None:
    exhaustion: Exhaustion[Any] = Exhaustion(PAIRS, 1, Tried(PAIRS), {"soundings", "twins"})
    exhaustion.overhear(Candidate(((1, 2), (1, 2))), Observation(path=(1, 2)), Returned())
    tried = mutants_of(exhaustion, lambda pair: False)
    assert ((2,), (1, 2)) in tried
    assert ((), ()) not in tried
