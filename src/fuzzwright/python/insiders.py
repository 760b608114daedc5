"""Which functions of a package are called by others of it, read from source, as far as that is beyond doubt.

Whoever calls a function from within can see to it that it gets what it takes. `Callers` guesses where to search, and
takes a call of `x.total()` for one of every `total`; here only those count that can mean nothing else: a function of
the same file, one that the file imports, a method of the own class. What the package shows at its top is for others,
whoever else calls it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from fuzzwright.python.callers import Definition, Place
from fuzzwright.python.judging.aliases import brought_in

_OWN = ("self", "cls")


class Insiders:
    """The calls between the functions of some files that can mean nothing else."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._trees = {file: tree for file, source in sources.items() if (tree := _tree(source)) is not None}
        self._defined = {file: _defined(file, tree) for file, tree in self._trees.items()}
        self._brought = {file: dict(brought_in(tree, file)) for file, tree in self._trees.items()}
        self._callers: dict[Place, set[Place]] = {}
        for file, tree in self._trees.items():
            for holder, definition in _definitions(tree):
                place = Place(file, definition.lineno)
                for called in self._called_in(file, holder, definition):
                    if called != place:
                        self._callers.setdefault(called, set()).add(place)
        tops = (file for file in self._trees if file.endswith("/__init__.py") and file.count("/") == 1)
        self._shown = {found for file in tops for name in self._brought[file] if (found := self._found(file, name))}

    def callers_of(self, place: Place) -> frozenset[Place]:
        """Return the functions that call one from within its package; none for one that the package shows itself."""
        return frozenset() if place in self._shown else frozenset(self._callers.get(place, ()))

    def _called_in(self, file: str, holder: str, definition: Definition) -> Iterator[Place]:
        for node in ast.walk(definition):
            found: Place | None = None
            match node:
                case ast.Call(func=ast.Name(id=name)):
                    found = self._found(file, name)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                    own = holder if name in _OWN else name
                    found = self._defined[file].get((own, method)) or self._found(file, name, method)
            if found is not None:
                yield found

    def _found(self, file: str, name: str, method: str = "") -> Place | None:
        """Return what a name in a file means: a function there, or one of another file that it imports."""
        for _ in range(4):
            if (place := self._defined[file].get((name, method) if method else ("", name))) is not None:
                return place
            module, name = self._brought[file].get(name, ("", ""))
            if method and name and (place := self._of_module(f"{module}/{name}", method)) is not None:
                return place
            file = next((each for each in _files_of(module) if each in self._trees), "")
            if not file:
                return None
        return None

    def _of_module(self, module: str, name: str) -> Place | None:
        return next(
            (place for each in _files_of(module) if (place := self._defined.get(each, {}).get(("", name)))), None
        )


def _files_of(module: str) -> tuple[str, ...]:
    return (f"{module}.py", f"{module}/__init__.py") if module else ()


def _definitions(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """Yield the functions of a file and of its classes, each with the name of its class."""
    for node in tree.body:
        if isinstance(node, Definition):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from ((node.name, each) for each in node.body if isinstance(each, Definition))


def _defined(file: str, tree: ast.Module) -> dict[tuple[str, str], Place]:
    """Return where the functions of a file are, by the name of their class, if they have one, and their own."""
    return {(holder, each.name): Place(file, each.lineno) for holder, each in _definitions(tree)}


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
