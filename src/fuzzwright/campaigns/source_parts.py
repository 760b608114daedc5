"""The source of a module taken apart: functions, classes and assignments, each with the names it uses.

Read from the file, so nothing of it runs. What the names stand for is found out by `code_hashes`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True)
class Part:
    """A function, a class without its methods, or an assignment of a module."""

    digest: bytes
    """Of its text, without comments and empty lines."""
    names: frozenset[str]
    """Names it uses, with what is taken from them: `f`, `shop.prices.vat`."""
    attributes: frozenset[str]
    """Names of everything it takes from objects."""
    bases: tuple[str, ...] = ()
    methods: dict[str, Part] = field(default_factory=dict)
    is_class: bool = False


@dataclass(slots=True)
class ModuleParts:
    """What a module defines at its top level, and where the other names in it come from."""

    name: str
    parts: dict[str, list[Part]] = field(default_factory=dict)
    """More than one where a name is given twice, such as in the branches of an `if`."""
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For a name: the module it comes from, and its name there; no name if it is the module."""


def parts_of(source: bytes, name: str, is_package: bool) -> ModuleParts:
    """Return the parts of a module; raise SyntaxError or ValueError if its source cannot be read."""
    lines = source.decode("utf-8", "replace").splitlines()
    return parts_of_tree(ast.parse(source), name, is_package, _Written(lines))


def parts_of_tree(tree: ast.Module, name: str, is_package: bool, digests: Digests) -> ModuleParts:
    """Return the parts of a module that was parsed before."""
    found = ModuleParts(name)
    package = name if is_package else name.rpartition(".")[0]
    for statement in _statements(tree.body):
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found.parts.setdefault(statement.name, []).append(digests.part(statement))
            case ast.ClassDef():
                found.parts.setdefault(statement.name, []).append(_class(statement, digests))
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                part = digests.part(statement)
                for assigned in _assigned(statement):
                    found.parts.setdefault(assigned, []).append(part)
    for node in digests.imports(tree):
        match node:
            case ast.Import():
                for alias in node.names:
                    bound = alias.asname or alias.name.partition(".")[0]
                    found.imports.setdefault(bound, (alias.name if alias.asname else bound, ""))
            case ast.ImportFrom():
                origin = _origin(node, package)
                for alias in node.names:
                    found.imports.setdefault(alias.asname or alias.name, (origin, alias.name))
    return found


def _origin(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those in its branches too."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.TryStar | ast.With | ast.For | ast.While):
            yield from _statements(node.body)
            yield from _statements(getattr(node, "orelse", []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)
            yield from _statements(getattr(node, "finalbody", []))


def _assigned(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> Iterator[str]:
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        yield from (inner.id for inner in ast.walk(target) if isinstance(inner, ast.Name))


class Digests(Protocol):
    """Says what counts as a change of a part."""

    def imports(self, tree: ast.Module) -> Iterable[ast.AST]:
        """Return nodes that have all imports among them."""

    def part(self, node: ast.stmt) -> Part:
        """Return a function or an assignment as a part."""

    def outside(self, node: ast.ClassDef, methods: Sequence[ast.stmt]) -> bytes:
        """Return the digest of a class without its methods."""


class _Written:
    """A part has changed when its text has, comments and empty lines left out."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def imports(self, tree: ast.Module) -> Iterable[ast.AST]:
        return ast.walk(tree)

    def part(self, node: ast.stmt) -> Part:
        return Part(_digest([line for _, line in _numbered(node, self._lines)]), *used(node))

    def outside(self, node: ast.ClassDef, methods: Sequence[ast.stmt]) -> bytes:
        inside = {line for method in methods for line in range(_first(method), (method.end_lineno or 0) + 1)}
        return _digest([line for number, line in _numbered(node, self._lines) if number not in inside])


def _class(node: ast.ClassDef, digests: Digests) -> Part:
    methods = [inner for inner in node.body if isinstance(inner, _FUNCTION)]
    rest = [inner for inner in node.body if not isinstance(inner, _FUNCTION)]
    outside = [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords), *rest]
    names, attributes = used(*outside)
    part = Part(
        digests.outside(node, methods),
        names,
        attributes,
        tuple(dotted for base in node.bases if (dotted := _dotted(_unsubscripted(base)))),
        is_class=True,
    )
    for method in methods:
        # A property is one thing, however many definitions it has.
        known, made = part.methods.get(method.name), digests.part(method)
        part.methods[method.name] = made if known is None else _both(known, made)
    return part


def _both(one: Part, other: Part) -> Part:
    return Part(
        blake2b(one.digest + other.digest, digest_size=16).digest(),
        one.names | other.names,
        one.attributes | other.attributes,
    )


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _numbered(node: ast.stmt, lines: list[str]) -> list[tuple[int, str]]:
    first, last = _first(node), node.end_lineno or node.lineno
    return list(zip(range(first, last + 1), lines[first - 1 : last], strict=False))


def _digest(lines: list[str]) -> bytes:
    said = [line.rstrip() for line in lines if (text := line.strip()) and not text.startswith("#")]
    return blake2b("\n".join(said).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def used(*nodes: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that nodes use, and those of what they take from objects."""
    names: set[str] = set()
    attributes: set[str] = set()
    for node in (inner for each in nodes for inner in ast.walk(each)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            attributes.add(node.attr)
            if dotted := _dotted(node):
                names.add(dotted)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
            # It may be an annotation in quotes; any other text seldom is the name of something.
            names.update(word for word in _words(node.value) if word.isidentifier())
    return frozenset(names), frozenset(attributes)


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()


def _unsubscripted(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def _dotted(node: ast.expr) -> str:
    """Return `a.b.c` for such a chain of names, nothing for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
