"""A property of a test module as a target: fixtures bound, everything else generated from its hints."""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from types import ModuleType
from typing import Any

from fuzzwright.engine.domain import Names
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.pytest.tracing import Tracing
from fuzzwright.python.definitions import definitions_in
from fuzzwright.python.discover import Found, innermost
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.hints import Hints
from fuzzwright.python.open import OpenedModules, classes_in
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.properties import made_at
from fuzzwright.python.refusals import CannotGenerate, never_given, no_parameter, show
from fuzzwright.python.resolve import resolve
from fuzzwright.python.source import Writer, address
from fuzzwright.python.texts import read_text


class LocalWriter(Writer):
    """Names things as the module of a property does, so that a call can be pasted there."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(taken=vars(module))
        self._known = {id(value): name for name, value in vars(module).items() if not name.startswith("@")}

    def refer(self, thing: Any) -> str:
        """Return how the module can name it, else a name with its own module, which is to be imported."""
        if (known := self._known.get(id(thing))) is not None:
            return known
        module, name = address(thing)
        holder = sys.modules.get(module)
        outer, dot, rest = name.partition(".")
        if dot and holder is not None and (known := self._known.get(id(getattr(holder, outer, self)))) is not None:
            return f"{known}.{rest}"
        if holder is not None and (known := self._known.get(id(holder))) is not None:
            return f"{known}.{name}"
        return super().refer(thing)


class OpenedProperty(OpenedFunction):
    """A property ready to be run, written as the call that stands in its own module."""

    reference = ""
    module: ModuleType
    given: tuple[str, ...] = ()

    def inside_call(self, input: Any) -> tuple[str, list[str]]:
        """Return the generated arguments as text, and the imports it needs in the property's module."""
        writer: Names = LocalWriter(self.module)
        text = self.domain.source(input, writer)
        return text, writer.imports  # type: ignore[attr-defined]  # a Writer has them

    def call(self, input: Any) -> tuple[str, list[str]]:
        """Return the call; fixtures stand in it by their names."""
        inside, imports = self.inside_call(input)
        fixtures = [f"{name}={name}" for name in self.given]
        return f"{self.reference}({', '.join([*([inside] if inside else []), *fixtures])})", imports


def parameters_of(function: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the parameters of a property, those that are bound already left out."""
    return inspect.signature(function).parameters


def open_property(
    function: Callable[..., Any], fixtures: Mapping[str, Any], owner: type | None, tracing: Tracing
) -> tuple[OpenedModules, OpenedProperty]:
    """Return a property with its fixtures bound; raise what is wrong with it."""
    inner = innermost(function)
    file, module = inner.__code__.co_filename, sys.modules[inner.__module__]
    line, last = _lines(inner, file)
    name = f"{inner.__module__}.{inner.__qualname__}"
    where = f"{os.path.relpath(file, tracing.root)}:{line}"
    generated = {key: each for key, each in parameters_of(function).items() if key not in fixtures}
    _check(generated, inner, name, where)
    kind = "async" if inspect.iscoroutinefunction(inner) else "function"
    bound = _bound(function, inner, generated, fixtures)
    found = Found(name, inner.__module__, inner.__qualname__, file, line, last, kind, bound, is_property=True)
    try:
        domain = Hints(DEFAULT, classes_in(tracing.project.loaded())).arguments(bound, None, name)
    except CannotGenerate as error:
        raise _refusal(error, bound, name, where) from None
    oracle = FunctionOracle(lambda path: path == file or tracing.project.inside(path), tracing.root, None, "", True)
    opened = OpenedProperty(found, domain, oracle, tracing.probes, {}, tracing.operands)
    opened.module, opened.given = module, tuple(fixtures)
    opened.reference = inner.__name__ if owner is None else f"{owner.__qualname__}().{inner.__name__}"
    text = "\n".join((read_text(file) or "").splitlines()[line - 1 : last])
    report = {
        "name": name,
        "file": file,
        "line": line,
        "last_line": last,
        "reason": "",
        "digest": hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest(),
        "lines_total": opened.lines_total,
        "remarks": never_given(domain),
    }
    return OpenedModules({name: opened}, [report], root=tracing.root), opened


def _check(generated: Mapping[str, Parameter], inner: Any, name: str, where: str) -> None:
    if not generated:
        raise no_parameter(name, where)
    hints = getattr(inner, "__annotations__", {})
    for key, parameter in generated.items():
        if key not in hints and parameter.default is Parameter.empty:
            raise FuzzwrightError(
                f"parameter `{key}` of property `{name}` has no type hint, and no fixture has its name",
                where,
                f"say what it is, as in `{key}: int`, or define a fixture `{key}`",
            )


def _refusal(error: CannotGenerate, bound: Callable[..., Any], name: str, where: str) -> FuzzwrightError:
    """Return why no arguments can be made, with the parameter it is about and a fix that is one under pytest."""
    what, fix = error.what, error.fix or ""
    if not error.parameter:
        hints = resolve(bound)
        for parameter in inspect.signature(bound).parameters:
            try:
                Hints(DEFAULT).domain(hints[parameter])
            except (CannotGenerate, KeyError):
                shown = show(hints.get(parameter, Any))
                what = f"cannot generate parameter `{parameter}: {shown}` of `{name}`: {error.reason}"
                fix = f"let it end somewhere: let a field in it be None or an empty list, as in `{shown} | None`"
                break
    # Elsewhere a function can be left out by a pattern; here that is no help.
    fix = fix.partition(f"add `{name}` to")[0].removesuffix(", or ")
    return FuzzwrightError(what, where, fix or "give it a type that has values")


def _bound(
    function: Callable[..., Any], inner: Any, generated: Mapping[str, Parameter], fixtures: Mapping[str, Any]
) -> Callable[..., Any]:
    """Return the property as a function of what is generated alone."""
    parameters = list(generated.values())
    if fixtures:
        # Fixtures may stand between the others, so that these can only be given by name.
        parameters = [
            each.replace(kind=Parameter.KEYWORD_ONLY) if each.kind is Parameter.POSITIONAL_OR_KEYWORD else each
            for each in parameters
        ]
        parameters.sort(key=lambda each: each.kind)

    def bound(*arguments: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        return function(*arguments, **named, **fixtures)

    bound.__module__, bound.__qualname__, bound.__name__ = inner.__module__, inner.__qualname__, inner.__name__
    bound.__annotations__ = dict(getattr(inner, "__annotations__", {}))
    bound.__wrapped__ = inner  # type: ignore[attr-defined]  # where annotations are looked up
    bound.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return bound


def _lines(inner: Any, file: str) -> tuple[int, int]:
    """Return the line of the `def`, which is not that of the decorators, and the last one."""
    first = inner.__code__.co_firstlineno
    if (made := made_at(inner)) is not None:
        return made.line, made.last
    try:
        for definition in definitions_in(read_text(file) or ""):
            if definition.qualname == inner.__qualname__ and first in (definition.first, definition.line):
                return definition.line, definition.last
    except (SyntaxError, ValueError):
        pass
    return first, max(line for *_, line in inner.__code__.co_lines() if line)
