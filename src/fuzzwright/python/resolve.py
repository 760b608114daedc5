"""What annotations mean: strings, forward references, and names imported for type checkers only.

Each annotation is evaluated on its own, in the scope it was written in, so that one that cannot be
understood (`Unresolved`) does not take the others with it.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import sys
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ForwardRef, get_args, get_origin

from fuzzwright.python.checking_only import ABSENT, checking_only, elsewhere
from fuzzwright.python.generics import bindings_of, rebuild, substitute

_TO_MAKE_HINTS = {"__import__": __import__}
"""From Python 3.12 on a type variable looks for this where it is made."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An annotation that could not be evaluated."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Forward:
    """A name met again while it is being evaluated: an alias that refers to itself."""

    text: str
    module: str
    scope: Scope = field(compare=False, repr=False)

    def __call__(self) -> None:
        """Nothing: `Union` only takes what can be called."""

    def hint(self) -> Any:
        """Return what the name means."""
        return self.scope.evaluate(self.text)


def resolve(thing: Any, owner: type | None = None) -> dict[str, Any]:
    """Return the hint of each parameter and of the result, or of each attribute of a class."""
    if isinstance(thing, type):
        return _resolve_class(thing)
    return _resolve_function(thing, owner)


def _resolve_function(function: Any, owner: type | None) -> dict[str, Any]:
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.ismethod(function):
        if owner is None and isinstance(function.__self__, type):
            owner = function.__self__
        function = function.__func__
    raw = _annotations(function)
    plain = inspect.unwrap(function) if callable(function) else function
    if not raw and plain is not function:
        raw = _annotations(plain)
    scope = Scope.of_function(plain, owner)
    found = {name: scope.evaluate(annotation) for name, annotation in raw.items()}
    if owner is not None:
        binding = {**bindings_of(owner), typing.Self: owner}
        found = {name: _bound(hint, binding) for name, hint in found.items()}
    return found


def _resolve_class(cls: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    binding = bindings_of(cls)
    for base in reversed(cls.__mro__):
        scope = Scope.of_class(base)
        for name, annotation in annotations_of(base).items():
            found[name] = _bound(scope.evaluate(annotation), {**binding, typing.Self: cls})
    return found


def _bound(hint: Any, binding: Mapping[Any, Any]) -> Any:
    return hint if isinstance(hint, Unresolved) else substitute(hint, binding)


def annotations_of(cls: type) -> dict[str, Any]:
    """Return the annotations of this class alone, as they were written."""
    try:
        return dict(inspect.get_annotations(cls))
    except Exception:
        return {}


def _annotations(thing: Any) -> dict[str, Any]:
    found = getattr(thing, "__annotations__", None)
    return dict(found) if isinstance(found, Mapping) else {}


class Scope(Mapping[str, Any]):
    """The names that an annotation can use, innermost first; as a last resort what type checkers see."""

    def __init__(self, layers: list[Mapping[str, Any]], module: ModuleType | None) -> None:
        self._layers = layers
        self._module = module
        self._active: set[str] = set()

    @classmethod
    def of_function(cls, function: Any, owner: type | None = None) -> Scope:
        """Return the scope that the annotations of a function are in."""
        module = sys.modules.get(getattr(function, "__module__", None) or "")
        own_globals = getattr(function, "__globals__", None) or vars(module or builtins)
        layers: list[Mapping[str, Any]] = [_type_parameters(function)]
        code, closure = getattr(function, "__code__", None), getattr(function, "__closure__", None)
        if code is not None and closure:
            layers.append(_cells(code.co_freevars, closure))
        outer = list(_classes_around(function, module))
        if owner is not None and owner not in outer:
            outer.insert(0, owner)
        for around in outer:
            layers += [_type_parameters(around), _types_in(around), {around.__name__: around}]
        return cls([*layers, own_globals, vars(builtins)], module)

    @classmethod
    def of_class(cls, owner: type) -> Scope:
        """Return the scope that the annotations of a class are in."""
        module = sys.modules.get(owner.__module__)
        layers: list[Mapping[str, Any]] = [_type_parameters(owner), _types_in(owner), {owner.__name__: owner}]
        for method in vars(owner).values():
            # A local class knows its surroundings only through its methods.
            code, closure = getattr(method, "__code__", None), getattr(method, "__closure__", None)
            if code is not None and closure:
                layers.append(_cells(code.co_freevars, closure))
        for around in _classes_around(owner, module):
            layers += [_types_in(around), {around.__name__: around}]
        return cls([*layers, vars(module) if module else {}, vars(builtins)], module)

    @classmethod
    def of_module(cls, module: ModuleType) -> Scope:
        """Return the scope at the top of a module."""
        return cls([vars(module), vars(builtins)], module)

    def __getitem__(self, name: str) -> Any:
        for layer in self._layers:
            if name in layer:
                return layer[name]
        if self._module is not None:
            found = checking_only(self._module, name, self)
            if found is not ABSENT:
                return found
            found = elsewhere(self._module, name)
            if found is not ABSENT:
                return found
        if name == "TYPE_CHECKING":
            return True
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def evaluate(self, annotation: Any) -> Any:
        """Return the hint that `annotation` means, or what was wrong with it."""
        text = annotation if isinstance(annotation, str) else str(annotation)
        try:
            return self._evaluate(annotation)
        except (Exception, SystemExit) as error:
            if isinstance(error, NameError):
                reason = f"the name `{error.name}` is not defined" if error.name else str(error)
            else:
                reason = f"{type(error).__name__}: {error}"
            return Unresolved(text, reason)

    def _evaluate(self, annotation: Any) -> Any:
        if not isinstance(annotation, str):
            return self._evaluate_inside(annotation)
        if annotation in self._active:
            return Forward(annotation, getattr(self._module, "__name__", ""), self)
        self._active.add(annotation)
        try:
            tree = _Unquoted().visit(ast.parse(annotation.strip().replace("\n", " "), mode="eval"))
            code = compile(ast.fix_missing_locations(tree), "<annotation>", "eval")
            try:
                meant = eval(code, {"__builtins__": _TO_MAKE_HINTS}, self)
            except AttributeError:
                meant = eval(code, {"__builtins__": _TO_MAKE_HINTS}, _WithModules(self))
            return self._evaluate_inside(meant)
        finally:
            self._active.discard(annotation)

    def _evaluate_inside(self, hint: Any) -> Any:
        if isinstance(hint, ForwardRef):
            return self._evaluate(hint.__forward_arg__)
        if hint is None:
            return type(None)
        if isinstance(hint, list):
            return [self._evaluate_inside(item) for item in hint]
        if not get_args(hint) or get_origin(hint) is typing.Literal:
            return hint
        return rebuild(hint, self._argument)

    def _argument(self, argument: Any) -> Any:
        if isinstance(argument, str):
            return self._evaluate(argument)
        return argument if argument is None else self._evaluate_inside(argument)


class _WithModules(Mapping[str, Any]):
    """A scope in which modules have what only type checkers see in them, too."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def __getitem__(self, name: str) -> Any:
        return _as_checked(self._scope[name])

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _AsChecked:
    """A module as type checkers see it."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        try:
            return _as_checked(getattr(self._module, name))
        except AttributeError:
            found = checking_only(self._module, name, Scope.of_module(self._module))
            if found is ABSENT:
                raise
            return found


def _as_checked(thing: Any) -> Any:
    return _AsChecked(thing) if type(thing) is ModuleType else thing


class _Unquoted(ast.NodeTransformer):
    """Replaces strings inside an annotation by what they say, except in Literal and Annotated's extras."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str):
            inner: ast.AST = self.visit(ast.parse(node.value.strip(), mode="eval").body)
            return inner
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        if name == "Literal":
            return node
        if name == "Annotated" and isinstance(node.slice, ast.Tuple) and node.slice.elts:
            node.slice.elts[0] = self.visit(node.slice.elts[0])
            return node
        node.slice = self.visit(node.slice)
        return node


def _cells(names: tuple[str, ...], closure: tuple[Any, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, cell in zip(names, closure, strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def _types_in(cls: type) -> dict[str, Any]:
    # Only types: a field or method named `date` or `list` does not hide the class of that name.
    return {
        name: item
        for name, item in vars(cls).items()
        if isinstance(item, type) or get_origin(item) is not None or type(item).__name__ in _TYPE_LIKE
    }


_TYPE_LIKE = ("TypeVar", "ParamSpec", "TypeVarTuple", "TypeAliasType", "NewType")


def _type_parameters(thing: Any) -> dict[str, Any]:
    return {variable.__name__: variable for variable in getattr(thing, "__type_params__", ())}


def _classes_around(thing: Any, module: ModuleType | None) -> Iterator[type]:
    """Yield the classes that `thing` was defined in, innermost first."""
    names = getattr(thing, "__qualname__", "").split(".")[:-1]
    found: Any = module
    around: list[type] = []
    for name in names:
        found = getattr(found, name, None)
        if not isinstance(found, type):
            break
        around.append(found)
    yield from reversed(around)
