"""A run as SARIF 2.1.0, the format in which code scanning takes findings to the lines they are about.

Every finding is a result, whether it asks for action or not: its level says which. Files are named
relative to one folder (`base`, the top of the repository in CI), as readers match them by that name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.excerpts import Excerpts
from fuzzwright.reports.rules import help_text, rule_id, rule_text
from fuzzwright.reports.summary import Summary, asks_for_action
from fuzzwright.reports.text import block, in_a_row, one_line
from fuzzwright.reports.words import because, verdict_name, what_happened

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT: Final = "fuzzwrightFinding/v1"
BASE: Final = "%SRCROOT%"
_LONGEST_CALL: Final = 4_000
_MOST_SKIPPED: Final = 1_000
_MOST_FRAMES: Final = 50
# In the text of a SARIF message this is a link; text of the code under test must not become one.
_LINK: Final = re.compile(r"\[(?=[^\]]*\]\()")
_EXITS: Final = {
    0: "nothing to act on",
    1: "findings to act on",
    2: "nothing could be fuzzed",
    3: "a defect of fuzzwright",
}

Object = dict[str, Any]


def to_sarif(
    summary: Summary,
    sources: Mapping[str, str],
    root: str,
    *,
    base: str | None = None,
    exit_code: int | None = None,
) -> str:
    """Return the run as a SARIF log; findings name files relative to `root`, the log relative to `base`."""
    writing = _Writing(summary, Excerpts(sources), root, base or root)
    findings = (*summary.to_act_on, *summary.others)
    sorts = {rule_id(finding): (finding.verdict, finding.kind) for finding in findings}
    rules = sorted(sorts)
    driver = {
        "name": "fuzzwright",
        "version": one_line(summary.version, 40),
        "rules": [_rule(rule, *sorts[rule]) for rule in rules],
    }
    run: Object = {
        "tool": {"driver": driver},
        "invocations": [_invocation(summary, exit_code)],
        "originalUriBaseIds": {BASE: {"uri": _folder_uri(base or root)}},
        "columnKind": "unicodeCodePoints",
        "results": [writing.result(finding, rules) for finding in findings],
        "properties": {"seed": summary.seed, "executions": summary.executions},
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=True, allow_nan=False, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class _Writing:
    """What the results of one log have in common."""

    summary: Summary
    excerpts: Excerpts
    root: str
    base: str

    def result(self, finding: Finding, rules: list[str]) -> Object:
        """Return one finding."""
        summary = self.summary
        result: Object = {
            "ruleId": rule_id(finding),
            "ruleIndex": rules.index(rule_id(finding)),
            "level": _level(finding, summary),
            "message": {"text": _message(finding)},
            "locations": [self._location(finding.file, finding.line, finding.function)],
            "partialFingerprints": {FINGERPRINT: one_line(finding.id, 80)},
            "occurrenceCount": max(finding.count, 1),
        }
        if finding.frames:
            frames = [self._location(frame.file, frame.line, frame.name) for frame in finding.frames[-_MOST_FRAMES:]]
            # A stack begins with the innermost call, a flow with what came first.
            result["stacks"] = [{"frames": [{"location": location} for location in reversed(frames)]}]
            result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": location} for location in frames]}]}]
        if summary.known:
            result["baselineState"] = "unchanged" if finding.id in summary.known else "new"
        if finding.id in summary.allowed:
            result["suppressions"] = [{"kind": "external", "justification": "allowed in [tool.fuzzwright]"}]
        result["properties"] = {
            "call": block(finding.call, _LONGEST_CALL),
            "imports": [one_line(line) for line in finding.imports],
            "before": [block(call, _LONGEST_CALL) for call in finding.before[:20]],
            "verdict": one_line(finding.verdict, 40),
            "kind": one_line(finding.kind, 40),
            "exception": one_line(finding.exception),
        }
        return result

    def _location(self, file: str, line: int, name: str) -> Object:
        location: Object = {"logicalLocations": [{"fullyQualifiedName": one_line(name), "kind": "function"}]}
        if file:
            place: Object = {"artifactLocation": self._artifact(file)}
            if line > 0:
                place["region"] = {"startLine": line}
                if text := self.excerpts.line(file, line):
                    place["region"]["snippet"] = {"text": text}
            location["physicalLocation"] = place
        return location

    def _artifact(self, file: str) -> Object:
        file = one_line(file, 1_000)
        whole = os.path.normpath(os.path.join(self.root, file))
        below = os.path.join(os.path.normpath(self.base), "")
        if whole.startswith(below):
            return {"uri": _escaped(whole[len(below) :]), "uriBaseId": BASE}
        return {"uri": _file_uri(whole)}


def _level(finding: Finding, summary: Summary) -> str:
    if not asks_for_action(finding, summary.fail_on):
        return "note"
    return "warning" if finding.id in summary.known or finding.id in summary.allowed else "error"


def _message(finding: Finding) -> str:
    message = f": {one_line(finding.message, 400)}" if finding.message else ""
    code = "\n".join(block(line, _LONGEST_CALL) for line in (*finding.imports, *finding.before, finding.call))
    text = f"{one_line(finding.function)} {what_happened(finding)}{message}\n\n{code}\n\n{because(finding)}"
    return _LINK.sub(r"\\[", text)


def _rule(rule: str, verdict: str, kind: str) -> Object:
    text = rule_text(verdict, kind)
    return {
        "id": rule,
        "name": "".join(word.title() for word in re.findall("[A-Za-z][A-Za-z0-9]*", rule)) or "Finding",
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": help_text(verdict, kind)},
        "properties": {"tags": ["fuzzing", verdict_name(verdict)]},
    }


def _invocation(summary: Summary, exit_code: int | None) -> Object:
    code = exit_code if exit_code is not None else 1 if summary.to_act_on else 0 if summary.fuzzed else 2
    skipped = [
        {"level": "note", "message": {"text": one_line(in_a_row(f"{one.function} was skipped: {one.reason}"), 600)}}
        for one in summary.skipped[:_MOST_SKIPPED]
    ]
    invocation: Object = {
        "executionSuccessful": code in (0, 1),
        "exitCode": code,
        "exitCodeDescription": _EXITS.get(code, "another end"),
        "toolExecutionNotifications": skipped,
    }
    if summary.command:
        invocation["commandLine"] = one_line(summary.command, 2_000)
    if summary.stopped_early:
        stopped = {"level": "warning", "message": {"text": "the run was stopped early"}}
        invocation["toolExecutionNotifications"] = [stopped, *skipped]
    return invocation


def _folder_uri(folder: str) -> str:
    uri = _file_uri(folder)
    return uri if uri.endswith("/") else f"{uri}/"


def _file_uri(path: str) -> str:
    place = _escaped(os.path.abspath(path))
    return f"file://{place}" if place.startswith("/") else f"file:///{place}"


def _escaped(path: str) -> str:
    # Slashes on every system; a colon is left alone only where it cannot be taken for the end of a scheme.
    return quote(PurePath(path).as_posix(), safe="/")
