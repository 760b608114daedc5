"""Exceptions that a package itself awaits of a function: where it calls it, it handles them.

Then the exception is the function's way to say that there is no answer, and whoever calls it is to do the same. In its
own file it may be awaited further up too: where what calls it is called, or is handed over to be called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from fuzzwright.python.judging.case import Case, Definition, handed_over, last_name, outline
from fuzzwright.python.judging.files import files_of
from fuzzwright.python.judging.keeping import parameters_of

_OF_PYTHON = {name for kind in (dict, str, bytes, list, set, tuple, int) for name in dir(kind)}
"""Methods that any object may have: a call of that name is mostly not one of the function."""
_FURTHEST_UP = 3


def awaited(case: Case) -> str:
    """Return where the package calls the function and handles such an exception; nothing if it does so nowhere."""
    function = case.function
    if function is None or not _is_telling(function.name):
        return ""
    for file in files_of(case):
        if (tree := case.tree(file)) is not None and (caller := _awaiting(case, tree, {function.name})) is not None:
            return f"`{caller.name}` at {file}:{caller.lineno} handles {case.exception} of it"
    return _awaited_above(case, function)


def _awaited_above(case: Case, function: Definition) -> str:
    """Return where its own file handles the exception of what calls the function; nothing if it does so nowhere."""
    if (tree := case.tree(case.file)) is None:
        return ""
    known = names = {function.name}
    for _ in range(_FURTHEST_UP):
        callers = [node for node in outline(tree) if isinstance(node, Definition) and _calls(node, names)]
        names = {caller.name for caller in callers if _is_telling(caller.name)} - known
        known = known | names
        if names and (caller := _awaiting(case, tree, names)) is not None:
            return f"`{caller.name}` at {case.file}:{caller.lineno} handles {case.exception} of what calls it"
    return ""


def _is_telling(name: str) -> bool:
    """Tell whether a name is one that nothing else is likely to have."""
    return name not in _OF_PYTHON and not name.startswith("__")


def _calls(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(each, ast.Call) and last_name(each) in names for each in ast.walk(node))


def _awaiting(case: Case, tree: ast.Module, names: set[str]) -> Definition | None:
    """Return another function that handles the exception where it calls one of these, or is handed it to call."""
    groups = _groups_in(tree)
    for caller in (node for node in outline(tree) if isinstance(node, Definition) and node is not case.function):
        for node in (node for node in ast.walk(caller) if isinstance(node, ast.Try)):
            handlers = [each for each in node.handlers if not _lets_by(each)]
            if not any(case.exception in _caught(each, groups) for each in handlers):
                continue
            called = {last_name(each) for part in node.body for each in ast.walk(part) if isinstance(each, ast.Call)}
            handed = called & parameters_of(caller).keys() and _is_handed(tree, caller.name, names)
            if called & names or handed:
                return caller
    return None


def _is_handed(tree: ast.Module, caller: str, names: set[str]) -> bool:
    """Tell whether a function is called with one of these names, to call it."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and last_name(node) == caller)
    return any(last_name(each) in names for call in calls for each in handed_over(call))


def _caught(handler: ast.ExceptHandler, groups: Mapping[str, ast.Tuple]) -> Iterator[str]:
    kinds = groups.get(handler.type.id, handler.type) if isinstance(handler.type, ast.Name) else handler.type
    for kind in kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]:
        yield ast.unparse(kind) if isinstance(kind, ast.Attribute) else last_name(kind)
        yield last_name(kind)


def _lets_by(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler ends in raising what it was given."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and (last.exc is None or last_name(last.exc) == handler.name)


def _groups_in(tree: ast.Module) -> dict[str, ast.Tuple]:
    """Return the tuples that a module has names for, such as `NOT_READ = (IndexError, struct.error)`."""
    found: dict[str, ast.Tuple] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() as kinds):
                found[name] = kinds
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Tuple() as kinds):
                found[name] = kinds
    return found
