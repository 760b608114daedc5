"""A call without the name of its own module: `move([], Direction.UP)`, to be pasted after `from tiles import …`."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def shortened(call: str, imports: Sequence[str], module: str) -> tuple[str, list[str]]:
    """Return a call with the names of its module bare, and the imports it needs then; as it was if that is unclear."""
    try:
        tree = ast.parse(call, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return call, list(imports)
    places = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _dotted(node.value) == module]
    variables = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names = {node.attr for node in places}
    if not places or names & variables or len(places) != _mentions(tree, module):
        return call, list(imports)
    text = call.encode()
    for node in sorted(places, key=lambda node: _start(text, node), reverse=True):
        start = _start(text, node)
        text = text[:start] + text[start + len(module.encode()) + 1 :]
    others = [line for line in imports if line != f"import {module}"]
    return text.decode(), [*others, f"from {module} import {', '.join(sorted(names))}"]


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _mentions(tree: ast.AST, module: str) -> int:
    return sum(isinstance(node, ast.expr) and _dotted(node) == module for node in ast.walk(tree))


def _start(text: bytes, node: ast.expr) -> int:
    """Return where a node begins in the text of one expression, which may have line breaks in it."""
    lines = text.split(b"\n")
    return sum(len(line) + 1 for line in lines[: node.lineno - 1]) + node.col_offset
