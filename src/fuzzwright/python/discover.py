"""Which functions an imported module has, and how each is to be called.

What the source defines is compared with what is there after the import, and whatever cannot be called is told with
a reason, never left out. Finding the modules is left to `locate`, parameter types are left to `hints`.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from fuzzwright.python.definitions import Definition, definitions_in, is_accessor
from fuzzwright.python.properties import made_at
from fuzzwright.python.texts import read_source

_BINARY = {"add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"}
_BINARY |= {"lshift", "rshift", "and", "xor", "or"}
_UNARY = {"neg", "pos", "abs", "invert", "int", "float", "complex", "bool", "index", "round"}
_COMPARING = {"lt", "le", "gt", "ge", "eq", "ne"}
_DUNDERS = {f"__{name}__" for name in {"call", "len", "getitem", "contains", "iter"} | _BINARY | _UNARY | _COMPARING}
_DUNDERS |= {f"__{side}{name}__" for name in _BINARY for side in "ri"}
_OPERATORS = {f"__{side}{name}__" for name in _BINARY for side in ("", "r", "i")}
_OPERATORS |= {f"__{name}__" for name in _COMPARING}
_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")
_AROUND = (functools.partial, functools.partialmethod, functools.cached_property, functools.singledispatchmethod)
_ENUM = {"_generate_next_value_", "_missing_"}


@dataclass(frozen=True, slots=True)
class Found:
    """A function of a module: what to call, or why it is not called."""

    name: str
    module: str
    qualname: str
    file: str
    line: int
    last_line: int
    kind: str
    """function, method, classmethod, staticmethod, constructor, property; or, whatever it is bound to, async,
    generator, async_generator, contextmanager, async_contextmanager: what has to be driven to a result."""
    object: Any
    """What to call: takes an instance first if `needs_self`; the class itself for a constructor."""
    owner: type | None = None
    needs_self: bool = False
    is_property: bool = False
    private: bool = False
    reason: str = ""
    """Why it is skipped; empty if it can be called."""
    reset: Callable[[], object] | None = None
    """Empties its cache: to be called before each run, so that runs do not depend on each other."""


def find_functions(module: ModuleType, *, tests: bool = False) -> list[Found]:
    """Return every function the module defines, in order of lines; those not to be called have a reason."""
    return _Finder(module, tests).find()


class _Finder:
    """Compares what a module's source defines with what is there after import."""

    def __init__(self, module: ModuleType, tests: bool) -> None:
        self.name = module.__name__
        self.file = getattr(module, "__file__", None) or ""
        self.tests = tests
        self.space: dict[str, Any] = dict(getattr(module, "__dict__", {}))
        self.found: dict[str, Found] = {}
        self.known: set[int] = set()
        self.seen_classes: set[int] = set()
        self.definitions: dict[str, list[Definition]] = {}
        self.has_source = self.file.endswith(".py")
        if self.has_source:
            try:
                for definition in definitions_in(read_source(self.file)):
                    self.definitions.setdefault(definition.qualname, []).append(definition)
            except (OSError, SyntaxError, ValueError, RecursionError):
                self.has_source = False
        self.outer = {name.rpartition(".")[0] for name in self.definitions}

    def find(self) -> list[Found]:
        # What has a `def` comes first, so that an alias made by assignment never takes its place.
        names = sorted(self.space, key=lambda name: name not in self.definitions)
        for name in names:
            value = self.space[name]
            with contextlib.suppress(Exception):  # objects of user classes may answer any question with a raise
                if isinstance(value, type):
                    self._class(value)
                else:
                    self._value(name, value, None)
        self._absent()
        return sorted(self.found.values(), key=lambda found: (found.line, found.qualname))

    def _class(self, cls: type) -> None:
        # Asked past the metaclass, which may say anything.
        module, path = (str(type.__getattribute__(cls, name)) for name in ("__module__", "__qualname__"))
        if id(cls) in self.seen_classes or "<locals>" in path:
            return
        if module != self.name and not self._stands_here(cls, path):
            return
        self.seen_classes.add(id(cls))
        for member, value in list(type.__getattribute__(cls, "__dict__").items()):
            with contextlib.suppress(Exception):
                if isinstance(value, type):
                    if type.__getattribute__(value, "__qualname__") == f"{path}.{member}":
                        self._class(value)
                elif (qualname := f"{path}.{member}") in self.definitions or not self.has_source or made_at(value):
                    self._value(qualname, value, cls)

    def _stands_here(self, cls: type, path: str) -> bool:
        """Tell whether a class that says it is of another module, as packages have what they show say, is made here."""
        for member, value in list(type.__getattribute__(cls, "__dict__").items()) if path in self.outer else ():
            with contextlib.suppress(Exception):
                inner = innermost(value) if f"{path}.{member}" in self.definitions else None
                code = inner.__code__ if isinstance(inner, FunctionType) else None
                if code is not None and os.path.realpath(code.co_filename) == os.path.realpath(self.file):
                    return True
        return False

    def _value(self, qualname: str, value: Any, owner: type | None) -> None:
        """List one entry of a module or class, if it is a function that belongs here."""
        binding, call = _binding(value, owner, qualname.rpartition(".")[2])
        inner = innermost(call if binding != "constructor" else value)
        code = inner.__code__ if isinstance(inner, FunctionType) else None
        defined = self.definitions.get(qualname)
        if not defined:
            # A partial object is a function of its own, another name for a function is not.
            same = id(value) if isinstance(value, functools.partial) else id(inner)
            if same in self.known or not self._belongs(inner, code):
                return
        elif not callable(call):
            self._add(qualname, defined[-1], binding, value, owner, f"{_decorated(defined[-1])} is not callable")
            return
        self.known |= {id(inner), id(value)}
        definition = self._definition(defined, code)
        reason = self._reason(qualname, value, inner, owner, binding)
        if not definition and (made := made_at(inner)):
            # Made by a call in the class or module, it takes no instance and belongs to no class.
            definition, owner, binding = Definition(qualname, made.line, made.line, made.last), None, "function"
        if not definition:
            line = code.co_firstlineno if code else 0
            definition = Definition(qualname, line, line, _last_line(code) if code else line)
        self._add(qualname, definition, binding, call, owner, reason, inner, value)

    def _belongs(self, inner: Any, code: CodeType | None) -> bool:
        if isinstance(inner, BuiltinFunctionType):
            return not self.has_source and inner.__module__ == self.name
        if made_at(inner):
            return bool(inner.__module__ == self.name)
        if code is None or inner.__module__ != self.name:
            return False
        # Generated methods come from no file; without a file of our own there is nothing to compare with.
        return not self.has_source or os.path.realpath(code.co_filename) == os.path.realpath(self.file)

    def _definition(self, defined: list[Definition] | None, code: CodeType | None) -> Definition | None:
        if not defined:
            return None
        exact = [each for each in defined if code and code.co_firstlineno in (each.first, each.line)]
        return (exact or [each for each in defined if not is_accessor(each)] or defined)[-1]

    def _reason(self, qualname: str, value: Any, inner: Any, owner: type | None, binding: str) -> str:
        name = qualname.rpartition(".")[2]
        if isinstance(inner, BuiltinFunctionType):
            return "defined in C"
        if not self.has_source:
            return "no source"
        if owner is not None and getattr(owner, "_is_protocol", False):
            return "declared in a Protocol"
        if getattr(inner, "__isabstractmethod__", False) or getattr(value, "__isabstractmethod__", False):
            return "abstract"
        if binding == "constructor":
            if inspect.isabstract(owner):
                return "the class is abstract"
            # One call of the class runs all three; it is listed under the one that takes the arguments.
            first = next(
                other for other in _CONSTRUCTORS if f"{qualname.rpartition('.')[0]}.{other}" in self.definitions
            )
            return "" if name == first else f"runs as part of the constructor, listed as `{first}`"
        if owner is not None and name in _ENUM and hasattr(owner, "__members__"):
            return "part of Enum's machinery"
        if name.startswith("__") and name.endswith("__") and name not in _DUNDERS and owner is not None:
            return "special method"
        test = name.startswith("test_") or (
            owner is not None and owner.__name__.startswith("Test") and name[:4] == "test"
        )
        return "a test" if test and not self.tests and not _is_prop(value) else ""

    def _add(
        self,
        qualname: str,
        definition: Definition,
        binding: str,
        call: Any,
        owner: type | None,
        reason: str,
        inner: Any = None,
        value: Any = None,
    ) -> None:
        self.found[qualname] = Found(
            name=f"{self.name}.{qualname}",
            module=self.name,
            qualname=qualname,
            file=self.file,
            line=definition.line,
            last_line=definition.last,
            kind=behaviour(call, inner) or binding,
            object=call,
            owner=owner,
            needs_self=binding in ("method", "property"),
            is_property=_is_prop(value),
            private=_is_private(qualname),
            reason=reason,
            reset=reset_of(call),
        )

    def _absent(self) -> None:
        """Add what the source defines and the module does not have any more."""
        for qualname, defined in self.definitions.items():
            used = self.found.get(qualname)
            for each in defined:
                if used and used.line == each.line:
                    continue
                if is_accessor(each):
                    key, reason = f"{qualname}@{each.line}", "a property's setter or deleter"
                elif any(text.partition("(")[0].endswith(".register") for text in each.decorators):
                    key, reason = (
                        f"{qualname}@{each.line}",
                        "reached through the generic function it is registered with",
                    )
                elif used:
                    key, reason = (
                        f"{qualname}@{each.line}",
                        f"another definition of this name is used, at line {used.line}",
                    )
                else:
                    key, reason = qualname, self._why_absent(qualname, each)
                self.found[key] = Found(
                    f"{self.name}.{qualname}", self.name, qualname, self.file, each.line, each.last, "function", None,
                    private=_is_private(qualname), reason=reason,
                )  # fmt: skip

    def _why_absent(self, qualname: str, definition: Definition) -> str:
        outer, _, name = qualname.rpartition(".")
        if outer and outer.partition(".")[0] not in self.space:
            return "its class is not in the module after import"
        if not outer and name in self.space:
            return f"{_decorated(definition)} is not a function of this module"
        return "not there after import: under a condition, or deleted"


_PROPERTY_OF = ("fget", "func", "wrapped", "__wrapped__", "_func", "method")
"""Where descriptors keep the function that they were made of."""


def made_into_property(value: Any) -> FunctionType | None:
    """Return the function of a property of another making, such as a cached one of a library; None for all else."""
    if callable(value) or not hasattr(type(value), "__get__"):
        return None
    try:
        made_of = [getattr(value, attribute, None) for attribute in _PROPERTY_OF]
    except Exception:  # objects of user classes may answer any question with a raise
        return None
    found = next((each for each in made_of if type(each) is FunctionType), None)
    return found if found is not None and found.__code__.co_argcount == 1 else None


def is_operator(name: str) -> bool:
    """Return whether a method is an operator of two operands, which may say NotImplemented."""
    return name in _OPERATORS


def innermost(value: Any) -> Any:
    """Return the function that decorators, partial objects and caches were put around."""
    for _ in range(100):
        if isinstance(value, _AROUND):
            value = value.func
        elif isinstance(value, staticmethod | classmethod) or inspect.ismethod(value):
            value = value.__func__
        elif isinstance(value, property):
            value = value.fget
        elif (made := made_into_property(value)) is not None:
            value = made
        elif callable(wrapped := inspect.getattr_static(value, "__wrapped__", None)):
            value = wrapped
        else:
            break
    return value


def _binding(value: Any, owner: type | None, name: str) -> tuple[str, Any]:
    """Return how an entry of a class or module is bound, and what to call for it."""
    if owner is None:
        return "function", value
    if name in _CONSTRUCTORS:
        return "constructor", owner
    if isinstance(value, staticmethod):
        return "staticmethod", value.__func__
    if isinstance(value, classmethod):
        return "classmethod", getattr(owner, name)
    if isinstance(value, property):
        return "property", value.fget
    if isinstance(value, functools.cached_property):
        return "property", value.func
    if isinstance(value, functools.singledispatchmethod | functools.partialmethod):
        # Only access through an instance binds these.
        return "method", functools.wraps(value.func)(lambda self, *args, **named: getattr(self, name)(*args, **named))
    if (made := made_into_property(value)) is not None:
        # Through the descriptor: what it hands to the function is its own affair.
        return "property", functools.wraps(made)(lambda self: getattr(self, name))
    return "method", value


def behaviour(call: Any, inner: Any) -> str:
    """Return how the result has to be driven, or "" if a call simply returns it."""
    if isinstance(call, type) or not isinstance(inner, FunctionType):
        return ""
    layer = call.__func__ if inspect.ismethod(call) else call
    while layer is not inner and layer is not None:
        if isinstance(layer, FunctionType) and layer.__code__.co_filename == contextlib.__file__:
            return "async_contextmanager" if inspect.isasyncgenfunction(inner) else "contextmanager"
        layer = getattr(layer, "__wrapped__", None)
    if inspect.iscoroutinefunction(inner) or inspect.iscoroutinefunction(call):
        return "async"
    if inspect.isasyncgenfunction(inner):
        return "async_generator"
    return "generator" if inspect.isgeneratorfunction(inner) else ""


def reset_of(call: Any) -> Callable[[], object] | None:
    """Return what empties the cache of a function, or of those a property is made of; None if there is none."""
    if made := made_at(call):
        resets = [reset for each in made.uses if (reset := reset_of(each)) is not None]
        return (lambda: [reset() for reset in resets]) if resets else None
    for _ in range(100):
        if isinstance(call, functools._lru_cache_wrapper):
            return call.cache_clear
        if call is None:
            break
        call = inspect.getattr_static(call, "__wrapped__", None) if not inspect.ismethod(call) else call.__func__
    return None


def _is_prop(value: Any) -> bool:
    while value is not None:
        if inspect.getattr_static(value, "__fuzzwright_prop__", None) is not None:
            return True
        value = inspect.getattr_static(value, "__wrapped__", None)
    return False


def _is_private(qualname: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in qualname.split("."))


def _last_line(code: CodeType) -> int:
    return max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)


def _decorated(definition: Definition) -> str:
    return f"what `@{definition.decorators[0]}` made of it" if definition.decorators else "what took its name"
