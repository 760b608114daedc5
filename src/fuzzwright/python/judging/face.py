"""Whether a function is there for callers outside of its package, as far as the package says so.

A package that puts names together at its top has a face: what is shown there is for others, and what is not is mostly
for itself, whatever its name looks like. So has a module with an `__all__`, where no package around it has one. Without
a face nobody can tell, and every public name counts. What a module lists, or explains with parameters or examples, is
for others too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, last_name, outline
from fuzzwright.python.judging.files import package_of

_EXPLAINED = re.compile(r"^\s*(>>>|:param\b|@param\b|Args:|Arguments:|Parameters:?$|Examples?(::?)?$|Usage:)", re.M)
_HOOK = re.compile(r"((field|model|root)_)?(validator|serializer)|validates(_schema)?|(pre|post)_(load|dump)|hookimpl")
_MOST = 0.6
"""Where this part of the methods is explained, those that are not are left out on purpose."""


def has_face(case: Case) -> bool:
    """Tell whether the package of the function under test puts together what it shows to others."""
    return bool(_shown(case))


def is_for_others(case: Case) -> bool:
    """Tell whether callers outside of the package are meant to call the function under test."""
    if _is_handed_to_a_framework(case):
        return False
    shown = _shown(case)
    outer = _outermost(case)
    if not shown or outer is None:
        return True
    if _is_left_out_of_the_docs(case):
        return False
    if case.file.endswith("__init__.py"):
        listed = _listed(tree) if (tree := case.tree(case.file)) is not None else set()
        return not listed or outer in listed or _is_explained(case)
    if outer in shown or _modules_of(case.file) & shown:
        return True
    # A method may be inherited by a class that is shown.
    if any(isinstance(node, ast.Call) and last_name(node) in shown for node in _receivers(case)):
        return True
    tree = case.tree(case.file)
    # A module lists the classes that others of the package need as well.
    return (not case.is_method and tree is not None and outer in _listed(tree)) or _is_explained(case)


def _receivers(case: Case) -> Iterator[ast.AST]:
    """Yield what stands in the call for what methods are called on, and for the steps before them."""
    for node in case.expressions_in_call():
        if isinstance(node, ast.Attribute):
            yield from ast.walk(node.value) if isinstance(node.value, ast.Subscript) else [node.value]


def _is_left_out_of_the_docs(case: Case) -> bool:
    """Tell whether a method has no docstring where most others of its class have one."""
    around = [node for node in case.around_function() if isinstance(node, ast.ClassDef)]
    method = case.function
    if not around or method is None or method.name.startswith("_") or ast.get_docstring(method):
        return False
    others = [each for each in around[-1].body if isinstance(each, Definition) and not each.name.startswith("_")]
    told = sum(ast.get_docstring(each) is not None for each in others)
    return told > len(others) * _MOST


def _is_handed_to_a_framework(case: Case) -> bool:
    """Tell whether a decorator hands a method to a framework, which calls it with what it has looked at."""
    decorators = case.function.decorator_list if case.function is not None else []
    return any(_HOOK.fullmatch(last_name(each)) for each in decorators)


def _outermost(case: Case) -> str | None:
    """Return the name of the function under test at the level of its module: its own, or that of its class."""
    return next((getattr(node, "name", None) for node in case.around_function()), None)


def _modules_of(file: str) -> set[str]:
    return set(file.removesuffix(".py").split("/")[1:])


def _shown(case: Case) -> set[str]:
    """Return what the packages around a file show, or else what its module lists; nothing if none has a face."""
    parts = case.file.split("/")[:-1]
    own = package_of(case)
    found: set[str] = set()
    for depth in range(1, len(parts) + 1):
        folder = "/".join(parts[:depth])
        tree = case.tree(f"{folder}/__init__.py")
        found |= set(_put_together(case, tree, folder, own)) if tree is not None else set()
    module = case.tree(case.file) if not found else None
    return found or (_listed(module) if module is not None else set())


def _put_together(case: Case, tree: ast.Module, folder: str, own: str) -> Iterator[str]:
    """Yield the public names that a package takes over from its modules, or lists."""
    yield from (name for name in _listed(tree) if not name.startswith("_"))
    for node in outline(tree):
        if not isinstance(node, ast.ImportFrom) or not (node.level or (node.module or "").partition(".")[0] == own):
            continue
        for each in node.names:
            if each.name == "*":
                yield from _starred(case, node, folder)
            elif not (each.asname or each.name).startswith("_"):
                yield each.name


def _starred(case: Case, node: ast.ImportFrom, folder: str) -> Iterator[str]:
    """Yield what `from ... import *` brings: what the module lists, or else its public names."""
    module = (node.module or "").replace(".", "/")
    path = f"{folder}/{module}" if node.level else module
    tree = case.tree(f"{path}.py") or case.tree(f"{path}/__init__.py")
    if tree is None:
        return
    listed = _listed(tree)
    named = (each.name for each in tree.body if isinstance(each, Definition | ast.ClassDef))
    yield from listed or (name for name in named if not name.startswith("_"))


def _listed(tree: ast.Module) -> set[str]:
    """Return what a module has in its `__all__`."""
    found: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
        if any(last_name(target) == "__all__" for target in targets):
            lists = [each for each in ast.walk(node) if isinstance(each, ast.List | ast.Tuple | ast.Set)]
            texts = [each.value for one in lists for each in one.elts if isinstance(each, ast.Constant)]
            found |= {text for text in texts if isinstance(text, str)}
    return found


def _is_explained(case: Case) -> bool:
    """Tell whether a docstring explains the function to callers: its parameters, or by examples."""
    nodes = [node for node in case.around_function() if isinstance(node, Definition | ast.ClassDef)]
    return any(_EXPLAINED.search(ast.get_docstring(node) or "") for node in nodes)
