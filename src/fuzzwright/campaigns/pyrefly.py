"""Annotations that pyrefly infers, from a copy of the files: it writes into what it is given, and runs none of it."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from fuzzwright.python.stubs import annotations_in

SECONDS = 60.0
"""How long it may take for all files."""
_LARGEST = 1_000_000
"""Bytes of a file that is still copied."""
MISSING = "pyrefly is not installed, so nothing was inferred from calls (pip install fuzzwright[infer])"

Texts = dict[str, dict[str, dict[str, str]]]
"""By module, qualified name and parameter: the text of an annotation that the source does not have."""


def pyrefly_command() -> str | None:
    """Return where pyrefly is: beside our own interpreter, or on the path."""
    beside = shutil.which("pyrefly", path=sysconfig.get_path("scripts"))
    return beside or shutil.which("pyrefly")


def inferred_by_pyrefly(
    modules: Sequence[Sequence[str]], python: str, *, seconds: float = SECONDS, command: str | None = None
) -> tuple[Texts, str]:
    """Return what pyrefly adds to modules given by name and file; and in words what went wrong, if something did."""
    command = command or pyrefly_command()
    if command is None:
        return {}, MISSING
    with tempfile.TemporaryDirectory(prefix="fuzzwright-infer-") as name:
        folder = Path(name)
        copies = dict(_copied(modules, folder))
        if not copies:
            return {}, ""
        # A file of its own, so that no settings of a folder above are looked for.
        settings = folder / "pyrefly.toml"
        settings.write_text("", "utf-8")
        words = [command, "infer", "--config", str(settings), "--python-interpreter-path", python]
        try:
            done = subprocess.run(
                [*words, *map(str, copies.values())],
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {}, f"pyrefly took more than {seconds:g} s, so nothing was inferred from calls"
        except OSError as error:
            return {}, f"pyrefly could not be started: {error}"
        originals = {module: Path(file) for module, file in modules if module in copies}
        found = {module: _added(originals[module], copy) for module, copy in copies.items()}
        found = {module: functions for module, functions in found.items() if functions}
        said = (done.stderr or done.stdout).strip().splitlines()
        failed = done.returncode and not found and said
        return found, f"pyrefly failed: {said[-1]}" if failed else ""


def _copied(modules: Sequence[Sequence[str]], folder: Path) -> Iterator[tuple[str, Path]]:
    """Copy modules below a folder, where their names say; yield name and copy of each."""
    for name, file in modules:
        package = os.path.basename(file) == "__init__.py"
        place = folder.joinpath(*name.split("."))
        copy = place / "__init__.py" if package else place.with_name(f"{place.name}.py")
        try:
            if os.path.getsize(file) > _LARGEST:
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        except OSError:
            continue
        yield name, copy


def _added(original: Path, copy: Path) -> dict[str, dict[str, str]]:
    """Return the annotations of parameters that are in the copy only."""
    before, after = _annotations(original), _annotations(copy)
    found: dict[str, dict[str, str]] = {}
    for qualname, texts in after.items():
        known = before.get(qualname, {})
        added = {name: text for name, text in texts.items() if name not in known and name != "return"}
        if added:
            found[qualname] = added
    return found


def _annotations(file: Path) -> dict[str, dict[str, str]]:
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return dict(_functions(tree, ""))


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, dict[str, str]]]:
    for inner in ast.iter_child_nodes(node):
        match inner:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield prefix + inner.name, annotations_in(inner)
            case ast.ClassDef():
                yield from _functions(inner, f"{prefix}{inner.name}.")
            case ast.If() | ast.Try() | ast.With():
                yield from _functions(inner, prefix)
