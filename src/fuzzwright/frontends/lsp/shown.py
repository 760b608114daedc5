"""What is shown of a function: lens, inlay hint, hover, problems, and the notification for those who paint themselves.

Functions of a document and its functions; how results come about is left to `editor`, sending to `server`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from fuzzwright.editor.examples import LiveExample, LiveFunction, Reached
from fuzzwright.frontends.lsp.documents import Document
from fuzzwright.frontends.lsp.options import Options, Severity
from fuzzwright.frontends.lsp.positions import width
from fuzzwright.frontends.lsp.ranking import FAILS, chosen, ranked
from fuzzwright.reports.text import counted

SHOW = "fuzzwright.show"
SOURCE = "fuzzwright"
_WORDS = {
    "mistyped": "returns another type",
    "raised": "raises",
    "refused": "refuses",
    "too_much": "is too much",
    "hangs": "hangs",
    "dies": "dies",
    "blocked": "does I/O",
}
_SEVERITIES = {
    "hint": types.DiagnosticSeverity.Hint,
    "information": types.DiagnosticSeverity.Information,
    "warning": types.DiagnosticSeverity.Warning,
}
_GAP = "   "
_LONGEST_TRACEBACK = 2_000


def fuzzable(function: LiveFunction) -> bool:
    """Return whether a function can have examples."""
    return function.state not in ("skipped", "gone")


def summary(function: LiveFunction) -> str:
    """Return what is known of a function in a few words: `4 examples · 1 raises`."""
    if not function.examples:
        return {"waiting": "waiting", "fuzzing": "running", "stale": "running"}.get(function.state, "no examples")
    kinds = Counter(example.outcome for example in function.examples)
    failing = [f"{kinds[outcome]} {word}" for outcome, word in _WORDS.items() if kinds[outcome]]  # type: ignore[index]  # the keys are outcomes
    return " · ".join([counted(len(function.examples), "example"), *failing])


def lenses(document: Document, functions: Sequence[LiveFunction], encoding: str) -> list[types.CodeLens]:
    """Return one lens for each function that can have examples, whether it has any yet or not."""
    found = {each.qualname: _lens(document, each, encoding) for each in functions if fuzzable(each)}
    document.lenses = found
    return [lens for _, _, lens in found.values()]


def _lens(document: Document, function: LiveFunction, encoding: str) -> tuple[LiveFunction, str, types.CodeLens]:
    """Return a lens with what it was made of; the last one again, if that is the same."""
    line = document.lines[min(max(function.line, 1), len(document.lines)) - 1]
    known = document.lenses.get(function.qualname)
    if known is not None and known[0] is function and known[1] == line:
        return known
    lens = types.CodeLens(
        range=_line_range(document, function.line, encoding),
        command=types.Command(
            title=summary(function),
            command=SHOW,
            arguments=[{"uri": document.uri, "function": function.qualname}],
        ),
    )
    return function, line, lens


def hints(
    document: Document, functions: Sequence[LiveFunction], options: Options, encoding: str
) -> list[types.InlayHint]:
    """Return one hint behind each signature, with the examples that say most in their order."""
    found = []
    for function in functions:
        shown = chosen(function.examples, options.max)
        if not shown:
            continue
        parts: list[types.InlayHintLabelPart] = []
        for example in shown:
            gap = _GAP if parts else ""
            tooltip = types.MarkupContent(kind=types.MarkupKind.PlainText, value=example.text)
            parts.append(types.InlayHintLabelPart(value=gap + beside(example, options.width), tooltip=tooltip))
        if len(function.examples) > len(shown):
            parts.append(types.InlayHintLabelPart(value=f"{_GAP}+{len(function.examples) - len(shown)}"))
        place = _anchor(document, function, encoding)
        found.append(types.InlayHint(position=place, label=parts, padding_left=True))
    return found


def in_order(function: LiveFunction) -> list[LiveExample]:
    """Return the examples by slot."""
    return sorted(function.examples, key=lambda example: example.slot)


def capped(text: str, most: int) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def beside(example: LiveExample, most: int) -> str:
    """Return an example in at most so many characters; of a long call how it went is kept."""
    ending = example.text.removeprefix(example.written)
    room = max(most - len(ending), most // 3)
    return capped(capped(example.written, room) + ending, most)


def hover(function: LiveFunction, line: int) -> str:
    """Return what is told on a line of a function, counted from 1: all on its signature, on others what fails there."""
    if function.line <= line <= function.signature_line:
        return whole(function)
    failing = [example for example in in_order(function) if example.at == line and example.outcome in FAILS]
    return "\n\n".join(_told(example) for example in failing)


def whole(function: LiveFunction) -> str:
    """Return all that is known of a function, as Markdown."""
    calls = f" after {counted(function.executions, 'call')}" if function.executions else ""
    states = {"stale": "of the text before the last change", "waiting": "waiting", "fuzzing": f"running{calls}"}
    state = states.get(function.state, f"done{calls}")
    if function.state == "skipped":
        return f"fuzzwright does not run `{function.qualname}`: {_prose(function.reason or 'no reason is known')}"
    parts = [f"fuzzwright: {summary(function)} ({state})" if function.examples else f"fuzzwright: {state}"]
    if function.reason:
        parts.append(_prose(function.reason))
    shown = in_order(function)
    if shown:
        parts.append(_fenced("\n".join(example.text for example in shown), "python"))
    parts += [_told(example) for example in shown if example.outcome != "returned"]
    return "\n\n".join(part for part in parts if part)


def _told(example: LiveExample) -> str:
    # That a failure is nobody's fault but the function's goes without saying.
    evidence = "" if example.outcome in FAILS else example.evidence
    if not example.traceback and not evidence:
        return ""
    heading = f"{_code(capped(example.written, 200))} {_WORDS.get(example.outcome, example.outcome)}"
    parts = [heading + (f": {_prose(evidence)}" if evidence else "")]
    if example.traceback:
        parts.append(_fenced(example.traceback.rstrip()[-_LONGEST_TRACEBACK:], "text"))
    return "\n\n".join(parts)


def problems(document: Document, severity: Severity, encoding: str) -> list[types.Diagnostic]:
    """Return a diagnostic for each example that fails, at the line that raised."""
    if severity == "off":
        return []
    found: dict[tuple[int, str], types.Diagnostic] = {}
    for function in sorted(document.functions.values(), key=lambda each: each.line):
        for example in in_order(function) if fuzzable(function) else []:
            if example.outcome not in FAILS:
                continue
            inside = 0 < example.at <= len(document.lines)
            # Nobody knows any more where it was: better nothing than a problem that jumps.
            if not inside and function.state == "stale" and example.outcome == "raised":
                continue
            line = example.at if inside else function.line
            # The same failure may be known of several functions: it is one problem.
            if (line, example.text) in found:
                continue
            found[line, example.text] = types.Diagnostic(
                range=_line_range(document, line, encoding),
                message=capped(example.text, 400),
                severity=_SEVERITIES[severity],
                code=_WORDS[example.outcome],
                source=SOURCE,
                data={"function": function.qualname, "id": example.id},
            )
    return list(found.values())


def notification(document: Document, function: LiveFunction, encoding: str) -> dict[str, Any]:
    """Return what `fuzzwright/examples` says of a function."""
    last = _line_range(document, function.last_line, encoding).end
    anchor = _anchor(document, function, encoding)
    return {
        "uri": document.uri,
        "version": function.version,
        "function": function.qualname,
        "range": {
            "start": {"line": max(0, function.line - 1), "character": 0},
            "end": {"line": last.line, "character": last.character},
        },
        "anchor": {"line": anchor.line, "character": anchor.character},
        "hash": function.hash,
        "state": function.state,
        "reason": function.reason,
        "examples": [] if function.state == "gone" else _records(function),
    }


def _records(function: LiveFunction) -> list[dict[str, Any]]:
    ranks = {example.id: rank for rank, example in enumerate(ranked(function.examples))}
    return [{**example_record(example), "rank": ranks[example.id]} for example in in_order(function)]


def example_record(example: LiveExample) -> dict[str, Any]:
    """Return an example as it is sent to clients."""
    return {
        "id": example.id,
        "slot": example.slot,
        "call": example.written,
        "outcome": example.outcome,
        "text": example.text,
        "result": example.result,
        "effect": example.effect,
        "lines": list(example.lines),
        "at": example.at,
        "traceback": example.traceback,
        "ordinary": example.ordinary,
    }


def reached_record(uri: str, reached: Reached) -> dict[str, Any]:
    """Return what `fuzzwright/reached` says, with the line counted from 0."""
    record: dict[str, Any] = {
        "uri": uri,
        "line": reached.line - 1,
        "found": reached.example is not None,
        "text": reached.text,
    }
    if reached.qualname:
        record["function"] = reached.qualname
    if reached.example is not None:
        record["example"] = example_record(reached.example)
    return record


def _anchor(document: Document, function: LiveFunction, encoding: str) -> types.Position:
    return _line_range(document, function.signature_line, encoding).end


def _line_range(document: Document, line: int, encoding: str) -> types.Range:
    """Return what is written on a line, counted from 1; of a line past the end the last."""
    number = min(max(line, 1), len(document.lines)) - 1
    text = document.lines[number]
    begin = len(text) - len(text.lstrip())
    return types.Range(
        start=types.Position(line=number, character=begin if begin < len(text) else 0),
        end=types.Position(line=number, character=width(text, encoding)),
    )


def _fenced(text: str, language: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"


def _code(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark}{text}{mark}"


def _prose(text: str) -> str:
    """Return a text in which Markdown sees no signs of its own, but for code between backticks."""
    return text.replace("<", "\\<").replace("*", "\\*").replace("\n", "  \n")
