"""Open texts: what each defines and imports, read once for each version without running anything.

A text that cannot be parsed keeps what was read of the last one that could: while something is being typed, most texts
are broken.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fuzzwright.editor.imports import imports_of
from fuzzwright.editor.signatures import signature_end
from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.definitions import definitions_of, is_accessor
from fuzzwright.python.locate import import_name

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
MOST_TEXT = 500_000
"""Characters in a text that is looked at; longer ones were made by a program, and parsing one holds up everything."""


@dataclass(frozen=True, slots=True)
class Module:
    """Under which name a text is imported, and from which folder."""

    name: str
    file: str
    root: str

    @property
    def is_standard(self) -> bool:
        """Whether a module of the standard library has its name, so that it cannot be imported beside that."""
        return self.name in sys.stdlib_module_names

    @property
    def is_package(self) -> bool:
        """Whether it is what a package runs when it is imported."""
        return os.path.basename(self.file) == "__init__.py"

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Defined:
    """A function of a text. Lines are numbered from 1."""

    qualname: str
    line: int
    first: int
    """The line of its first decorator."""
    signature_line: int
    last: int
    node: ast.AST | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A text that could be parsed."""

    version: int
    text: str
    tree: ast.Module
    functions: dict[str, Defined]
    imports: tuple[str, ...]
    """Modules that are imported when it is; of `from a import b` both `a` and `a.b`, which may be none."""


@dataclass(slots=True, eq=False)
class Buffer:
    """One open text."""

    path: str
    module: Module
    text: str
    version: int
    taken: int = 0
    """The version that was read last: all that is said goes by it, until typing pauses."""
    parsed: Parsed | None = None
    """Of this version, or of the last that could be parsed."""
    problem: str = ""
    """Why this version cannot be parsed."""
    visible: list[tuple[int, int]] | None = None
    """First and last lines of what is seen; None if that is not known, so that all counts as seen."""
    line: int = 0
    """Where the cursor is, or was last; 0 if it never was here."""
    edited: float | None = None
    """When it was last changed, until that is taken up."""

    def read(self) -> None:
        """Parse this version."""
        self.taken = self.version
        try:
            self.parsed, self.problem = parse(self.text, self.version, self.module), ""
        except SyntaxError as error:
            self.problem = f"syntax error on line {error.lineno or 1}: {error.msg}"
        except (ValueError, RecursionError, MemoryError) as error:
            self.problem = f"cannot be parsed: {error}"


def parse(text: str, version: int, module: Module) -> Parsed:
    """Return what a text defines; raise SyntaxError, ValueError, RecursionError or MemoryError if it cannot be read."""
    if len(text) > MOST_TEXT:
        raise ValueError(f"it has {len(text):,} characters, and up to {MOST_TEXT:,} are looked at")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the user's code, which others tell
        tree = ast.parse(text.removeprefix("\ufeff"))
    nodes = {node.lineno: node for node in _functions(tree)}
    lines = text.encode("utf-8", "surrogatepass").splitlines()
    found: dict[str, Defined] = {}
    for definition in definitions_of(tree):
        node = nodes.get(definition.line)
        if is_accessor(definition) or node is None:
            continue
        end = signature_end(node, lines)
        name, line = definition.qualname, definition.line
        found[name] = Defined(name, line, definition.first, end, definition.last, node)
    return Parsed(version, text, tree, found, tuple(imports_of(tree, module.package)))


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions outside functions, wherever statements put them."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTION):
            yield node
        elif not isinstance(node, ast.expr):
            waiting.extend(ast.iter_child_nodes(node))


def module_of(path: str) -> Module:
    """Return under which name a file is imported; one that has none is given one, from its own folder."""
    file = os.path.abspath(path)
    try:
        root, name = import_name(Path(file))
    except FuzzwrightError:
        root, name = "", ""
    if not all(part.isidentifier() for part in name.split(".")):
        root, name = os.path.dirname(file), re.sub(r"\W|^(?=\d)", "_", os.path.basename(file).removesuffix(".py"))
    return Module(name, file, root)
