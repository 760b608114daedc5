"""Marked lines of modules: which function has which, and whether a call reaches one.

The tests of known inputs share this; what is known, and what is trivial, they keep themselves.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

MARK = "# wall"


class ReachedError(Exception):
    """Raised in place of a marked line."""


def _functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module; what is nested in a function belongs to it."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{node.name}.")


@cache
def marks(file: Path) -> dict[str, list[int]]:
    """Return the marked lines of each function and method."""
    source = file.read_text("utf-8")
    marked = [number for number, line in enumerate(source.splitlines(), 1) if line.endswith(MARK)]
    return {
        name: [number for number in marked if node.lineno <= number <= (node.end_lineno or node.lineno)]
        for name, node in _functions(ast.parse(source).body)
    }


def walls_of(folder: Path, modules: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the modules of a folder with the names in them that have a marked line."""
    return [(module, name) for module in modules for name, lines in marks(folder / f"{module}.py").items() if lines]


def returns_on_one_line(file: Path) -> set[int]:
    """Return the lines that are a whole return statement."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Return) and node.lineno == node.end_lineno
    }


@cache
def _with_raise(file: Path, line: int) -> ModuleType:
    """Return the module with one marked line replaced by a raise, as the measurement does it."""
    lines = file.read_text("utf-8").splitlines()
    text = lines[line - 1]
    lines[line - 1] = text[: len(text) - len(text.lstrip())] + "raise ReachedError"
    changed = ModuleType(f"walled_{file.stem}_{line}")
    changed.__dict__["ReachedError"] = ReachedError
    # Dataclasses look their module up by name while they are made.
    sys.modules[changed.__name__] = changed
    try:
        exec(compile("\n".join(lines), str(file), "exec"), changed.__dict__)
    finally:
        del sys.modules[changed.__name__]
    return changed


def reaches(file: Path, name: str, call: str) -> bool:
    """Return whether a call, written as the module itself would, runs the marked line of a function."""
    [line] = marks(file)[name]
    try:
        eval(call, dict(vars(_with_raise(file, line))))
    except ReachedError:
        return True
    return False
