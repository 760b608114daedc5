"""What the `.pyi` stub of a module says: annotations by function and parameter, and of attributes.

A stub stands beside its module or in a `-stubs` package on the path. It is read, never run; only the names that an
annotation needs are imported or made, when one is first evaluated. What a stub says counts like annotations.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import functools
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from fuzzwright.python.imports import imported
from fuzzwright.python.resolve import Scope
from fuzzwright.python.typeshed import TYPESHED

_LARGEST = 2_000_000
"""Bytes of a stub that is still read."""


@dataclass(slots=True)
class Stub:
    """A stub, read: the text of annotations, and the statements that bind its names."""

    file: str
    functions: dict[str, dict[str, str]] = field(default_factory=dict)
    """By qualified name: the text of each annotation, `return` included."""
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    """By the qualified name of a class: the text of each attribute's annotation."""
    names: dict[str, ast.stmt] = field(default_factory=dict)


def stub_of(module: ModuleType) -> Stub | None:
    """Return the stub of an imported module, or None if there is none that can be read."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return None
    return _found(module.__name__, file, tuple(sys.path))


def stub_scope(stub: Stub, module: ModuleType, classes: Sequence[type] = ()) -> Scope:
    """Return the scope of a stub's annotations: what the module has, then what the stub imports or defines."""
    around: list[Mapping[str, Any]] = [{cls.__name__: cls} for cls in classes]
    names = _Names(stub, module)
    scope = Scope([*around, vars(module), names, vars(builtins)], module)
    names.scope = scope
    return scope


@functools.lru_cache(maxsize=512)
def _found(name: str, file: str, path: tuple[str, ...]) -> Stub | None:
    return next((stub for place in _places(name, file, path) if (stub := _read(place))), None)


def _places(name: str, file: str, path: Sequence[str]) -> Iterator[str]:
    # An extension module is `name.cpython-….so`; its stub has the bare name.
    folder, base = os.path.split(file)
    yield os.path.join(folder, f"{base.partition('.')[0]}.pyi")
    top, _, rest = name.partition(".")
    inside = rest.split(".") if rest else []
    for entry in path:
        at = os.path.join(entry, f"{top}-stubs", *inside)
        yield os.path.join(at, "__init__.pyi")
        if inside:
            yield f"{at}.pyi"


def _read(file: str) -> Stub | None:
    try:
        if os.path.getsize(file) > _LARGEST:
            return None
        with open(file, "rb") as stream:
            tree = ast.parse(stream.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    stub = Stub(file)
    _note(stub, tree.body, "")
    return stub


def _note(stub: Stub, body: Sequence[ast.stmt], prefix: str) -> None:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                _note_function(stub, node, prefix + node.name)
            case ast.ClassDef():
                if not prefix:
                    stub.names[node.name] = node
                stub.attributes.setdefault(prefix + node.name, {})
                _note(stub, node.body, f"{prefix}{node.name}.")
            case ast.AnnAssign(target=ast.Name(id=name)):
                if prefix:
                    stub.attributes[prefix[:-1]][name] = ast.unparse(node.annotation)
                elif node.value is not None:
                    stub.names[name] = node
            case ast.Assign(targets=[ast.Name(id=name)]) if not prefix:
                stub.names[name] = node
            case ast.Import() | ast.ImportFrom() if not prefix:
                for alias in node.names:
                    stub.names[alias.asname or alias.name.partition(".")[0]] = node
            case ast.If():
                # Which branch holds needs the checker's platform; what both define, the first one says.
                _note(stub, [*node.orelse, *node.body], prefix)


def _note_function(stub: Stub, node: ast.FunctionDef | ast.AsyncFunctionDef, qualname: str) -> None:
    decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    if decorators & {"setter", "deleter"}:
        return
    texts = annotations_in(node)
    if "overload" not in decorators or qualname not in stub.functions:
        stub.functions[qualname] = texts
        return
    # Of several overloads a call follows one; a parameter may then be what any of them says.
    known = stub.functions[qualname]
    for name, text in texts.items():
        if text not in known.get(name, "").split(" | "):
            known[name] = f"{known[name]} | {text}" if name in known else text


def annotations_in(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """Return the text of each annotation of a function's definition, `return` included."""
    spread = [given for given in (node.args.vararg, node.args.kwarg) if given is not None]
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, *spread]
    texts = {given.arg: ast.unparse(given.annotation) for given in every if given.annotation is not None}
    return texts if node.returns is None else {**texts, "return": ast.unparse(node.returns)}


class _Names(Mapping[str, Any]):
    """What a stub imports or defines, each made when it is first asked for."""

    def __init__(self, stub: Stub, module: ModuleType) -> None:
        self._stub = stub
        self._module = module
        self._made: dict[str, Any] = {}
        self.scope: Scope | None = None

    def __contains__(self, name: object) -> bool:
        return name in self._stub.names

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._make(name, self._stub.names[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stub.names)

    def __len__(self) -> int:
        return len(self._stub.names)

    def _make(self, name: str, node: ast.stmt) -> Any:
        match node:
            case ast.Import():
                alias = next(each for each in node.names if (each.asname or each.name.partition(".")[0]) == name)
                whole = imported(alias.name)
                return whole if alias.asname else sys.modules[alias.name.partition(".")[0]]
            case ast.ImportFrom():
                original = next(each.name for each in node.names if (each.asname or each.name) == name)
                return self._imported("." * node.level + (node.module or ""), original)
            case ast.ClassDef():
                return self._defined(node)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self._evaluated(value)
        raise KeyError(name)

    def _imported(self, package: str, name: str) -> Any:
        if package == "_typeshed" and name in TYPESHED:
            return TYPESHED[name]
        source = imported(package, self._module.__package__)
        if hasattr(source, name):
            return getattr(source, name)
        other = stub_of(source)
        if other is not None and name in other.names:
            # Defined in another stub only, as protocols for annotations are.
            return stub_scope(other, source)[name]
        return imported(f"{source.__name__}.{name}")

    def _defined(self, node: ast.ClassDef) -> Any:
        """Return a class that only the stub has, mostly a protocol; its annotations stay text."""
        space = {**vars(self._module), **self._used(*node.bases, *node.decorator_list, *_values(node))}
        code = compile(
            ast.Module([node], []), self._stub.file, "exec", __future__.annotations.compiler_flag, dont_inherit=True
        )
        exec(code, space)
        return space[node.name]

    def _evaluated(self, value: ast.expr) -> Any:
        """Return what an alias or type variable of the stub is."""
        space = {**vars(builtins), **vars(self._module), **self._used(value)}
        return eval(compile(ast.Expression(value), self._stub.file, "eval", dont_inherit=True), {}, space)

    def _used(self, *nodes: ast.AST) -> dict[str, Any]:
        used = {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        return {name: self[name] for name in sorted(used) if name in self and name not in vars(self._module)}


def _values(node: ast.ClassDef) -> list[ast.expr]:
    """Return the expressions that making a class evaluates in its body."""
    found: list[ast.expr] = []
    for inner in node.body:
        if isinstance(inner, ast.Assign | ast.AnnAssign) and inner.value is not None:
            found.append(inner.value)
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [*inner.decorator_list, *inner.args.defaults, *(each for each in inner.args.kw_defaults if each)]
    return found
