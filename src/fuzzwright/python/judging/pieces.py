"""Texts of the caller's that are cut into pieces, one of which is not the number or date it is read as.

`ValueError` is what a caller expects for such a text, and what they get. It is another matter where the code looks at
the piece before, handles such errors elsewhere on the way, or refuses texts with an exception of its own: then this one
was overlooked.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, last_name
from fuzzwright.python.judging.origins import expressions_in, hint_of, sources_of

_NOT_THAT = re.compile(
    r"^invalid literal for int|^could not convert string to (float|complex)|^Invalid (isoformat|literal for Fraction)"
    r"|^time data .* does not match format"
)
_NO_ADDRESS = re.compile(
    r"^Invalid IPv6 URL|^netloc .*|^Port |^'.*' does not appear to be an IPv4 or IPv6|^Invalid URL"
)
_ADDRESSES = ("urlsplit", "urlparse", "urljoin", "ip_address", "ip_network", "hostname", "port")
"""What takes an address: whatever was put around it, a bad one is bad for what the caller wrote."""
_READING = ("int", "float", "complex", "Fraction", "fromisoformat", "strptime")
_QUOTED = re.compile(r": '(.*)'$")
_LOOKING = re.compile(r"^is[a-z]+$|^(match|fullmatch|search|findall|finditer)$")


def misread(case: Case) -> str:
    """Return the evidence that a piece of a text is not what it is read as; nothing if there is none."""
    definition = case.definition_at(case.place)
    if case.exception != "ValueError" or case.statement is None or definition is None or _has_own_way(case):
        return ""
    if _is_forgotten(case):
        return ""
    for node in expressions_in(case.statement):
        if not isinstance(node, ast.Call | ast.Attribute) or not (piece := _piece(case, node)):
            continue
        sources = sorted(sources_of(case, piece, len(case.frames) - 1))
        texts = [name for name in sources if _holds_text(case, name) or _is_written(case)]
        if texts and (last_name(node) in _ADDRESSES or _is_cut(definition, piece)) and not _looks_at(definition, piece):
            return f"reads a piece of `{texts[0]}` with `{last_name(node)}`, which it is not fit for{case.at}"
    return ""


def _piece(case: Case, node: ast.Call | ast.Attribute) -> ast.expr | None:
    """Return what an expression reads that may have refused it, as the message tells."""
    if last_name(node) in _ADDRESSES and _NO_ADDRESS.search(case.message):
        return node.value if isinstance(node, ast.Attribute) else next(iter(node.args), None)
    if isinstance(node, ast.Call) and last_name(node) in _READING and _NOT_THAT.search(case.message):
        return next(iter(node.args), None)
    return None


def _holds_text(case: Case, name: str) -> bool:
    hint = hint_of(case, name)
    return hint is not None and "str" in re.findall(r"\w+", ast.unparse(hint))


def _is_forgotten(case: Case) -> bool:
    """Tell whether nothing is left of a text that has something: that a piece may be empty is easily forgotten."""
    quoted = _QUOTED.search(case.message)
    written = [node.value for node in case.expressions_in_call() if isinstance(node, ast.Constant)]
    return quoted is not None and not quoted[1] and "" not in written


def _is_written(case: Case) -> bool:
    """Tell whether the message quotes what stands in a text of the call, in whatever case."""
    quoted = _QUOTED.search(case.message)
    written = [node.value for node in case.expressions_in_call() if isinstance(node, ast.Constant)]
    return quoted is not None and any(
        isinstance(value, str) and quoted[1].casefold() in value.casefold() for value in written
    )


def _is_cut(definition: Definition, piece: ast.expr) -> bool:
    """Tell whether a piece was taken out of something, and nothing put to it."""
    names = _names(piece)
    values = [
        node.value
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and any(names & _names(target) for target in node.targets)
    ]
    made = (ast.BinOp, ast.JoinedStr)
    return not any(isinstance(node, made) for each in (piece, *values) for node in ast.walk(each))


def _looks_at(definition: Definition, piece: ast.expr) -> bool:
    """Tell whether the function asks what a piece looks like, and so means to read only some."""
    names = _names(piece)
    return any(
        isinstance(node, ast.Call) and _LOOKING.search(last_name(node)) and names & _names(node)
        for test in _tests(definition)
        for node in ast.walk(test)
    )


def _tests(definition: Definition) -> Iterator[ast.expr]:
    for node in ast.walk(definition):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs


def _has_own_way(case: Case) -> bool:
    """Tell whether something on the way handles such errors, or refuses with an exception of its own."""
    definitions = filter(None, (case.definition_at(frame) for frame in case.frames))
    for node in (node for each in definitions for node in ast.walk(each)):
        if isinstance(node, ast.ExceptHandler) and (node.type is None or "ValueError" in _names(node.type)):
            return True
        if isinstance(node, ast.Raise) and node.exc is not None and last_name(node.exc) not in vars(builtins):
            return True
    return False


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
