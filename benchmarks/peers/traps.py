"""Walls as they stand in the sources, and the copies of them that every engine runs.

A wall is the one line of a function, or method, that ends with `# wall`. In a copy that line raises `Reached`, at
the same line number, so whoever can tell exceptions apart can tell that it was reached.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

PACKAGE = "walls"
"""The copies are a package: one of the modules may be called like one of the standard library."""
_MARK = re.compile(r"#\s*wall\s*$")
_REACHED = '''"""What a copied wall raises."""


class Reached(Exception):
    """The marked line was reached."""
'''
_SAID = """
    def __init__(self, name: str) -> None:
        super().__init__(name)
        import json
        import os

        os.write(1, ("\\n" + json.dumps({"reached": name}) + "\\n").encode())
"""


@dataclass(frozen=True, slots=True)
class Wall:
    """One line to reach."""

    module: str
    function: str
    """Its qualified name in the module."""
    line: int

    @property
    def name(self) -> str:
        """What it is called in tables and patterns."""
        return f"{self.module}.{self.function}"


class WrongWall(Exception):
    """A source whose marks make no sense."""


def find_walls(folder: Path, pattern: str = "*") -> list[Wall]:
    """Return the walls in the modules of a folder whose `module.function` fits a pattern, in order."""
    walls: list[Wall] = []
    for file in sorted(folder.glob("*.py")):
        source = file.read_text("utf-8")
        tree = ast.parse(source)
        lines = [number for number, text in enumerate(source.splitlines(), 1) if _MARK.search(text)]
        simple = {
            node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.end_lineno == node.lineno
        }
        for line in lines:
            if line not in simple:
                raise WrongWall(f"{file.name}:{line}: the mark is not at a statement of one line")
            inside = [name for name, first, last in _functions(tree.body) if first <= line <= last]
            if not inside:
                raise WrongWall(f"{file.name}:{line}: the mark is in no function")
            walls.append(Wall(file.stem, inside[0], line))
    chosen = pattern if any(sign in pattern for sign in "*?[") else f"*{pattern}*"
    return [wall for wall in walls if fnmatchcase(wall.name, chosen)]


def _functions(body: Sequence[ast.stmt], prefix: str = "") -> Iterable[tuple[str, int, int]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node.lineno, node.end_lineno or node.lineno
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def write_copy(source: Path, walls: Sequence[Wall], folder: Path, *, saying: bool = False) -> None:
    """Write the module of some walls to a folder, with their lines replaced; `saying`: reaching one prints it."""
    (name,) = {wall.module for wall in walls}
    lines = (source / f"{name}.py").read_text("utf-8").splitlines()
    for wall in walls:
        text = lines[wall.line - 1]
        indent = text[: len(text) - len(text.lstrip())]
        lines[wall.line - 1] = f'{indent}raise Reached("{wall.name}")'
    # At the end, where it moves no line; imported, so that no engine takes the class for a part of the module.
    lines += ["", f"from {PACKAGE}.reached import Reached", ""]
    package = folder / PACKAGE
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""Copies of walls."""\n', "utf-8")
    (package / "reached.py").write_text(_REACHED + (_SAID if saying else ""), "utf-8")
    (package / f"{name}.py").write_text("\n".join(lines), "utf-8")
