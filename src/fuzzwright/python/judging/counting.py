"""Numbers that nothing can be counted by.

A size of 0, a negative number of things: hints have no word for what is meant. Where a package is made for others, a
negative number counts only if the code looks for such ones, and what arithmetic comes to is the caller's, unless it is
about how many there are of something that was given and is empty.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.python.judging.case import Case, Definition, last_name
from fuzzwright.python.judging.face import has_face
from fuzzwright.python.judging.keeping import kept_hint
from fuzzwright.python.judging.origins import expressions_in, given_as, sources_of
from fuzzwright.python.judging.supplied import supplied_to_function

_OF_NUMBERS = ("ValueError", "ZeroDivisionError", "OverflowError", "IndexError")
_ARITHMETIC = (
    "ZeroDivisionError", "OverflowError", "decimal.InvalidOperation", "decimal.DivisionByZero",
    "decimal.DivisionUndefined",
)  # fmt: skip
_OF_MATH = re.compile(r"math domain|shift count|not invertible|pow\(\)|must not be zero|factorial")
_OF_CALENDAR = re.compile(r"^(hour|minute|second|microsecond|month) must be in \d+\.\.\d+$")
_DIVIDING = (ast.Div, ast.FloorDiv, ast.Mod)


def out_of_count(case: Case) -> str:
    """Return why a number in the call is none to count by; nothing if there is no such number."""
    if option := _option_out_of_use(case):
        return f"`{option}` has a default, and was given what nothing can be counted by"
    negative = any(map(is_negative, case.expressions_in_call()))
    if negative and case.exception == "struct.error":
        return "it takes a negative number, for which there is no place"
    if not has_face(case):
        return ""
    if case.exception in _OF_NUMBERS and (number := unlooked_for(case)):
        return f"it takes {number}"
    if divisor := _divisor(case):
        return f"it divides by `{divisor}` as it came"
    computed = case.exception in _ARITHMETIC or (case.exception == "ValueError" and _OF_MATH.search(case.message))
    # What becomes of a date or time that was given as such is no number of the caller's.
    computed = computed or (_OF_CALENDAR.search(case.message) and not case.calls_in_call("date", "datetime", "time"))
    if computed and not any(map(holds_nothing, case.expressions_in_call())):
        return "it is what the numbers in the call come to"
    return ""


def unlooked_for(case: Case) -> str:
    """Return what a call holds that no code on the way looks for; nothing if it does, or there is nothing negative."""
    negative = any(map(is_negative, case.expressions_in_call())) and not _knows_of_negatives(case)
    return "a negative number, which the code does not look for" if negative else ""


def holds_nothing(node: ast.AST) -> bool:
    """Tell whether a part of the call holds nothing, so that there may be nothing to count."""
    match node:
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value="" | b""):
            return True
    return False


def is_negative(node: ast.AST) -> bool:
    """Tell whether a part of the call is a negative number."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def _option_out_of_use(case: Case) -> str:
    """Return a parameter with a positive default that was given 0 or less, and that the failing statement is about."""
    statement, function = case.statement, case.function
    if statement is None or function is None:
        return ""
    sources = sources_of(case, statement, len(case.frames) - 1)
    for name, each in supplied_to_function(case).items():
        usual, given = _number(each.default), _number(each.value)
        if name in sources and usual is not None and given is not None and given <= 0 < usual:
            return "" if _compares(function, name) else name
    return ""


def _compares(function: Definition, name: str) -> bool:
    """Tell whether a function looks at how large a parameter is."""
    compared = [node for node in ast.walk(function) if isinstance(node, ast.Compare)]
    return any(last_name(each) == name for node in compared for each in (node.left, *node.comparators))


def _knows_of_negatives(case: Case) -> bool:
    """Tell whether a function on the way asks what is more or less than 0, or takes the size of a number."""
    definitions = [case.function, *(case.definition_at(frame) for frame in case.frames)]
    nodes = [node for definition in definitions if definition is not None for node in ast.walk(definition)]
    compared = [
        (node, each) for node in nodes if isinstance(node, ast.Compare) for each in (node.left, *node.comparators)
    ]
    return any(_number(each) == -1 or (_number(each) == 0 and _orders(node)) for node, each in compared) or any(
        isinstance(node, ast.Call) and last_name(node) == "abs" for node in nodes
    )


def _orders(node: ast.Compare) -> bool:
    """Tell whether a comparison asks for more or less: what is 0 or not says nothing of what is below."""
    return any(isinstance(each, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for each in node.ops)


def _divisor(case: Case) -> str:
    """Return the argument, or what the object was made with, that a statement divides by."""
    if case.exception != "ZeroDivisionError" or case.statement is None:
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(case.statement):
        divisor = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, _DIVIDING) else None
        if isinstance(node, ast.Call) and last_name(node) in ("divmod", "pow") and len(node.args) > 1:
            divisor = node.args[-1]
        own = isinstance(divisor, ast.Attribute) and last_name(divisor.value) == "self"
        if own and isinstance(divisor, ast.Attribute) and kept_hint(case, divisor.attr, last, anyones=True):
            return ast.unparse(divisor)
        if isinstance(divisor, ast.Name) and given_as(case, divisor, last):
            return divisor.id
    return ""


def _number(node: ast.expr | None) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        positive = _number(node.operand)
        return -positive if positive is not None else None
    value = node.value if isinstance(node, ast.Constant) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
