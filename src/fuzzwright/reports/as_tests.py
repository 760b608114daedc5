"""Findings as tests that fail now and pass once they are mended: what to call, and what to ask of it.

A call that raised is simply made; of a value of the wrong type its type is asked, with the standard library
alone; what ends processes, or needs other calls before it, is run in a process of its own.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.pytest_file import ALONE, Case
from fuzzwright.reports.text import one_line
from fuzzwright.reports.types_asked import asked
from fuzzwright.reports.words import what_happened

WIDTH = 100
NEVER = {
    "environment": "it depends on what is outside",
    "flaky": "it does not happen each time",
    "effect_blocked": "it would do something to the outside",
    "out_of_memory": "it depends on how much memory there is",
}
"""Verdicts and kinds that are never written as tests, and why."""
_EXPECTED = " expected"
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W_]+")


def why_not(finding: Finding) -> str:
    """Return why there can be no test of a finding; nothing if there can."""
    reason = NEVER.get(finding.kind) or NEVER.get(finding.verdict)
    if reason:
        return reason
    try:
        for text in (*finding.imports, *finding.before, finding.call):
            ast.parse(text.encode("utf-8"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "its call cannot be written as Python"
    if finding.kind == "return_type" and finding.frames:
        return "what goes against an annotation is a call inside of it, which no result shows"
    if finding.kind == "return_type" and not _question(finding):
        expected = finding.exception.removesuffix(_EXPECTED)
        return f"whether a value is of type {one_line(expected, 80)} cannot be asked with the standard library alone"
    return ""


def case_of(module: str, finding: Finding) -> Case:
    """Return the test of a finding in a module; there must be no reason against it."""
    name = _words(finding.function.removeprefix(f"{module}."))
    place = finding.frames[-1] if finding.frames else f"{finding.file}:{finding.line}"
    comment = (f"# {_said(finding)}", f"# at {one_line(str(place))} ({finding.id})")
    return Case(f"test_{name}_{_promise(finding)}", finding.id, comment, _body(finding), _imports(finding))


def _said(finding: Finding) -> str:
    """Return what happened, with the message if that says more."""
    happened, message = what_happened(finding), one_line(finding.message, 90)
    if finding.kind in ("raised", "property"):
        return f"{happened}: {message}" if message else happened
    return message or happened


def _promise(finding: Finding) -> str:
    """Return what a test says of a function, to follow its name."""
    match finding.kind:
        case "raised":
            return f"does_not_raise_{_words(finding.exception.rpartition('.')[2])}"
        case "property":
            return "holds"
        case "return_type":
            return "returns_what_it_is_annotated_with"
        case "timed_out":
            return "comes_to_an_end"
        case "died":
            return "does_not_kill_the_process"
        case "exited":
            return "does_not_end_the_process"
        case kind:
            return f"works_without_{_words(kind)}"


def _words(name: str) -> str:
    """Return a name as words with underscores: `Line.asText` as `line_as_text`."""
    return _WORD.sub("_", name).strip("_").lower() or "it"


def _runs_alone(finding: Finding) -> bool:
    left = finding.kind == "exited" and finding.exception != "sys.exit"
    return bool(finding.before) or finding.kind in ("died", "timed_out") or left


def _imports(finding: Finding) -> tuple[str, ...]:
    return () if _runs_alone(finding) else finding.imports


def _body(finding: Finding) -> str:
    call = finding.call
    if _runs_alone(finding):
        first = [f"with contextlib.suppress(Exception): {each}" for each in finding.before]
        lines = [*(["import contextlib"] if first else []), *finding.imports, *first, _in_one_line(finding)]
        return "\n".join([f"{ALONE}(", *(f"    {_quoted(line)}," for line in lines), ")"])
    if finding.kind == "property" and finding.exception == "returned False":
        return f"assert {call}" if len(call) < WIDTH else f"result = {wrapped(call)}\nassert result"
    if finding.kind == "return_type":
        return f"result = {wrapped(call)}\nassert {_question(finding)}"
    return wrapped(call)


def _in_one_line(finding: Finding) -> str:
    if finding.kind == "property" and finding.exception == "returned False":
        return f"assert {finding.call}"
    if finding.kind == "return_type":
        return f"result = {finding.call}; assert {_question(finding)}"
    return finding.call


def _question(finding: Finding) -> str:
    expected = finding.exception.removesuffix(_EXPECTED)
    actual = finding.message.removeprefix("returned ").removesuffix(f", annotated {expected}")
    return asked(expected, actual, "result")


def _quoted(text: str) -> str:
    """Return a text as a Python literal, in double quotes where that needs no more escapes."""
    plain = repr(text)
    return f'"{plain[1:-1]}"' if plain[0] == "'" and '"' not in plain and "\\'" not in plain else plain


def wrapped(call: str) -> str:
    """Return a call with an argument on each line if it is long, and the same call in any case."""
    tree = ast.parse(call, mode="eval").body
    if len(call) <= WIDTH or not isinstance(tree, ast.Call):
        return call
    arguments = [ast.get_source_segment(call, each) or "" for each in tree.args]
    for keyword in tree.keywords:
        value = ast.get_source_segment(call, keyword.value)
        arguments.append(f"**{value}" if keyword.arg is None else f"{keyword.arg}={value}")
    function = ast.get_source_segment(call, tree.func)
    text = "\n".join([f"{function}(", *(f"    {argument}," for argument in arguments), ")"])
    try:
        same = ast.dump(ast.parse(text, mode="eval")) == ast.dump(ast.parse(call, mode="eval"))
    except SyntaxError:
        same = False  # brackets around an argument are not part of it
    return text if same else call
