"""Failures of types that are about values whose hints leave the type open, as the source tells it.

The message says which operation did not take a value; where the statement does that operation to an argument
annotated `Any`, or to something inside a `dict[str, Any]`, the failure says more about the hint than about the code.
`openness` tries by running what cannot be told so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.callees import SIGNATURE, gives_anything
from fuzzwright.python.case import Case
from fuzzwright.python.keeping import parameters_of
from fuzzwright.python.origins import expressions_in, given_as, hint_of, iterated_by

_ATTRIBUTE = re.compile(r"has no attribute '(\w+)'")
_ITERATING = re.compile(r"not iterable|not an iterator|cannot unpack|can only join an iterable")
_INDEXING = re.compile(r"not subscriptable|indices must be|does not support item|unhashable")
_OPERATING = re.compile(r"unsupported operand|can only concatenate|not supported between|can't multiply|bad operand")
_CALLING = re.compile(r"not callable")
_ANYTHING = re.compile(r"(\w+\.)?(Any|object)( \| None)?|Optional\[(\w+\.)?Any\]")
_STREAM = re.compile(r"\bIO\[(\w+\.)?Any\]|\bIO\b(?!\[)")
"""What may be written to a stream the hint of which tells neither text nor bytes."""
_INSIDE = re.compile(r"\b(Any|object)\b")


def left_open(case: Case) -> str:
    """Return the evidence that a failure of types is about a value that the hints allow to be anything."""
    statement = case.statement
    if case.exception not in ("TypeError", "AttributeError") or statement is None or isinstance(statement, ast.Raise):
        return ""
    if SIGNATURE.search(case.message):
        return ""  # about the call itself, not about what is handed over
    last = len(case.frames) - 1
    for operand in _operands(case, statement):
        name = given_as(case, operand, last, inside=True)
        hint = hint_of(case, name) if name else None
        if hint is None:
            continue
        text = ast.unparse(hint)
        if (
            _ANYTHING.fullmatch(text)
            or _STREAM.search(text)
            or (_INSIDE.search(text) and not _is_it(case, operand, name, last))
        ):
            return f"does not take what `{name}: {text}` was given{case.at}"
    return gives_anything(case)


def _is_it(case: Case, operand: ast.expr, name: str, index: int) -> bool:
    """Tell whether an expression is the argument itself, whose own type the hint does tell."""
    definition = case.definition_at(case.frames[index])
    parameters = parameters_of(definition) if definition is not None else {}
    if isinstance(operand, ast.Attribute):
        return name == f"self.{operand.attr}"
    return isinstance(operand, ast.Name) and operand.id in parameters and (index == 0 or operand.id == name)


def _operands(case: Case, statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement that the operation was done to which failed, as the message tells."""
    nodes = list(expressions_in(statement))
    message = case.message
    if case.exception == "AttributeError":
        missing = _ATTRIBUTE.search(message)
        named = [node for node in nodes if isinstance(node, ast.Attribute) and missing and node.attr == missing[1]]
        yield from (node.value for node in named)
    elif _INDEXING.search(message):
        yield from (node.value for node in nodes if isinstance(node, ast.Subscript))
        yield from (node.slice for node in nodes if isinstance(node, ast.Subscript))
    elif _OPERATING.search(message):
        for node in nodes:
            if isinstance(node, ast.BinOp):
                yield from (node.left, node.right)
            elif isinstance(node, ast.Compare):
                yield from (node.left, *node.comparators)
            elif isinstance(node, ast.UnaryOp):
                yield node.operand
        if isinstance(statement, ast.AugAssign):
            yield statement.value
    elif _CALLING.search(message):
        yield from (node.func for node in nodes if isinstance(node, ast.Call))
    else:
        if _ITERATING.search(message):
            yield from (source for _, source in iterated_by(statement))
            yield from (node.value for node in nodes if isinstance(node, ast.Starred))
            yield from (each for node in nodes if isinstance(node, ast.Compare) for each in node.comparators)
            if isinstance(statement, ast.Assign):
                yield statement.value
        for node in nodes:
            if isinstance(node, ast.Call):
                yield from node.args
                yield from (keyword.value for keyword in node.keywords)
                if isinstance(node.func, ast.Attribute) and node.func.attr in ("write", "writelines"):
                    yield node.func.value
