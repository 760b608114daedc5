"""A search that is stuck begins again as if nothing were known, and loses nothing by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.events import Event
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.search import Batch
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.restarts import STUCK, Restarts
from tests.engine.shapes import DOMAINS
from tests.searches.targets import PathTarget, judge

LISTS = DOMAINS["list[int]"]


def steps(items: tuple[int, ...]) -> Iterator[int]:
    """Three conditions, each inside the one before."""
    yield 1
    if len(items) >= 2:
        yield 2
        if items[0] > items[1]:
            yield 3


def stuck(corpus: Corpus[Any]) -> Corpus[Any]:
    """Return the corpus as it is when no branch was new for long, though a condition is open."""
    corpus.executions = 2 * STUCK
    corpus.notes |= {"open": 1, "branches": 3, "branches since": STUCK}
    return corpus


def epoch(search: Adaptive[Any], seed: int, executions: int = 2000) -> list[Event[Any]]:
    search.begin(seed)
    events = list(search_events(PathTarget(steps), search, judge, Budget(executions)))
    search.corpus.executions += executions
    search.end()
    return events


def test_a_corpus_that_is_put_aside_comes_back_as_it_was() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("known", 5.0), [1, 2])
    simplest, kept, features = corpus.simplest, list(corpus.kept), dict(corpus.simplest)
    corpus.put_aside()
    assert not corpus.simplest
    assert not corpus.kept
    corpus.offer(Kept("worse", 9.0), [1])
    corpus.bring_back()
    assert corpus.simplest is simplest
    assert corpus.simplest == features
    assert corpus.kept == kept
    assert corpus.lasting is corpus


def test_what_is_better_than_what_was_put_aside_is_kept_for_good() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("old", 5.0), [1, 2])
    corpus.offer(Kept("short", 1.0), [2])
    restarts = Restarts(stuck(corpus), True)
    assert restarts.anew
    assert restarts.lasting("worse", corpus.offer(Kept("worse", 9.0), [1])) == []
    assert sorted(restarts.lasting("better", corpus.offer(Kept("better", 3.0), [1, 2, 3]))) == [1, 3]
    restarts.end(True)
    assert {feature: kept.input for feature, kept in corpus.simplest.items()} == {1: "better", 2: "short", 3: "better"}
    assert [(kept.input, kept.wins) for kept in corpus.kept] == [("short", 1), ("better", 2)]


def test_every_other_epoch_begins_anew_until_there_is_a_new_branch() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("known", 5.0), [1 << 4, 2 << 4])
    stuck(corpus).notes["branches"] = 2
    begun = []
    for number in range(6):
        restarts = Restarts(corpus, True)
        begun.append(restarts.anew)
        if number == 3:
            restarts.lasting("new", corpus.offer(Kept("new", 7.0), [3 << 4]))
        corpus.executions += 32_000
        restarts.end(never_taken=True)
    assert begun == [True, False, True, False, False, False]


@pytest.mark.parametrize(
    "notes", [{"open": 0}, {"branches since": STUCK + 1}, {"begun anew": 1}], ids=["settled", "progress", "turns"]
)
def test_it_goes_on_from_what_is_known(notes: dict[str, int]) -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("known", 5.0), [1])
    stuck(corpus).notes |= notes
    assert not Restarts(corpus, True).anew
    corpus.notes.update({"open": 1, "branches since": STUCK, "begun anew": 0})
    assert not Restarts(corpus, False).anew
    assert Restarts(corpus, True).anew


def test_an_epoch_that_was_not_ended_does_not_lose_what_was_known() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("known", 5.0), [1])
    assert Restarts(stuck(corpus), True).anew
    corpus.offer(Kept("other", 7.0), [2])
    assert Restarts(corpus, True).anew
    assert [kept.input for kept in corpus.lasting.kept] == ["known"]


def test_it_is_renewed_as_often_as_a_beginning_has_epochs() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("known", 5.0), [1])
    restarts = Restarts(stuck(corpus), True)
    renewed = []
    for _ in range(320):
        if restarts.is_renewed():
            renewed.append(restarts.ran)
        restarts.count(Batch(iter(()), executions=100))
    assert renewed == [1000, 3000, 7000, 15_000, 31_000]


def test_a_search_that_begins_anew_finds_by_itself_what_is_known_and_tells_only_what_is_not() -> None:
    corpus: Corpus[Any] = Corpus()
    search = Adaptive(LISTS, corpus)
    assert epoch(search, 1)
    known = {feature: kept.input for feature, kept in corpus.simplest.items()}
    stuck(corpus)
    search.begin(2)
    assert corpus.aside is not None
    for _ in search_events(PathTarget(steps), search, judge, Budget(6000)):
        pass
    assert corpus.simplest.keys() == known.keys()
    corpus.executions += 6000
    search.end()
    assert corpus.aside is None
    for feature, kept in corpus.simplest.items():
        before = known[feature]
        assert kept.input == before or LISTS.complexity(kept.input) < LISTS.complexity(before)
    # A second time there is nothing left to tell.
    stuck(corpus).notes["begun anew"] = 0
    assert epoch(search, 2, 6000) == []


def test_an_epoch_that_begins_anew_repeats_in_another_process() -> None:
    ran = []
    for _ in range(2):
        corpus: Corpus[Any] = Corpus()
        epoch(Adaptive(LISTS, corpus), 1)
        other = Corpus[Any](executions=2 * STUCK, notes=dict(stuck(corpus).notes))
        again = Adaptive(LISTS, other)
        for kept in corpus.kept:
            features = [feature for feature, entry in corpus.simplest.items() if entry is kept]
            other.offer(Kept(kept.input, kept.complexity, picks=kept.picks, length=kept.length), features)
        again.begin(5)
        target = PathTarget(steps)
        list(search_events(target, again, judge, Budget(4000)))
        ran.append(target.ran)
    assert ran[0] == ran[1]
    assert len(ran[0]) == 4000
