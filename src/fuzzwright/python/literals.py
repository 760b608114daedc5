"""The constants in a module: numbers, texts and bytes that its code compares, prints or looks up.

Docstrings say nothing to the code and are left out, as are the numbers that every search tries anyway.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

MOST = 1024
MOST_WRITTEN = 100
LONGEST = 64
_ORDINARY = range(-2, 3)


def literals_in(source: str | bytes) -> list[Any]:
    """Return the distinct constants of a module's source, in the order they stand in."""
    tree = ast.parse(source)
    found: dict[tuple[type, Any], None] = {}
    all_nodes = list(ast.walk(tree))
    described = {id(text) for node in all_nodes if (text := _docstring(node)) is not None}
    # `walk` goes level by level; where the table is cut off, what stands first should be in it.
    nodes = [node for node in all_nodes if isinstance(node, ast.Constant | ast.UnaryOp)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Constant) and id(node) not in described and _tells(node.value):
            found[type(node.value), node.value] = None
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            value = node.operand.value
            if isinstance(value, int | float) and _tells(-value):
                found[type(value), -value] = None
    return [value for _, value in found][:MOST]


def written_in(calls: Iterable[str]) -> list[Any]:
    """Return the distinct constants of some calls, those of the first calls first."""
    found: dict[tuple[type, Any], Any] = {}
    for call in calls:
        try:
            found |= {(type(each), each): each for each in literals_in(call)}
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return list(found.values())[:MOST_WRITTEN]


def _docstring(node: ast.AST) -> ast.Constant | None:
    match node:
        case ast.Module(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_]):
            return text
        case (
            ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            | ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
        ):
            return text
    return None


def _tells(value: object) -> bool:
    match value:
        case bool() | None:
            return False
        case int():
            return value not in _ORDINARY
        case float():
            return True
        case str() | bytes():
            return 0 < len(value) <= LONGEST
    return False
