"""Who calls whom, read from source: which functions may lead to one, nearest first.

Names are all there is to go by: a call of `x.total()` is taken for a call of every `total` there is. What is read
from it is only where to search, so too many callers cost time and too few cost a finding its evidence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fuzzwright.python.texts import parsed

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Place:
    """A function by where it is defined."""

    file: str
    line: int


class Callers:
    """The calls between the functions of some files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._callers: dict[str, dict[tuple[Place | None, str], None]] = {}
        """For each name, the functions that mention it as something to call, each with its own name.

        A table of functions mentions them too; it has no place, but whoever uses it can call them.
        """
        for file, source in sources.items():
            tree = parsed(source)
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.ClassDef):
                    self._class(file, node)
                elif isinstance(node, Definition):
                    self._function(file, node, node.name)
                if isinstance(node, ast.Module | ast.ClassDef):
                    self._tables(node)

    def leading_to(self, name: str, most: int, steps: int = 4) -> Iterable[Place]:
        """Yield functions from which calls may lead to one called `name`, those with fewer calls between first."""
        names, seen, given = [name], {name}, 0
        places: set[Place] = set()
        for _ in range(steps):
            following: list[str] = []
            for each in names:
                for place, caller in self._callers.get(each, ()):
                    if place is not None and place not in places:
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
        for mentioned in _mentioned(node.body):
            self._callers.setdefault(mentioned, {})[place, name] = None

    def _tables(self, node: ast.Module | ast.ClassDef) -> None:
        for statement in node.body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign) and statement.value is not None:
                targets = [statement.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    for mentioned in _mentioned([statement]):
                        self._callers.setdefault(mentioned, {})[None, target.id] = None


def _mentioned(statements: Iterable[ast.stmt]) -> set[str]:
    """Return the names that statements use, as far as they may be functions.

    That of the function they are in is one of them: to delegate is to call another of the same name.
    """
    names: set[str] = set()
    for statement in statements:
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load):
                names.add(inner.attr)
            elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                names.add(inner.id)
    return names
