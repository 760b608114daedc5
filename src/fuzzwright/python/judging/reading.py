"""Whether a failure is about text or bytes that a call hands over, as they come from files, networks and people."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fuzzwright.python.judging.case import MAKING, Case, first_name, handed_over, last_name
from fuzzwright.python.judging.keeping import SELF, is_on_the_callers
from fuzzwright.python.judging.origins import sources_of
from fuzzwright.python.judging.plain import is_of_python, made_with
from fuzzwright.python.judging.supplied import supplied_to_function

_CARRYING = {
    "StringIO", "BytesIO", "TextIOWrapper", "bytearray", "memoryview", "set", "frozenset", "iter", "deque",
    "OrderedDict",
}  # fmt: skip
"""What of Python's holds text as it was given; paths do too."""
_STREAMS = ("StringIO", "BytesIO")


def reads_text(case: Case) -> bool:
    """Tell whether a failing statement is about text or bytes that the call hands over, or made its object with."""
    return any(map(_holds_text, _behind(case)))


def is_given_text_alone(case: Case) -> bool:
    """Tell whether a call hands over text and nothing else, or bytes and nothing else, so that no type can be wrong."""
    given = [each.value for each in supplied_to_function(case).values()]
    values = [*given, *made_with(case)] if case.is_method else given
    return bool(values) and any(all(_is_of(kind, each) for each in values) for kind in (str, bytes))


def _is_of(kind: type, value: ast.expr) -> bool:
    """Tell whether a value is written as text or as bytes, or as a stream that holds just that."""
    match value:
        case ast.Constant(value=written):
            return isinstance(written, kind)
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(value=made), *_])):
            return _is_of(kind, made)
        case ast.Call(func=callee) if is_of_python(callee) and last_name(callee) in _STREAMS:
            return all(_is_of(kind, each) for each in handed_over(value))
        case _:
            return False


def _behind(case: Case) -> Iterator[ast.expr]:
    """Yield what in the call may be behind a failing statement, as far as that can be told."""
    given = {name: each.value for name, each in supplied_to_function(case).items()}
    last = len(case.frames) - 1
    sources = {name for part in _parts_of(case.statement) for name in sources_of(case, part, last)}
    making = case.function is not None and case.function.name in MAKING
    on_the_object = not making and case.is_method and bool(sources & {*SELF}) and is_on_the_callers(case, last)
    traced = bool(sources - {*SELF})
    yield from (value for name, value in given.items() if name in sources or not (traced or on_the_object))
    if on_the_object or not given:
        yield from made_with(case)
    whole = next(case.expressions_in_call(), None)
    if making and not given and isinstance(whole, ast.Expression) and isinstance(whole.body, ast.Call):
        yield from handed_over(whole.body)  # what a `__post_init__` has is what the object is made with


def _parts_of(statement: ast.stmt | None) -> list[ast.AST]:
    """Return the parts of a statement that are evaluated with it, without other statements in it."""
    parts = ast.iter_child_nodes(statement) if statement is not None else ()
    return [each for each in parts if not isinstance(each, ast.stmt | ast.excepthandler | ast.match_case)]


def _holds_text(value: ast.expr) -> bool:
    """Tell whether a value is text or bytes, or a stream, path or plain container of such; keys are none of it."""
    match value:
        case ast.Constant(value=str() | bytes()):
            return True
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return any(map(_holds_text, parts))
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(value=made), *_])):
            return _holds_text(made)
        case ast.Call(func=callee) if is_of_python(callee):
            carries = last_name(callee) in _CARRYING or first_name(callee) == "pathlib"
            return carries and any(map(_holds_text, handed_over(value)))
        case _:
            return False
