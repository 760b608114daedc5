"""What a module imports when it is imported itself, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def imports_of(tree: ast.Module, package: str) -> list[str]:
    """Return the modules that a module imports when it is imported itself, each once."""
    found: dict[str, None] = {}
    for node in _at_import(tree.body):
        if isinstance(node, ast.Import):
            found.update((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, package)
            if base:
                found[base] = None
            found.update((f"{base}.{alias.name}" if base else alias.name, None) for alias in node.names)
    return [name for name in found if not name.endswith("*") and not name.startswith("__future__")]


def absolute(node: ast.ImportFrom, package: str) -> str:
    """Return the module that a `from` names, written out."""
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])]).strip(".")


def _at_import(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run on import, as far as conditions let them."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING":
            yield from _at_import(node.orelse)
        elif not isinstance(node, _FUNCTION):
            for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    inner = getattr(part, name, None)
                    if isinstance(inner, list):
                        yield from _at_import(inner)
