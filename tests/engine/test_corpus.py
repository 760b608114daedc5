"""What is kept and for what; and that a corpus can be rebuilt from its inputs alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fuzzwright.engine.corpus import Corpus, Kept, one_for_each_branch

Offer = tuple[float, frozenset[int]]
offers = st.lists(
    st.tuples(st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0]), st.frozensets(st.integers(0, 8), max_size=5)), max_size=25
)


def filled(given: list[Offer]) -> Corpus[int]:
    corpus: Corpus[int] = Corpus()
    for number, (complexity, features) in enumerate(given):
        corpus.offer(Kept(number, complexity), features)
    return corpus


def witnesses(corpus: Corpus[int]) -> dict[int, int]:
    return {feature: kept.input for feature, kept in corpus.simplest.items()}


def test_the_first_to_reach_something_is_kept_for_it() -> None:
    corpus: Corpus[str] = Corpus()
    first = Kept("first", 5.0)
    assert sorted(corpus.offer(first, [1, 2])) == [1, 2]
    assert corpus.kept == [first]
    assert first.wins == 2


def test_a_tie_keeps_the_older_input() -> None:
    corpus: Corpus[str] = Corpus()
    older = Kept("older", 5.0)
    corpus.offer(older, [1])
    assert corpus.offer(Kept("newer", 5.0), [1]) == []
    assert corpus.kept == [older]


def test_a_simpler_input_takes_over_only_what_it_reaches() -> None:
    corpus: Corpus[str] = Corpus()
    complicated, simple = Kept("complicated", 5.0), Kept("simple", 1.0)
    corpus.offer(complicated, [1, 2])
    assert corpus.offer(simple, [2, 3]) == [2, 3]
    assert corpus.simplest == {1: complicated, 2: simple, 3: simple}
    assert [kept.wins for kept in corpus.kept] == [1, 2]


def test_an_input_that_witnesses_nothing_any_more_is_dropped() -> None:
    corpus: Corpus[str] = Corpus()
    loser, bystander, winner = Kept("loser", 5.0), Kept("bystander", 5.0), Kept("winner", 1.0)
    corpus.offer(loser, [1, 2])
    corpus.offer(bystander, [3])
    corpus.offer(winner, [1, 2])
    assert corpus.kept == [bystander, winner]
    assert loser.wins == 0


def test_what_reaches_nothing_new_is_not_kept() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("first", 1.0), [1])
    assert corpus.offer(Kept("more complex", 2.0), [1]) == []
    assert corpus.offer(Kept("reaches nothing", 0.0), []) == []
    assert [kept.input for kept in corpus.kept] == ["first"]


@settings(max_examples=80)
@given(offers)
def test_every_feature_has_the_oldest_of_its_simplest_inputs(given: list[Offer]) -> None:
    corpus = filled(given)
    for feature in set().union(*(features for _, features in given)):
        least = min(complexity for complexity, features in given if feature in features)
        oldest = next(
            n for n, (complexity, features) in enumerate(given) if feature in features and complexity == least
        )
        assert corpus.simplest[feature].input == oldest


@settings(max_examples=80)
@given(offers)
def test_wins_are_counted_and_losers_are_gone(given: list[Offer]) -> None:
    corpus = filled(given)
    for kept in corpus.kept:
        assert kept.wins == sum(witness is kept for witness in corpus.simplest.values()) > 0
    assert {id(kept) for kept in corpus.kept} == {id(kept) for kept in corpus.simplest.values()}
    assert [kept.input for kept in corpus.kept] == sorted(kept.input for kept in corpus.kept)


@settings(max_examples=80)
@given(offers)
def test_offering_what_was_kept_in_order_rebuilds_the_same_corpus(given: list[Offer]) -> None:
    corpus = filled(given)
    again: Corpus[int] = Corpus()
    for kept in corpus.kept:
        assert again.offer(Kept(kept.input, kept.complexity), given[kept.input][1])
    assert witnesses(again) == witnesses(corpus)
    assert [(kept.input, kept.wins) for kept in again.kept] == [(kept.input, kept.wins) for kept in corpus.kept]


@settings(max_examples=80)
@given(offers, offers)
def test_a_rebuilt_corpus_goes_on_as_the_first_would_have(before: list[Offer], after: list[Offer]) -> None:
    corpus = filled(before)
    again: Corpus[int] = Corpus()
    for kept in corpus.kept:
        again.offer(Kept(kept.input, kept.complexity), before[kept.input][1])
    for number, (complexity, features) in enumerate(after, start=len(before)):
        news = corpus.offer(Kept(number, complexity), features)
        assert again.offer(Kept(number, complexity), features) == news
    assert [kept.input for kept in again.kept] == [kept.input for kept in corpus.kept]
    assert witnesses(again) == witnesses(corpus)


@given(offers, offers)
def test_asking_what_would_be_gained_changes_nothing(before: list[Offer], asked: list[Offer]) -> None:
    corpus = filled(before)
    known, inputs = witnesses(corpus), [kept.input for kept in corpus.kept]
    gains = [corpus.gains(complexity, features) for complexity, features in asked]
    assert witnesses(corpus) == known
    assert [kept.input for kept in corpus.kept] == inputs
    for (complexity, features), gained in zip(asked, gains, strict=True):
        assert set(gained) <= features
        assert all(f not in corpus.simplest or complexity < corpus.simplest[f].complexity for f in gained)


def test_one_input_is_enough_for_each_branch() -> None:
    corpus: Corpus[str] = Corpus()
    corpus.offer(Kept("two", 3.0), [1 << 4 | 1, 2 << 4 | 1])
    corpus.offer(Kept("the same, twice", 4.0), [1 << 4 | 2])
    corpus.offer(Kept("another", 4.0), [2 << 4 | 2, 3 << 4 | 1, -5])
    assert [kept.input for kept in one_for_each_branch(corpus)] == ["two", "another"]
