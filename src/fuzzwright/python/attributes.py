"""The attributes of a class and their types, also where no annotation tells them.

Annotations count first, then the stub, then values in the class body; last the assignments to `self` in `__init__`,
read from the source: `self.total = 0`, `self.items: list[int] = []`, `self.name = name`. Nothing is run for it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import Parameter
from types import FunctionType
from typing import Any

from fuzzwright.python.resolve import Scope, Unresolved, annotations_of, resolve
from fuzzwright.python.stubs import stub_of, stub_scope
from fuzzwright.python.texts import read_source
from fuzzwright.python.values import hint_of_value, is_hint

HintsOf = Callable[[Any, type], Mapping[str, Any]]
"""Gives the hints of a function's parameters, of those without annotation too if they are known."""
_MACHINERY = ("__", "_abc_", "_is_protocol", "_is_runtime_protocol")
"""How names begin that the interpreter and `typing` put into classes."""
UNKNOWN: Any = object()
"""Stands for a type that nothing tells."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of the instances of a class."""

    name: str
    hint: Any
    """Its type; UNKNOWN if it is there, but nothing tells what it is."""
    source: str
    """annotation, stub, class body, or `__init__`."""


def attributes_of(cls: type, hints_of: HintsOf = resolve) -> dict[str, Attribute]:
    """Return the attributes of the instances of a class that can be told without making one."""
    found: dict[str, Attribute] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ in ("builtins", "typing", "abc", "enum"):
            continue
        for attribute in _of_one(base, hints_of):
            known = found.get(attribute.name)
            # A subclass that assigns something unknown does not undo what is known of it.
            if known is None or attribute.hint is not UNKNOWN:
                found[attribute.name] = attribute
    annotated = resolve(cls)
    return {
        name: replace(each, hint=annotated.get(name, each.hint)) if each.source == "annotation" else each
        for name, each in found.items()
    }


def _of_one(cls: type, hints_of: HintsOf) -> Iterator[Attribute]:
    init = vars(cls).get("__init__")
    if isinstance(init, FunctionType):
        for name, hint in _assigned(init, cls, hints_of).items():
            yield Attribute(name, hint, "__init__")
    for name, value in vars(cls).items():
        hint = None if name.startswith(_MACHINERY) else hint_of_value(value)
        if hint is not None and type(value).__module__ == "builtins" and not isinstance(value, type | property):
            yield Attribute(name, hint, "class body")
    module = sys.modules.get(cls.__module__)
    stub = stub_of(module) if module is not None else None
    if stub is not None and module is not None:
        scope = stub_scope(stub, module, [cls])
        for name, text in stub.attributes.get(cls.__qualname__, {}).items():
            hint = scope.evaluate(text)
            if not isinstance(hint, Unresolved):
                yield Attribute(name, hint, "stub")
    for name in annotations_of(cls):
        yield Attribute(name, UNKNOWN, "annotation")  # its hint is resolved for the whole class at once


def _assigned(init: FunctionType, cls: type, hints_of: HintsOf) -> dict[str, Any]:
    """Return what `__init__` assigns to attributes of its first parameter, and the types of that."""
    node = _definition(init.__code__.co_filename, cls.__qualname__)
    own = [*node.args.posonlyargs, *node.args.args] if node is not None else []
    if node is None or not own:
        return {}
    reader = _Reader(Scope.of_function(init, cls), {**_defaults(init), **hints_of(init, cls)})
    found: dict[str, list[Any]] = {}
    for statement in _statements(node.body):
        for target, annotation, value in _targets(statement):
            if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)):
                continue
            if target.value.id != own[0].arg:
                continue
            hint = reader.annotation(annotation) if annotation is not None else reader.value(value)
            found.setdefault(target.attr, []).append(hint)
    return {name: _joined(hints) for name, hints in found.items()}


def _defaults(init: FunctionType) -> dict[str, Any]:
    """Return the types that the defaults of parameters suggest."""
    given = {name: parameter.default for name, parameter in inspect.signature(init).parameters.items()}
    suggested = {name: hint_of_value(value) for name, value in given.items() if value is not Parameter.empty}
    return {name: hint for name, hint in suggested.items() if hint is not None}


def _joined(hints: list[Any]) -> Any:
    known = [hint for hint in dict.fromkeys(hints) if hint is not UNKNOWN]
    # None alone only says that something comes later.
    if not known or known == [type(None)]:
        return UNKNOWN
    return typing.Union[tuple(known)]  # noqa: UP007 - a hint made while running


def _targets(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None, ast.expr | None]]:
    match statement:
        case ast.AnnAssign():
            yield statement.target, statement.annotation, statement.value
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                if isinstance(target, ast.Tuple):
                    same = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
                    values = value.elts if same and isinstance(value, ast.Tuple) else [None] * len(target.elts)
                    yield from ((inner, None, each) for inner, each in zip(target.elts, values, strict=True))
                else:
                    yield target, None, value


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a function in order, not those of functions and classes in it."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield statement
        parts = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
        for part in parts:
            for field in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(part, field, []))


class _Reader:
    """Tells the types of expressions in a function, as far as that is simple."""

    def __init__(self, scope: Scope, parameters: Mapping[str, Any]) -> None:
        self._scope = scope
        self._parameters = parameters

    def annotation(self, node: ast.expr) -> Any:
        hint = self._scope.evaluate(ast.unparse(node))
        return UNKNOWN if isinstance(hint, Unresolved) else hint

    def value(self, node: ast.expr | None) -> Any:
        match node:
            case ast.Constant(value=value):
                return type(value)
            case ast.Name(id=name):
                hint = self._parameters.get(name, UNKNOWN)
                return UNKNOWN if isinstance(hint, Unresolved) else hint
            case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.UnaryOp(operand=ast.Constant()):
                return self._display(node)
            case ast.ListComp():
                return list
            case ast.SetComp():
                return set
            case ast.DictComp():
                return dict
            case ast.JoinedStr():
                return str
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return bool
            case ast.IfExp(body=first, orelse=second):
                return _joined_strictly([self.value(first), self.value(second)])
            case ast.BoolOp(op=ast.Or(), values=values):
                # `name or "none"`: of all but the last only what is true is left, which None is not.
                hints = [*(_without_none(self.value(each)) for each in values[:-1]), self.value(values[-1])]
                return _joined_strictly(hints)
            case ast.Call(func=ast.Name() | ast.Attribute() as func):
                return self._called(func)
        return UNKNOWN

    def _display(self, node: ast.expr) -> Any:
        try:
            hint = hint_of_value(ast.literal_eval(node))
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            hint = {ast.List: list, ast.Tuple: tuple, ast.Set: set, ast.Dict: dict}.get(type(node))
        return UNKNOWN if hint is None else hint

    def _called(self, func: ast.expr) -> Any:
        called = self._scope.evaluate(ast.unparse(func))
        if isinstance(called, type) and called is not type:
            return called
        if isinstance(called, FunctionType):
            hint = resolve(called).get("return", UNKNOWN)
            return hint if is_hint(hint) else UNKNOWN
        return UNKNOWN


def _joined_strictly(hints: list[Any]) -> Any:
    return UNKNOWN if UNKNOWN in hints else _joined(hints)


def _without_none(hint: Any) -> Any:
    left = [each for each in typing.get_args(hint) if each is not type(None)]
    if typing.get_origin(hint) is None or len(left) == len(typing.get_args(hint)) or not left:
        return hint
    return typing.Union[tuple(left)]  # noqa: UP007 - a hint made while running


def _definition(file: str, owner: str) -> ast.FunctionDef | None:
    """Return the `__init__` of a class in a file."""
    body: list[ast.stmt] = list(getattr(_tree(file), "body", ()))
    for name in owner.split("."):
        found = [node for node in _all(body) if isinstance(node, ast.ClassDef) and node.name == name]
        if not found:
            return None
        body = found[-1].body
    inits = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return inits[-1] if inits else None


def _all(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, also those under conditions."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try):
            yield from _all([*statement.orelse, *statement.body])


@functools.lru_cache(maxsize=64)
def _tree(file: str) -> ast.Module | None:
    try:
        return ast.parse(read_source(file))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
