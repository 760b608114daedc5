"""Failing calls as small text files, one for each property, which are run first the next time.

A file holds what a person would want to read: the call as Python, how it failed, how to find it again. It may be
committed or not. What it calls is looked up in the module of the property, so it stays right when files move.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(".fuzzwright") / "failures"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Stored:
    """A failing call that was kept."""

    file: Path
    imports: tuple[str, ...]
    call: str

    def job(self) -> dict[str, Any]:
        """Return the job of making the call again."""
        return {"do": "given", "call": self.call, "imports": list(self.imports)}


def file_of(root: Path, nodeid: str) -> Path:
    """Return where the failing call of a test is kept."""
    readable = re.sub(r"[^\w.-]+", "-", nodeid).strip("-")
    if len(readable) > _LONGEST_NAME or readable != nodeid.replace("::", "-").replace("/", "-"):
        # Two tests may look the same once their odd characters are gone, parametrised ones above all.
        digest = hashlib.blake2b(nodeid.encode("utf-8", "replace"), digest_size=4).hexdigest()
        readable = f"{readable[:_LONGEST_NAME]}-{digest}"
    return root / FOLDER / f"{readable}.txt"


def store(file: Path, nodeid: str, call: str, imports: Collection[str], remarks: Collection[str]) -> None:
    """Keep a failing call in the place of the one before."""
    lines = [
        f"# {nodeid} fails when it is called like this; fuzzwright runs it first.",
        "# Delete the file when it is of no use any more.",
        *(f"# {line}" for remark in remarks for line in remark.splitlines()),
        *imports,
        "",
        call,
        "",
    ]
    temporary = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text("\n".join(lines), "utf-8", errors="backslashreplace")
        temporary.replace(file)
    except OSError:
        pass  # where nothing can be written, the failure is still told


def load(file: Path) -> Stored | None:
    """Return the call in a file; None if there is none that can be read."""
    try:
        statements = ast.parse(file.read_text("utf-8")).body
    except (OSError, ValueError, SyntaxError):
        return None
    imports = tuple(ast.unparse(each) for each in statements if isinstance(each, ast.Import | ast.ImportFrom))
    if not statements or not isinstance(statements[-1], ast.Expr) or not isinstance(statements[-1].value, ast.Call):
        return None
    return Stored(file, imports, ast.unparse(statements[-1]))


def arguments_in(
    call: str, imports: Collection[str], module: Mapping[str, Any], fixtures: Collection[str]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a call, made anew; raises whatever making them raises."""
    tree = ast.parse(call, mode="eval").body
    if not isinstance(tree, ast.Call):
        raise ValueError("not a call")
    tree.keywords = [each for each in tree.keywords if each.arg not in fixtures]
    tree.func = ast.copy_location(ast.Name("given ", ast.Load()), tree)  # no name of theirs has a space in it
    names = dict(module)
    for line in imports:
        exec(line, names)
    names["given "] = lambda *arguments, **named: (arguments, named)
    expression = ast.fix_missing_locations(ast.Expression(tree))
    given: tuple[tuple[Any, ...], dict[str, Any]] = eval(compile(expression, "<stored call>", "eval"), names)
    return given
