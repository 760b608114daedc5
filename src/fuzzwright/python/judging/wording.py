"""Whether a failure was put into words for whoever wrote a value, or is Python stumbling.

Python itself says what it stumbled over in few set phrases: an index, a key, None where something was needed, too
little to unpack. Everything else that is said in a sentence was thought of by somebody, in a library or in Python's
own, and is about a value; it speaks to whoever chose that. What is said without a sentence speaks to nobody.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable

from fuzzwright.python.judging.case import Case, first_name
from fuzzwright.python.judging.files import imported_in
from fuzzwright.python.judging.origins import expressions_in

_SLIPS = {
    "IndexError", "KeyError", "AttributeError", "ZeroDivisionError", "UnboundLocalError", "NameError", "StopIteration",
    "RecursionError", "OverflowError", "decimal.InvalidOperation", "decimal.DivisionByZero",
    "decimal.DivisionUndefined", "struct.error", "re.error", "re.PatternError", "icontract.errors.ViolationError",
    "deal.PostContractError", "deal._exceptions.PostContractError", "typeguard.TypeCheckError",
    "beartype.roar.BeartypeCallHintParamViolation", "beartype.roar.BeartypeCallHintReturnViolation",
}  # fmt: skip
_OF_TYPES = re.compile(
    r"NoneType|unsupported operand|not supported between|object is not|has no len|can only (concatenate|join|assign)"
    r"|can't (concat|multiply)|bad operand|indices must be|does not support item|cannot unpack|unhashable"
    r"|(expected|must be) (an? )?(character|str|string|bytes|int|integer|float|real|number|tuple|list|dict|iterable)\b"
    r"|argument must be|missing \d+ required|takes .* argument|unexpected keyword|multiple values for|not all arguments"
    r"|cannot be interpreted as|can't compare|descriptor '|a bytes-like object is required|cannot convert"
    r"|cannot use a (string|bytes) pattern|abstract method"
)
_OF_VALUES = re.compile(
    r"values to unpack|empty (sequence|range)|\bis empty\b|requires at least one|should return|update sequence element"
    r"|sub(string|section) not found|is not in (list|deque)"
    r"|not in (tuple|list|deque)$|must not be zero|math domain|step cannot be zero|no such name"
    r"|invalid literal for int|could not convert string to float|cannot convert float|negative shift|must be in 1\.\.12"
    r"|\b(day|hour|minute|second|month|year)\b.*\b(out of range|must be in)|assign sequence of size|[Ss]ample larger"
)
_WORDS = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 3


def is_in_words(case: Case) -> bool:
    """Tell whether the message of a failure is a sentence about a value, and none of Python's set phrases."""
    if case.exception in _SLIPS or case.message.startswith("<ContextVar"):
        return False
    if not case.exception.startswith("Unicode") and _names_the_code(case):
        return False  # those always name the encoding, and are about a text
    if "." in case.exception:
        return True  # a class that somebody made for this is as good as a sentence
    if len(_WORDS.findall(case.message)) < _FEWEST_WORDS:
        return False
    match case.exception:
        case "TypeError":
            return _OF_TYPES.search(case.message) is None and _calls(case, imported_only=True)
        case "ValueError":
            return _OF_VALUES.search(case.message) is None and _calls(case, imported_only=False)
        case "RuntimeError":
            return "StopIteration" not in case.message and "changed size" not in case.message
        case "UnicodeDecodeError":
            # Bytes that nobody wrote are of the code's own making.
            return any(
                isinstance(node, ast.Constant) and isinstance(node.value, bytes) for node in case.expressions_in_call()
            )
    return True


def _calls(case: Case, imported_only: bool) -> bool:
    """Tell whether the statement calls what may have said it: something imported, or whatever is no built-in."""
    statement = case.statement
    tree = case.tree(case.place.file) if case.place is not None else None
    imported = imported_in(tree) if tree is not None else {}
    for node in expressions_in(statement) if statement is not None else ():
        if isinstance(node, ast.Call) and (
            first_name(node.func) in imported if imported_only else not _is_built_in(node)
        ):
            return True
    return statement is None


def _is_built_in(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in vars(builtins)


def _names_the_code(case: Case) -> bool:
    """Tell whether the message names a text that the failing statement has in it, and the caller did not write."""
    statement = case.statement
    nodes = list(expressions_in(statement)) if statement is not None else []
    # What the caller's text was put into is a part of theirs.
    around = {id(each) for node in nodes if isinstance(node, ast.JoinedStr) for each in node.values}
    own = _texts(node for node in nodes if id(node) not in around)
    foreign = own - _texts(case.expressions_in_call())
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!(?<=\w)\w)", case.message) for text in foreign if len(text) > 1)


def _texts(nodes: Iterable[ast.AST]) -> set[str]:
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
