"""The hint that a value suggests: of a default, or of what is assigned in a class; and what counts as a hint at all."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterable
from itertools import islice
from typing import Any

from fuzzwright.python.generics import is_variable
from fuzzwright.python.resolve import Forward, Unresolved

_MOST_ITEMS = 20
_DEEPEST = 3


def hint_of_value(value: Any, depth: int = 0) -> Any:
    """Return the type that a value suggests, items of containers included; None if it suggests nothing."""
    kind = type(value)
    if value is None or kind is object or callable(value) or isinstance(value, types.ModuleType):
        return None
    if kind in (list, set, frozenset):
        item = _item(value, depth)
        return kind if item is None else types.GenericAlias(kind, (item,))
    if kind is tuple:
        item = _item(value, depth)
        return tuple if item is None else types.GenericAlias(tuple, (item, ...))
    if kind is dict:
        key, item = _item(value, depth), _item(value.values(), depth)
        return dict if key is None or item is None else types.GenericAlias(dict, (key, item))
    if isinstance(value, enum.Enum) or kind.__module__ == "builtins":
        return kind if kind.__name__ not in _NO_TYPES else None
    return kind


_NO_TYPES = ("classmethod", "staticmethod", "property", "member_descriptor", "getset_descriptor", "ellipsis")


def _item(items: Iterable[Any], depth: int) -> Any:
    found: dict[Any, None] = {}
    for item in islice(items, _MOST_ITEMS):
        hint = type(None) if item is None else hint_of_value(item, depth + 1) if depth < _DEEPEST else None
        if hint is None:
            return None
        found[hint] = None
    return typing.Union[tuple(found)] if found else None  # noqa: UP007 - a hint made while running


def is_hint(hint: Any) -> bool:
    """Return whether something evaluated from words is a type all through, and not a value of that name."""
    if isinstance(hint, Unresolved):
        return False
    if hint is None or hint is Ellipsis or isinstance(hint, type | Forward) or is_variable(hint):
        return True
    if isinstance(hint, list):
        return all(map(is_hint, hint))
    if typing.get_origin(hint) is typing.Literal:
        return True
    if typing.get_origin(hint) is typing.Annotated:
        return is_hint(typing.get_args(hint)[0])
    if typing.get_args(hint):
        return all(map(is_hint, typing.get_args(hint)))
    named = type(hint).__name__ in ("NewType", "TypeAliasType")
    return named or (
        not isinstance(hint, types.FunctionType) and getattr(hint, "__module__", "") in ("typing", "typing_extensions")
    )
