"""Whether a failure is told as one of a value that may have any type, on functions that really run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.engine.outcome import Raised, Returned
from fuzzwright.python.hints import Hints
from fuzzwright.python.judging.openness import is_of_types, only_through_any


def joined(record: dict[str, Any]) -> str:
    return str(record["mark"] + "" + (record["text"] + ""))


def measured(record: dict[str, Any]) -> int:
    return len(record["text"])


def forgetful(record: dict[str, Any]) -> int:
    return len(None if record else "")  # type: ignore[arg-type]  # that it has no length is the point


def evidence(function: Callable[[dict[str, Any]], object], record: dict[str, Any]) -> str:
    hints = Hints()
    domain = hints.build(dict[str, Any])
    value = domain.adopt(record)

    def still_fails(candidate: Any) -> bool:
        try:
            function(domain.realise(candidate))
        except (TypeError, AttributeError):
            return True
        return False

    assert still_fails(value)
    return only_through_any(domain, value, still_fails)


def test_a_value_of_another_type_in_one_place_shows_that_it_hangs_on_it() -> None:
    assert evidence(measured, {"text": None}).startswith("the hints allow anything where it got None; with ")


def test_two_values_that_each_fail_are_changed_at_once() -> None:
    why = evidence(joined, {"mark": 1, "text": None})
    assert "where it got a value of type int and None; with a value of type str and a value of type str there" in why


def test_a_failure_that_stays_whatever_the_value_is_does_not_hang_on_it() -> None:
    assert evidence(forgetful, {"text": None, "mark": 1}) == ""


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Raised((), exception="TypeError", message=""), True),
        (Raised((), exception="KeyError", message="-1"), True),
        (Raised((), exception="KeyError", message="'type'"), False),
        (Raised((), exception="IndexError", message="list index out of range"), False),
        (Returned(), False),
    ],
)
def test_a_position_looked_up_in_a_dictionary_is_a_failure_of_types(outcome: Any, expected: bool) -> None:
    assert is_of_types(outcome) is expected
