"""Failures of types that are about values whose hints leave the type open, as the source tells it.

The message says which operation did not take a value; where the statement does that operation to an argument
annotated `Any`, or to something inside a `dict[str, Any]`, the failure says more about the hint than about the code.
`openness` tries by running what cannot be told so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.judging.callees import SIGNATURE, gives_anything
from fuzzwright.python.judging.case import Case, Definition, last_name
from fuzzwright.python.judging.keeping import defaults_of, parameters_of
from fuzzwright.python.judging.origins import (
    expressions_in,
    given_as,
    hint_of,
    is_of_the_object,
    iterated_by,
    sources_of,
)
from fuzzwright.python.judging.supplied import supplied

_TYPE = re.compile(r"'(\w+)' object (?:has no attribute|is not|does not support)")
_ATTRIBUTE = re.compile(r"has no attribute '(\w+)'")
_ITERATING = re.compile(r"not iterable|not an iterator|cannot unpack|can only join an iterable")
_INDEXING = re.compile(r"not subscriptable|indices must be|does not support item|unhashable")
_OPERATING = re.compile(r"unsupported operand|can only concatenate|not supported between|can't multiply|bad operand")
_PLAIN = re.compile(r"\b(int|str|bytes|float|bool|NoneType|list|dict|tuple|set|complex)\b")
_HOLDING = ("list", "List", "tuple", "Tuple", "set", "frozenset", "UserList", "deque")
_MAKING = ("__init__", "__new__")
_CALLING = re.compile(r"not callable")
_ANYTHING = re.compile(r"(\w+\.)?(Any|object)( \| None)?|Optional\[(\w+\.)?Any\]")
_STREAM = re.compile(r"\bIO\[(\w+\.)?Any\]|\bIO\b(?!\[)")
"""What may be written to a stream the hint of which tells neither text nor bytes."""
_CASTS = ("cast", "typing.cast", "t.cast")
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
        match operand:
            case ast.Call(func=called, args=[kind, value]) if ast.unparse(called) in _CASTS and given_as(
                case, value, last, inside=True
            ):
                return f"takes `{ast.unparse(value)}` for `{ast.unparse(kind)}`, whatever hints say{case.at}"
        name = given_as(case, operand, last, inside=True)
        hint = hint_of(case, name) if name else None
        if hint is None:
            if name and _is_untold(case, name, whole=_is_it(case, operand, name, last)):
                return f"does not take what `{name}` was given, which has no hint{case.at}"
            continue
        text = ast.unparse(hint)
        if (
            _ANYTHING.fullmatch(text)
            or _STREAM.search(text)
            or (_INSIDE.search(text) and not _is_it(case, operand, name, last))
        ):
            return f"does not take what `{name}: {text}` was given{case.at}"
    found = _made_of_anything(case, statement) or gives_anything(case) or _inside_open(case, statement)
    return found or _items_of_itself(case, statement)


def _is_untold(case: Case, name: str, whole: bool) -> bool:
    """Tell whether an argument has no hint, and its default says nothing of it, or only that it has items."""
    definition = case.definition_at(case.frames[0])
    if definition is None or case.tree(f"{case.frames[0].file}i") is not None:
        return False  # hints may stand in a file of their own
    match defaults_of(definition).get(name):
        case ast.Constant(value=None):
            return True
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return not whole
    return False


def _made_of_anything(case: Case, statement: ast.stmt) -> str:
    """Judge what an object has from a constructor elsewhere, where the call gave one a value that may be anything."""
    told = _TYPE.search(case.message)
    last = len(case.frames) - 1
    if told is None or not any(is_of_the_object(case, each, last) for each in _operands(case, statement)):
        return ""
    for given in supplied(case):
        if _ANYTHING.fullmatch(given.hint) and _type_of(given.value) == told[1]:
            return f"`{ast.unparse(given.value)}` was given as `{given.parameter}: {given.hint}`, and kept{case.at}"
    return ""


def _items_of_itself(case: Case, statement: ast.stmt) -> str:
    """Judge an item of an object that is a list itself, and takes whatever it is made with."""
    around = case.class_at(case.place)
    if around is None or any(isinstance(each, Definition) and each.name in _MAKING for each in around.body):
        return ""
    bases = [last_name(each.value if isinstance(each, ast.Subscript) else each) for each in around.bases]
    base = next((each for each in bases if each in _HOLDING), "")
    loops = [(loop.target, loop.iter) for loop in case.loops_at(case.place)] if base else []
    names = {
        last_name(target)
        for target, source in (*iterated_by(statement), *loops)
        if isinstance(source, ast.Name) and source.id == "self"
    }
    used = {node.id for each in _operands(case, statement) for node in ast.walk(each) if isinstance(node, ast.Name)}
    functions = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
    called = {last_name(each.value) for each in functions if isinstance(each, ast.Attribute)}
    if not base or not names & (used | called):
        return ""
    return f"does not take an item that `{around.name}` was made with, as any `{base}` can be{case.at}"


def _inside_open(case: Case, statement: ast.stmt) -> str:
    """Judge what stands in a bare `dict` or `list` of the caller's, where the message names its type."""
    named = set(_PLAIN.findall(case.message))
    last = len(case.frames) - 1
    used = {name for operand in _operands(case, statement) for name in sources_of(case, operand, last)}
    for given in supplied(case) if named else ():
        if given.parameter in used and given.open and isinstance(given.value, ast.Dict | ast.List | ast.Tuple):
            inner = [node for node in ast.walk(given.value) if isinstance(node, ast.expr) and node is not given.value]
            if odd := next((node for node in inner if _type_of(node) in named), None):
                return f"does not take `{ast.unparse(odd)}` inside of `{given.parameter}: {given.hint}`{case.at}"
    return ""


def _type_of(value: ast.expr) -> str:
    """Return the name of the type of what is written in a call; nothing if it is not plain."""
    try:
        return type(ast.literal_eval(value)).__name__
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ""


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
        asking = [node for node in nodes if isinstance(node, ast.Call) and last_name(node) == "getattr"]
        yield from (node.args[0] for node in asking if node.args)
    elif _INDEXING.search(message):
        yield from (node.value for node in nodes if isinstance(node, ast.Subscript))
        yield from (node.slice for node in nodes if isinstance(node, ast.Subscript))
        if "unhashable" in message:
            yield from (each for node in nodes if isinstance(node, ast.Call) for each in node.args)
            yield from (each for node in nodes if isinstance(node, ast.Set) for each in node.elts)
            yield from (each for node in nodes if isinstance(node, ast.Dict) for each in node.keys if each is not None)
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
