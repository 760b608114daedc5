"""Who calls whom, read from source: which functions may lead to one, nearest first.

Names are all there is to go by: a call of `x.total()` is taken for a call of every `total` there is. What is read
from it is only where to search, so too many callers cost time and too few cost a finding its evidence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Place:
    """A function by where it is defined."""

    file: str
    line: int


class Callers:
    """The calls between the functions of some files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._callers: dict[str, dict[tuple[Place, str], None]] = {}
        """For each name, the functions that mention it as something to call, each with its own name."""
        for file, source in sources.items():
            try:
                tree = ast.parse(source)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self._class(file, node)
                elif isinstance(node, Definition):
                    self._function(file, node, node.name)

    def leading_to(self, name: str, most: int, steps: int = 4) -> Iterable[Place]:
        """Yield functions from which calls may lead to one called `name`, those with fewer calls between first."""
        names, seen, given = [name], {name}, 0
        places: set[Place] = set()
        for _ in range(steps):
            following: list[str] = []
            for each in names:
                for place, caller in self._callers.get(each, ()):
                    if place not in places:
                        places.add(place)
                        yield place
                        given += 1
                        if given >= most:
                            return
                    if caller not in seen:
                        seen.add(caller)
                        following.append(caller)
            names = following

    def _class(self, file: str, node: ast.ClassDef) -> None:
        # To make an instance is to call its constructor.
        for method in node.body:
            if isinstance(method, Definition) and method.name in ("__init__", "__new__", "__post_init__"):
                self._function(file, method, node.name)

    def _function(self, file: str, node: Definition, name: str) -> None:
        place = Place(file, node.lineno)
        for mentioned in _mentioned(node):
            self._callers.setdefault(mentioned, {})[place, name] = None


def _mentioned(node: Definition) -> set[str]:
    """Return the names a function uses in its body, as far as they may be functions."""
    names: set[str] = set()
    for statement in node.body:
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load):
                names.add(inner.attr)
            elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                names.add(inner.id)
    return names - {node.name}
