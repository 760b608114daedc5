"""How control leaves blocks of statements: pieces of syntax trees for reading the way to a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from fuzzwright.python.nodes import irrefutable

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)

Parents = Mapping[ast.AST, tuple[ast.AST, str]]
"""For each node, the one it is in, and the field it is there in."""


def parents_in(tree: ast.Module) -> dict[ast.AST, tuple[ast.AST, str]]:
    """Return where each node of a tree is."""
    parents: dict[ast.AST, tuple[ast.AST, str]] = {}
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                # Nodes without a place, such as `Load`, are shared.
                if isinstance(child, ast.AST) and not isinstance(child, ast.expr_context | ast.operator | ast.cmpop):
                    parents[child] = (node, field)
    return parents


def within(top: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, but nothing of functions and classes defined there."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        inner = [child for child in ast.iter_child_nodes(node) if not isinstance(child, (*SCOPES, ast.Lambda))]
        waiting.extend(reversed(inner))


def header_of(node: ast.stmt) -> list[ast.expr]:
    """Return the expressions of a statement that are evaluated before any block in it."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return list(node.decorator_list)
        case ast.Match():
            return [node.subject]
        case ast.With() | ast.AsyncWith():
            return [item.context_expr for item in node.items]
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def exits_of(top: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements inside another one that leave the block it is in."""

    def leaving(node: ast.AST, in_loop: bool) -> Iterator[ast.stmt]:
        if isinstance(node, ast.Return | ast.Raise) or (isinstance(node, ast.Break | ast.Continue) and not in_loop):
            yield node
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case) and not isinstance(child, SCOPES):
                yield from leaving(child, in_loop or isinstance(node, _LOOPS))

    if not isinstance(top, SCOPES):
        yield from leaving(top, False)


def innermost_guard(node: ast.AST, top: ast.AST, parents: Parents) -> tuple[ast.expr, bool] | None:
    """Return the last test before a node inside `top`, and how it turned out to come there."""
    while node is not top and node in parents:
        node, field = parents[node]
        match node:
            case ast.If() | ast.While() if field in ("body", "orelse"):
                return node.test, field == "body"
            case ast.match_case(guard=ast.expr() as guard) if field == "body":
                return guard, True
    return None


def always_leaves(block: Sequence[ast.stmt]) -> bool:
    """Return whether control never comes out at the end of a block, as far as the source alone tells."""
    return any(_leaves(statement) for statement in block)


def _leaves(node: ast.stmt) -> bool:
    match node:
        case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
            return True
        case ast.If():
            return bool(node.orelse) and always_leaves(node.body) and always_leaves(node.orelse)
        case ast.While(test=ast.Constant(value=value)) if value:
            return not any(_breaks(statement) for statement in node.body)
        case ast.With() | ast.AsyncWith():
            # What is raised inside may be swallowed by the manager.
            return always_leaves(node.body) and not any(isinstance(inner, ast.Raise) for inner in within(node))
        case ast.Try() | ast.TryStar():
            if always_leaves(node.finalbody):
                return True
            through = always_leaves([*node.body, *node.orelse])
            return through and all(always_leaves(handler.body) for handler in node.handlers)
        case ast.Match():
            last = node.cases[-1]
            every = last.guard is None and irrefutable(last.pattern)
            return every and all(always_leaves(case.body) for case in node.cases)
    return False


def _breaks(node: ast.AST) -> bool:
    """Return whether a `break` of the loop around is in a statement."""
    if isinstance(node, ast.Break):
        return True
    if isinstance(node, SCOPES):
        return False
    children: Sequence[ast.AST] = node.orelse if isinstance(node, _LOOPS) else list(ast.iter_child_nodes(node))
    return any(_breaks(child) for child in children)
