"""Whether two results are the same, looked at as deep as they go.

Python's own `==` is asked first. Where it says no, or does not say at all, the parts are looked at: so nan is the same
as nan wherever it stands, and objects whose class says nothing about equality are compared by what they hold.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

_ATOMS = frozenset((type(None), bool, int, str, bytes))
_Pairs = set[tuple[int, int]]


def same(one: Any, other: Any, *, types: bool = False) -> bool:
    """Return whether two values are equal, nan to nan too; with `types`, 1, True and 1.0 are three values."""
    # What is equal at once is most often all there is to say.
    return (not types and _equal(one, other)) or _same(one, other, types, set())


def _same(one: Any, other: Any, types: bool, known: _Pairs) -> bool:
    if one is other:
        return True
    kind = type(one)
    if types and kind is not type(other):
        return False
    if kind in _ATOMS and type(other) in _ATOMS:
        return bool(one == other)
    pair = (id(one), id(other))
    if pair in known:
        return True  # met again inside itself: nothing that differs lies on this way
    known.add(pair)
    try:
        # Being equal says nothing about the types of the parts.
        if _equal(one, other) and not types:
            return True
        return _same_parts(one, other, types, known)
    finally:
        known.discard(pair)


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # arrays have no truth, and any class may raise
        return False


def _same_parts(one: Any, other: Any, types: bool, known: _Pairs) -> bool:
    match one, other:
        case (list(), list()) | (tuple(), tuple()):
            return type(one) is type(other) and _each(one, other, types, known)
        case (dict(), dict()):
            return type(one) is type(other) and _same_mappings(one, other, types, known)
        case (set() | frozenset(), set() | frozenset()):
            return _same_sets(one, other, types)
    kind = type(one)
    if kind is not type(other):
        return False
    if _is_nan(one) and _is_nan(other):
        return True
    if isinstance(one, complex):
        return _each((one.real, one.imag), (other.real, other.imag), types, known)
    if isinstance(one, BaseException):
        return _each(one.args, other.args, types, known)
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one) if field.compare]
        return _each(_parts(one, names), _parts(other, names), types, known)
    if callable(listed := getattr(kind, "tolist", None)):
        return _same(listed(one), listed(other), types, known)
    if _says_nothing(kind):
        return _same_objects(one, other, types, known)
    return _equal(one, other)


def _says_nothing(kind: type) -> bool:
    """Return whether a class leaves open when its objects are equal."""
    return not any("__eq__" in vars(cls) for cls in kind.__mro__[:-1])


def _each(ones: Any, others: Any, types: bool, known: _Pairs) -> bool:
    return len(ones) == len(others) and all(
        _same(one, other, types, known) for one, other in zip(ones, others, strict=True)
    )


def _same_mappings(one: Mapping[Any, Any], other: Mapping[Any, Any], types: bool, known: _Pairs) -> bool:
    if len(one) != len(other) or not _same_sets(one.keys(), other.keys(), types):
        return False
    # A key that is nan is found by its identity alone, so what it leads to is compared in the order they stand in.
    strange, stranger = ([value for key, value in each.items() if _is_nan(key)] for each in (one, other))
    pairs = [(value, other[key]) for key, value in one.items() if not _is_nan(key)]
    return _each(strange, stranger, types, known) and all(_same(left, right, types, known) for left, right in pairs)


def _same_sets(ones: Iterable[Any], others: Iterable[Any], types: bool) -> bool:
    return _tagged(ones, types) == _tagged(others, types)


def _tagged(items: Iterable[Any], types: bool) -> tuple[set[Any], int]:
    """Return items that can be told apart as wanted, and how many are nan."""
    found = list(items)
    plain = [item for item in found if not _is_nan(item)]
    return {(type(item), item) for item in plain} if types else set(plain), len(found) - len(plain)


def _same_objects(one: Any, other: Any, types: bool, known: _Pairs) -> bool:
    slots = [name for cls in type(one).__mro__ for name in _slots(cls)]
    held = getattr(one, "__dict__", None)
    if held is None and not slots:
        return False  # nothing to compare but who they are
    if held is not None and not _same(held, getattr(other, "__dict__", None), types, known):
        return False
    return _each(_parts(one, slots), _parts(other, slots), types, known)


def _slots(cls: type) -> list[str]:
    slots = cls.__dict__.get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    own = cls.__name__.lstrip("_")
    return [f"_{own}{name}" if name.startswith("__") and not name.endswith("__") else name for name in names]


def _parts(thing: Any, names: Iterable[str]) -> list[Any]:
    return [getattr(thing, name, None) for name in names]


def _is_nan(thing: Any) -> bool:
    try:
        return bool(thing != thing)
    except Exception:
        return False
