"""What a check is, and what it says: the first mismatch, and where below the value it is.

A check is a function of a value and of how much may still be looked at. Values are described without asking them
anything, for they may be hostile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

_SCALARS = (bool, int, float, complex, str, bytes)


class Left:
    """How much of a value may still be looked at."""

    __slots__ = ("depth", "nodes")

    def __init__(self, nodes: int, depth: int) -> None:
        self.nodes = nodes
        self.depth = depth


class Wrong(NamedTuple):
    """The first mismatch: what was there, and where below the value."""

    what: str
    path: tuple[tuple[str, str], ...] = ()

    def below(self, how: str, key: str) -> Wrong:
        """Return the mismatch as seen from one step further out."""
        return Wrong(self.what, ((how, key), *self.path))

    def __str__(self) -> str:
        if len(self.path) == 1 and self.path[0][0] == "value":
            return f"dict value of {self.path[0][1]}: {self.what}"
        if self.path and self.path[-1][0] == "key":
            return f"dict key {self.path[-1][1]}: {self.what}" + _where(self.path[:-1])
        return self.what + _where(self.path)


def _where(path: tuple[tuple[str, str], ...]) -> str:
    if not path:
        return ""
    return " at " + "".join(f".{key}" if how == "field" else f"[{key}]" for how, key in path)


Check = Callable[[Any, Left], Wrong | None]
"""Says what is wrong with a value, or None."""

Compile = Callable[[Any], Check | None]
"""Returns the check of a hint, or None if it allows anything."""


def described(value: object) -> str:
    """Describe what a value is, for a reader, without asking the value."""
    if value is None:
        return "None"
    cls = type(value)
    return f"class {value.__qualname__}" if isinstance(value, type) else cls.__qualname__


def shown(value: object) -> str:
    """Write a value if that is short and runs no code of its class."""
    if type(value) not in _SCALARS:
        return described(value)
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "int of many digits"
    return text if len(text) <= 40 else f"{text[:37]}..."


def instance_of(kinds: type | tuple[type, ...]) -> Check:
    """Return the check that a value is an instance of these classes."""

    def check(value: Any, left: Left) -> Wrong | None:
        return None if isinstance(value, kinds) else Wrong(described(value))

    return check


def look_inside(check: Check, value: Any, left: Left) -> Wrong | None:
    """Check a part of a value, within what is left."""
    if left.nodes <= 0 or left.depth <= 0:
        return None
    left.nodes -= 1
    left.depth -= 1
    try:
        return check(value, left)
    finally:
        left.depth += 1
