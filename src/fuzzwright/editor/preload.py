"""What open texts import, imported before there are workers: all but the open texts, and what needs one of them.

Where a module of the project cannot be imported ahead because it leads back to an open text, the modules that it
imports itself are still tried, so that workers have little left to do.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from types import ModuleType

from fuzzwright.editor.imports import imports_of
from fuzzwright.editor.texts import Refused
from fuzzwright.python.open import Threads
from fuzzwright.python.places import safe_text
from fuzzwright.python.texts import read_source

MOST = 2000
"""Modules that are tried."""


class Preload:
    """Imports modules and tells what came of it."""

    def __init__(self, roots: Sequence[str], inside: Callable[[str], bool], note: Callable[[bytes], None]) -> None:
        self.failed: dict[str, str] = {}
        """Modules that cannot be imported, and why."""
        self._roots = roots
        self._inside = inside
        self._note = note
        self._threads = Threads()
        self._tried: set[str] = set()

    @property
    def threaded(self) -> list[str]:
        """Modules that start threads when they are imported."""
        return self._threads.starters

    def run(self, names: Iterable[str]) -> None:
        """Import what can be imported."""
        waiting = list(names)[::-1]
        while waiting and len(self._tried) < MOST:
            name = waiting.pop()
            if name not in self._tried and name not in sys.modules:
                self._tried.add(name)
                waiting.extend(self._import(name))
        self._threads.look("")
        self._note(b"")

    def _import(self, name: str) -> list[str]:
        """Import a module; return others to try, if it is refused."""
        above, _, last = name.rpartition(".")
        if above and hasattr(sys.modules.get(above), last):
            return []  # something else that its package holds
        self._threads.look(name)
        self._note(name.encode("utf-8", "backslashreplace"))
        before = dict(sys.modules)
        try:
            import_module(name)
        except Refused:
            return self._imported_by(name, before)
        except BaseException as error:
            self._drop_new(before)
            is_no_module = isinstance(error, ModuleNotFoundError) and error.name == name and above in sys.modules
            if not is_no_module:
                self.failed[name] = f"{type(error).__name__}: {safe_text(error)}"
        return []

    def _imported_by(self, name: str, before: dict[str, ModuleType]) -> list[str]:
        """Return what those modules import that began to be imported and came upon an open text."""
        self._drop_new(before)
        found: list[str] = []
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            module = ".".join(parts[:length])
            file = self._file_of(parts[:length])
            try:
                tree = ast.parse(read_source(file)) if file else None
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if tree is not None:
                is_package = os.path.basename(file) == "__init__.py"
                found += imports_of(tree, module if is_package else module.rpartition(".")[0])
        return found

    def _file_of(self, parts: Sequence[str]) -> str:
        """Return the file of a module of the project, without importing what is above it; nothing if there is none."""
        for root in self._roots:
            place = os.path.join(root, *parts)
            for file in (os.path.join(place, "__init__.py"), f"{place}.py"):
                if os.path.isfile(file):
                    return file
        return ""

    def _drop_new(self, before: dict[str, ModuleType]) -> None:
        """Forget modules of the project that a failed import left: they may hold what was rolled back."""
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            is_ours = self._inside(file) if isinstance(file, str) else hasattr(module, "__path__")
            if name not in before and is_ours:
                del sys.modules[name]

    def loaded(self) -> list[str]:
        """Return the files of the project that were imported."""
        files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        return sorted(file for file in files if isinstance(file, str) and self._inside(file))
