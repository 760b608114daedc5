"""MUTAGEN's loop: which input is mutated next, when paths are forgotten, and what it finds that chance does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.events import Found
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Discarded, Outcome, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.python.properties import Assumed
from fuzzwright.python.target import FunctionTarget
from fuzzwright.searches import search_named
from fuzzwright.searches.mutagen import BATCH, MOST_DRAWN, Mutagen
from fuzzwright.searches.parts import PathPart
from fuzzwright.searches.queues import Queue, Waiting
from fuzzwright.searches.ramp import Ramp
from tests.engine.shapes import DOMAINS
from tests.searches.targets import ASSUMED, PathTarget, Unmet, judge

BOOLS = DOMAINS["two to four bools"]
LISTS = DOMAINS["list[int]"]


def waiting(name: str, depth: int) -> Waiting[str]:
    return Waiting(name, True, depth, 1, 10)


def drained(queue: Queue[str]) -> list[str]:
    found = []
    while (top := queue.top()) is not None:
        found.append(top.input)
        top.done = True
        queue.drop_done()
    return found


def test_the_shallowest_comes_first_and_of_one_depth_the_newest() -> None:
    queue = Queue[str]()
    for name, depth in (("a", 3), ("b", 1), ("c", 3), ("d", 2), ("e", 1)):
        queue.push(waiting(name, depth))
    assert len(queue) == 5
    assert drained(queue) == ["e", "b", "d", "c", "a"]
    assert len(queue) == 0


def test_what_is_pushed_to_the_back_waits_for_all_others_of_its_depth() -> None:
    queue = Queue[str]()
    for name in "abc":
        queue.push(waiting(name, 0), front=False)
    assert drained(queue) == ["a", "b", "c"]


def test_a_queue_that_is_full_lets_go_of_what_would_come_last() -> None:
    queue = Queue[str](most=3)
    for name, depth in (("a", 3), ("b", 1), ("c", 3), ("d", 2), ("e", 1)):
        queue.push(waiting(name, depth))
    assert drained(queue) == ["e", "b", "d"]


def test_sizes_go_round_with_what_passed_and_grow_with_what_was_discarded() -> None:
    ramp = Ramp(10)
    assert [ramp.size(ran) for ran in (0, 1, 9, 10, 11)] == [0, 1, 9, 0, 1]
    assert [ramp.size(ran, ran) for ran in (0, 9, 10, 35, 1000)] == [0, 0, 1, 3, 10]
    ramp.add(executions=30, discards=25)
    assert ramp.size() == 5 + 2


def seen(path: Sequence[int], checked: int = 0) -> Observation:
    return Observation(path=tuple(path), checked=checked)


def test_branches_of_preconditions_count_nowhere() -> None:
    tested = PathPart("tested")
    assert tested.of(seen([1, 2, 1, 7, 8, 2, 1], 3), passed=True) == (7, 8)
    assert tested.of(seen([1, 3, 2, 7, 9], 3), passed=True) == (7, 9)
    assert tested.of(seen([1, 2, 7, 5, 3], 5), passed=False) == (1, 2, 7, 5, 3), "all that there is to tell"
    assert tested.of(seen([1, 2, 7]), passed=True) == (1, 2, 7), "there is no precondition"
    assert PathPart("after").of(seen([1, 7, 1], 1), passed=True) == (7, 1)
    assert PathPart("all").of(seen([1, 7, 1], 1), passed=True) == (1, 7, 1)


# The loop, told by hand


def tell(search: Mutagen[Any], batch: Batch[Any], input: Any, path: Sequence[int], outcome: Outcome) -> None:
    batch.executions += 1
    search.tell(Candidate(input, batch.origin, batch.parent), seen(path), outcome)


PASSED, DISCARDED = Returned(), Discarded()
SOME, OTHER = (True, True, True), (False, False, False)


def mutagen(**choices: bool | int | str) -> Mutagen[Any]:
    search = Mutagen[Any](BOOLS, Corpus(), choices={"trace": "path", **choices})
    search.begin(1)
    return search


def test_what_took_a_new_path_is_mutated_exhaustively_and_then_given_up() -> None:
    search = mutagen()
    batch = search.ask()
    assert batch.origin == "fresh"
    tell(search, batch, SOME, [1, 2], PASSED)
    assert search.has_better_than(batch)
    batch = search.ask()
    assert batch.origin == "mutate"
    assert list(batch.inputs) == [
        *[(True, True), (True, True, True, True)],  # the list; an empty one is not of the type
        *[(False, True, True)],
        *[(True, True), (True, True, True, True)],  # the rest behind the first
        *[(True, False, True)],
        *[(True, True), (True, True, True, True)],
        *[(True, True, False)],
        *[(True, True, True, False)],  # the end
    ]
    assert search.ask().origin == "fresh"


def test_a_batch_gives_way_to_a_shallower_path_and_is_gone_on_with_later() -> None:
    search = mutagen()
    batch = search.ask()
    tell(search, batch, SOME, [1, 2, 3], PASSED)
    tell(search, batch, OTHER, [1, 2, 3, 4, 5], PASSED)
    list(search.ask().inputs)  # the first, whose path was new from the start
    deep = search.ask()
    mutant = next(deep.inputs)
    tell(search, deep, mutant, [1, 2, 6], PASSED)
    assert search.has_better_than(deep)
    shallow = search.ask()
    assert shallow.parent is not deep.parent
    list(shallow.inputs)
    rest = search.ask()
    assert rest.parent is deep.parent
    assert mutant not in list(rest.inputs)[:1]
    assert search.ask().origin == "fresh"


def test_a_deeper_path_waits() -> None:
    search = mutagen()
    batch = search.ask()
    tell(search, batch, SOME, [1, 2], PASSED)
    tell(search, batch, OTHER, [1, 3], PASSED)
    first = search.ask()
    tell(search, first, next(first.inputs), [1, 2, 4], PASSED)
    assert not search.has_better_than(first)


def test_a_discarded_input_is_mutated_only_if_its_parent_passed() -> None:
    for choice, mutated in (("parent", False), ("all", True), ("none", False)):
        search = mutagen(discarded=choice)
        batch = search.ask()
        tell(search, batch, SOME, [1, 2], DISCARDED)
        assert (search.ask().origin == "mutate") is mutated
    search = mutagen()
    batch = search.ask()
    tell(search, batch, SOME, [1, 2], PASSED)
    batch = search.ask()
    tell(search, batch, OTHER, [1, 3], DISCARDED)
    assert not search.has_better_than(batch), "what passed comes first"
    list(batch.inputs)
    batch = search.ask()
    assert batch.origin == "mutate"
    assert (True, False, False) in list(batch.inputs)


def test_a_mutant_of_a_discarded_input_that_is_discarded_too_is_not_mutated() -> None:
    search = mutagen()
    batch = search.ask()
    tell(search, batch, SOME, [1, 2], PASSED)
    batch = search.ask()
    tell(search, batch, OTHER, [1, 3], DISCARDED)
    list(batch.inputs)
    batch = search.ask()
    tell(search, batch, (True, False, False), [1, 4], DISCARDED)
    list(batch.inputs)
    assert search.ask().origin == "fresh"


@pytest.mark.slow
@pytest.mark.parametrize(("share", "least"), [(0, 0.0), (25, 0.2), (50, 0.4)])
def test_a_share_of_all_inputs_is_fresh_though_every_mutant_is_new(share: int, least: float) -> None:
    seen: list[int] = []

    def endless(value: Any) -> Iterator[int]:
        seen.append(len(seen))
        yield 1
        yield seen[-1]

    search = Mutagen[Any](LISTS, Corpus(), choices={"fresh": share})
    search.begin(1)
    ran = {"fresh": 0, "mutate": 0}
    batches = []
    ask = search.ask
    search.ask = lambda: batches.append(ask()) or batches[-1]  # type: ignore[method-assign, func-returns-value]
    list(search_events(PathTarget(endless), search, judge, Budget(4000)))
    for batch in batches:
        ran[batch.origin] += batch.executions
    assert ran["fresh"] >= least * 4000
    assert ran["mutate"] >= (1 - share / 100 - 0.1) * 4000, "and no more than that, as there is enough to mutate"


def test_what_a_fresh_input_finds_first_is_mutated_before_more_fresh_ones() -> None:
    search = mutagen(fresh=50, easy=0)
    batch = search.ask()
    tell(search, batch, SOME, [1, 2, 3], PASSED)
    tell(search, batch, OTHER, [1, 2, 4], PASSED)
    batch = search.ask()
    batch.executions = BATCH  # as if there had been so many mutants
    batch = search.ask()
    assert batch.origin == "fresh", "a share is due, though others wait"
    assert not search.has_better_than(batch), "what waits has to wait"
    next(batch.inputs)
    tell(search, batch, SOME, [5], PASSED)
    assert search.has_better_than(batch)
    assert search.ask().origin == "mutate"


def test_nothing_is_mutated_that_is_too_many_mutations_away_from_a_fresh_input() -> None:
    search = mutagen(ancestors=2)
    batch = search.ask()
    for number, origin in ((1, "mutate"), (2, "mutate"), (3, "fresh")):
        tell(search, batch, SOME, [number], PASSED)
        if batch.origin == "mutate":
            list(batch.inputs)
        batch = search.ask()
        assert batch.origin == origin


# The loop, run


def test_after_too_many_boring_runs_paths_are_forgotten_and_more_is_drawn() -> None:
    def same(value: Any) -> Iterator[int]:
        yield 1

    search = Mutagen[Any](LISTS, Corpus(), choices={"reset": 100})
    search.begin(1)
    target = PathTarget(same)
    batches = []
    ask = search.ask
    search.ask = lambda: batches.append(ask()) or batches[-1]  # type: ignore[method-assign, func-returns-value]
    list(search_events(target, search, judge, Budget(3000)))
    resets = search.corpus.notes["mutagen resets"]
    assert resets == 4, "after 100, 200, 400, 800 boring runs"
    assert sum(batch.anew for batch in batches) == resets
    mutated = [batch.executions for batch in batches if batch.origin == "mutate"]
    assert len(mutated) == 1 + resets, "what took the only path, anew after each reset"


@pytest.mark.parametrize(("saturated", "resets"), [("fresh", 1), ("empty", 0), ("any", 0)])
def test_mutants_of_mutants_may_be_new_for_ever_and_are_forgotten_all_the_same(saturated: str, resets: int) -> None:
    search = mutagen(saturated=saturated, reset=3 * BATCH)
    batch = search.ask()
    tell(search, batch, SOME, [0], PASSED)
    for number in range(1, 4):
        batch = search.ask()
        assert batch.origin == "mutate"
        tell(search, batch, OTHER, [number], PASSED)
        batch.executions = BATCH
    search.ask()
    assert search.corpus.notes.get("mutagen resets", 0) == resets


def test_at_first_few_inputs_are_fresh() -> None:
    search = mutagen(fresh=30, easy=30)
    shares = []
    for ran in (0, 29, 30, 300, 870, 10_000):
        search._ramp = Ramp(4, ran)
        shares.append(search._due_share)
    assert shares == [1, 1, 2, 11, 30, 30]


def test_without_a_reset_nothing_is_ever_forgotten() -> None:
    search = Mutagen[Any](LISTS, Corpus(), choices={"reset": 0, "random": 25})
    search.begin(1)
    list(search_events(PathTarget(lambda value: iter((1,))), search, judge, Budget(5000)))
    assert "mutagen resets" not in search.corpus.notes
    assert search._count == 25


def test_what_is_drawn_doubles_with_each_reset_up_to_a_limit() -> None:
    corpus = Corpus[Any](notes={"mutagen resets": 3})
    assert Mutagen[Any](LISTS, corpus)._count == 8
    corpus.notes["mutagen resets"] = 70
    assert Mutagen[Any](LISTS, corpus)._count == MOST_DRAWN


def test_an_epoch_goes_on_from_what_was_kept_the_newest_first() -> None:
    corpus = Corpus[Any]()
    search = Mutagen[Any](BOOLS, corpus)
    search.begin(1)
    batch = search.ask()
    for number, input in enumerate((SOME, OTHER)):
        tell(search, batch, input, [number], PASSED)
    again = Mutagen[Any](BOOLS, corpus)
    again.begin(2)
    parents = []
    for _ in range(2):
        batch = again.ask()
        parents.append(batch.parent.input if batch.parent is not None else None)
        list(batch.inputs)
    assert parents == [OTHER, SOME]
    again.begin(3)
    assert again.ask().origin == "fresh", "what was gone through is not gone through again before a reset"
    corpus.notes["mutagen resets"] = 1
    again.begin(4)
    assert again.ask().origin == "mutate"


def order(items: tuple[int, ...]) -> Iterator[int]:
    """A precondition that few lists meet, and a bug behind it that needs a long one."""
    yield 1
    for one, other in pairwise(items):
        yield 2
        if one > other:
            raise Unmet
    yield ASSUMED
    for length in range(2, 9):
        if len(items) > length:
            yield 10 + length
    if len(items) > 9:
        raise ValueError("a long ordered list")


def first_failure(name: str, seed: int, most: int) -> int | None:
    search = search_named(name, LISTS, Corpus(), lambda input, observation: True)
    search.begin(seed)
    for event in search_events(PathTarget(order), search, judge, Budget(most)):
        if isinstance(event, Found):
            return event.execution
    return None


@pytest.mark.slow
def test_a_bug_behind_a_sparse_precondition_is_found_and_not_by_chance() -> None:
    most = 20_000
    assert all(first_failure("mutagen", seed, most) is not None for seed in range(3))
    assert all(first_failure("mutagen:trace=path", seed, most) is not None for seed in range(3))
    assert all(first_failure("quickcheck", seed, most) is None for seed in range(3))
    assert all(first_failure("quickcheck:generator=classic,size=10", seed, most) is None for seed in range(3))


@pytest.mark.parametrize("shape", ["list[int]", "tree", "json", "folder"])
def test_fresh_batches_are_short_enough_to_be_left(shape: str) -> None:
    search = Mutagen[Any](DOMAINS[shape], Corpus())
    search.begin(1)
    inputs = list(search.ask().inputs)
    assert 0 < len(inputs) <= BATCH
    assert all(map(DOMAINS[shape].contains, inputs))


def test_when_paths_are_forgotten_the_target_lets_known_ones_through_again() -> None:
    path: list[int] = []

    def call(value: tuple[int, ...]) -> None:
        path.append(value[0] % 3)
        if value[0] % 3 == 2:
            raise Assumed

    beat = memoryview(bytearray(8)).cast("Q")
    target = FunctionTarget(prepare=lambda value: value, invoke=call, path=path, beat=beat)

    def let_through(anew: bool) -> tuple[list[int], int]:
        batch: Batch[Any] = Batch(iter([(number,) for number in range(9)]), anew=anew)
        return [candidate.input[0] for candidate, _ in target.run_new(batch, Budget())], batch.discards

    assert let_through(anew=False) == ([0, 1, 2], 3)
    assert let_through(anew=False) == ([], 3)
    assert let_through(anew=True) == ([0, 1, 2], 3)
