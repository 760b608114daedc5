"""What an operation read backwards answers with: which operand would have to be what.

The words that all tables of `inverses` share, and the values that stand for a type, or for
whatever fits, in an answer.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from fuzzwright.engine.domain import HOLE

Answer = tuple[int, Any]
"""Which operand, and what it would have to be."""
LONGEST = 4096
"""No collection, text or number of bits that is longer is ever asked for."""

EXAMPLES: Final[dict[type, tuple[Any, ...]]] = {
    bool: (False, True),
    int: (0, -1, 1),
    float: (0.0, 0.5),
    str: ("", "a"),
    bytes: (b"", b"a"),
    list: ([], [HOLE]),
    tuple: ((), (HOLE,)),
    dict: ({}, {"a": HOLE}),
    set: (set(), {0}),
    type(None): (None,),
}
"""Some values of each plain type, the last one true where there is one."""


_WRITTEN: Final = frozenset({"builtins", "datetime", "decimal", "fractions", "uuid", "ipaddress"})
"""Where classes are from whose instances are told apart by how they are written, by no code but the library's."""


class Answers(list[Answer]):
    """More than one answer."""


def first(*values: Any) -> Answers:
    """Return several answers for the first operand."""
    return Answers((0, value) for value in values)


def bounded(length: int) -> int:
    """Return a number of bits or items that it does no harm to make; raise for others."""
    if not 0 <= length <= LONGEST:
        raise ValueError(length)
    return length


def is_run(value: Any) -> bool:
    """Return whether a value can be cut and joined."""
    return isinstance(value, str | bytes | list | tuple)


def like(container: Any, items: Any) -> Any:
    """Return the items in a collection of the kind of `container`."""
    if isinstance(container, str):
        return items if isinstance(items, str) else "".join(items)
    if isinstance(container, bytes | bytearray):
        return bytes(items)
    return tuple(items) if isinstance(container, tuple) else list(items)


def as_given(argument: Any, encoded: bytes) -> Any:
    """Return an encoded value as text where the argument was text."""
    return encoded.decode("ascii") if isinstance(argument, str) else encoded


def raw(wanted: Any) -> bytes:
    """Return a wanted value as bytes."""
    return wanted.encode() if isinstance(wanted, str) else bytes(wanted)


def filled(value: Any) -> Any:
    """Return the value with something in place of its holes, for encodings that know none."""
    if value is HOLE:
        return 0
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(filled, value)) if type(value) in (list, tuple) else value
    return value


def is_record(value: Any) -> bool:
    """Return whether a value is an instance of a dataclass: its fields are all there is to it."""
    # Not through `getattr`: a class of classes may have code of its own for it.
    return any("__dataclass_fields__" in vars(cls) for cls in type(value).__mro__)


def record(cls: type, fields: Mapping[str, Any]) -> Any:
    """Return an instance with these fields, made without running code of its class."""
    made: Any = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made


_ITERATED: Final[tuple[Any, ...]] = (
    *(list, tuple, dict, set, frozenset, deque, range, str, bytes, bytearray, MappingProxyType),
    *map(type, ({}.keys(), {}.values(), {}.items())),
)


def members_of(container: Any, most: int) -> list[Any] | None:
    """Return the first members of a container of the ordinary kinds; None for any other."""
    kind = type(container)
    base = next((base for base in _ITERATED if issubclass(kind, base)), None)
    if base is None:
        return None
    # By the method of the class that we know: one of a subclass could do anything, and without end.
    return [member for member, _ in zip(base.__iter__(container), range(most), strict=False)]


def in_order(members: Collection[Any]) -> list[Any]:
    """Return the members of a collection; those of a set in an order that no hash decides, or none of them."""
    if not isinstance(members, set | frozenset):
        return list(members)
    if all(type(member).__module__ in _WRITTEN for member in members):
        return sorted(members, key=repr)
    if all(isinstance(member, enum.Enum) for member in members):
        return sorted(members, key=lambda member: (type(member).__qualname__, member.name))
    return []


def resized(value: Any, length: int) -> Any:
    """Return a collection like `value` of another length."""
    if not 0 <= length <= LONGEST or isinstance(length, bool):
        raise ValueError(length)
    if isinstance(value, Mapping):
        kept = dict(list(value.items())[:length])
        numbered = bool(kept) and all(type(key) is int for key in kept)
        names = range(2 * length) if numbered else (f"k{number}" for number in range(length))
        fresh = (name for name in names if name not in kept)
        while len(kept) < length:
            kept[next(fresh)] = HOLE
        return kept
    if isinstance(value, set | frozenset):
        items = in_order(value)[:length]
        named = bool(items) and all(isinstance(item, str) for item in items)
        numbers = range(2 * length + 1)
        fresh_items = (item for item in (map(_letters, numbers) if named else numbers) if item not in value)
        return set(items + [next(fresh_items) for _ in range(length - len(items))])
    if isinstance(value, str):
        return value[:length] + (value[-1:] or "a") * (length - len(value))
    if isinstance(value, bytes):
        return value[:length] + (value[-1:] or b"a") * (length - len(value))
    items = list(value)[:length]
    return like(value, items + [items[-1] if items else HOLE] * (length - len(items)))


def _letters(number: int) -> str:
    return chr(ord("a") + number % 26) * (number // 26 + 1)
