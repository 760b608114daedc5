"""Which modules a property leads through: those of the project it stands in.

A property is seldom in the module it tests, so not its own module but the code of the project around it is followed,
whichever front end runs it. What is installed is not, unless it is named. How probes get into the
modules is left to `instrument` and to the front ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from fuzzwright.python.discover import innermost
from fuzzwright.python.properties import made_at

OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", ".git", ".hg")


@dataclass(frozen=True, slots=True)
class Project:
    """The folders that the project's own code is in, and installed packages to follow as if they were its own."""

    roots: tuple[str, ...]
    packages: tuple[str, ...] = ()

    def inside(self, file: str) -> bool:
        """Return whether a file is the project's own code."""
        if "site-packages" in file:
            return False
        # A project that fuzzwright is part of does not lead into it; only one within it does.
        around = [root for root in self.roots if file.startswith(os.path.join(root, ""))]
        return any(os.path.join(root, "").startswith(OURS) or not file.startswith(OURS) for root in around)

    def follows(self, module: ModuleType) -> bool:
        """Return whether a module is followed, wherever it was loaded from."""
        name = module.__name__
        named = any(name == package or name.startswith(f"{package}.") for package in self.packages)
        return named or self.inside(getattr(module, "__file__", None) or "")

    def loaded(self) -> list[ModuleType]:
        """Return the modules of the project that are loaded."""
        return [module for module in list(sys.modules.values()) if type(module) is ModuleType and self.follows(module)]

    def used_by(self, function: Any) -> list[ModuleType]:
        """Return the modules of the project that a property can lead to, by the names in its module and in theirs."""
        found: dict[str, ModuleType] = {}
        waiting = list(_homes([function, *_uses(function)]))
        while waiting:
            module = waiting.pop(0)
            if module.__name__ not in found and self.follows(module):
                found[module.__name__] = module
                waiting += _homes(vars(module).values())
        return list(found.values())


def project_of(files: Iterable[str], roots: Iterable[str]) -> Project:
    """Return the project that files belong to: the folders with its marks above them, besides these import roots."""
    marked = [folder for file in files if (folder := _marked(os.path.dirname(os.path.abspath(file)))) is not None]
    return Project(tuple(dict.fromkeys([*map(os.path.abspath, roots), *marked])))


def _marked(folder: str) -> str | None:
    """Return the nearest folder at or above this one that says it is a project's."""
    while True:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _uses(function: Any) -> tuple[Any, ...]:
    made = made_at(innermost(function))
    return () if made is None else made.uses


def _homes(things: Iterable[Any]) -> Iterator[ModuleType]:
    """Yield the modules that things are, or are from."""
    for thing in list(things):
        if isinstance(thing, ModuleType):
            yield thing
            continue
        try:
            inner = innermost(thing)
            name = inner.__module__ if hasattr(inner, "__module__") else type(inner).__module__
        except Exception:  # objects of user classes may answer any question with a raise
            continue
        home = sys.modules.get(name) if isinstance(name, str) else None
        if type(home) is ModuleType:
            yield home
