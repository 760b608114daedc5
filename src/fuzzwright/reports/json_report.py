"""A run as JSON, for programs: the keys are part of the public face and do not change.

The text is ASCII and valid for strict readers: lone surrogates are written out as their escapes, a
number that JSON does not have becomes null. Calls are never cut, messages are when they are huge.
"""

from __future__ import annotations

import json
import math

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.summary import ExampleReport, Summary, TargetReport
from fuzzwright.reports.text import cut

_LONGEST_MESSAGE = 20_000


def to_json(summary: Summary) -> str:
    """Return the run as JSON; targets by name, findings by function and by how soon they were found."""
    targets = sorted(summary.targets, key=lambda target: target.function)
    findings = sorted(summary.findings, key=lambda one: (one.function, one.executions, one.id))
    report = {
        "version": summary.version,
        "seed": summary.seed,
        "seconds": summary.seconds,
        "targets": [_target(target) for target in targets],
        "findings": [finding_record(finding, summary) for finding in findings],
        # Last, because it is long and few look at it: seconds since the start, lines covered by then.
        "growth": summary.growth,
    }
    return json_text(report)


def json_text(report: object) -> str:
    """Return plain data as JSON that strict readers take."""
    return json.dumps(_clean(report), ensure_ascii=True, allow_nan=False, indent=2) + "\n"


def _target(target: TargetReport) -> dict[str, object]:
    return {
        "function": target.function,
        "status": target.status,
        "reason": target.reason,
        "executions": target.executions,
        "seconds": target.seconds,
        "lines_covered": target.lines_covered,
        "lines_total": target.lines_total,
        "chance": target.chance,
        "examples": [_example(example) for example in target.examples],
    }


def _example(example: ExampleReport) -> dict[str, object]:
    came_of_it = {"value": example.value} if example.exception is None else {"exception": example.exception}
    return {"call": example.call, "outcome": example.outcome, **came_of_it, "lines": example.lines}


def finding_record(finding: Finding, summary: Summary) -> dict[str, object]:
    """Return a finding of a run as JSON data."""
    return {
        "id": finding.id,
        "function": finding.function,
        "kind": finding.kind,
        "exception": finding.exception,
        "message": cut(finding.message, _LONGEST_MESSAGE),
        "file": finding.file,
        "line": finding.line,
        "call": _whole_call(finding),
        "imports": finding.imports,
        "verdict": finding.verdict,
        "evidence": finding.evidence,
        "reachable": finding.reachable,
        "same_as": finding.same_as or None,
        "executions": finding.executions,
        "seconds": finding.seconds,
        "count": finding.count,
        "seed": finding.seed,
        "known": finding.id in summary.known,
        "allowed": finding.id in summary.allowed,
        "suggestion": finding.suggestion,
    }


def _whole_call(finding: Finding) -> str:
    """Return one expression: a call that only fails after others comes with them."""
    if not finding.before:
        return finding.call
    return f"({', '.join((*finding.before, finding.call))})[-1]"


def _clean(value: object) -> object:
    match value:
        case dict():
            return {key: _clean(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_clean(inner) for inner in value]
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case float() if not math.isfinite(value):
            return None
        case float():
            # More digits than a clock has only make two reports differ.
            return round(value, 6)
        case _:
            return value
