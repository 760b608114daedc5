"""Hints with the names that a package gives to other hints replaced by what they stand for.

`EventDict` says nothing; that it is `MutableMapping[str, Any]` may stand in another file. Rules that read hints see
them spelled out. Reads source only, and of other files only those that speak of a name.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator

_DEEP = 4
"""So many names may stand for each other, one in the other."""
_LONG = 400
"""What is longer than this when it is spelled out stays as it is."""
_SHAPES = (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)

Trees = Callable[[str], ast.Module | None]
Sources = Callable[[str], str | None]


def spell_out(tree: ast.Module, file: str, tree_of: Trees, source_of: Sources) -> None:
    """Replace names in the hints of a file, in place."""
    names = _Names(file, tree, tree_of, source_of)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            node.annotation = names.spelled(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            node.returns = names.spelled(node.returns)


class _Names(ast.NodeTransformer):
    """What the names of one file stand for."""

    def __init__(self, file: str, tree: ast.Module, tree_of: Trees, source_of: Sources, deep: int = 0) -> None:
        self._tree_of, self._source_of, self._deep = tree_of, source_of, deep
        self._given = dict(_given(tree))
        self._brought = dict(brought_in(tree, file))
        self._known: dict[str, ast.expr | None] = {}

    def spelled(self, hint: ast.expr) -> ast.expr:
        """Return a hint with what its names stand for; itself if there are none, or it would become too long."""
        if not any(isinstance(node, ast.Name) and self.meaning(node.id) for node in ast.walk(hint)):
            return hint
        found: ast.expr = self.visit(copy.deepcopy(hint))
        return found if len(ast.unparse(found)) <= _LONG else hint

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.meaning(node.id)) or node

    def meaning(self, name: str) -> ast.expr | None:
        """Return what a name stands for; None if that is a class, or not known."""
        if name not in self._known:
            self._known[name] = None  # a name that stands for itself
            self._known[name] = self._found(name) if self._deep < _DEEP else None
        return self._known[name]

    def _found(self, name: str) -> ast.expr | None:
        if (value := self._given.get(name)) is not None:
            return self.spelled(value)
        module, original = self._brought.get(name, ("", ""))
        for file in files_of(module):
            if _speaks_of(self._source_of(file) or "", original) and (tree := self._tree_of(file)) is not None:
                return _Names(file, tree, self._tree_of, self._source_of, self._deep + 1).meaning(original)
        return None


def _speaks_of(source: str, name: str) -> bool:
    """Tell whether a line of a file may give a meaning to a name or import it; to read the whole file takes long."""
    given, brought = rf"(?:type[ \t]+)?{name}\b[^=\n(]*=(?!=)", rf"from\b[^\n]*\bimport\b[^\n]*\b{name}\b"
    listed = rf"{name}(?:[ \t]+as[ \t][^\n]*)?[ \t]*[,)]?[ \t]*(?:#[^\n]*)?$"
    return re.search(rf"^[ \t]*(?:{given}|{brought}|{listed})", source, re.M) is not None


def _given(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a file gives to hints, as far as these look like hints."""
    for node in _outermost(tree.body):
        value, target = getattr(node, "value", None), None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        elif isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            target = node.target
        elif type(node).__name__ == "TypeAlias":  # of Python 3.12
            target = getattr(node, "name", None)
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and isinstance(node, ast.AnnAssign):
            value = _read(value.value)
        if isinstance(target, ast.Name) and isinstance(value, _SHAPES):
            yield target.id, value


def files_of(module: str) -> tuple[str, ...]:
    """Return the files that a module may be, given as a path; none for no module."""
    return (f"{module}.py", f"{module}/__init__.py") if module else ()


def brought_in(tree: ast.Module, file: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the names that a file imports from its package, each with the path of the module and its name there."""
    around = file.split("/")
    for node in _outermost(tree.body):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").replace(".", "/")
            base = "/".join(around[: -node.level]) if node.level else ""
            if not node.level and module.partition("/")[0] != around[0]:
                continue
            for each in node.names:
                yield each.asname or each.name, ("/".join(filter(None, [base, module])), each.name)


def _outermost(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a file, also those that stand under a condition."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _outermost([*node.body, *node.orelse])


def _read(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
