"""The list with a cursor: what is appended, what replaces, and that it gets simple fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Died
from fuzzwright.engine.search import Candidate
from fuzzwright.searches.showcase import Showcase, trait
from tests.engine.shapes import DOMAINS
from tests.searches.targets import PathTarget, judge

LISTS = DOMAINS["list[int]"]


def sizes(items: tuple[int, ...]) -> Iterator[int]:
    """Three ways for lists that are empty, short or long, and a failure for a large number."""
    yield 1
    if not items:
        yield 2
    elif len(items) < 3:
        yield 3
    else:
        for _ in items:
            yield 4
    if any(item > 1000 for item in items):
        raise ValueError("too large")


def shown(search: Showcase[Any]) -> set[Any]:
    return {kept.input for kept in search.shown.values()}


def searched(seed: int, executions: int) -> Showcase[Any]:
    search: Showcase[Any] = Showcase(LISTS, Corpus())
    search.begin(seed)
    list(search_events(PathTarget(sizes), search, judge, Budget(executions)))
    return search


@pytest.mark.parametrize("seed", range(5))
def test_of_each_behaviour_the_simplest_input_is_shown(seed: int) -> None:
    search = searched(seed, 3000)
    assert {(), (1,), (1, 1, 1)} <= shown(search)
    (failing,) = shown(search) - {(), (1,), (1, 1, 1)}
    assert failing == (1001,)
    assert search.is_minimal


def test_the_number_of_rounds_of_a_loop_is_no_behaviour() -> None:
    assert len(shown(searched(0, 6000))) == 4


def test_the_first_examples_are_simple_after_few_executions() -> None:
    assert {(), (1,)} <= shown(searched(0, 400))


def test_the_list_follows_from_the_corpus() -> None:
    search = searched(2, 1500)
    before = shown(search)
    search.begin(3)
    assert shown(search) == before


def test_a_trait_is_a_negative_number_that_differs_by_its_words() -> None:
    assert trait("site", 1) < 0
    assert trait("site", 1) == trait("site", 1) != trait("site", 2)


def test_what_ended_a_process_is_not_made_simpler_also_after_the_corpus_was_rebuilt() -> None:
    corpus: Corpus[Any] = Corpus()
    search: Showcase[Any] = Showcase(LISTS, corpus)
    ended = Observation(ended=Died((), 11))
    search.tell(Candidate((5, 6, 7)), ended, Died((), 11))
    search.begin(1)
    assert shown(search) == {(5, 6, 7)}
    assert search.is_minimal
