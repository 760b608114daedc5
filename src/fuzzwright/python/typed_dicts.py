"""TypedDicts: dictionaries with a type for each key, some of which need not be there."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python.generics import substitute
from fuzzwright.python.refusals import CannotGenerate
from fuzzwright.python.resolve import Unresolved, resolve

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

_WRAPPERS = ("Required", "NotRequired", "ReadOnly")


def is_typed_dict(cls: type) -> bool:
    """Return whether a class is a TypedDict, of typing or of typing_extensions."""
    return type(cls).__name__ == "_TypedDictMeta"


def typed_dicts(hints: Hints, cls: Any, binding: Mapping[Any, Any]) -> Domain[Any]:
    """Return the domain of the dictionaries that a TypedDict describes."""
    keys: list[str] = []
    places: list[Domain[Any]] = []
    for key, hint in resolve(cls).items():
        # `Required` inside a string is only seen now; the class could not know.
        hint, required = _unwrapped(hint, key in cls.__required_keys__)
        try:
            place = hints.build(hint if isinstance(hint, Unresolved) else substitute(hint, binding))
        except CannotGenerate:
            if required:
                raise
            continue
        keys.append(key)
        places.append(place if required else Omittable(place))

    def make(*values: Any) -> dict[str, Any]:
        return {key: value for key, value in zip(keys, values, strict=True) if value is not LEFT_OUT}

    def write(written: list[str], names: Names) -> str:
        pairs = [f"{key!r}: {text}" for key, text in zip(keys, written, strict=True) if text != "..."]
        return f"{{{', '.join(pairs)}}}"

    def take_apart(thing: Any) -> list[object] | None:
        if type(thing) is not dict or len(thing) > len(keys) or not all(type(key) is str for key in thing):
            return None
        return [thing.get(key, LEFT_OUT) for key in keys] if thing.keys() <= set(keys) else None

    return Calls(make, places, write, take_apart=take_apart, names=keys)


def _unwrapped(hint: Any, required: bool) -> tuple[Any, bool]:
    origin = typing.get_origin(hint)
    name = getattr(origin, "_name", None)
    while name in _WRAPPERS:
        required = True if name == "Required" else False if name == "NotRequired" else required
        hint = typing.get_args(hint)[0]
        name = getattr(typing.get_origin(hint), "_name", None)
    return hint, required
