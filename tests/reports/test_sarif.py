from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.reports.rules import ADVICE, KINDS, rule_id
from fuzzwright.reports.sarif import FINGERPRINT, to_sarif
from fuzzwright.reports.summary import VERDICTS, Summary
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.sarif_shape import check_sarif
from tests.reports.shop import EMPTY, PARSE, PRICES, REBATE, SETTLE, SHARE, SOURCES, SUMMARY

ROOT = "/project/src"


def log_of(summary: Summary, **more: Any) -> dict[str, Any]:
    """Return the one run of a log that was found to be well-formed."""
    log = json.loads(to_sarif(summary, SOURCES, ROOT, **{"base": "/project", **more}))
    check_sarif(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def result_of(summary: Summary, id: str, **more: Any) -> dict[str, Any]:
    run = log_of(summary, **more)
    return next(result for result in run["results"] if result["partialFingerprints"][FINGERPRINT] == id)


def place_of(result: dict[str, Any]) -> dict[str, Any]:
    place = result["locations"][0]["physicalLocation"]
    assert isinstance(place, dict)
    return place


def test_the_log_is_the_golden_one() -> None:
    same_as_golden("report.sarif", to_sarif(SUMMARY, SOURCES, ROOT, base="/project"))


def test_a_result_has_the_call_the_reason_and_the_line() -> None:
    result = result_of(SUMMARY, PARSE.id)
    text = result["message"]["text"]
    assert text.startswith("shop.orders.parse raised IndexError: list index out of range\n")
    assert "\nfrom shop.orders import parse\nparse('0')\n" in text
    assert "why: nothing in the code announces it; no `raise`" in text
    place = place_of(result)
    assert place["artifactLocation"] == {"uri": "src/shop/orders.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {
        "startLine": 17,
        "snippet": {"text": "return Line(parts[0].strip(), int(parts[1]))"},
    }


def test_what_asks_for_action_is_an_error_and_the_rest_a_note() -> None:
    levels = {result["partialFingerprints"][FINGERPRINT]: result["level"] for result in log_of(SUMMARY)["results"]}
    errors = {one.id for one in (SHARE, PARSE, REBATE, SETTLE)}
    assert levels == {one.id: "error" if one.id in errors else "note" for one in SUMMARY.findings}


def test_a_known_finding_is_unchanged_and_a_warning() -> None:
    summary = replace(SUMMARY, known=frozenset({PARSE.id, EMPTY.id}))
    known, other, harmless = (result_of(summary, one.id) for one in (PARSE, SHARE, EMPTY))
    assert (known["baselineState"], known["level"]) == ("unchanged", "warning")
    assert (other["baselineState"], other["level"]) == ("new", "error")
    assert (harmless["baselineState"], harmless["level"]) == ("unchanged", "note")
    assert "baselineState" not in result_of(SUMMARY, PARSE.id)


def test_an_allowed_finding_is_suppressed() -> None:
    result = result_of(replace(SUMMARY, allowed=frozenset({PARSE.id})), PARSE.id)
    assert (result["level"], result["suppressions"][0]["kind"]) == ("warning", "external")
    assert "suppressions" not in result_of(SUMMARY, PARSE.id)


def test_a_stack_begins_inside_and_a_flow_outside() -> None:
    frames = (Frame("shop/web.py", "serve", 3), Frame("shop/orders.py", "parse", 17))
    result = result_of(replace(SUMMARY, findings=(replace(PARSE, frames=frames),)), PARSE.id)

    def files(steps: list[dict[str, Any]]) -> list[str]:
        return [step["location"]["physicalLocation"]["artifactLocation"]["uri"] for step in steps]

    assert files(result["stacks"][0]["frames"]) == ["src/shop/orders.py", "src/shop/web.py"]
    assert files(result["codeFlows"][0]["threadFlows"][0]["locations"]) == ["src/shop/web.py", "src/shop/orders.py"]


def test_a_deep_recursion_is_cut_to_its_end() -> None:
    frames = tuple(Frame("shop/orders.py", "parse", line) for line in range(1, 1001))
    stack = result_of(replace(SUMMARY, findings=(replace(PARSE, frames=frames),)), PARSE.id)["stacks"][0]["frames"]
    assert len(stack) == 50
    assert stack[0]["location"]["physicalLocation"]["region"]["startLine"] == 1000


@pytest.mark.parametrize(
    ("file", "artifact"),
    [
        ("shop/a b#c?%.py", {"uri": "src/shop/a%20b%23c%3F%25.py", "uriBaseId": "%SRCROOT%"}),
        ("c:d.py", {"uri": "src/c%3Ad.py", "uriBaseId": "%SRCROOT%"}),
        ("größe.py", {"uri": "src/gr%C3%B6%C3%9Fe.py", "uriBaseId": "%SRCROOT%"}),
        ("../tools/x.py", {"uri": "tools/x.py", "uriBaseId": "%SRCROOT%"}),
        ("../../elsewhere/x.py", {"uri": "file:///elsewhere/x.py"}),
        ("/lib/python/json.py", {"uri": "file:///lib/python/json.py"}),
    ],
)
def test_a_file_is_named_below_the_base_or_in_full(file: str, artifact: dict[str, str]) -> None:
    result = result_of(replace(SUMMARY, findings=(replace(PARSE, file=file),)), PARSE.id)
    assert place_of(result)["artifactLocation"] == artifact


def test_without_a_base_files_are_relative_to_the_root() -> None:
    assert place_of(result_of(SUMMARY, PARSE.id, base=None))["artifactLocation"]["uri"] == "shop/orders.py"


def test_a_finding_without_a_place_still_names_its_function() -> None:
    result = result_of(replace(SUMMARY, findings=(replace(PARSE, file="", line=0, frames=()),)), PARSE.id)
    assert result["locations"] == [
        {"logicalLocations": [{"fullyQualifiedName": "shop.orders.parse", "kind": "function"}]}
    ]


def test_a_link_in_a_message_is_not_one() -> None:
    message = "see [here](http://example.org) and [1, 2]"
    result = result_of(replace(SUMMARY, findings=(replace(PARSE, message=message),)), PARSE.id)
    assert r"see \[here](http://example.org) and [1, 2]" in result["message"]["text"]


@pytest.mark.parametrize(("code", "successful"), [(0, True), (1, True), (2, False), (3, False)])
def test_the_exit_code_is_told(code: int, successful: bool) -> None:
    (invocation,) = log_of(SUMMARY, exit_code=code)["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (code, successful)


def test_what_was_skipped_and_an_early_end_are_told() -> None:
    (invocation,) = log_of(replace(SUMMARY, stopped_early=True))["invocations"]
    texts = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
    assert texts == [
        "the run was stopped early",
        "shop.files.load was skipped: no generator for parameter `stream: IO[bytes]`",
        "shop.web.serve was skipped: never returned normally in 2,000 executions",
    ]


def test_a_run_without_anything_is_well_formed() -> None:
    run = log_of(Summary("0.1.0", 0, 0.1))
    assert run["results"] == []
    assert run["invocations"][0]["exitCode"] == 2


def test_every_verdict_and_kind_has_its_words() -> None:
    assert set(ADVICE) == set(VERDICTS)
    combined = [replace(PARSE, id=f"{v}{k}", verdict=v, kind=k) for v in VERDICTS for k in KINDS]
    rules = log_of(replace(SUMMARY, findings=tuple(combined)))["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {rule_id(one) for one in combined}
    assert not [rule for rule in rules if "a verdict of its own" in rule["help"]["text"]]


def test_the_order_does_not_depend_on_what_was_done_first() -> None:
    turned = replace(SUMMARY, targets=SUMMARY.targets[::-1], findings=SUMMARY.findings[::-1])
    assert log_of(turned) == log_of(SUMMARY)


def test_a_call_that_needs_others_comes_with_them() -> None:
    result = result_of(SUMMARY, PRICES.id)
    assert "\ntotal([], {})\ntotal([Line('0', 0)], {})\n" in result["message"]["text"]
    assert result["properties"]["before"] == ["total([], {})"]


@pytest.mark.parametrize("hostile", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_only_text(hostile: str) -> None:
    summary, sources = everywhere(hostile)
    written = to_sarif(summary, sources, ROOT, base="/project")
    written.encode("ascii")
    check_sarif(json.loads(written))
    assert len(written) < 1_000_000
