from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from fuzzwright.reports.json_report import to_json
from fuzzwright.reports.summary import TargetReport
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import PARSE, SUMMARY

TARGET_KEYS = [
    *("function", "status", "reason", "executions", "seconds", "lines_covered", "lines_total", "chance"),
    "examples",
]
FINDING_KEYS = [
    *("id", "function", "kind", "exception", "message", "file", "line", "call", "imports"),
    *("verdict", "evidence", "reachable", "same_as", "executions", "seconds", "count", "seed"),
    *("known", "allowed", "suggestion"),
]


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def strict(text: str) -> Any:
    """Return what a reader sees that takes nothing but JSON as the standard has it."""
    loaded = json.loads(text, parse_constant=refuse)
    json.dumps(loaded, ensure_ascii=False).encode("utf-8")
    return loaded


def test_the_report_is_the_golden_one() -> None:
    same_as_golden("report.json", to_json(SUMMARY))


def test_the_keys_are_those_of_the_public_face() -> None:
    report = strict(to_json(SUMMARY))
    assert list(report) == ["version", "seed", "seconds", "targets", "findings", "growth"]
    assert list(report["targets"][0]) == TARGET_KEYS
    parse = next(target for target in report["targets"] if target["examples"])
    assert [list(example) for example in parse["examples"]] == [
        ["call", "outcome", "value", "lines"],
        ["call", "outcome", "exception", "lines"],
        ["call", "outcome", "exception", "lines"],
    ]
    assert list(report["findings"][0]) == FINDING_KEYS


def test_the_order_does_not_depend_on_what_was_done_first() -> None:
    turned = replace(SUMMARY, targets=SUMMARY.targets[::-1], findings=SUMMARY.findings[::-1])
    assert to_json(turned) == to_json(SUMMARY)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_only_text(text: str) -> None:
    # Of the huge ones only the message is cut; calls are kept whole, which has a test of its own.
    huge = replace(SUMMARY, findings=(replace(PARSE, message=text),))
    written = to_json(everywhere(text)[0] if len(text) < 1_000_000 else huge)
    written.encode("ascii")
    assert not [letter for letter in written if ord(letter) < 32 and letter != "\n"]
    (first, *_) = strict(written)["findings"]
    assert first["message"].startswith(text.encode("utf-8", "backslashreplace").decode()[:10_000])
    assert len(first["message"]) < 25_000


def test_a_long_call_is_never_cut() -> None:
    call = f"parse({'a' * 1_000_000!r})"
    report = strict(to_json(replace(SUMMARY, findings=(replace(PARSE, call=call),))))
    assert report["findings"][0]["call"] == call


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_json_does_not_have_is_null(number: float) -> None:
    report = strict(to_json(replace(SUMMARY, seconds=number, targets=(TargetReport("f", seconds=number),))))
    assert report["seconds"] is None
    assert report["targets"][0]["seconds"] is None


def test_a_seed_of_any_size_stays_whole() -> None:
    assert strict(to_json(replace(SUMMARY, seed=1 << 100)))["seed"] == 1 << 100
