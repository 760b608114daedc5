"""What clients ask for, sense and nonsense."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.frontends.lsp.options import Options, read_options


def test_options_are_under_the_name_of_the_project() -> None:
    options, problems = read_options({"fuzzwright": {"examples": True, "python": "/x/python", "width": 60}})
    assert (options.examples, options.python, options.width, problems) == (True, "/x/python", 60, [])


def test_those_who_paint_examples_get_no_hints_unless_they_ask() -> None:
    assert Options().shows_hints
    assert not Options(examples=True).shows_hints
    assert Options(examples=True, hints=True).shows_hints


@pytest.mark.parametrize("given", [None, {}, {"other": 1}, {"fuzzwright": None}, {"fuzzwright": {"enabled": True}}])
def test_nothing_said_leaves_everything_as_it_is(given: Any) -> None:
    assert read_options(given) == (Options(), [])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([1], "not a table but list"),
        ({"fuzzwright": "yes"}, "not a table but str"),
        ({"fuzzwright": {"examples": "yes"}}, "`examples` cannot be 'yes'"),
        ({"fuzzwright": {"debounce": -1}}, "`debounce` cannot be -1"),
        ({"fuzzwright": {"debounce": True}}, "`debounce` cannot be True"),
        ({"fuzzwright": {"severity": "loud"}}, "`severity` cannot be 'loud'"),
        ({"fuzzwright": {"severity": ["hint"]}}, "`severity` cannot be ['hint']"),
        ({"fuzzwright": {"python": 3}}, "`python` cannot be 3"),
    ],
)
def test_nonsense_is_told_and_left_out(given: Any, told: str) -> None:
    options, problems = read_options(given)
    assert options == Options()
    assert [told in problem for problem in problems] == [True]


def test_a_change_keeps_what_it_does_not_name() -> None:
    before = Options(examples=True, width=60)
    assert read_options({"fuzzwright": {"severity": "off"}}, before)[0] == Options(True, width=60, severity="off")
