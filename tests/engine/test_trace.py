"""What of a run counts as new: buckets, edges, cut paths, and what is remembered of them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Died, Discarded, Frame, Outcome, Raised, Returned
from fuzzwright.engine.trace import (
    AT_ONCE,
    PATH_LIMIT,
    Seen,
    bucket,
    count_edges,
    cut,
    edge,
    end_feature,
    features,
)

RETURNED = Returned()
paths = st.lists(st.integers(1, 9), max_size=40)


@pytest.mark.parametrize(
    ("first", "last", "number"),
    [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 7, 4), (8, 15, 5), (16, 31, 6), (32, 127, 7), (128, 255, 8), (256, 10**6, 8)],
)
def test_counts_fall_into_the_ranges_that_are_told_apart(first: int, last: int, number: int) -> None:
    assert bucket(first) == bucket(last) == number


def test_no_count_falls_into_an_earlier_range_than_a_smaller_one() -> None:
    numbers = [bucket(count) for count in range(1000)]
    assert numbers == sorted(numbers)


def test_edges_are_counted_from_a_start_that_is_no_branch() -> None:
    assert count_edges([5, 6, 5, 6]) == {edge(0, 5): 1, edge(5, 6): 2, edge(6, 5): 1}
    assert count_edges([6], previous=5) == {edge(5, 6): 1}
    assert count_edges([]) == {}


@pytest.mark.parametrize("length", [AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE, 2 * AT_ONCE + 1])
def test_long_paths_are_counted_in_parts_of_which_none_is_lost(length: int) -> None:
    path = [number % 7 + 1 for number in range(length)]
    assert count_edges(path, previous=9) == Counter(itertools.starmap(edge, zip([9, *path], path, strict=False)))


def test_counting_a_long_path_takes_little_memory() -> None:
    path = [1, 2] * (20 * AT_ONCE)
    tracemalloc.start()
    try:
        count_edges(path)
        assert tracemalloc.get_traced_memory()[1] < 100 * AT_ONCE
    finally:
        tracemalloc.stop()


@given(st.integers(0, 2**24 - 1), st.integers(0, 2**24 - 1), st.integers(0, 2**24 - 1), st.integers(0, 2**24 - 1))
def test_different_steps_have_different_numbers(a: int, b: int, c: int, d: int) -> None:
    assert (edge(a, b) == edge(c, d)) == ((a, b) == (c, d))


@given(paths, paths)
def test_the_edges_of_a_path_are_those_of_its_two_halves(first: list[int], second: list[int]) -> None:
    halves = Counter(count_edges(first))
    halves.update(count_edges(second, first[-1] if first else 0))
    assert halves == count_edges(first + second)


def test_the_features_are_edges_in_buckets_and_the_end() -> None:
    reached = features(Observation(path=(5, 6, 5, 6)), RETURNED)
    expected = {edge(0, 5) << 4 | 1, edge(5, 6) << 4 | 2, edge(6, 5) << 4 | 1, end_feature(RETURNED)}
    assert reached == expected


def test_one_more_round_of_a_loop_counts_only_across_a_bucket() -> None:
    def rounds(count: int) -> set[int]:
        return features(Observation(path=(1, 2) * count), RETURNED)

    assert rounds(4) != rounds(3)
    assert rounds(5) == rounds(6)
    assert rounds(9) == rounds(14)
    assert rounds(9) != rounds(33)


def test_what_comes_before_the_start_does_not_count() -> None:
    observation = Observation(path=(1, 2, 3, 4))
    assert features(observation, RETURNED, start=2) == features(Observation(path=(3, 4)), RETURNED)


def test_a_path_up_to_the_limit_is_kept_whole() -> None:
    path = list(range(1, PATH_LIMIT + 1))
    assert cut(path) == (tuple(path), None)
    longer, more = cut([*path, 7])
    assert longer == tuple(path)
    assert more == {edge(PATH_LIMIT, 7): 1}


@pytest.mark.parametrize("length", [PATH_LIMIT - 1, PATH_LIMIT, PATH_LIMIT + 1, 3 * PATH_LIMIT])
def test_cutting_a_path_changes_none_of_its_features(length: int) -> None:
    path = [1 + (step * step) % 7 for step in range(length)]
    kept, more = cut(path)
    assert len(kept) <= PATH_LIMIT
    assert features(Observation(path=kept, more=more), RETURNED) == features(Observation(path=tuple(path)), RETURNED)


def test_no_more_of_a_path_is_counted_than_is_asked_for() -> None:
    path = [1, 2] * PATH_LIMIT
    kept, more = cut(path, PATH_LIMIT + 10)
    assert (len(kept), sum((more or {}).values())) == (PATH_LIMIT, 10)
    assert cut(path, PATH_LIMIT // 2)[1] in ({}, None)


def test_ends_of_different_kinds_are_different_features() -> None:
    here, there = Frame("a.py", "f", 3), Frame("a.py", "f", 4)
    ends: list[Outcome] = [
        RETURNED,
        Discarded(),
        Discarded("other"),
        Died(signal=11),
        Died(signal=6),
        Raised((here,), "ValueError"),
        Raised((there,), "ValueError"),
        Raised((here,), "KeyError"),
    ]
    assert len({end_feature(end) for end in ends}) == len(ends)
    assert end_feature(Raised((here,), "KeyError", "a message")) == end_feature(Raised((here,), "KeyError", "another"))


def test_the_end_of_a_run_is_never_taken_for_one_of_its_edges() -> None:
    assert all(end_feature(Died(signal=number)) < 0 for number in range(64))
    assert all(end_feature(Died(signal=number)) >= -(2**63) for number in range(64))


ELSEWHERE = """
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.engine.trace import features
end = Raised((Frame("a.py", "f", 3), Frame("b.py", "gé\\udc80", 4)), "ValueError", "message")
print(sorted(features(Observation(path=(1, 2, 3, 2, 3)), end)))
"""


def test_features_are_the_same_in_processes_with_different_hash_seeds() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().split(",")) == 5


def test_a_path_is_new_once() -> None:
    seen = Seen()
    assert seen.add(5)
    assert 5 in seen.young
    assert seen.add(6)
    seen.forget()
    assert seen.add(5)


def test_what_is_remembered_is_bounded() -> None:
    seen = Seen(limit=10)
    for key in range(1000):
        if key not in seen.young:
            seen.add(key)
        assert len(seen.young) <= 10
        assert len(seen.old) <= 10


@given(st.lists(st.integers(0, 40), max_size=200), st.integers(1, 12))
def test_what_was_met_lately_is_remembered_and_nothing_is_ever_made_up(keys: list[int], limit: int) -> None:
    seen = Seen(limit)
    met: list[int] = []
    for key in keys:
        new = key not in seen.young and seen.add(key)
        if key not in met:
            assert new
        lately = list(dict.fromkeys(reversed(met)))[:limit]
        if key in lately[: max(limit - 1, 0)] and limit > 1:
            assert not new
        met.append(key)
