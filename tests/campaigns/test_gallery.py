"""The order of examples: groups, no changing of places, and which are left out when there are too many."""

from __future__ import annotations

from random import Random

import pytest

from fuzzwright.campaigns.gallery import MOST_SHOWN, Gallery, Hung, most_different


def test_groups_stand_in_their_order_and_the_ordinary_one_first() -> None:
    examples = {"crash": Hung(2), "one": Hung(0), "refusal": Hung(1), "usual": Hung(0, first=True), "two": Hung(0)}
    assert Gallery().arrange(examples) == ["usual", "one", "two", "refusal", "crash"]


def test_a_new_example_stands_behind_those_of_its_group() -> None:
    gallery = Gallery()
    gallery.arrange({"b": Hung(0), "crash": Hung(2)})
    assert gallery.arrange({"a": Hung(0), "b": Hung(0), "crash": Hung(2)}) == ["b", "a", "crash"]


def test_what_leaves_lets_the_others_close_up() -> None:
    gallery = Gallery()
    gallery.arrange({"a": Hung(0), "b": Hung(0), "c": Hung(0)})
    assert gallery.arrange({"c": Hung(0), "a": Hung(0)}) == ["a", "c"]


@pytest.mark.parametrize("seed", range(40))
def test_two_examples_never_change_places_while_both_are_shown(seed: int) -> None:
    random = Random(seed)
    groups = {f"e{number}": random.randrange(4) for number in range(30)}
    gallery, there, before = Gallery(random.choice((4, 12, 40))), set[str](), list[str]()
    for _ in range(30):
        there ^= set(random.sample(sorted(groups), 3))
        examples = {
            id: Hung(groups[id], set(random.sample(range(20), 4))) for id in random.sample(sorted(there), len(there))
        }
        now = gallery.arrange(examples)
        assert len(now) == min(len(there), gallery.most)
        assert [groups[id] for id in now] == sorted(groups[id] for id in now)
        both = set(before) & set(now)
        assert [id for id in before if id in both] == [id for id in now if id in both]
        before = now


@pytest.mark.parametrize("seed", range(20))
def test_an_example_moves_back_only_by_as_many_as_were_put_before_it(seed: int) -> None:
    random = Random(seed)
    gallery, examples = Gallery(100), dict[str, Hung]()
    before = list[str]()
    for number in range(20):
        examples[f"e{number}"] = Hung(random.randrange(4))
        now = gallery.arrange(examples)
        for id in before:
            moved = now.index(id) - before.index(id)
            assert moved == sum(other not in before for other in now[: now.index(id)])
        before = now


def test_of_too_many_the_most_different_are_kept() -> None:
    alike = {f"same{number}": Hung(0, {1, 2, 3}) for number in range(20)}
    different = {f"other{number}": Hung(0, {100 + number}) for number in range(5)}
    crash = {"crash": Hung(2, {7})}
    shown = Gallery().arrange({**alike, **different, **crash})
    assert len(shown) == MOST_SHOWN
    assert {*different, *crash, "same0"} <= set(shown)


def test_every_group_has_a_place_however_many_returned() -> None:
    order = [*(f"r{number}" for number in range(30)), "refusal", "crash"]
    examples = {id: Hung(0, {number}) for number, id in enumerate(order[:30])}
    examples |= {"refusal": Hung(1), "crash": Hung(2)}
    assert {"refusal", "crash"} <= set(most_different(order, examples, 6))
