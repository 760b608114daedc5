"""Pieces of syntax trees for the rewriting: where a node is, what is below it, and the probe's own nodes.

New nodes stand at a place that was there before, so that tracebacks and debuggers show the lines they
always did. Which probe goes where is left to `rewrite.py`.
"""

from __future__ import annotations

import ast
from typing import NamedTuple, Protocol, TypeVar

# Stands for the bound `append` until compiled, or with a number behind it for a probe of the accelerator; made at
# run time, so that no source has it among its constants.
MARKER = chr(0) + "fuzzwright probe"

_LEAVES = (ast.Name, ast.Constant, ast.alias)
# An assert may be rewritten by a test runner; the value of a type alias is evaluated when somebody asks.
_LEFT_ALONE = (ast.Assert, *filter(None, [getattr(ast, "TypeAlias", None)]))
# Annotations may become strings or never run; the others hold no expression.
_SKIPPED_FIELDS = frozenset({"annotation", "returns", "type_params", "type_comment", "ctx", "op", "ops", "pattern"})

N = TypeVar("N", bound=ast.AST)


class Placed(Protocol):
    """Whatever has a place in the source: a node, or a `Point`."""

    @property
    def lineno(self) -> int: ...
    @property
    def col_offset(self) -> int: ...
    @property
    def end_lineno(self) -> int | None: ...
    @property
    def end_col_offset(self) -> int | None: ...


class Point(NamedTuple):
    """A place of no width."""

    lineno: int
    col_offset: int
    end_lineno: int
    end_col_offset: int


def start_of(node: Placed) -> Point:
    """Return where running `node` begins; a statement that opens with a parenthesis begins on a later line."""
    at = node
    match node:
        case ast.If(test=at) | ast.While(test=at):
            pass
        case ast.Expr(value=at) | ast.Assign(value=at) | ast.Return(value=ast.expr() as at):
            pass
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if node.decorator_list:
            at = node.decorator_list[0]
    return Point(at.lineno, at.col_offset, at.lineno, at.col_offset)


def start_of_block(body: list[ast.stmt]) -> Point:
    """Return where running `body` begins."""
    return start_of(next(filter(runs, body), body[0]))


def placed(node: N, at: Placed) -> N:
    """Return `node`, told that it is where `at` is."""
    vars(node).update(
        lineno=at.lineno, col_offset=at.col_offset, end_lineno=at.end_lineno, end_col_offset=at.end_col_offset
    )
    return node


def probe_call(number: int, at: Placed) -> ast.expr:
    """Return `append(number)` at the place where `at` begins, so that no line is seen that was not there."""
    at = start_of(at)
    marker = placed(ast.Constant(MARKER), at)
    # A constant that is called gives a SyntaxWarning, `(M if M else M)` none, and it compiles to the same.
    append = placed(ast.IfExp(marker, marker, marker), at)
    return as_probe(placed(ast.Call(append, [placed(ast.Constant(number), at)], []), at))


def as_probe(node: N) -> N:
    """Return `node`, marked as one of ours."""
    node._fuzzwright_probe = True  # type: ignore[attr-defined]  # read by `is_probe` only
    return node


def is_probe(node: ast.AST) -> bool:
    """Return whether the node is a probe, not of the source."""
    return getattr(node, "_fuzzwright_probe", False)


def probe_minus(number: int, at: Placed) -> ast.expr:
    """Return `-probe` at the place where `at` begins: the cheapest operation on an object that C code can give."""
    at = start_of(at)
    # Constants are folded where that works; the minus of a text does not.
    return as_probe(placed(ast.UnaryOp(ast.USub(), placed(ast.Constant(f"{MARKER}{number}"), at)), at))


def is_none(call: ast.expr, operator: ast.cmpop) -> ast.expr:
    """Return `call is None` or `call is not None`: a truth that is known, since a probe gives None."""
    return placed(ast.Compare(call, [operator], [placed(ast.Constant(None), call)]), call)


def children_of(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly below `node` that something could be done in."""
    if isinstance(node, _LEFT_ALONE):
        return []
    found: list[ast.AST] = []
    for name in node._fields:
        if name not in _SKIPPED_FIELDS:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found.extend([item for item in value if isinstance(item, ast.AST) and not isinstance(item, _LEAVES)])
            elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
                found.append(value)
    return found


def runs(node: ast.stmt) -> bool:
    """Return whether any instruction is compiled for the statement itself."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return not isinstance(node, ast.Global | ast.Nonlocal)


def irrefutable(pattern: ast.pattern) -> bool:
    """Return whether `pattern` matches anything, so that no case may follow it."""
    match pattern:
        case ast.MatchAs():
            return pattern.pattern is None or irrefutable(pattern.pattern)
        case ast.MatchOr():
            return any(irrefutable(alternative) for alternative in pattern.patterns)
    return False
