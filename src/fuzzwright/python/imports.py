"""The import of the user's modules, in the worker: what can be imported is, what cannot is told with its place."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType, TracebackType

from fuzzwright.python.places import safe_text

_IN_THE_WAY = "another module of this name is in the way"
_COMPILED = "it is compiled, and its source cannot stand for it"


@dataclass(frozen=True, slots=True)
class ImportFailure:
    """Why a module could not be imported, and where in the user's code that showed."""

    module: str
    exception: str
    message: str
    file: str = ""
    line: int = 0
    missing: str = ""
    """The module that was not found, if it was that."""

    def __str__(self) -> str:
        where = f" at {self.file}:{self.line}" if self.file else ""
        return f"cannot import `{self.module}`: {self.exception}: {self.message}{where}"

    @property
    def fix(self) -> str:
        """What the user can do about it."""
        place = f" at {self.file}:{self.line}" if self.file else ""
        top = self.missing.partition(".")[0]
        if top and top != self.module.partition(".")[0]:
            return (
                f"install `{top}` where the code runs, or choose an environment that has it with --python; if it is "
                "part of the project, run from the folder that holds it"
            )
        match self.exception:
            case "SyntaxError" | "IndentationError" | "TabError":
                return f"mend the syntax{place}, or run with the Python it is written for (--python)"
            case "MemoryError":
                return "raise `memory-limit` in [tool.fuzzwright]"
            case "SystemExit" | "KeyboardInterrupt":
                return f'put what is done{place} below `if __name__ == "__main__":`'
            case _ if _IN_THE_WAY in self.message:
                return "rename one of the two, or run from a folder where only this one is found"
            case _ if _COMPILED in self.message:
                return "install it without what is compiled, for instance with `pip install --no-binary`"
            case _:
                return (
                    f"make `python -c 'import {self.module}'` work: mend what fails{place or ' there'}; what an import "
                    "may not do in the sandbox belongs into a function"
                )


def import_modules(
    names: Iterable[str], note: Callable[[str], None], files: Mapping[str, str] | None = None
) -> tuple[dict[str, ModuleType], list[ImportFailure]]:
    """Import what can be imported, `note` being told each name before; one failure does not stop the others."""
    wanted = list(dict.fromkeys(names))
    modules: dict[str, ModuleType] = {}
    failures: dict[str, ImportFailure] = {}
    # Sorted, a package comes before what is in it: cycles are entered the way its users enter them. The second
    # round is for modules that needed one of the others to be there first.
    for _ in range(2):
        for name in sorted(wanted):
            if name in modules:
                continue
            note(name)
            before = set(sys.modules)
            try:
                modules[name] = _import(name, (files or {}).get(name))
                failures.pop(name, None)
            except BaseException as error:
                failures[name] = _failure(name, error, files or {})
                _forget(name, before, modules)
    return {name: modules[name] for name in wanted if name in modules}, [failures[n] for n in wanted if n in failures]


def imported(name: str, package: str | None = None) -> ModuleType:
    """Import a module that a hint or a stub names; whatever its import does to end the program is an ImportError."""
    try:
        return importlib.import_module(name, package)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ImportError(f"its import raises {type(error).__name__}: {safe_text(error)}") from error


def _import(name: str, file: str | None) -> ModuleType:
    module = importlib.import_module(name)
    loaded = getattr(module, "__file__", None)
    if file and loaded and os.path.realpath(loaded) != os.path.realpath(file):
        same = os.path.dirname(os.path.realpath(loaded)) == os.path.dirname(os.path.realpath(file))
        compiled = same and loaded.endswith(tuple(EXTENSION_SUFFIXES))
        raise ImportError(f"{_COMPILED if compiled else _IN_THE_WAY}: {loaded}")
    return module


def _forget(name: str, before: set[str], modules: Mapping[str, ModuleType]) -> None:
    """Drop what the failed import left half done, so that trying again starts from its first line."""
    top = name.partition(".")[0]
    for other in set(sys.modules) - before:
        if other not in modules and (other == top or other.startswith(top + ".")):
            sys.modules.pop(other, None)


def _failure(name: str, error: BaseException, files: Mapping[str, str]) -> ImportFailure:
    try:
        message = str(error)[:500]
    except BaseException:
        message = "(its message cannot be shown)"
    users = {os.path.realpath(file) for file in files.values()}
    file, line = "", 0
    if isinstance(error, SyntaxError) and error.filename:
        file, line, message = error.filename, error.lineno or 0, error.msg or message
    else:
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            at = trace.tb_frame.f_code.co_filename
            theirs = os.path.realpath(at) in users if users else at != __file__ and not at.startswith("<frozen")
            if theirs and at != importlib.__file__:
                file, line = at, trace.tb_lineno
            trace = trace.tb_next
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    return ImportFailure(name, type(error).__name__, message, file, line, missing or "")
