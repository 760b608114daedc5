"""What a module's source defines, read from its syntax tree.

Nothing of it runs, so the supervisor can ask too. What is really there after the import, `discover` finds out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Definition:
    """A `def` of a module's source outside any other function."""

    qualname: str
    line: int
    first: int
    """The line of the first decorator, which is where the code object says it begins."""
    last: int
    decorators: tuple[str, ...] = ()


def functions_in(source: str | bytes) -> list[tuple[str, int]]:
    """Return the qualified name and line of every function a module would define, without running it."""
    lines: dict[str, int] = {}
    for definition in definitions_in(source):
        if not is_accessor(definition):
            lines[definition.qualname] = definition.line
    return list(lines.items())


def definitions_in(source: str | bytes) -> list[Definition]:
    """Return every `def` outside functions, in order, without overloads and what only type checkers see."""
    return definitions_of(ast.parse(source))


def definitions_of(tree: ast.Module) -> list[Definition]:
    """Return what `definitions_in` does, of a source that was parsed before."""
    return list(_definitions(tree.body, ""))


def assigned_in(tree: ast.Module) -> set[str]:
    """Return every name that a module gives to a value or class, at any depth; in classes also the qualified one."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    return names | set(_assigned_in_classes(tree.body, ""))


def _assigned_in_classes(body: Sequence[ast.stmt], prefix: str) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef():
                yield from _assigned_in_classes(node.body, f"{prefix}{node.name}.")
            case ast.Assign() | ast.AnnAssign() if prefix:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from (f"{prefix}{target.id}" for target in targets if isinstance(target, ast.Name))


def imported_in(tree: ast.Module) -> dict[str, str]:
    """Return the names that `from` imports bring in, with `module:name` of where each comes from."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{'.' * node.level}{node.module or ''}:{alias.name}"
    return found


def is_accessor(definition: Definition) -> bool:
    """Tell whether a definition is the setter or deleter of a property."""
    name = definition.qualname.rpartition(".")[2]
    return any(text in (f"{name}.setter", f"{name}.deleter") for text in definition.decorators)


def _definitions(body: Sequence[ast.stmt], prefix: str) -> Iterator[Definition]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                decorators = tuple(ast.unparse(decorator) for decorator in node.decorator_list)
                if not any(text.rpartition(".")[2] == "overload" for text in decorators):
                    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                    last = node.end_lineno or node.lineno
                    yield Definition(prefix + node.name, node.lineno, first, last, decorators)
            case ast.ClassDef():
                yield from _definitions(node.body, f"{prefix}{node.name}.")
            case ast.If() if ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING":
                yield from _definitions(node.orelse, prefix)
            case ast.If() | ast.For() | ast.While() | ast.With() | ast.Try() | ast.TryStar() | ast.Match():
                yield from _definitions(_blocks(node), prefix)


def _blocks(node: ast.stmt) -> list[ast.stmt]:
    parts: list[Any] = [node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    lists = [getattr(part, field, []) for part in parts for field in ("body", "orelse", "finalbody")]
    return sorted((statement for each in lists for statement in each), key=lambda statement: statement.lineno)
