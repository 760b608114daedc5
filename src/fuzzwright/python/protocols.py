"""Protocols: a class of the package that fits, or an object made up of exactly the members asked for."""

from __future__ import annotations

import collections.abc as abc
import inspect
import typing
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.products import Products
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python.functions import Functions
from fuzzwright.python.generics import parameters, stand_ins, substitute
from fuzzwright.python.refusals import CannotGenerate
from fuzzwright.python.resolve import Unresolved, annotations_of, resolve

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

_NO_MEMBERS = ("__init__", "__new__", "__subclasshook__", "__class_getitem__", "__init_subclass__", "__slots__")
MOST_IMPLEMENTATIONS = 4


def is_protocol(cls: type) -> bool:
    """Return whether `cls` is a Protocol itself, not a class that follows one."""
    return bool(getattr(cls, "_is_protocol", False))


def fitting(hints: Hints, cls: type, binding: Mapping[Any, Any]) -> Domain[Any]:
    """Return the domain of objects that follow a protocol."""
    found = implementations(cls, hints.classes)
    for candidate in found:
        try:
            hints.build(candidate)
        except CannotGenerate:
            continue
        return hints.build(typing.Union[tuple(found[:MOST_IMPLEMENTATIONS])])  # noqa: UP007 - made while running
    return stand_in(hints, cls, binding)


def implementations(cls: type, known: list[type]) -> list[type]:
    """Return the known classes that have every member of the protocol."""
    wanted = members(cls)
    if not wanted:
        return []
    found = [
        candidate
        for candidate in known
        if not is_protocol(candidate) and not inspect.isabstract(candidate) and _has_all(candidate, wanted)
    ]
    return sorted(found, key=lambda candidate: (candidate.__module__, candidate.__qualname__))


def _has_all(candidate: type, wanted: Mapping[str, Any]) -> bool:
    fields = {name for base in candidate.__mro__ for name in annotations_of(base)}
    # Asked of the class and its bases, not of the class as an object: every class can be called, few instances can.
    held = {name for base in candidate.__mro__ for name in vars(base)}
    return all((name in held or name in fields) and _takes_as_much(candidate, name, wanted[name]) for name in wanted)


def _takes_as_much(candidate: type, name: str, wanted: Any) -> bool:
    """Tell whether a method can be called as the one of the protocol can; what is no plain method is not looked at."""
    own = inspect.getattr_static(candidate, name, None)
    if not inspect.isfunction(own) or not inspect.isfunction(wanted):
        return True
    try:
        for one, other in ((wanted, own), (own, wanted)):
            if inspect.iscoroutinefunction(one) and not _may_be_awaited(other):
                return False
        asked = inspect.signature(wanted).parameters.values()
        positional = [None for each in asked if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
        inspect.signature(own).bind(
            *positional, **{each.name: None for each in asked if each.kind is each.KEYWORD_ONLY}
        )
    except (TypeError, ValueError):
        return False
    return True


def _may_be_awaited(function: Any) -> bool:
    """Tell whether what a function gives can be awaited, as far as it says."""
    if inspect.iscoroutinefunction(inspect.unwrap(function)) or "return" not in function.__annotations__:
        return True
    hint = str(function.__annotations__["return"])
    return any(word in hint for word in ("Awaitable", "Coroutine", "Future", "Task", "Any"))


def members(cls: type) -> dict[str, Any]:
    """Return the members of a protocol by name: a function, property, or None for an attribute."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base in (object, typing.Protocol, typing.Generic) or base.__module__ in ("abc", "typing"):
            continue
        for name in annotations_of(base):
            if not name.startswith("_abc_"):
                found[name] = None
        for name, raw in vars(base).items():
            if name in _NO_MEMBERS or (name.startswith("_") and not _is_dunder_method(name, raw)):
                continue
            if inspect.isfunction(raw) or isinstance(raw, property | classmethod | staticmethod):
                found[name] = raw
    return found


def _is_dunder_method(name: str, raw: Any) -> bool:
    return name.startswith("__") and name.endswith("__") and inspect.isfunction(raw)


def stand_in(hints: Hints, cls: type, binding: Mapping[Any, Any]) -> Domain[Any]:
    """Return the domain of made-up objects with the members of a protocol."""
    attributes = resolve(cls)
    free = {variable: stand_ins(variable)[0] for variable in getattr(cls, "__parameters__", ())}
    binding = {**free, **binding}
    names: list[str] = []
    places: list[Domain[Any]] = []
    for name, raw in members(cls).items():
        if name == "__hash__":
            continue
        names.append(name)
        if raw is None:
            places.append(hints.build(substitute(attributes.get(name, Any), binding)))
        else:
            places.append(_member(hints, cls, raw, binding))
    title = cls.__name__

    def make(*values: Any) -> Any:
        return type(title, (), dict(zip(names, values, strict=True)))()

    def write(written: list[str], namer: Names) -> str:
        inside = ", ".join(f"{name!r}: {text}" for name, text in zip(names, written, strict=True))
        return f"type({title!r}, (), {{{inside}}})()"

    return Calls(make, places, write)


def _member(hints: Hints, cls: type, raw: Any, binding: Mapping[Any, Any]) -> Domain[Any]:
    function: Any = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
    known = {key: _closed(substitute(hint, binding)) for key, hint in resolve(function, cls).items()}
    result = known.get("return", type(None) if isinstance(raw, property) else Any)
    if result is cls:
        # An object that gives itself again would be written without end.
        result = Any
    if isinstance(raw, property):
        return hints.build(result)
    if inspect.iscoroutinefunction(function):
        result = abc.Awaitable[result]  # type: ignore[valid-type]  # a hint made while running
    taken = [known.get(name, Any) for name in list(inspect.signature(function).parameters)[1:]]
    try:
        arguments: Domain[Any] = Products([hints.build(hint) for hint in taken if not isinstance(hint, Unresolved)])
    except CannotGenerate:
        arguments = Products([])
    return Functions(arguments, hints.build(result), method=True)


def _closed(hint: Any) -> Any:
    """The hint with something in place of the type variables of a single method."""
    if isinstance(hint, Unresolved):
        return hint
    return substitute(hint, {variable: stand_ins(variable)[0] for variable in parameters(hint)})
