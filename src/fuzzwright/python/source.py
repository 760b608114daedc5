"""Python text for values: names with the imports they need, and the fallbacks where there is no name.

`Writer` is the `Names` that domains write with. What it refers to is spelled `module.qualname` after
`import module`, so a finding can be pasted anywhere; a thing that no module holds (a class defined
inside a function) is spelled by its own name and listed as unreachable.
"""

from __future__ import annotations

import builtins
import enum
import keyword
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

# Where the standard library keeps what it shows under another name.
_PUBLIC = {
    "_io": "io",
    "_thread": "threading",
    "_collections_abc": "collections.abc",
    "_asyncio": "asyncio",
    "_random": "random",
    "_decimal": "decimal",
    "pathlib._local": "pathlib",
    "_contextvars": "contextvars",
}


class Writer:
    """Names for one piece of text: what it imports, and which variables it uses."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._modules: set[str] = set()
        self._taken = set(taken)
        self.unreachable: list[str] = []

    @property
    def imports(self) -> list[str]:
        """The import lines that the text needs, sorted."""
        return [f"import {module}" for module in sorted(self._modules)]

    def refer(self, thing: Any) -> str:
        """Return an expression for a module-level class, function or object."""
        if thing is None or thing is Ellipsis or thing is NotImplemented:
            return repr(thing)
        if isinstance(thing, ModuleType):
            self._modules.add(thing.__name__)
            return thing.__name__
        if isinstance(thing, enum.Enum):
            return f"{self.refer(type(thing))}.{thing.name}"
        module, name = address(thing)
        if not module:
            self.unreachable.append(name)
            return name
        if module == "builtins":
            return name
        self._modules.add(module)
        return f"{module}.{name}"

    def fresh(self, stem: str) -> str:
        """Return a variable name not used before."""
        stem = stem if stem.isidentifier() and not keyword.iskeyword(stem) else "x"
        name, number = stem, 1
        while name in self._taken or name in self._modules:
            number += 1
            name = f"{stem}{number}"
        self._taken.add(name)
        return name


def address(thing: Any) -> tuple[str, str]:
    """Return the module and the name in it that lead to `thing`; an empty module if none does."""
    module = getattr(thing, "__module__", None)
    name = getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None)
    owner = getattr(thing, "__self__", None)
    if isinstance(owner, type) and isinstance(name, str):
        # A bound class method: spelled through the class it was taken from.
        module, name = address(owner)
        name = f"{name}.{thing.__name__}"
        return module, name
    if not isinstance(name, str):
        return "", repr(thing)
    if module is None and getattr(builtins, name, None) is thing:
        return "builtins", name
    if isinstance(module, str):
        for candidate in (_PUBLIC.get(module), module, _exported(module)):
            if candidate and _holds(candidate, name, thing):
                return candidate, name
    return "", name.rpartition("<locals>.")[2]


def _exported(module: str) -> str | None:
    head, _, last = module.rpartition(".")
    return head if last.startswith("_") and head else module.lstrip("_")


def _holds(module: str, name: str, thing: Any) -> bool:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    # Functions are equal, not identical, when taken from a class twice.
    return found is thing or (found is not None and callable(thing) and found == thing)


def call_source(function: str, inside: str, receiver: str | None = None) -> str:
    """Return a whole call: `m.f(1)`, or with a receiver `m.Account(5).withdraw(9)`."""
    if receiver is None:
        return f"{function}({inside})"
    if receiver.startswith(("lambda", "-")) or receiver.isdigit():
        receiver = f"({receiver})"
    return f"{receiver}.{function.rpartition('.')[2]}({inside})"
