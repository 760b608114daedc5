"""Failures of several functions that happen at one place, as one: the reader is told once, and through what else.

A helper that fails is met by everything that calls it. Of the findings at one place with one verdict the one of a
public function with the simplest call stands for all; the others say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from fuzzwright.engine.finding import Finding

MOST_NAMED = 3


def together(findings: Iterable[Finding], private: Collection[str]) -> list[Finding]:
    """Return the findings in their order, each that another stands for with the id of that one."""
    findings = list(findings)
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_place(finding), []).append(finding)
    changed: dict[str, Finding] = {}
    for group in groups.values():
        first = min(group, key=lambda each: (each.function in private, len(each.call), each.call, each.id))
        others = list(dict.fromkeys(each.function for each in group if each.function != first.function))
        if others:
            changed[first.id] = replace(first, evidence=f"{first.evidence}; {_also(others)}")
        changed |= {each.id: replace(each, same_as=first.id) for each in group if each is not first}
    return [changed.get(each.id, each) for each in findings]


def _also(functions: list[str]) -> str:
    more = f" and {len(functions) - MOST_NAMED} more" if len(functions) > MOST_NAMED else ""
    return f"also through {', '.join(f'`{name}`' for name in functions[:MOST_NAMED])}{more}"


def _place(finding: Finding) -> tuple[object, ...]:
    # What never was in the code under test has no place to share.
    inner = finding.frames[-1] if finding.frames else None
    if inner is not None and finding.kind == "timed_out":
        inner = replace(inner, line=0)  # which line of a loop it had come to is chance
    if finding.kind != "return_type" or not finding.exception.endswith(" expected"):
        return finding.kind, finding.exception, finding.verdict, inner or finding.id
    # A function that returns the wrong type is met by its callers too, if their calls are looked at.
    where = (inner.file, inner.name) if inner is not None else None
    if where is None:
        module = finding.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        where = finding.file, finding.function.removeprefix(f"{module}.")
    return finding.kind, finding.exception, finding.verdict, where
