"""Which functions are meant for callers outside their package, by the conventions for names.

A name with an underscore in front is private, and so is all that a module with such a name holds, unless a module
with a public name shows it too. What a public class inherits from a private one is public. Where only private modules
are looked at, somebody asked for just these: then what they show is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from fuzzwright.python.discover import Found


class Public:
    """What the modules of some packages show."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._shown: set[int] = set()
        """What public modules hold under public names, by identity."""
        self._held: dict[tuple[str, str], int] = {}
        """What every module holds, by its name and that in it."""
        self._derived: dict[int, list[type]] = {}
        """For each class by identity, those that are shown and derived from it."""
        modules = list(modules)
        self._only_private = all(_is_private(module.__name__) for module in modules)
        for module in modules:
            public = not _is_private(module.__name__)
            for name, thing in list(vars(module).items()):
                self._held[module.__name__, name] = id(thing)
                if public and not name.startswith("_"):
                    self._shown.add(id(thing))
                    # Asking the type is safe, whatever the thing says its class is.
                    for base in thing.__mro__[1:] if issubclass(type(thing), type) else ():
                        self._derived.setdefault(id(base), []).append(thing)

    def has(self, found: Found) -> bool:
        """Return whether a function is public: by its own name, and by where it can be had from."""
        if self._is_inherited(found):
            return True
        if found.private:
            return False
        if self._only_private or not _is_private(found.module):
            return True
        return self._held.get((found.module, found.qualname.partition(".")[0])) in self._shown

    def _is_inherited(self, found: Found) -> bool:
        """Tell whether a class that is shown has a function from the one it is defined in, under a public name."""
        name, owner = found.qualname.rpartition(".")[2], found.owner
        if owner is None or _is_private(name):
            return False
        derived = self._derived.get(id(owner), ())
        return any(next((cls for cls in each.__mro__ if name in vars(cls)), None) is owner for each in derived)


def _is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))
