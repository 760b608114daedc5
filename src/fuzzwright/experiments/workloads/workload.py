"""What a workload is: correct code with its properties, the bugs to plant in it, and for each task a proof.

A workload is a package beside this module: the code under test, `properties.py`, `variants.py` (which text to replace
by which) and `witnesses.py` (a call that shows each bug). `lay_out` writes the code with one bug planted, or none, as
a package of its own; running searches on it is left to others.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final, Literal

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.properties import Assumed

NAMES: Final = ("bst", "rbt", "stlc", "ifc", "wasm")
"""The workloads there are, in the order they are shown."""

_HERE: Final = Path(__file__).parent
_NOT_LAID_OUT: Final = ("variants.py", "witnesses.py")
"""What would give the answers away."""

Verdict = Literal["passed", "failed", "discarded"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A bug: one place of one file, written wrong."""

    name: str
    what: str
    """What the bug does, in one sentence."""
    file: str
    """The file it is in, relative to the workload's package."""
    right: str
    """The text to replace; the file has it exactly once."""
    wrong: str
    """The text that replaces it."""
    caught_by: tuple[str, ...]
    """Properties that fail because of it: each of them with it is a task."""


@dataclass(frozen=True, slots=True)
class Task:
    """A property to be shown wrong where one bug is planted."""

    workload: str
    variant: str
    property: str

    def __str__(self) -> str:
        return f"{self.workload}/{self.variant}/{self.property}"


@dataclass(frozen=True, slots=True)
class Workload:
    """The bugs of one package, and for each task the arguments that show it."""

    name: str
    variants: tuple[Variant, ...]
    witnesses: Mapping[tuple[str, str], str]
    """By variant and property: arguments as source, in the names of the properties' module."""

    def tasks(self) -> tuple[Task, ...]:
        """Return every bug with every property that can catch it, in order."""
        return tuple(
            Task(self.name, variant.name, caught_by) for variant in self.variants for caught_by in variant.caught_by
        )


def load(name: str) -> Workload:
    """Return the workload of this name."""
    if name not in NAMES:
        raise FuzzwrightError(f"no workload called `{name}`", None, f"use one of: {', '.join(NAMES)}")
    # Only the one asked for is imported: reading one workload must not need what another needs.
    variants = importlib.import_module(f"{__package__}.{name}.variants")
    witnesses = importlib.import_module(f"{__package__}.{name}.witnesses")
    return Workload(name, variants.VARIANTS, witnesses.WITNESSES)


def lay_out(workload: str, variant: str | None, folder: Path) -> str:
    """Write a workload as a package into a folder, with one bug or none; return the name of its properties' module."""
    bug = None if variant is None else _variant(load(workload), variant)
    source, copy = _HERE / workload, folder / workload
    if copy.exists():
        # What is there may have been imported: its compiled files would pass for those of the new code.
        raise FuzzwrightError(f"`{workload}` is laid out here already", str(copy), "give an empty folder")
    for file in sorted(source.rglob("*.py")):
        place = file.relative_to(source)
        if place.as_posix() in _NOT_LAID_OUT:
            continue
        text = file.read_text("utf-8")
        if bug is not None and place.as_posix() == bug.file:
            text = _planted(bug, text, file)
            bug = None
        (copy / place).parent.mkdir(parents=True, exist_ok=True)
        (copy / place).write_text(text, "utf-8")
    if bug is not None:
        raise FuzzwrightError(f"`{workload}` has no file `{bug.file}` to plant `{bug.name}` in", str(source))
    return f"{workload}.properties"


def _variant(workload: Workload, name: str) -> Variant:
    for variant in workload.variants:
        if variant.name == name:
            return variant
    names = ", ".join(variant.name for variant in workload.variants)
    raise FuzzwrightError(f"`{workload.name}` has no variant called `{name}`", None, f"use one of: {names}")


def _planted(bug: Variant, text: str, file: Path) -> str:
    found = text.count(bug.right)
    if found != 1:
        raise FuzzwrightError(
            f"the text that `{bug.name}` replaces occurs {found} times", str(file), "make `right` occur exactly once"
        )
    return text.replace(bug.right, bug.wrong)


@contextmanager
def imported(module: str, folder: Path) -> Iterator[ModuleType]:
    """Import a module that was laid out in a folder; at the end it and its package are forgotten."""
    package = module.partition(".")[0]
    aside = _forget(package)
    path = sys.path.copy()
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(module)
    finally:
        sys.path[:] = path
        _forget(package)
        sys.modules.update(aside)


def _forget(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


def verdict_on(properties: ModuleType, name: str, arguments: str) -> Verdict:
    """Return what came of calling a property with arguments given as source, in the names of its module."""
    try:
        result = eval(f"{name}({arguments})", vars(properties))
    except Assumed:
        return "discarded"
    except AssertionError:
        return "failed"
    return "failed" if result is False else "passed"
