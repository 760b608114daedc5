"""Which classes a package makes the objects of itself, read from source.

A parser makes its tokens, and a compiler its nodes; what such objects may hold is known to the code that makes them
and seldom to hints. A class is of that kind if functions of the package make objects of it with values of their own
choosing, and what the package shows at its top neither is the class nor takes it. What it shows further down counts as
long as objects of the class can be made without others of the package.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import UnionType

from fuzzwright.python.texts import parsed

Definition = ast.FunctionDef | ast.AsyncFunctionDef


class Makers:
    """The classes of some files, and the functions that make objects of them."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._classes: set[str] = set()
        self._makers: dict[str, str] = {}
        """For each name that is called with arguments, one function that does so."""
        self._shown: set[str] = set()
        """What the package shows at its top, and what that takes."""
        self._listed: set[str] = set()
        """What its other files show, or list as public."""
        self._needed: dict[str, set[str]] = {}
        """For each class the names in the hints of what its constructor has to be given."""
        trees = {file: tree for file, source in sources.items() if (tree := parsed(source)) is not None}
        faces = [tree for file, tree in trees.items() if file.endswith("/__init__.py") and file.count("/") == 1]
        self._has_face = any(isinstance(node, ast.ImportFrom) for tree in faces for node in tree.body)
        for file, tree in trees.items():
            names = {each.asname or each.name for each in _imported(tree)} if file.endswith("__init__.py") else set()
            self._listed |= names | set(_listed(tree))
            if tree in faces:
                self._shown |= names | set(_listed(tree)) | _defined(tree, Definition)
                self._listed |= _defined(tree, ast.ClassDef)
            self._read(tree.body, "")
        for tree in trees.values():
            functions = (node for node in tree.body if isinstance(node, Definition) and node.name in self._shown)
            self._shown |= {name for function in functions for name in _taken(function)}

    def made_by_hand(self, call: str) -> tuple[str, str] | None:
        """Return a class that a call makes an object of and the function that is there to do so; None if it has none.

        A call of the class itself is not one that needs such an object.
        """
        try:
            tree = ast.parse(call, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        for node in ast.walk(tree) if self._has_face else ():
            name = _name(node.func) if isinstance(node, ast.Call) and (node.args or node.keywords) else ""
            if node is not tree and name in self._classes and name in self._makers and not self._is_shown(name):
                return name, self._makers[name]
        return None

    def _is_shown(self, name: str) -> bool:
        return name in self._shown or (name in self._listed and not self._needed.get(name, set()) & self._classes)

    def _read(self, body: list[ast.stmt], inside: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self._classes.add(node.name)
                making = [each for each in node.body if isinstance(each, Definition) and each.name == "__init__"]
                self._needed.setdefault(node.name, {name for each in making for name in _taken(each, optional=False)})
                self._read(node.body, node.name)
            elif isinstance(node, Definition):
                for each in ast.walk(node):
                    made = _name(each.func) if isinstance(each, ast.Call) and (each.args or each.keywords) else ""
                    if made and made != inside:
                        self._makers.setdefault(made, f"{inside}.{node.name}".strip("."))


def _defined(tree: ast.Module, kinds: type | UnionType) -> set[str]:
    return {str(getattr(node, "name", "")) for node in tree.body if isinstance(node, kinds)}


def _imported(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from node.names


def _listed(tree: ast.Module) -> Iterator[str]:
    """Yield what a module has in its `__all__`."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
        if any(_name(target) == "__all__" for target in targets):
            yield from (
                each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def _taken(function: Definition, optional: bool = True) -> Iterator[str]:
    """Yield the names in the hints of the parameters of a function, of those with a default too if `optional`."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required = positional[: len(positional) - len(arguments.defaults)]
    for each in (*positional, *arguments.kwonlyargs) if optional else required:
        for node in ast.walk(each.annotation) if each.annotation is not None else ():
            yield _name(node)


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant):
        return str(node.value)
    return node.id if isinstance(node, ast.Name) else ""
