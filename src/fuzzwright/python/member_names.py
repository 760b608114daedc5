"""The `repr` of a thing with members of enumerations as one writes them: `Light.RED`, not `<Light.RED: 1>`."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

MOST_LOOKED_AT: Final = 200
"""Things in one another that are looked at for members."""
_BRACKETS: Final[dict[type, tuple[str, str]]] = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}")}


def with_members(thing: object) -> str:
    """Return the text of a thing: its `repr`, but for members of enumerations in it."""
    try:
        return _text(thing) if _has_member(thing, [MOST_LOOKED_AT]) else repr(thing)
    except RecursionError:  # it holds itself
        return repr(thing)


def _has_member(thing: Any, left: list[int]) -> bool:
    left[0] -= 1
    if left[0] < 0:
        return False  # also where something holds itself
    if _is_member(thing):
        return True
    return any(_has_member(each, left) for each in islice(_inside(thing), MOST_LOOKED_AT))


def _inside(thing: Any) -> Iterable[Any]:
    if type(thing) is dict:
        return [*thing.keys(), *thing.values()]
    return thing if type(thing) in _BRACKETS else _fields(thing).values()


def _fields(thing: Any) -> dict[str, Any]:
    """Return the fields of a dataclass that has the text that comes with it; of other things, none."""
    code = getattr(getattr(type(thing).__repr__, "__wrapped__", None), "__code__", None)
    if not dataclasses.is_dataclass(thing) or getattr(code, "co_filename", "") != "<string>":
        return {}
    names = [each.name for each in dataclasses.fields(thing) if each.repr]
    return {name: object.__getattribute__(thing, name) for name in names}


def _is_member(thing: object) -> bool:
    cls = type(thing)
    # One that has a text of its own is shown by it.
    plain = issubclass(cls, enum.Enum) and cls.__repr__ in (enum.Enum.__repr__, enum.Flag.__repr__)
    return plain and type(getattr(thing, "_name_", None)) is str


def _text(thing: Any) -> str:
    if _is_member(thing):
        return " | ".join(f"{type(thing).__name__}.{name}" for name in thing._name_.split("|"))
    if not _has_member(thing, [MOST_LOOKED_AT]):
        return repr(thing)
    if type(thing) is dict:
        return f"{{{', '.join(f'{_text(key)}: {_text(value)}' for key, value in thing.items())}}}"
    if fields := _fields(thing):
        return f"{type(thing).__qualname__}({', '.join(f'{name}={_text(each)}' for name, each in fields.items())})"
    opening, closing = _BRACKETS[type(thing)]
    end = "," if type(thing) is tuple and len(thing) == 1 else ""
    return f"{opening}{', '.join(map(_text, thing))}{end}{closing}"
