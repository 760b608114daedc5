"""The second copies of the modules under test, put in the place of the first while an input is looked at closely.

A copy is compiled once per module and kept; looking exchanges the code of the module's functions and
puts it back. Functions that cannot be told apart, such as two lambdas of one line, stay as they are.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FunctionType, ModuleType
from typing import Any

from fuzzwright.python import flips, inverses
from fuzzwright.python.comparisons import STEM, Place, Rewriting, Wanted
from fuzzwright.python.instrument import functions_of, source_of
from fuzzwright.python.literals import literals_in
from fuzzwright.python.notes import Notes
from fuzzwright.python.probes import Probes, Second, compile_again, nested_code

_SITE_BITS = 20
"""A module's sites are numbered from its first probe on, this many bits apart from the next module's."""

WANTED = Wanted(
    functions=frozenset(
        getattr(function, "__name__", "")
        for function in (*inverses.FUNCTIONS, *flips.PARSED, *flips.SEARCHED, isinstance)
    ),
    methods=frozenset(
        (
            *inverses.METHODS,
            *flips.METHODS,
            *flips.SEARCHING,
            *(getattr(function, "__name__", "") for function in (*inverses.FUNCTIONS, *flips.PARSED)),
        )
    ),
    attributes=inverses.ATTRIBUTES,
)


@dataclass(slots=True)
class Copy:
    """A module's second copy: its functions, each with its code for looking and its own."""

    pairs: list[tuple[FunctionType, CodeType, CodeType]]
    names: dict[str, Any]
    """The module's globals, to look up what patterns name."""


@dataclass(slots=True)
class Operands:
    """All second copies made so far, and what the last look noted."""

    probes: Probes
    notes: Notes = field(default_factory=Notes)
    copies: dict[str, Copy | None] = field(default_factory=dict)
    templates: dict[int, tuple[Copy, list[Any]]] = field(default_factory=dict)
    lines: dict[int, tuple[str, int]] = field(default_factory=dict)
    """File and line of each site."""
    places: dict[str, dict[int, tuple[str, Place]]] = field(default_factory=dict)
    """For each file, what its sites note and where they begin and end."""
    literals: dict[str, list[Any]] = field(default_factory=dict)
    """The constants in each file."""

    def copy(self, file: str) -> Copy | None:
        """Return the second copy of a module under test, made when it is first asked for."""
        if file not in self.copies:
            self.copies[file] = None
            module = _module_of(file)
            if module is not None and file in self.probes.spans:
                try:
                    self.copies[file] = self._made(module, file)
                except Exception:  # such a module runs without: fewer hints, not fewer runs
                    self.copies[file] = None
        return self.copies[file]

    def _made(self, module: ModuleType, file: str) -> Copy:
        source = source_of(module)[1]
        wanted = dataclasses.replace(WANTED, attributes=WANTED.attributes | _fields_in(module))
        rewriting = Rewriting(self.probes.spans[file][0] << _SITE_BITS, wanted)
        constants = {STEM + kind: function for kind, function in self.notes.functions().items()}
        code = compile_again(source, file, self.probes, Second(rewriting.rewrite, constants))
        seconds: dict[tuple[str, int], list[CodeType]] = {}
        for nested in _all_nested(code):
            seconds.setdefault((nested.co_qualname, nested.co_firstlineno), []).append(nested)
        pairs: list[tuple[FunctionType, CodeType, CodeType]] = []
        for function in functions_of(module):
            own = function.__code__
            found = seconds.get((own.co_qualname, own.co_firstlineno), [])
            if own.co_filename == file and len(found) == 1 and found[0].co_freevars == own.co_freevars:
                pairs.append((function, found[0], own))
        copy = Copy(pairs, vars(module))
        for site, templates in rewriting.templates.items():
            self.templates[site] = (copy, templates)
        for number, line in enumerate(rewriting.lines):
            self.lines[rewriting.first + number] = (file, line)
        self.places[file] = {rewriting.first + number: place for number, place in enumerate(rewriting.places)}
        return copy

    def literals_of(self, file: str) -> list[Any]:
        """Return the constants in a file under test."""
        if file not in self.literals:
            module = _module_of(file)
            try:
                self.literals[file] = literals_in(source_of(module)[1]) if module is not None else []
            except Exception:  # no source, no constants
                self.literals[file] = []
        return self.literals[file]

    def files(self, path: Iterable[int]) -> frozenset[str]:
        """Return the files that a path led through."""
        sites = self.probes.sites
        return frozenset([sites[number].file for number in set(path)])

    @contextmanager
    def in_place(self, files: Iterable[str]) -> Iterator[Notes]:
        """Put the second copies of these files in the place of the first; notes are those of the last run."""
        pairs = [pair for file in files if (copy := self.copy(file)) is not None for pair in copy.pairs]
        # What is there may be code that watches calls.
        firsts = [function.__code__ for function, _, _ in pairs]
        self.notes.clear()
        try:
            for function, second, _ in pairs:
                function.__code__ = second
            yield self.notes
        finally:
            for (function, _, _), first in zip(pairs, firsts, strict=True):
                function.__code__ = first


def _fields_in(module: ModuleType) -> frozenset[str]:
    """Return the names of the fields of the dataclasses that a module knows."""
    classes = [thing for thing in vars(module).values() if isinstance(thing, type) and dataclasses.is_dataclass(thing)]
    return frozenset(field.name for cls in classes for field in dataclasses.fields(cls))


def _module_of(file: str) -> ModuleType | None:
    for module in list(sys.modules.values()):
        if type(module) is ModuleType and getattr(module, "__file__", None) == file:
            return module
    return None


def _all_nested(code: CodeType) -> Iterator[CodeType]:
    for inner in nested_code(code):
        yield inner
        yield from _all_nested(inner)
