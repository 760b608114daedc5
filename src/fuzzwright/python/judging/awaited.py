"""Exceptions that a package itself awaits of a function: where it calls it, it handles them.

Then the exception is the function's way to say that there is no answer, and whoever calls it is to do the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, last_name, outline
from fuzzwright.python.judging.files import files_of

_OF_PYTHON = {name for kind in (dict, str, bytes, list, set, tuple, int) for name in dir(kind)}
"""Methods that any object may have: a call of that name is mostly not one of the function."""


def awaited(case: Case) -> str:
    """Return where the package calls the function and handles such an exception; nothing if it does so nowhere."""
    function = case.function
    if function is None or function.name in _OF_PYTHON or function.name.startswith("__"):
        return ""
    for file in files_of(case):
        tree = case.tree(file)
        for caller, handled in _handled_calls(tree, function.name) if tree is not None else ():
            if case.exception in handled and caller is not function:
                return f"`{caller.name}` at {file}:{caller.lineno} handles {case.exception} of it"
    return ""


def _handled_calls(tree: ast.Module, name: str) -> Iterator[tuple[Definition, set[str]]]:
    """Yield the functions that call one of that name inside of a `try`, each with what is handled there."""
    for caller in (node for node in outline(tree) if isinstance(node, Definition)):
        for node in (node for node in ast.walk(caller) if isinstance(node, ast.Try)):
            calls = [each for part in node.body for each in ast.walk(part) if isinstance(each, ast.Call)]
            if any(last_name(each) == name for each in calls):
                yield caller, {text for handler in node.handlers for text in _caught(handler)}


def _caught(handler: ast.ExceptHandler) -> set[str]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {last_name(kind) for kind in kinds}
