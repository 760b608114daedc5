"""What a thing looks like at one moment, so that it can be told later how it changed.

A snapshot is a tree of texts. Those of builtin containers, of what derives from them and of plain objects are taken
apart here, without the code under test; other objects are asked for their `repr`, and whatever that does means only
that there is nothing to tell. Nothing is looked at without end: things can hold themselves.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

MOST_TEXT: Final = 60
MOST_ITEMS: Final = 12
"""Items of a container that are shown."""
DEEPEST: Final = 3
"""Containers in one another that are shown."""
MOST_LOOKED_AT: Final = 2000
"""Parts of one thing that are looked at, so that a change of them is seen."""
DEEPEST_LOOKED_AT: Final = 12
MOST_ATOM: Final = 2000
ATOMS: Final = (int, float, complex, bool, str, bytes, type(None))
"""What cannot change."""
_LISTS: Final[tuple[tuple[type, str, str], ...]] = (
    (list, "[", "]"),
    (tuple, "(", ")"),
    (set, "{", "}"),
    (frozenset, "frozenset({", "})"),
    (deque, "deque([", "])"),
)
_STREAMS: Final[tuple[tuple[type, Callable[[Any], Any]], ...]] = (
    (io.StringIO, io.StringIO.getvalue),
    (io.BytesIO, io.BytesIO.getvalue),
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a thing: how it is got at, and what stands in front of it in a text."""

    label: str
    prefix: str
    inside: Snapshot


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Parts between an opening and a closing text, or just a text."""

    opening: str
    closing: str = ""
    parts: tuple[Part, ...] = ()
    is_object: bool = False
    """Whether its parts are attributes, and what it holds if it derives from a container."""
    own: str = ""
    """The text that its class has for it, if there is one."""

    def text(self, deepest: int = DEEPEST) -> str:
        """Return all of it in one text, down to a depth."""
        if self.own or not self.parts:
            return self.own or self.opening + self.closing
        if not deepest:
            return "…"
        # What a container is wrapped in does not count.
        inner = ", ".join(
            part.prefix + part.inside.text(deepest - bool(part.label or not self.is_object))
            for part in self.parts[:MOST_ITEMS]
        )
        more = ", …" if len(self.parts) > MOST_ITEMS else "," if self.opening == "(" and len(self.parts) == 1 else ""
        return f"{self.opening}{inner}{more}{self.closing}"


def snapshot(thing: Any) -> Snapshot:
    """Return what a thing looks like now."""
    return _Looking().at(thing, DEEPEST_LOOKED_AT)


def fields_of(thing: Any) -> dict[str, Any] | None:
    """Return the attributes of an object; None if it has none of its own, as builtins have."""
    found: dict[str, Any] = {}
    cls = type(thing)
    if any(cls is each for each, _, _ in _LISTS) or cls is dict or callable(thing):
        return None
    try:
        slots = [name for each in cls.__mro__ for name in _slots(each)]
        found |= {name: object.__getattribute__(thing, name) for name in slots if _has(thing, name)}
        found |= object.__getattribute__(thing, "__dict__")
    except Exception:
        return found or None
    return found


def has_no_text(cls: type) -> bool:
    """Return whether an object of a class would be shown by its address only."""
    return all("__repr__" not in vars(each) for each in cls.__mro__[:-1])


def short(text: str, most: int = MOST_TEXT) -> str:
    """Return a text that is no longer than this."""
    return text if len(text) <= most else text[: most - 1] + "…"


class _Looking:
    """One look at a thing; what was looked at is counted."""

    def __init__(self) -> None:
        self.left = MOST_LOOKED_AT

    def at(self, thing: Any, deepest: int) -> Snapshot:
        self.left -= 1
        cls = type(thing)
        if cls in ATOMS or cls is bytearray:
            return Snapshot(repr(thing[:MOST_ATOM] if cls in (str, bytes, bytearray) else thing))
        if deepest <= 0 or self.left <= 0:
            return Snapshot("…")
        held, is_plain = self._held(thing, deepest)
        if held is not None and is_plain:
            return held
        fields = fields_of(thing)
        own = "" if held is not None or (has_no_text(cls) and fields is not None) else short(_repr(thing), MOST_ATOM)
        parts = [] if held is None else [Part("", "", held)]
        parts += [Part(f".{name}", f"{name}=", self.at(each, deepest - 1)) for name, each in (fields or {}).items()]
        return Snapshot(f"{cls.__name__}(", ")", tuple(parts), held is not None or fields is not None, own)

    def _held(self, thing: Any, deepest: int) -> tuple[Snapshot | None, bool]:
        """Return what a container or a stream holds, and whether that is all there is to it; None for other things."""
        cls = type(thing)
        if isinstance(thing, dict):
            return Snapshot("{", "}", tuple(self._pairs(thing, deepest))), cls is dict
        for builtin, opening, closing in _LISTS:
            # Of those that cannot change, whose class tells more than what is in them, the class is asked for a text.
            if cls is builtin or (isinstance(thing, builtin) and builtin not in (tuple, frozenset)):
                items = tuple(self._items(builtin, thing, deepest))
                if not items and builtin in (set, frozenset):
                    opening, closing = f"{builtin.__name__}(", ")"
                return Snapshot(opening, closing, items), cls is builtin
        for stream, value in _STREAMS:
            if isinstance(thing, stream):
                return self._written(value, thing), False
        return None, False

    def _pairs(self, thing: Any, deepest: int) -> Iterator[Part]:
        for key, item in islice(dict.items(thing), max(0, self.left)):
            text = self.at(key, deepest - 1).text()
            yield Part(f"[{text}]", f"{text}: ", self.at(item, deepest - 1))

    def _items(self, builtin: Any, thing: Any, deepest: int) -> Iterator[Part]:
        for index, item in enumerate(islice(builtin.__iter__(thing), max(0, self.left))):
            # What is in a set has no place.
            label = "" if builtin in (set, frozenset) else f"[{index}]"
            yield Part(label, "", self.at(item, deepest - 1))

    def _written(self, value: Callable[[Any], Any], thing: Any) -> Snapshot:
        try:
            return self.at(value(thing), 1)
        except ValueError:
            return Snapshot("closed")


def _repr(thing: Any) -> str:
    try:
        return str.__str__(repr(thing))
    except BaseException as error:
        return f"<{type(thing).__name__} whose repr raises {type(error).__name__}>"


def _slots(cls: type) -> list[str]:
    slots = vars(cls).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if not name.startswith("__")]


def _has(thing: Any, name: str) -> bool:
    try:
        object.__getattribute__(thing, name)
    except Exception:
        return False
    return True
