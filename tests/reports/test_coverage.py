from __future__ import annotations

from dataclasses import replace

import pytest

from fuzzwright.reports.coverage import Coverage, ranges, statement_lines
from fuzzwright.reports.summary import TargetReport
from tests.reports.shop import SOURCES, SUMMARY

SOURCE = '''\
import os

LIMIT = 3


class Box:
    size = 1

    def grow(self, by: int) -> int:
        """Make it larger."""
        global LIMIT
        if by > LIMIT:
            raise ValueError(by)
        elif by:
            with open(
                os.devnull
            ) as stream:
                stream.read()

        def inner() -> int:
            return by

        class Local:
            x = 1

        match by:
            case 0:
                return 0
            case _:
                ...
        try:
            return inner()
        except KeyError:
            pass
        return [
            lambda: 1
        ][0]()
'''


def test_lines_are_those_on_which_a_statement_of_a_function_begins() -> None:
    assert sorted(statement_lines(SOURCE)) == [12, 13, 14, 15, 18, 20, 21, 23, 26, 28, 31, 32, 34, 35]


@pytest.mark.parametrize("source", ["def f(:", "\0", "(" * 10_000, "x = 1\n" * 500_000, ""])
def test_what_is_no_source_has_no_lines(source: str) -> None:
    assert statement_lines(source) == frozenset()


def test_lines_are_covered_or_missed_or_neither() -> None:
    coverage = Coverage(SUMMARY.fuzzed, SOURCES)
    marks = {line: coverage.mark("shop/orders.py", line) for line in range(19, 26)}
    assert marks == {19: "", 20: "", 21: "covered", 22: "covered", 23: "covered", 24: "missed", 25: ""}
    assert coverage.mark("shop/unknown.py", 1) == ""


def test_the_missed_lines_of_a_function_are_its_own() -> None:
    coverage = Coverage(SUMMARY.fuzzed, SOURCES)
    missed = {target.function: coverage.missed(target) for target in SUMMARY.fuzzed if coverage.missed(target)}
    assert missed == {"shop.money.settle": (19,), "shop.orders.total": (24,)}


def test_where_source_and_run_do_not_fit_nothing_is_claimed() -> None:
    settle = next(target for target in SUMMARY.fuzzed if target.function == "shop.money.settle")
    changed = replace(settle, lines_total=4)
    elsewhere = replace(settle, lines=(2, 17))
    unknown = TargetReport("f", lines_total=3, lines=(1,))
    coverage = Coverage((changed, elsewhere, unknown), SOURCES)
    assert [coverage.missed(target) for target in (changed, elsewhere, unknown)] == [(), (), ()]
    assert {coverage.mark("shop/money.py", line) for line in range(1, 25)} == {""}


@pytest.mark.parametrize(
    ("lines", "text"), [((), ""), ((4,), "4"), ((9, 7, 8, 4), "4, 7–9"), ((1, 2, 4, 5, 7), "1–2, 4–5, 7")]
)
def test_neighbouring_lines_are_told_as_one(lines: tuple[int, ...], text: str) -> None:
    assert ranges(lines) == text
