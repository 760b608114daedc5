"""A climb goes to a side step by step, along axes, in pairs, by repair, and stops when there is nothing to try."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import nothing
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.sides import side
from fuzzwright.searches.climb import MOST_MENDED, MOST_SUGGESTED, Climb
from fuzzwright.searches.vary import Varying
from fuzzwright.searches.words import Words
from tests.engine.shapes import DOMAINS, Leaf, Node, finished

Distances = Callable[[Any], dict[int, float]]
GOAL = side(9, 0, holds=True)


def met(condition: int, far: float) -> dict[int, float]:
    """The two sides of a condition: how far it is from holding, 0 if it does."""
    return {side(condition, 0, holds=True): far, side(condition, 0, holds=False): 0.0 if far else 1.0}


def no_suggestions(input: Any, observation: Observation, wanted: int) -> Iterator[Any]:
    return iter(())


def unvaried(input: Any) -> Any:
    raise Unfit("as it is")


def climbed(
    domain: Domain[Any],
    start: Any,
    measure: Distances,
    *,
    suggest: Callable[[Any, Observation, int], Iterator[Any]] = no_suggestions,
    vary: Callable[[Any], Any] | None = unvaried,
    seed: int = 1,
    most: int = 2000,
) -> list[Any]:
    """Return the inputs of a climb to GOAL; the last one is there if any is."""
    random = Random(seed)
    varying = Varying(domain, Words(()), random)
    climb = Climb(domain, start, GOAL, suggest, vary or varying.varied, random, additions=varying.additions)
    tried = []
    for input in islice(climb.inputs(), most):
        tried.append(input)
        climb.tell(input, Observation(), measure(input))
    return tried


NUMBERS, FLOATS, TEXTS = finished(Integers()), finished(Floats()), finished(Strings())
LISTS, PAIRS = finished(Sequences(Integers())), finished(Products([Integers(), Integers()]))
TRIPLES = finished(Products([Integers(), Integers(), Integers()]))


@pytest.mark.parametrize("target", [1, -1, 7, 1000, -123_456_789, 2**64 + 5, -(10**25)])
def test_a_number_is_come_to_in_a_few_bold_steps(target: int) -> None:
    tried = climbed(NUMBERS, 0, lambda x: met(9, abs(x - target)))
    assert tried[-1] == target
    assert len(tried) < 20


def test_a_curve_is_climbed_too() -> None:
    tried = climbed(NUMBERS, 1, lambda x: met(9, max(10**12 - x * x, 0)))
    assert tried[-1] ** 2 >= 10**12
    assert len(tried) < 100


def test_a_float_is_come_to() -> None:
    tried = climbed(FLOATS, 0.0, lambda x: met(9, abs(x - 2.5) if x == x else 1e12), vary=None)
    assert tried[-1] == 2.5


def test_a_text_is_spelt_letter_by_letter() -> None:
    def measure(text: str) -> dict[int, float]:
        wrong = sum(1 + min(abs(ord(a) - ord(b)), 127) / 128 for a, b in zip(text, "go!", strict=False) if a != b)
        return met(9, wrong + 3 * abs(len(text) - 3))

    assert climbed(TEXTS, "abc", measure)[-1] == "go!"


def test_each_of_several_axes_is_moved() -> None:
    def measure(xs: Any) -> dict[int, float]:
        return met(
            9, sum(abs(x - wanted) for x, wanted in zip(xs, (5, -70, 900), strict=False)) + 1000 * abs(len(xs) - 3)
        )

    assert list(climbed(LISTS, LISTS.adopt([0, 0, 0]), measure)[-1]) == [5, -70, 900]


def test_a_run_is_added_as_often_as_that_helps() -> None:
    def measure(text: str) -> dict[int, float]:
        # A sum of digits is only come to by a text of digits and signs.
        terms = text.split("+")
        return met(9, abs(sum(map(int, terms)) - 500)) if all(term in tuple("0123456789") for term in terms) else {}

    tried = climbed(TEXTS, "9+9", measure, most=3000)
    assert sum(map(int, tried[-1].split("+"))) == 500


def test_something_is_put_around_as_often_as_that_helps() -> None:
    def depth(tree: Any) -> int:
        return 1 + max(depth(tree.left), depth(tree.right)) if isinstance(tree, Node) else 0

    tried = climbed(DOMAINS["tree"], Leaf(0), lambda tree: met(9, abs(depth(tree) - 20)))
    assert depth(tried[-1]) == 20


def test_two_axes_are_moved_against_each_other_where_one_alone_would_break_a_condition() -> None:
    def measure(pair: tuple[int, int]) -> dict[int, float]:
        x, y = pair
        on_the_way = met(1, abs(x + 3 * y - 30))
        return on_the_way if on_the_way[side(1, 0, holds=True)] else {**on_the_way, **met(9, abs(x - 3000))}

    tried = climbed(PAIRS, (0, 10), measure)
    assert tried[-1] == (3000, -990)


def test_digits_are_moved_against_each_other_where_their_sum_matters() -> None:
    def measure(number: int) -> dict[int, float]:
        total = sum(map(int, str(abs(number))))
        way = met(3, abs(total - 46))
        return way if total != 46 else way | met(9, min(number % 1001, 1001 - number % 1001))

    reached = [climbed(NUMBERS, 4_999_906, measure, seed=seed, most=4000)[-1] for seed in range(6)]
    assert sum(measure(number).get(GOAL) == 0 for number in reached) >= 4


def test_broken_conditions_without_a_measure_do_no_harm() -> None:
    def measure(pair: tuple[int, int]) -> dict[int, float]:
        x, y = pair
        return {**met(1, 0.0 if x == y else math.inf), **(met(9, abs(x - 50)) if x == y else {})}

    assert climbed(PAIRS, (0, 0), measure, most=300)[0] == (0, 0)


def test_suggestions_are_tried_first() -> None:
    def suggest(input: int, observation: Observation, wanted: int) -> Iterator[int]:
        assert wanted == GOAL
        yield from (input + 3, 77)

    assert climbed(NUMBERS, 0, lambda x: met(9, abs(x - 77)), suggest=suggest) == [0, 3, 77]


def test_a_suggestion_that_breaks_a_condition_on_the_way_is_repaired() -> None:
    """The second number has to be the square of the first, the first 12: no axis alone leads there."""

    def measure(pair: tuple[int, int]) -> dict[int, float]:
        x, y = pair
        return {**met(9, abs(x - 12) if x * x == y else 2e9), **met(1, abs(x * x - y))}

    def suggest(pair: tuple[int, int], observation: Observation, wanted: int) -> Iterator[tuple[int, int]]:
        if wanted == GOAL:
            yield (12, pair[1])
        else:
            yield (pair[0], pair[0] ** 2)

    def ordered(pair: tuple[int, int]) -> dict[int, float]:
        found = measure(pair)
        return {key: found[key] for key in sorted(found)}

    assert climbed(PAIRS, (1, 1), ordered, suggest=suggest)[-1] == (12, 144)


def test_what_a_repair_broke_is_repaired_in_turn_from_the_bottom_up() -> None:
    """Three totals, each the double of the one before, the last 40: what mends one level breaks the next."""

    def measure(totals: tuple[int, ...]) -> dict[int, float]:
        found: dict[int, float] = {}
        for level, (below, above) in enumerate(pairwise(totals), 1):
            found |= met(level, abs(above - 2 * below))
            if above != 2 * below:
                return found
        return found | met(9, abs(totals[-1] - 40))

    def suggest(totals: tuple[int, ...], observation: Observation, wanted: int) -> Iterator[tuple[int, ...]]:
        yield from ((*totals[:place], value, *totals[place + 1 :]) for place in range(3) for value in (10, 20, 40))

    tried = climbed(TRIPLES, (1, 2, 4), measure, suggest=suggest, most=MOST_SUGGESTED + MOST_MENDED)
    assert tried[-1] == (10, 20, 40)


def test_a_run_that_ends_for_another_reason_is_mended_where_it_ended() -> None:
    """A bracket that is opened has to be closed, which nothing on the way says."""

    def measure(text: str) -> dict[int, float]:
        opened = met(1, 0.0 if text.startswith("(") else 1.0)
        if text.startswith("(") and not text.endswith(")"):
            return {**opened, side(2, 1, holds=True): 1.0, side(2, 1, holds=False): 0.0}
        return {**opened, **met(9, 0.0 if "(" in text else 1.0)}

    def suggest(text: str, observation: Observation, wanted: int) -> Iterator[str]:
        yield "(" + text if wanted == GOAL else text + ")"

    assert climbed(TEXTS, "1", measure, suggest=suggest) == ["1", "(1", "(1)"]


def test_random_changes_that_do_no_harm_lead_over_a_plateau() -> None:
    def measure(xs: Any) -> dict[int, float]:
        return met(9, 0.0 if len(xs) > 3 and max(xs) > min(xs) else 5.0)

    tried = climbed(LISTS, LISTS.adopt([]), measure, vary=None)
    assert len(set(tried[-1])) > 1


def test_a_climb_is_over_when_the_side_is_taken() -> None:
    tried = climbed(NUMBERS, 0, lambda x: met(9, max(5 - x, 0)))
    assert [x for x in tried if x >= 5] == tried[-1:]


def test_a_start_that_takes_the_side_is_all_there_is() -> None:
    assert climbed(NUMBERS, 5, lambda x: met(9, abs(x - 5))) == [5]


@pytest.mark.parametrize("far", [{}, {GOAL: math.inf}])
def test_a_start_that_does_not_come_to_the_condition_is_no_start(far: dict[int, float]) -> None:
    assert climbed(NUMBERS, 5, lambda x: far) == [5]


def test_a_climb_that_is_told_nothing_ends() -> None:
    climb = Climb(NUMBERS, 5, GOAL, no_suggestions, unvaried, Random(1))
    assert list(climb.inputs()) == [5]


def test_where_nothing_can_be_changed_the_climb_ends() -> None:
    assert climbed(finished(nothing()), None, lambda x: met(9, 3.0), vary=None) == [None]
    assert climbed(finished(Products([])), (), lambda x: met(9, 3.0), vary=None) == [()]


def test_a_side_that_cannot_be_taken_is_tried_without_end() -> None:
    assert len(climbed(NUMBERS, 5, lambda x: met(9, 3.0), vary=None, most=500)) == 500


def test_what_goes_beyond_the_limits_of_a_type_is_not_proposed() -> None:
    domain = finished(Integers(0, 100))
    tried = climbed(domain, 50, lambda x: met(9, abs(x - 1000)), vary=None, most=300)
    assert all(map(domain.contains, tried))
    assert 100 in tried


@pytest.mark.parametrize("far", [1e150, 10**149, 1e12, 1e-9])
def test_distances_of_any_size_are_reckoned_with(far: float) -> None:
    tried = climbed(PAIRS, (0, 0), lambda pair: met(9, far - pair[0] if pair[0] < far else 0.0), vary=None, most=400)
    assert len(tried) > 1


def test_the_same_seed_climbs_the_same_way() -> None:
    def measure(xs: Any) -> dict[int, float]:
        return {**met(1, 0.0 if len(xs) > 1 else 1.0), **met(9, abs(sum(xs) - 77) + 3.0)}

    start = LISTS.adopt([1, 2, 3])
    once = climbed(LISTS, start, measure, vary=None, seed=4, most=300)
    assert once == climbed(LISTS, start, measure, vary=None, seed=4, most=300)
    assert once != climbed(LISTS, start, measure, vary=None, seed=5, most=300)


def test_what_there_is_too_much_of_is_taken_out() -> None:
    def too_many(value: Any) -> dict[int, float]:
        # What is wanted must stay, and stands between what has to go.
        return met(9, float(sum(item == 7 for item in value)) if value.count(3) == 2 else math.inf)

    start = (7, 3, 7, 7, 5, 3, 7)
    assert climbed(finished(Sequences(Integers(0, 9))), start, too_many)[-1].count(7) == 0


def test_a_suggestion_that_brings_a_list_out_of_order_moves_the_others_aside() -> None:
    def measure(xs: Any) -> dict[int, float]:
        on_the_way = met(1, 0.0 if list(xs) == sorted(set(xs)) else 1.0)
        return on_the_way if on_the_way[side(1, 0, holds=True)] else {**on_the_way, **met(9, max(xs[-1] - 5, 0))}

    def suggest(xs: Any, observation: Observation, wanted: int) -> Iterator[Any]:
        return iter([(*xs[:-1], 5 - len([x for x in xs if x <= 5]))] if wanted == GOAL else ())

    tried = climbed(LISTS, LISTS.adopt([100, 200, 300]), measure, suggest=suggest)
    assert list(tried[-1]) == sorted(tried[-1])
    assert len(tried) < 12


def test_a_few_items_are_exchanged_for_others() -> None:
    def measure(xs: Any) -> dict[int, float]:
        coins = {1: 10, 2: 20, 3: 50, 4: 100}
        paid = sum(coins.get(x, 0) for x in xs)
        # Too little is not let through, and what is not a coin neither: no single change comes to 290 from 300.
        return met(9, paid - 290) if set(xs) <= set(coins) and paid >= 290 and len(xs) < 9 else {}

    tried = climbed(LISTS, LISTS.adopt([1, 2, 2, 3, 4, 4, 4]), measure, vary=None, most=20_000)
    assert not measure(tried[-1])[GOAL]


def test_what_has_something_of_both_is_put_between_two_items() -> None:
    domain = finished(Sequences(Strings()))

    def far(words: tuple[str, ...]) -> dict[int, float]:
        if words[:1] != ("abcd",) or words[-1:] != ("abyz",):
            return {}
        steps = [sum(a != b for a, b in zip(*pair, strict=False)) for pair in pairwise(words)]
        wrong = next((number for number, step in enumerate(steps) if step != 1), None)
        return met(9, 0.0 if wrong is None else 10.0 * (len(steps) - wrong) + steps[wrong])

    tried = climbed(domain, ("abcd", "abyz"), far)
    assert far(tried[-1])[GOAL] == 0
    assert len(tried[-1]) == 3
    assert list(Integers().between(3, 9)) == [4, 6, 8]
    assert list(Integers().between(9, 8)) == [8, 9]
    assert list(Integers(3, 9).between(3, 2)) == [3]


def test_the_next_climb_begins_with_what_the_last_one_did_not_come_to() -> None:
    random, begun = Random(1), dict[int, int]()
    varying = Varying(LISTS, Words(()), random)

    def begin(most: int) -> list[Any]:
        """Return what one climb tries at first, to a side that nothing gets nearer to."""
        climb = Climb(LISTS, (5, 6), GOAL, no_suggestions, varying.varied, random, begun=begun)
        tried = []
        for input in islice(climb.inputs(), most):
            tried.append(input)
            climb.tell(input, Observation(), met(9, 7.0))
        return tried

    began = [begun[GOAL] for _ in range(24) if begin(8)]
    assert len(set(began)) > 2
    assert all(before != after for before, after in pairwise(began))


def test_where_nothing_gets_nearer_a_climb_steps_aside_and_goes_on_from_there() -> None:
    # From 40 every step leads away; from beyond the hill at 60 it goes down to 100.
    def hills(x: int) -> dict[int, float]:
        return met(9, abs(x - 100) if x >= 60 else 10 + abs(x - 40))

    tried = climbed(NUMBERS, 40, hills, vary=None, most=400)
    assert tried[-1] == 100
    assert 40 in tried


def test_what_was_added_is_made_to_fit() -> None:
    def measure(numbers: tuple[int, ...]) -> dict[int, float]:
        fits = len(numbers) == 3 and sum(numbers) == 123_457
        return met(9, 0.0 if fits else 5.0 if len(numbers) == 2 else 7.0)

    def suggest(numbers: Any, observation: Observation, wanted: int) -> Iterator[Any]:
        if len(numbers) == 3:
            yield (*numbers[:2], 123_457 - numbers[0] - numbers[1])

    tried = climbed(LISTS, (5, 6), measure, suggest=suggest, most=1500)
    assert sum(tried[-1]) == 123_457
