"""The logs of traces: what is new about a path, and where."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.searches import trie
from fuzzwright.searches.trie import Edges, Trie

paths = st.lists(st.integers(1, 3), max_size=8).map(tuple)


def test_a_path_is_new_from_where_it_leaves_the_known_ones() -> None:
    log = Trie()
    assert log.insert((1, 2, 3, 4)) == (4, 0)
    assert log.insert((1, 2, 3, 5)) == (1, 3)
    assert log.insert((1, 2, 6, 7)) == (2, 2)
    assert log.insert((1, 2, 3, 4, 8, 9)) == (2, 4)


def test_a_known_path_and_the_start_of_one_are_nothing_new() -> None:
    log = Trie()
    log.insert((1, 2, 3))
    assert log.insert((1, 2, 3)) == (0, 3)
    assert log.insert((1, 2)) == (0, 2)
    assert log.insert(()) == (0, 0)


def test_a_trie_tells_where_a_path_leaves_all_known_ones() -> None:
    log = Trie()
    assert log.insert((1, 2, 3)) == (3, 0)
    assert log.insert((1, 2, 3)) == (0, 3)
    assert log.insert((1, 2)) == (0, 2)
    assert log.insert((1, 2, 4, 5)) == (2, 2)
    assert log.insert((1, 2, 3, 9)) == (1, 3)
    assert log.insert((7,)) == (1, 0)
    assert log.insert(()) == (0, 0)
    assert log.size == 7


@given(st.lists(paths, max_size=30))
def test_a_trie_counts_the_distinct_beginnings(known: list[tuple[int, ...]]) -> None:
    log = Trie()
    beginnings: set[tuple[int, ...]] = set()
    for path in known:
        own = [path[:length] for length in range(1, len(path) + 1)]
        fresh = [beginning for beginning in own if beginning not in beginnings]
        assert log.insert(path) == (len(fresh), len(path) - len(fresh))
        beginnings.update(own)
        assert log.size == len(beginnings)


def test_after_a_reset_everything_is_new_again() -> None:
    for log in (Trie(), Edges()):
        first = log.insert((1, 2, 3))
        assert log.insert((1, 2, 3))[0] == 0
        log.clear()
        assert log.insert((1, 2, 3)) == first


def test_a_log_that_gets_too_large_starts_again() -> None:
    log = Trie()
    kept = trie.MOST_STEPS
    assert kept > 1 << 20
    log.size = kept
    assert log.insert((1, 2)) == (2, 0)
    assert log.size == 0
    assert log.insert((1, 2)) == (2, 0)


def test_edges_are_new_whatever_path_they_are_on_and_more_of_them_come_first() -> None:
    log = Edges()
    assert log.insert((1, 2, 3)) == (3, -3)
    assert log.insert((1, 2, 3, 1, 2, 3)) == (1, -1)
    assert log.insert((1, 2, 3, 1)) == (0, 0)
    assert log.insert((2, 1)) == (2, -2)
