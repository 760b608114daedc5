"""Attributes that an object has not, since other code of its package sets them, or took them away.

A parser hands its state around, and whoever comes first puts into it what the next one reads: `source.parser = self`.
An object that was made for the call alone has nothing of that, and whatever takes it may rely on what is put there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, classes_in, outline
from fuzzwright.python.judging.files import files_of, package_of

_NO_ATTRIBUTE = re.compile(r"^'([\w.]+)' object has no attribute '(\w+)'")
_OWN = {"self", "cls"}
_MOST_FILES = 64


def set_by_others(case: Case) -> str:
    """Return the evidence that code elsewhere in the package sets what an object lacks; nothing if there is none."""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is None or missing[1] == "NoneType":
        return ""
    name, attribute = missing[1].rpartition(".")[2], missing[2]
    # Most files never speak of it, so their text is asked before they are read.
    files = [file for file in _whole_package(case) if f".{attribute}" in (case.source_of(file) or "")]
    trees = {file: tree for file in files if (tree := case.tree(file)) is not None}
    if any(_touched(tree, attribute, ast.Del) for tree in trees.values()):
        return f"`{attribute}` is taken away by a method of the package, until another one sets it"
    own = classes_in(trees.values()).get(name)
    if own is not None and _OWN & set(_touched(own, attribute, ast.Store)):
        return ""
    for file, tree in trees.items():
        if others := next((each for each in _touched(tree, attribute, ast.Store) if each not in _OWN), ""):
            return f"`{attribute}` is set by other code of the package, as in {file}: `{others}.{attribute} = ...`"
    return ""


def _touched(tree: ast.AST, attribute: str, how: type[ast.expr_context]) -> list[str]:
    """Return what an attribute is set on, or taken from."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == attribute]
    return [ast.unparse(node.value) for node in found if isinstance(node.ctx, how)]


def _whole_package(case: Case) -> list[str]:
    """Return the files on the way, those that the package is put together from, and what these import of it."""
    own = package_of(case)
    waiting = list(dict.fromkeys([case.file, f"{own}/__init__.py", *files_of(case)]))
    for file in waiting:
        tree = case.tree(file)
        for name in _imported(tree, file, own) if tree is not None else ():
            if len(waiting) < _MOST_FILES and name not in waiting and case.source_of(name) is not None:
                waiting.append(name)
    return waiting


def _imported(tree: ast.Module, file: str, own: str) -> Iterator[str]:
    """Yield the files of the package that a file may import."""
    for node in outline(tree):
        if isinstance(node, ast.Import):
            modules = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            around = file.split("/")[: -node.level] if node.level else []
            base = ".".join([*around, *filter(None, [node.module])])
            modules = [base, *(f"{base}.{each.name}" for each in node.names)]
        else:
            continue
        for module in modules:
            if module.partition(".")[0] == own:
                path = module.replace(".", "/")
                yield from (f"{path}.py", f"{path}/__init__.py")
