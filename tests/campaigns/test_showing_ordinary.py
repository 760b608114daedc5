"""The ordinary example of a function: what a person would type who tries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.campaigns.jobs import Record
from fuzzwright.editor.states import example_from
from tests.campaigns import shown_samples as samples
from tests.campaigns.test_showing import shown


def ordinary(function: Callable[..., Any], executions: int = 300) -> Record:
    (found,) = [record for record in shown(function, executions) if record["ordinary"]]
    return found


@pytest.mark.parametrize(
    ("function", "call", "result"),
    [
        (samples.label, "label({'title': 'Hello World', 'year': 2024})", "'Hello World (2024)'"),
        (samples.product, "product([[1, 2], [3, 4]], [[5, 6], [7, 8]])", "[[19, 22], [43, 50]]"),
        (samples.dearest, "dearest(Basket('Ada', [100, 50, 20]))", "100"),
        (samples.roots, "roots(1.0, 3.0, 2.0)", "-2.0"),
        (samples.pairs, "pairs('a=1;b=2')", "{'a': '1', 'b': '2'}"),
        (samples.minutes, "minutes('2h5m')", "125"),
        (samples.twice, "twice((lambda *a, **k: 3), 3)", "3"),
        (samples.is_leap, "is_leap(2024)", "True"),
    ],
)
def test_it_is_made_of_names_words_and_separators_near_the_function(
    function: Callable[..., Any], call: str, result: str
) -> None:
    found = ordinary(function)
    assert (found["call"], found["result"]) == (call, result)


def test_what_need_not_be_there_is_filled_in_where_it_is_needed() -> None:
    assert ordinary(samples.best)["call"].count("'rating': ") == 2


def test_where_no_guess_returns_the_simplest_call_that_does_gets_ordinary_arguments() -> None:
    found = ordinary(samples.first_above, 2000)
    assert (found["call"], found["result"]) == ("first_above([1, 2, 3], 0)", "1")


def test_the_same_where_nothing_is_returned_but_something_changes() -> None:
    found = ordinary(samples.drop_above, 2000)
    assert found["call"].startswith("drop_above([1, 2, 3], ")
    assert found["effect"] == "items: [1, 2, 3] → [2, 3]"


def test_a_key_is_one_that_is_there() -> None:
    assert ordinary(samples.rename)["effect"] == "users['world']: 'Ada' is new, users['name'] is gone"


def test_a_text_that_names_a_member_shows_each_of_them() -> None:
    results = {record["result"] for record in shown(samples.form, 100) if record["outcome"] == "returned"}
    assert results == {"Form.PLAIN", "Form.BOLD", "Form.LEAN"}


def test_yes_and_no_are_shown_for_each_place_they_come_from() -> None:
    answers = {(record["call"], record["result"]) for record in shown(samples.is_leap) if not record["ordinary"]}
    assert ("is_leap(100)", "False") in answers
    assert ("is_leap(1)", "False") in answers


@pytest.mark.parametrize(
    ("function", "outcome"), [(samples.share, "refused"), (samples.square, "too_much"), (samples.down, "too_much")]
)
@pytest.mark.slow
def test_a_failure_that_only_values_nobody_writes_lead_to_is_no_crash(
    function: Callable[..., Any], outcome: str
) -> None:
    failed = [record for record in shown(function, 3000) if record["outcome"] != "returned"]
    assert {record["outcome"] for record in failed} == {outcome}


def test_large_numbers_are_written_with_few_digits() -> None:
    (large,) = [record["call"] for record in shown(samples.square, 3000) if record["outcome"] == "too_much"]
    assert len(large) == len("square(2e+154)")


def test_a_result_that_is_none_but_should_not_be_is_told() -> None:
    (wrong,) = [record for record in shown(samples.head) if record["outcome"] == "mistyped"]
    assert example_from({**wrong, "id": "x", "slot": 0}).text == "head([]) → None  but int is annotated"


@pytest.mark.parametrize(
    ("function", "text"),
    [(samples.later, "await later(3) → 6"), (samples.counted, "counted(3) → [0, 1, 2]")],
)
def test_what_is_asynchronous_is_shown_as_one_writes_it(function: Callable[..., Any], text: str) -> None:
    found = ordinary(function, 40)
    assert example_from(found).text == text
    assert "asyncio." in found["call"], "this can be pasted"
