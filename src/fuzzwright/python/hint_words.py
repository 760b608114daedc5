"""Hints made while running, as text for a signature, and the type of a value as a hint."""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterable
from types import EllipsisType, GenericAlias, NoneType
from typing import Any, get_args, get_origin

from fuzzwright.python.hint_spots import MOST_ITEMS, is_union

Uses = tuple[tuple[str, str], ...]
"""Names that a text needs: each a module and a name in it, or a module alone."""

_PLAIN = frozenset({bool, int, float, complex, str, bytes, bytearray, NoneType, object})
_MOST_MEMBERS = 3
_LONGEST_TUPLE = 4


def hint_words(hint: Any) -> tuple[str, Uses] | None:
    """Return a hint as it is written, and the names it needs; None if it cannot be written."""
    if hint is NoneType or hint is None:
        return "None", ()
    if isinstance(hint, EllipsisType):
        return "...", ()
    if is_union(hint):
        # None comes last, as people write it.
        members = sorted(get_args(hint), key=lambda member: member is NoneType)
        return _joined(members, " | ")
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is not None:
        outer, inner = hint_words(origin), _joined(arguments, ", ")
        if outer is None or inner is None:
            return None
        return f"{outer[0]}[{inner[0] or '()'}]", (*outer[1], *inner[1])
    return _class_words(hint)


def _joined(hints: Iterable[Any], by: str) -> tuple[str, Uses] | None:
    words = [hint_words(hint) for hint in hints]
    if any(each is None for each in words):
        return None
    known = [each for each in words if each is not None]
    return by.join(text for text, _ in known), tuple(dict.fromkeys(use for _, uses in known for use in uses))


def _class_words(cls: Any) -> tuple[str, Uses] | None:
    if not isinstance(cls, type):
        return None
    name, module = cls.__qualname__, cls.__module__
    if getattr(sys.modules.get(module), name, None) is not cls:
        return None  # local, or hidden
    return name, () if module == "builtins" else ((module, name),)


def union_of(hints: Iterable[Any]) -> Any:
    """Return the hint of a value that fits any of these."""
    return typing.Union[tuple(hints)]  # noqa: UP007 - a hint made while running


def type_of(value: Any, depth: int = 3) -> Any:
    """Return the hint of one value; None if there is none worth writing."""
    kind = type(value)
    if kind in _PLAIN:
        return kind
    if kind not in (list, set, frozenset, tuple, dict):
        return kind if hint_words(kind) is not None else None
    if not value or depth <= 0:
        return kind
    if kind is tuple and len(value) <= _LONGEST_TUPLE:
        items = [type_of(item, depth - 1) for item in value]
        return None if None in items else GenericAlias(tuple, tuple(items))
    if kind is dict:
        keys, values = _union(value.keys(), depth), _union(value.values(), depth)
        return kind if keys is None or values is None else GenericAlias(dict, (keys, values))
    item = _union(value, depth)
    if item is None:
        return kind
    return GenericAlias(kind, (item, ...) if kind is tuple else (item,))


def _union(values: Iterable[Any], depth: int) -> Any:
    kinds = list(dict.fromkeys(type_of(value, depth - 1) for value in list(values)[:MOST_ITEMS]))
    if None in kinds or len(kinds) > _MOST_MEMBERS:
        return None
    return union_of(kinds)


def missing_imports(module: str, uses: Uses) -> tuple[str, ...] | None:
    """Return the import lines that a module lacks for these names; None if it has other things under them."""
    names = vars(sys.modules[module]) if module in sys.modules else {}
    lines: set[str] = set()
    for source, name in uses:
        wanted = getattr(sys.modules.get(source), name, None) if name else sys.modules.get(source)
        if (name or source) not in names:
            lines.add(f"from {source} import {name}" if name else f"import {source}")
        elif names[name or source] is not wanted:
            return None
    return tuple(sorted(lines))
