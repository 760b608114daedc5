"""Failures of several functions that are one to the reader, as one: told once, and through what else it is met.

A helper that fails is met by everything that calls it; an object that was made wrongly fails in each of its methods. Of
the findings at one place with one verdict, or that say the same of one object or class, the one of a public function
with the simplest call stands for all; the others say so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from fuzzwright.engine.finding import Finding
from fuzzwright.python.judging.counting import holds_nothing

MOST_NAMED = 3
_DRIVING = ("list", "asyncio.run")
_OF_TYPES = ("AttributeError", "TypeError")
_TEXT = re.compile(r"""(['"])([^'"\\]+)\1""")
_LACKING = re.compile(r"'(?:\w+\.)*(\w+)' object has no attribute '\w+'")
_ATTRIBUTE = re.compile(r"attribute '\w+'")


def together(findings: Iterable[Finding], private: Collection[str]) -> list[Finding]:
    """Return the findings in their order, each that another stands for with the id of that one."""
    findings = list(findings)
    changed: dict[str, Finding] = {}
    for group in _groups(findings):
        first = min(group, key=lambda each: (each.function in private, len(each.call), each.call, each.id))
        others = list(dict.fromkeys(each.function for each in group if each.function != first.function))
        if others:
            changed[first.id] = replace(first, evidence=f"{first.evidence}; {_also(others)}")
        changed |= {each.id: replace(each, same_as=first.id) for each in group if each is not first}
    return [changed.get(each.id, each) for each in findings]


def _groups(findings: list[Finding]) -> list[list[Finding]]:
    """Return findings put together by their place, and those groups by the object that they are about."""
    by_place: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        by_place.setdefault(_place(finding), []).append(finding)
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for place, group in by_place.items():
        cause = min((cause for finding in group if (cause := _cause(finding))), default=place)
        known = {finding.function for finding in groups.get(cause, ())}
        # What fails at two places of one function is two things to mend there.
        key = place if known & {finding.function for finding in group} else cause
        groups.setdefault(key, []).extend(group)
    return list(groups.values())


def _cause(finding: Finding) -> tuple[str, ...]:
    """Return what is said of which object, if a method failed for what the call made that object with; else nothing.

    An error of types says what is inside of the object, and another error, of one that was made of nothing, just that;
    else it may be the method's own. Results of wrong types say it of an object that was made in a way of its own. What
    a library says of one value, or that objects of a class lack an attribute, is one thing to know wherever it is said.
    """
    if finding.kind == "raised" and (_is_of_a_value(finding) or _is_of_a_class(finding)):
        return finding.exception, finding.message, finding.verdict
    receiver = _receiver(finding.call)
    if finding.kind == "return_type" and receiver is not None and _is_made_so(receiver):
        return finding.function.rpartition(".")[0], ast.unparse(receiver), finding.kind, "", finding.verdict
    if not isinstance(receiver, ast.Call):
        return ()
    given = bool(receiver.args or receiver.keywords)
    if given != (finding.exception in _OF_TYPES) and not any(map(holds_nothing, ast.walk(receiver))):
        return ()
    said = _ATTRIBUTE.sub("attribute", finding.message)
    return finding.function.rpartition(".")[0], ast.unparse(receiver), finding.exception, said, finding.verdict


def _is_made_so(receiver: ast.expr) -> bool:
    """Return whether an object was given something when it was made, or had methods called on it since."""
    if isinstance(receiver, ast.Call):
        return bool(receiver.args or receiver.keywords)
    return isinstance(receiver, ast.Subscript) and any(isinstance(each, ast.NamedExpr) for each in ast.walk(receiver))


def _is_of_a_value(finding: Finding) -> bool:
    """Return whether an exception of a library names a text in the call."""
    texts = _TEXT.findall(finding.call) if "." in finding.exception else []
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", finding.message) for _, text in texts)


def _is_of_a_class(finding: Finding) -> bool:
    """Return whether an object that the call makes lacks an attribute."""
    lacking = _LACKING.match(finding.message) if finding.exception == "AttributeError" else None
    return lacking is not None and re.search(rf"\b{lacking[1]}\(", finding.call) is not None


def _receiver(call: str) -> ast.expr | None:
    """Return what the last method in a call is called on; nothing for a function."""
    try:
        node = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    while isinstance(node, ast.Call) and ast.unparse(node.func) in _DRIVING and node.args:
        node = node.args[0]
    reached = node.func if isinstance(node, ast.Call) else node
    return reached.value if isinstance(reached, ast.Attribute) else None


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
