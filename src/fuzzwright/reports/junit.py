"""A run as JUnit XML, which nearly every CI system shows as test results.

Each function is a test case: it fails by each finding to act on, and the other findings stand in its
output. Whatever XML cannot hold is written as an escape.
"""

from __future__ import annotations

import math
from itertools import groupby
from typing import Final
from xml.etree import ElementTree as xml

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.summary import Summary, TargetReport
from fuzzwright.reports.text import block, counted, in_a_row, one_line
from fuzzwright.reports.words import because, history, verdict_name, what_happened

_LONGEST_CALL: Final = 20_000
_MOST_FRAMES: Final = 50
_MOST_OTHERS: Final = 50


def to_junit(summary: Summary) -> str:
    """Return the run as one test suite, functions by name."""
    urgent, others = _by_function(summary.to_act_on), _by_function(summary.others)
    targets = {target.function: target for target in summary.targets}
    # A finding of a function that is not listed must not get lost.
    for function in (*urgent, *others):
        targets.setdefault(function, TargetReport(function))
    cases = [_case(targets[name], urgent.get(name, ()), others.get(name, ())) for name in sorted(targets)]
    counts = {
        "name": "fuzzwright",
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": "0",
        "skipped": str(sum(case.find("skipped") is not None for case in cases)),
        "time": _seconds(summary.seconds),
    }
    suites = xml.Element("testsuites", counts)
    suite = xml.SubElement(suites, "testsuite", counts)
    properties = xml.SubElement(suite, "properties")
    for name, value in _properties(summary).items():
        xml.SubElement(properties, "property", {"name": name, "value": value})
    suite.extend(cases)
    xml.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{xml.tostring(suites, encoding="unicode")}\n'


def _properties(summary: Summary) -> dict[str, str]:
    return {
        "version": one_line(summary.version, 40),
        "seed": str(summary.seed),
        "executions": str(summary.executions),
        "command": one_line(summary.command, 2_000),
        "stopped-early": "true" if summary.stopped_early else "false",
    }


def _by_function(findings: tuple[Finding, ...]) -> dict[str, tuple[Finding, ...]]:
    ordered = sorted(findings, key=lambda finding: finding.function)
    return {name: tuple(group) for name, group in groupby(ordered, key=lambda finding: finding.function)}


def _case(target: TargetReport, urgent: tuple[Finding, ...], others: tuple[Finding, ...]) -> xml.Element:
    module, _, name = one_line(target.function).rpartition(".")
    case = xml.Element("testcase", {"classname": module or name, "name": name, "time": _seconds(target.seconds)})
    if target.file:
        case.set("file", one_line(target.file, 1_000))
        case.set("line", str(target.line))
    for finding in urgent:
        message = (
            f"{what_happened(finding)}: {one_line(finding.message)}" if finding.message else what_happened(finding)
        )
        failure = xml.SubElement(case, "failure", {"message": message, "type": one_line(finding.exception)})
        failure.text = _told(finding)
    if target.status != "fuzzed":
        # Not a second end beside a failure: readers count one of the two.
        if not urgent:
            xml.SubElement(case, "skipped", {"message": one_line(in_a_row(target.reason or "no reason given"), 600)})
        return case
    out = [f"{target.executions} executions, {target.lines_covered} of {target.lines_total} lines covered"]
    if target.reason:
        out.append(one_line(in_a_row(target.reason), 600))
    out += [_in_a_line(finding) for finding in others[:_MOST_OTHERS]]
    if len(others) > _MOST_OTHERS:
        out.append(f"and {counted(len(others) - _MOST_OTHERS, 'more finding')}")
    xml.SubElement(case, "system-out").text = "\n".join(out)
    return case


def _told(finding: Finding) -> str:
    """Return a finding in full, as a traceback reads: the calls, the places, the reason."""
    lines = [block(line, _LONGEST_CALL) for line in (*finding.imports, *finding.before, finding.call)]
    lines += ["", *(one_line(str(frame)) for frame in finding.frames[-_MOST_FRAMES:])]
    if not finding.frames and finding.file:
        lines.append(one_line(f"{finding.file}:{finding.line}"))
    if finding.message:
        lines.append(f"{one_line(finding.exception)}: {block(finding.message, 4_000)}")
    return "\n".join((*lines, "", because(finding), history(finding)))


def _in_a_line(finding: Finding) -> str:
    message = f": {one_line(finding.message)}" if finding.message else ""
    return f"{verdict_name(finding.verdict)}: {what_happened(finding)}{message} · {one_line(finding.call, 400)}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if math.isfinite(seconds) else "0.000"
