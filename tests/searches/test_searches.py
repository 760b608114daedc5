"""What every search promises, and what the default one does better than chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.events import Found
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.trees import size
from fuzzwright.searches import SEARCHES
from fuzzwright.searches.adaptive import INGREDIENTS, Adaptive
from tests.engine.shapes import DOMAINS
from tests.searches.targets import PathTarget, judge

LISTS = DOMAINS["list[int]"]

every_search = pytest.mark.parametrize("name", SEARCHES)


def ladder(items: tuple[int, ...]) -> Iterator[int]:
    """Four conditions, each inside the one before."""
    yield 1
    if len(items) >= 4:
        yield 2
        if items[0] == 7:
            yield 3
            if items[1] < -50:
                yield 4
                if items[2] == items[3]:
                    yield 5
                    raise ValueError("at the end")


def rounds(value: Any) -> Iterator[int]:
    """A path that depends on what the value looks like."""
    for letter in repr(value)[:60]:
        yield 1 + ord(letter) % 13


def epoch(name: str, domain: Domain[Any], corpus: Corpus[Any], seed: int, executions: int) -> list[Any]:
    """Run one epoch with everything new but the corpus; return what was run."""
    target = PathTarget(rounds)
    search = SEARCHES[name](domain, corpus)
    search.begin(seed)
    list(search_events(target, search, judge, Budget(executions)))
    corpus.executions += executions
    return target.ran


def rebuilt(name: str, corpus: Corpus[Any]) -> Corpus[Any]:
    """Return the corpus as another process gets it: the inputs in order, run again, with their counts."""
    feedback = SEARCHES[name](LISTS, Corpus()).feedback
    target = PathTarget(rounds)
    again: Corpus[Any] = Corpus(executions=corpus.executions, notes=dict(corpus.notes))
    for kept in corpus.kept:
        observation = target.run(kept.input)
        copy = Kept(kept.input, kept.complexity, kept.depth, kept.length, kept.discarded, 0, kept.picks, kept.successes)
        assert again.offer(copy, feedback(observation, judge(kept.input, observation)))
    return again


@every_search
@pytest.mark.parametrize("shape", ["list[int]", "dict[str, int]", "tree", "json"])
def test_the_same_seed_and_corpus_give_the_same_inputs(name: str, shape: str) -> None:
    once, again = (epoch(name, DOMAINS[shape], Corpus(), 3, 600) for _ in range(2))
    assert list(map(repr, once)) == list(map(repr, again))


@every_search
@pytest.mark.parametrize("shape", ["list[int]", "tree", "json"])
def test_an_epoch_is_repeated_from_seed_and_rebuilt_corpus_alone(name: str, shape: str) -> None:
    domain, corpus = DOMAINS[shape], Corpus[Any]()
    for seed in range(3):
        epoch(name, domain, corpus, seed, 200)
    copy = rebuilt(name, corpus)
    assert list(map(repr, epoch(name, domain, copy, 9, 300))) == list(map(repr, epoch(name, domain, corpus, 9, 300)))
    assert [repr(kept.input) for kept in copy.kept] == [repr(kept.input) for kept in corpus.kept]
    assert [(kept.picks, kept.successes) for kept in copy.kept] == [
        (kept.picks, kept.successes) for kept in corpus.kept
    ]


@every_search
def test_a_search_begun_again_forgets_all_but_its_corpus(name: str) -> None:
    corpus, target = Corpus[Any](), PathTarget(rounds)
    search = SEARCHES[name](LISTS, corpus)
    for seed in range(3):
        target.seen.forget()
        search.begin(seed)
        list(search_events(target, search, judge, Budget(300)))
        corpus.executions += 300
    copy = rebuilt(name, corpus)
    target.ran.clear()
    target.seen.forget()
    search.begin(7)
    list(search_events(target, search, judge, Budget(300)))
    assert target.ran == epoch(name, LISTS, copy, 7, 300)


@pytest.mark.parametrize("name", ["adaptive", "quickcheck", "mutagen", "fuzzchick"])
def test_another_seed_gives_other_inputs(name: str) -> None:
    assert epoch(name, LISTS, Corpus(), 1, 200) != epoch(name, LISTS, Corpus(), 2, 200)


@every_search
def test_everything_proposed_is_of_the_type(name: str) -> None:
    for shape in ("list[int]", "set[int]", "two to four bools", "folder", "json"):
        assert all(map(DOMAINS[shape].contains, epoch(name, DOMAINS[shape], Corpus(), 5, 400)))


@every_search
def test_what_does_not_go_the_same_way_again_is_not_kept(name: str) -> None:
    def confirm(input: Any, observation: Observation) -> bool:
        return len(input) < 2

    search = SEARCHES[name](LISTS, Corpus(), confirm)
    search.begin(1)
    list(search_events(PathTarget(rounds), search, judge, Budget(3000)))
    assert search.stable > 0
    assert search.unstable > 0
    assert all(len(kept.input) < 2 for kept in search.corpus.kept)


def test_quickcheck_grows_from_small_to_large_and_starts_again() -> None:
    ran = epoch("quickcheck", LISTS, Corpus(), 1, 6000)
    sizes = [[size(LISTS, value) for value in ran[step::100]] for step in range(100)]
    means = [sum(found) / len(found) for found in sizes]
    assert max(map(max, sizes[:2])) <= 2, "every hundredth input is small again"
    assert means[90] > 8
    assert sum(means[50:]) > 1.5 * sum(means[:50])


def test_quickcheck_goes_on_growing_where_the_corpus_stopped() -> None:
    ran = epoch("quickcheck", LISTS, Corpus(executions=80), 1, 20)
    assert max(map(len, ran)) > 16


def test_adaptive_credits_the_parents_of_what_it_keeps() -> None:
    credits = []
    for seed in range(4):
        corpus = Corpus[Any]()
        search = SEARCHES["adaptive"](LISTS, corpus)
        search.begin(seed)
        list(search_events(PathTarget(ladder), search, judge, Budget(10_000)))
        assert sum(kept.picks for kept in corpus.kept) > 0
        credits.append(sum(kept.successes for kept in corpus.kept))
    assert max(credits) > 0


def test_adaptive_varies_splices_and_regenerates_kept_inputs_and_strangers() -> None:
    search = Adaptive(LISTS, Corpus[Any](), without=frozenset({"schedule"}))
    search.begin(1)
    list(search_events(PathTarget(rounds), search, judge, Budget(500)))
    origins = set()
    for _ in range(60):
        batch = search.ask()
        for _ in batch.inputs:
            origins.add((batch.origin, batch.parent is not None))
    varied = {(origin, kept) for origin in ("mutate", "splice", "regenerate") for kept in (True, False)}
    assert origins - {("order", True), ("order", False)} == {("fresh", False), *varied}


def test_adaptive_draws_most_what_brought_news() -> None:
    corpus = Corpus[Any]()
    epoch("adaptive", LISTS, corpus, 1, 3000)
    # Here the path is what the value looks like, so fresh values bring more than variants of known ones.
    notes = corpus.notes
    assert notes["fresh cost"] > notes.get("vary cost", 0) + notes.get("strangers cost", 0)
    assert notes["fresh won"] > 0


@pytest.mark.parametrize("left_out", sorted(INGREDIENTS))
def test_adaptive_does_without_any_of_its_ingredients(left_out: str) -> None:
    search = Adaptive(LISTS, Corpus[Any](), without=frozenset({left_out}))
    search.begin(1)
    target = PathTarget(rounds)
    list(search_events(target, search, judge, Budget(400)))
    assert len(target.ran) == 400
    assert search.corpus.kept


def executions_until_found(name: str, function: Callable[[Any], Iterator[int]], seed: int, most: int) -> int:
    search = SEARCHES[name](LISTS, Corpus())
    search.begin(seed)
    budget = Budget(most)
    events = search_events(PathTarget(function), search, judge, budget)
    found = next((event for event in events if isinstance(event, Found)), None)
    return most if found is None else found.execution


@pytest.mark.slow
def test_adaptive_reaches_a_nested_condition_sooner_than_quickcheck() -> None:
    most = 30_000
    guided = [executions_until_found("adaptive", ladder, seed, most) for seed in range(7)]
    blind = [executions_until_found("quickcheck", ladder, seed, most) for seed in range(7)]
    assert sorted(guided)[-2] < most, "not found by several seeds"
    assert 2 * median(guided) < median(blind)


def test_only_the_published_searches_know_no_epochs() -> None:
    assert {name for name, search in SEARCHES.items() if not search.renews} == {"mutagen", "fuzzchick", "quickcheck"}
