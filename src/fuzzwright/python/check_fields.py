"""Checks of records, field by field: dataclasses, attrs classes, named tuples and TypedDicts.

Fields are read as they are stored, so no property or `__getattribute__` of the record runs.
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Mapping
from typing import Any

from fuzzwright.python.mismatch import Check, Compile, Left, Wrong, described, instance_of, look_inside

_NO_VALUE = object()


def record(cls: Any, compile: Compile) -> Check:
    """Return the check of instances of a class, and of their fields if it says which those are."""
    names = _field_names(cls)
    if not names:
        return instance_of(cls)
    left_out = _without_value(cls)
    checks: dict[str, Check | None] | None = None

    def check(value: Any, left: Left) -> Wrong | None:
        nonlocal checks
        if not isinstance(value, cls):
            return Wrong(described(value))
        if checks is None:
            # Only now: a record may refer to itself, or to a class defined after it.
            hints = _hints(cls)
            checks = {name: compile(hints[name]) for name in names if name in hints}
        for name, each in checks.items():
            if each is not None and left.nodes > 0:
                item = _field(value, name)
                if item is None and name in left_out:
                    continue
                if item is not _NO_VALUE and (wrong := look_inside(each, item, left)):
                    return wrong.below("field", name)
        return None

    return check


def typed_dict(cls: Any, compile: Compile) -> Check:
    """Return the check of a TypedDict."""
    checks: dict[str, Check | None] | None = None
    hints: Mapping[str, Any] = {}

    def check(value: Any, left: Left) -> Wrong | None:
        nonlocal checks, hints
        if not isinstance(value, dict):
            return Wrong(described(value))
        if checks is None:
            hints = _hints(cls)
            checks = {name: compile(hint) for name, hint in hints.items()}
        for name, each in checks.items():
            if not dict.__contains__(value, name):
                if _required(cls, name, hints[name]):
                    return Wrong(f"dict without key {name!r}")
            elif each is not None and (wrong := look_inside(each, dict.__getitem__(value, name), left)):
                return wrong.below("value", repr(name))
        return None

    return check


def _hints(cls: type) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(cls, include_extras=True)
    except Exception:
        return {}


def _required(cls: Any, name: str, hint: Any) -> bool:
    # Where annotations are text, the class itself could not see NotRequired when it was made.
    origin = typing.get_origin(hint)
    if origin in (typing.Required, typing.NotRequired):
        return origin is typing.Required
    return name in cls.__required_keys__


def _field_names(cls: type) -> tuple[str, ...]:
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(field.name for field in getattr(cls, "__attrs_attrs__", ()))


def _without_value(cls: Any) -> frozenset[str]:
    """Return the fields that are None where nothing is said of them, which then is what their class means."""
    if dataclasses.is_dataclass(cls):
        defaults = {field.name: field.default for field in dataclasses.fields(cls)}
    elif isinstance(named := getattr(cls, "_field_defaults", None), dict):
        defaults = named
    else:
        defaults = {field.name: field.default for field in getattr(cls, "__attrs_attrs__", ())}
    return frozenset(name for name, default in defaults.items() if default is None)


def _field(value: Any, name: str) -> Any:
    """Read a field as it is stored, without running a property."""
    cls = type(value)
    stored = inspect.getattr_static(cls, name, None)
    if inspect.ismemberdescriptor(stored):
        try:
            return stored.__get__(value, cls)
        except AttributeError:
            return _NO_VALUE
    if isinstance(value, tuple) and name in getattr(cls, "_fields", ()):
        return tuple.__getitem__(value, cls._fields.index(name))
    try:
        return object.__getattribute__(value, "__dict__").get(name, _NO_VALUE)
    except AttributeError:
        return _NO_VALUE
