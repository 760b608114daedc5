"""The types of values as plain data: they are told across processes and kept, and become hints again.

A class is `module:qualname`, a container with its items a list that begins with one (`["builtins:list",
"builtins:int"]`), alternatives a list that begins with `|`. Values are not asked: only builtin containers are looked
into, a few items deep. What has no name that leads back to it counts for nothing.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

Told = str | tuple[Any, ...]
"""A type as plain data; in JSON lists stand for tuples."""
Seen = dict[str, dict[str, list[Any]]]
"""By function and parameter: the types that were seen there."""

DEEPEST = 3
MOST_ITEMS = 20
MOST_TYPES = 8
"""Of one parameter, or of the items of one container."""
LONGEST_TUPLE = 4
"""A tuple of more items is one of any number."""
_EITHER, _REST = "|", "..."
_NAMED_CONTAINERS: dict[type, str] = {list: "builtins:list", set: "builtins:set", frozenset: "builtins:frozenset"}
# For what Python makes itself and gives no name: what can be done with it.
_ABILITIES = (
    ("__call__", "collections.abc:Callable"),
    ("__next__", "collections.abc:Iterator"),
    ("__await__", "collections.abc:Awaitable"),
    ("__iter__", "collections.abc:Iterable"),
)


class Telling:
    """Tells the types of values; which name a class has is looked up once."""

    def __init__(self) -> None:
        self._names: dict[type, Told | None] = {}

    def of(self, value: object, depth: int = 0) -> Told | None:
        """Return the type of a value, with those of its items; None if it cannot be named."""
        kind = type(value)
        if kind in _NAMED_CONTAINERS:
            name = _NAMED_CONTAINERS[kind]
            item = self._items(value, depth)  # type: ignore[arg-type]  # one of the containers
            return name if item is None else (name, item)
        if kind is tuple:
            return self._tuple(value, depth)  # type: ignore[arg-type]  # a tuple
        if kind is dict:
            keys, values = self._items(value, depth), self._items(value.values(), depth)  # type: ignore[arg-type, attr-defined]  # a dict
            return "builtins:dict" if keys is None or values is None else ("builtins:dict", keys, values)
        if isinstance(kind, type) and issubclass(kind, type):
            named = self._class(value)  # type: ignore[arg-type]  # a class
            return "builtins:type" if named is None else ("builtins:type", named)
        return self._class(kind)

    def _tuple(self, value: tuple[object, ...], depth: int) -> Told:
        items = [self.of(item, depth + 1) for item in value] if len(value) <= LONGEST_TUPLE and depth < DEEPEST else []
        if items and None not in items:
            return ("builtins:tuple", *items)
        item = self._items(value, depth)
        return "builtins:tuple" if item is None else ("builtins:tuple", item, _REST)

    def _items(self, items: Iterable[object], depth: int) -> Told | None:
        if depth >= DEEPEST:
            return None
        told = [self.of(item, depth + 1) for item in islice(items, MOST_ITEMS)]
        merged = merge([each for each in told if each is not None]) if None not in told else []
        return None if not merged else merged[0] if len(merged) == 1 else (_EITHER, *merged)

    def _class(self, kind: type) -> Told | None:
        if kind not in self._names:
            self._names[kind] = _name(kind)
        return self._names[kind]


def _name(kind: type) -> Told | None:
    try:
        module = type.__getattribute__(kind, "__module__")
        qualname = type.__getattribute__(kind, "__qualname__")
        if kind is object or kind is types.ModuleType or str(module).partition(".")[0] == "fuzzwright":
            return None  # what we made ourselves says nothing
        if kind is type(None) or _looked_up(module, qualname) is kind:
            return f"{module}:{qualname}"
        if module != "builtins" and module != "_collections_abc":
            return None
        names = {name for base in type.__getattribute__(kind, "__mro__") for name in base.__dict__}
    except Exception:
        return None
    return next((told for name, told in _ABILITIES if name in names), None)


def _looked_up(module: str, qualname: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in qualname.split("."):
        found = vars(found).get(part) if found is not None else None
    return found


def merge(told: Iterable[Any]) -> list[Told]:
    """Return alternatives as few as they can be put: containers of one kind as one, in one order; not too many."""
    plain: dict[str, None] = {}
    groups: dict[tuple[str, int], list[tuple[Any, ...]]] = {}
    for each in _flat(told):
        if isinstance(each, str):
            plain[each] = None
        else:
            groups.setdefault((each[0], _shape(each)), []).append(each)
    tuples = [key for key in groups if key[0] == "builtins:tuple"]
    if len(tuples) > 2:
        # Of so many lengths it has any.
        items = [item for key in tuples for each in groups.pop(key) for item in each[1:] if item != _REST]
        groups["builtins:tuple", -1] = [("builtins:tuple", _either(items), _REST)]
    merged: list[Told] = [
        (
            name,
            *(
                _either(column) if column[0] != _REST else _REST
                for column in zip(*(each[1:] for each in own), strict=True)
            ),
        )
        for (name, _), own in groups.items()
    ]
    # An empty list is one of whatever the others hold.
    holding = {name for name, _ in groups}
    merged += [name for name in plain if name not in holding]
    return sorted(merged, key=str)[:MOST_TYPES]


def _shape(told: tuple[Any, ...]) -> int:
    return -1 if told[-1] == _REST else len(told)


def _flat(told: Iterable[Any]) -> Iterable[Any]:
    for each in told:
        if isinstance(each, list | tuple) and each and each[0] == _EITHER:
            yield from _flat(each[1:])
        elif isinstance(each, list | tuple):
            yield tuple(each)
        else:
            yield each


def _either(told: Sequence[Any]) -> Told:
    merged = merge(told)
    return merged[0] if len(merged) == 1 else (_EITHER, *merged)


def hint_of(told: Sequence[Any]) -> Any:
    """Return the hint that alternatives come to; None if nothing of them is known here."""
    found = [hint for each in told if (hint := _hint(each)) is not None]
    return typing.Union[tuple(found)] if found else None  # noqa: UP007 - a hint made while running


def _hint(told: Any) -> Any:
    if isinstance(told, str):
        module, _, qualname = told.partition(":")
        if told == "builtins:NoneType":
            return type(None)
        found = _looked_up(module, qualname)
        return found if isinstance(found, type) else None
    if not isinstance(told, list | tuple) or not told:
        return None
    if told[0] == _EITHER:
        return hint_of(told[1:])
    origin = _hint(told[0])
    arguments = [Ellipsis if item == _REST else _hint(item) for item in told[1:]]
    if origin is None or None in arguments:
        return origin
    return types.GenericAlias(origin, tuple(arguments))


def together(seen: Iterable[Mapping[str, Mapping[str, Iterable[Any]]]]) -> Seen:
    """Return what was seen in several places as one."""
    found: Seen = {}
    for each in seen:
        for function, parameters in each.items():
            known = found.setdefault(str(function), {})
            for name, told in parameters.items():
                known[str(name)] = [*known.get(str(name), []), *told]
    return {
        function: {name: merge(told) for name, told in sorted(parameters.items())}
        for function, parameters in sorted(found.items())
    }


def seen_hint(seen: Mapping[str, Mapping[str, Sequence[Any]]], function: types.FunctionType, parameter: str) -> Any:
    """Return the hint that calls of a function suggest for a parameter; None if they suggest nothing."""
    return hint_of(seen.get(name_of(function), {}).get(parameter, ()))


def name_of(function: types.FunctionType) -> str:
    """Return what a function is known by."""
    return f"{function.__module__}.{function.__qualname__}"
