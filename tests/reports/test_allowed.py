"""`allow`: which findings its lines name, and what becomes of them in a summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.allowed import allowed_ids
from fuzzwright.reports.json_report import to_json
from fuzzwright.settings import read_settings
from tests.reports.shop import PARSE, REBATE, SETTLE, SHARE, SUMMARY


@pytest.mark.parametrize(
    ("line", "is_allowed"),
    [
        ("shop.orders.parse: IndexError", True),
        ("shop.*: IndexError", True),
        ("*:IndexError", True),
        ("shop.orders.parse: LookupError", True),
        ("shop.orders.parse: Exception", True),
        ("shop.orders.parse: *", True),
        ("shop.orders.parse: KeyError", False),
        ("shop.money.*: IndexError", False),
        ("parse: IndexError", False),
        ("shop.orders.parse: print", False),
    ],
)
def test_a_line_names_functions_and_an_exception(line: str, is_allowed: bool) -> None:
    assert bool(allowed_ids([PARSE], [line])) is is_allowed


def test_an_exception_of_the_project_is_named_with_or_without_its_module() -> None:
    finding = replace(PARSE, exception="shop.errors.BadOrder")
    assert allowed_ids([finding], ["shop.*: BadOrder"]) == allowed_ids([finding], ["shop.*: shop.errors.BadOrder"])
    assert allowed_ids([finding], ["shop.*: BadOrder"]) == {finding.id}


def test_a_kind_can_stand_for_an_exception() -> None:
    assert allowed_ids([SETTLE, REBATE], ["*: timed_out"]) == {SETTLE.id}
    assert allowed_ids([SETTLE, REBATE], ["*: return_type"]) == {REBATE.id}


def test_known_and_allowed_ones_are_none_to_act_on_and_are_not_lost() -> None:
    summary = replace(SUMMARY, known=frozenset({PARSE.id, SHARE.id}), allowed=frozenset({SHARE.id}))
    assert summary.to_act_on == (SETTLE, REBATE)
    assert summary.known_ones == (PARSE,)
    assert summary.allowed_ones == (SHARE,)
    assert {*summary.to_act_on, *summary.others} == set(summary.findings)


def test_json_says_of_each_finding_whether_it_is_known() -> None:
    text = to_json(replace(SUMMARY, known=frozenset({PARSE.id}), allowed=frozenset({SHARE.id})))
    assert text.count('"known": true') == text.count('"allowed": true') == 1


@pytest.mark.parametrize("line", ["shop.orders", "shop.orders:", ": KeyError", ""])
def test_a_line_without_a_pattern_or_an_exception_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(f'[tool.fuzzwright]\nallow = ["{line}"]\n', "utf-8")
    with pytest.raises(FuzzwrightError, match="which exception"):
        read_settings(file)
