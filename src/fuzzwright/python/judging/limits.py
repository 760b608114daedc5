"""Numbers and dates that there is no place for: NaN where something is counted, and days outside of the calendar.

The hints allow them, and no code can do much about them; a package that knows of them says so somewhere in its source.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.python.judging.case import Case, last_name
from fuzzwright.python.judging.files import files_of
from fuzzwright.python.judging.supplied import supplied_to_function

OF_CALENDAR = {
    "fromtimestamp", "utcfromtimestamp", "fromordinal", "timedelta", "date", "datetime", "time", "localtime", "gmtime",
}  # fmt: skip
RANGE = re.compile(r"\brange\b|magnitude|must be in|too (large|big)|negative")
_NOT_FINITE = re.compile(r"^cannot convert (float )?(NaN|[Ii]nfinity) to integer")
_FINITE_NOT = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_KNOWS_NOT_FINITE = re.compile(r"\bis_?(nan|inf|infinite|finite)\(")
_NO_DATE = re.compile(r"^date value out of range|^year -?\d+ is out of range")
_FAR = 10**11
"""Seconds or days that lead out of every calendar."""


def without_place(case: Case) -> str:
    """Return the evidence that a number is not finite, or a date outside of the calendar; nothing if there is none."""
    return _no_number(case) or _no_date(case)


def beyond_calendar(case: Case, node: ast.expr, index: int) -> str:
    """Judge a date or time that is made from a number which no calendar reaches."""
    if case.exception not in ("ValueError", "OverflowError") or not isinstance(node, ast.Call):
        return ""
    if last_name(node.func) not in OF_CALENDAR or not RANGE.search(case.message):
        return ""
    names = [name for name, given in supplied_to_function(case).items() if _is_far(given.value)]
    return f"makes a date or time of the argument `{names[0]}`, further than any calendar" if names else ""


def _no_number(case: Case) -> str:
    """Judge NaN or an infinity of the caller's where a whole number is needed, if the package knows nothing of them."""
    if case.exception not in ("ValueError", "OverflowError") or not _NOT_FINITE.search(case.message):
        return ""
    if not any(_is_not_finite(node) for node in case.expressions_in_call()):
        return ""  # it was computed
    if any(_KNOWS_NOT_FINITE.search(case.source_of(file) or "") for file in files_of(case)):
        return ""
    return f"was given a number that is not finite, and makes it whole{case.at}"


def _no_date(case: Case) -> str:
    """Judge a date before the first or after the last that there is."""
    if case.exception not in ("ValueError", "OverflowError") or not _NO_DATE.search(case.message):
        return ""
    nodes = ast.walk(case.statement) if case.statement is not None else ()
    # There the same place also fails for days that a month does not have, which is another matter.
    if not any(isinstance(node, ast.Call) and last_name(node.func) == "replace" for node in nodes):
        return f"leads out of the calendar{case.at}"
    return ""


def _is_far(written: ast.expr) -> bool:
    value = written.operand if isinstance(written, ast.UnaryOp) else written
    if isinstance(value, ast.Call) and last_name(value) == "float":
        return any(isinstance(each, ast.Constant) and str(each.value).endswith("inf") for each in value.args)
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value >= _FAR


def _is_not_finite(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_FINITE_NOT.fullmatch(node.value))
