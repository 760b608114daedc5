"""Checks of protocols: whether a value has every member, without asking it for one."""

from __future__ import annotations

import inspect
import typing
from typing import Any

from fuzzwright.python.mismatch import Check, Left, Wrong, described

_NO_MEMBER = object()


def protocol(cls: Any) -> Check:
    """Return the check that a value has the members a protocol asks for."""
    members = getattr(cls, "__protocol_attrs__", None)
    if members is None:
        members = {name for base in cls.__mro__ if getattr(base, "_is_protocol", False) for name in _declared(base)}
    names = sorted(members)

    def check(value: Any, left: Left) -> Wrong | None:
        if inspect.getattr_static(type(value), "__getattr__", None) is not None:
            return None
        for name in names:
            has = inspect.getattr_static(value, name, _NO_MEMBER)
            if has is _NO_MEMBER or (has is None and callable(inspect.getattr_static(cls, name, None))):
                return Wrong(f"{described(value)} without `{name}`")
        return None

    return check


def _declared(base: type) -> set[str]:
    names = {*vars(base), *vars(base).get("__annotations__", ())}
    machinery = set(vars(typing.Protocol)) | {"__annotations__", "__dict__", "__weakref__", "__abstractmethods__"}
    return {
        name
        for name in names - machinery
        if not name.startswith("_abc_") and name not in ("__orig_bases__", "__hash__")
    }
