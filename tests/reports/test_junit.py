from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree as xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.engine.outcome import Frame
from fuzzwright.reports.junit import to_junit
from fuzzwright.reports.summary import Summary, TargetReport
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import EMPTY, PARSE, SHARE, SUMMARY

ANY_TEXT = st.text(st.characters(exclude_categories=()))
"""Lone surrogates and control characters too."""


def suite_of(summary: Summary) -> xml.Element:
    """Return the one suite of a report, having checked that its counts are those of its cases."""
    root = xml.fromstring(to_junit(summary).encode())
    assert root.tag == "testsuites"
    (suite,) = root
    cases = suite.findall("testcase")
    for counted in (root, suite):
        assert int(counted.attrib["tests"]) == len(cases)
        assert int(counted.attrib["failures"]) == sum(case.find("failure") is not None for case in cases)
        assert int(counted.attrib["skipped"]) == sum(case.find("skipped") is not None for case in cases)
        float(counted.attrib["time"])
    assert [child.tag for child in suite] == ["properties", *["testcase"] * len(cases)]
    return suite


def case_of(summary: Summary, function: str) -> xml.Element:
    cases = suite_of(summary).findall("testcase")
    return next(case for case in cases if f"{case.attrib['classname']}.{case.attrib['name']}" == function)


def test_the_report_is_the_golden_one() -> None:
    same_as_golden("report.xml", to_junit(SUMMARY))


def test_each_function_is_a_test_case() -> None:
    cases = suite_of(SUMMARY).findall("testcase")
    names = [f"{case.attrib['classname']}.{case.attrib['name']}" for case in cases]
    assert names == sorted(target.function for target in SUMMARY.targets)


def test_a_function_fails_by_each_finding_to_act_on_and_by_no_other() -> None:
    second = replace(PARSE, id="second", exception="KeyError", message="'x'")
    case = case_of(replace(SUMMARY, findings=(PARSE, second, EMPTY)), "shop.orders.parse")
    assert [failure.attrib for failure in case.findall("failure")] == [
        {"message": "raised IndexError: list index out of range", "type": "IndexError"},
        {"message": "raised KeyError: 'x'", "type": "KeyError"},
    ]
    assert "deliberate: raised ValueError: an order line must not be empty" in (case.findtext("system-out") or "")


def test_a_known_or_allowed_finding_is_no_failure() -> None:
    for aside in (replace(SUMMARY, known=frozenset({SHARE.id})), replace(SUMMARY, allowed=frozenset({SHARE.id}))):
        case = case_of(aside, "shop.money.share")
        assert case.find("failure") is None
        assert "ZeroDivisionError" in (case.findtext("system-out") or "")


def test_a_failure_has_what_is_needed_to_repeat_it() -> None:
    told = case_of(SUMMARY, "shop.orders.parse").findtext("failure") or ""
    assert told.startswith("from shop.orders import parse\nparse('0')\n")
    assert "shop/orders.py:17 in parse" in told
    assert "id c912a037" in told


def test_a_skipped_function_says_why() -> None:
    case = case_of(SUMMARY, "shop.web.serve")
    assert [child.tag for child in case] == ["skipped"]
    assert case[0].attrib == {"message": "never returned normally in 2,000 executions"}


def test_the_place_of_a_function_and_the_seed_are_told() -> None:
    case = case_of(SUMMARY, "shop.money.settle")
    assert (case.attrib["file"], case.attrib["line"]) == ("shop/money.py", "16")
    properties = {one.attrib["name"]: one.attrib["value"] for one in suite_of(SUMMARY).iter("property")}
    assert properties["seed"] == "42"
    assert properties["command"] == "fuzzwright run shop --time 15 --seed 42"


def test_a_finding_of_a_function_that_is_not_listed_is_not_lost() -> None:
    summary = Summary("0.1.0", 0, 0.1, findings=(PARSE,))
    assert case_of(summary, "shop.orders.parse").find("failure") is not None


def test_a_name_without_a_module_and_odd_times_do_no_harm() -> None:
    summary = Summary("0.1.0", 0, math.nan, (TargetReport("alone", seconds=math.inf),))
    (case,) = suite_of(summary).findall("testcase")
    assert case.attrib == {"classname": "alone", "name": "alone", "time": "0.000"}


def test_a_run_without_anything_is_well_formed() -> None:
    assert suite_of(Summary("0.1.0", 0, 0.1)).attrib["tests"] == "0"


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_gives_a_report_that_can_be_read(message: str, call: str, name: str) -> None:
    frames = (Frame(name, name, 1),)
    finding = replace(
        PARSE, message=message, call=call, exception=name, evidence=message, before=(call,), frames=frames
    )
    targets = (TargetReport(PARSE.function), TargetReport(name, "skipped", message), TargetReport(call, reason=message))
    suite = suite_of(Summary(name, 0, 0.1, targets, (finding, replace(finding, verdict="flaky")), command=call))
    assert len(suite.findall("testcase/failure")) == 1


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_only_text(text: str) -> None:
    summary, _ = everywhere(text)
    written = to_junit(summary)
    tags = {element.tag for element in suite_of(summary).iter()}
    assert tags <= {"testsuite", "properties", "property", "testcase", "failure", "skipped", "system-out"}
    assert len(written) < 1_000_000
