"""What a target of the command line stands for: modules, the folders they are imported from, and a function.

It looks only at files and syntax trees, so the supervisor can use it without running a line of the user's code;
importing the modules and finding the objects to call is left to `imports` and `discover`, in the worker.
"""

from __future__ import annotations

import ast
import difflib
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.definitions import assigned_in, definitions_of, imported_in

_NEVER = {"__pycache__", "__pypackages__", "node_modules", "site-packages"}
_BUILT = {"build", "dist"}
_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")


@dataclass(frozen=True, slots=True)
class Source:
    """A module by the name it is imported under, and its file."""

    name: str
    file: str
    root: str
    """The folder its name is looked up from."""


@dataclass(frozen=True, slots=True)
class Located:
    """What a target of the command line stands for."""

    target: str
    roots: tuple[str, ...]
    """Folders that have to be on `sys.path`, in this order."""
    modules: tuple[Source, ...]
    function: str = ""
    """The function, method or class asked for; empty for all of them."""
    skipped: tuple[tuple[str, str], ...] = ()
    """Files that look like modules and are left out, with the reason."""

    def wants(self, qualname: str) -> bool:
        """Tell whether a function of these modules was asked for."""
        return not self.function or qualname == self.function or qualname.startswith(self.function + ".")


@dataclass(frozen=True, slots=True)
class _Walk:
    """What was met on the way through folders."""

    tests: bool
    modules: dict[str, Source]
    skipped: list[tuple[str, str]]
    entered: set[str]


def locate(target: str, cwd: Path, path: Sequence[str] = ()) -> Located:
    """Return the modules, import roots and function that `target` names; `path` is the worker's `sys.path`."""
    place, function = _split(target, cwd)
    dotted = all(part.isidentifier() for part in place.split("."))
    nearby = [str(cwd), str(cwd / "src")]
    given = _joined(cwd, place)
    named = _search(place, nearby, namespaces=False) if dotted else None
    if named is None and given.exists():
        root, name, at = _of_path(given, target)
    else:
        named = named or (_search(place, [*nearby, *path], namespaces=True) if dotted else None)
        if named is None:
            raise _missing(target, place, cwd, path, dotted)
        root, name, at = named
    # An absolute path may lead through any folder; only what the user wrote with a purpose names tests.
    spoken = [Path(place).name] if os.path.isabs(place) else Path(place).parts if not dotted else place.split(".")
    tests = any(_is_test(part) for part in spoken)
    walk = _Walk(tests, {}, [], set())
    if at.is_dir() and function:
        if not (at / "__init__.py").is_file():
            raise FuzzwrightError(f"`{place}` is a folder, not a module", str(at), f"write `{place}.module:{function}`")
        at /= "__init__.py"
    if at.is_dir():
        _enter(walk, at, root, name)
    else:
        walk.modules[name] = Source(name, str(at), str(root))
        _check(target, walk.modules[name], function)
    if not walk.modules:
        why = f" (left out: {walk.skipped[0][0]}, {walk.skipped[0][1]})" if walk.skipped else ""
        fix = "name a folder or file with Python code in it"
        raise FuzzwrightError(f"no Python module in `{place}`{why}", str(at), fix)
    modules = tuple(walk.modules[key] for key in sorted(walk.modules))
    # The most particular root comes first: `src` before the project it belongs to.
    roots = sorted({module.root for module in modules}, key=lambda folder: (-folder.count(os.sep), folder))
    return Located(target, tuple(roots), modules, function, tuple(walk.skipped))


def import_name(file: Path) -> tuple[str, str]:
    """Return the folder a Python file is imported from and its name there, whether or not it is on disk yet."""
    root, name, _ = _of_path(file, str(file))
    return str(root), name


def matches(name: str, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> bool:
    """Tell whether `module.qualname` is let through by the patterns; no include pattern lets all through."""
    if any(fnmatchcase(name, pattern) for pattern in exclude):
        return False
    return not include or any(fnmatchcase(name, pattern) for pattern in include)


def _split(target: str, cwd: Path) -> tuple[str, str]:
    place, colon, function = target.partition("::") if "::" in target else target.rpartition(":")
    function = function.replace("::", ".")
    # A colon may belong to a path: a drive letter, or a folder that is really called so.
    if not colon or _joined(cwd, target).exists():
        return target, ""
    if not place or not all(part.isidentifier() for part in function.split(".")):
        raise FuzzwrightError(
            f"`{target}` is not a target",
            fix="write it as `module:function`, `module:Class.method` or `path.py:function`",
        )
    return place, function


def _joined(cwd: Path, place: str) -> Path:
    return Path(os.path.abspath(cwd / os.path.expanduser(place)))


def _of_path(given: Path, target: str) -> tuple[Path, str, Path]:
    """Return import root, module name ("" for a folder of modules) and file or folder of an existing path."""
    if given.is_dir():
        if not (given / "__init__.py").is_file():
            return given, "", given
    elif given.suffix != ".py" or "." in given.stem:
        what = "a type stub, not code" if given.suffix == ".pyi" else "not a Python file that can be imported"
        raise FuzzwrightError(f"`{target}` is {what}", str(given), "name a `.py` file, a folder, or a module")
    package = given if given.is_dir() else given.parent
    names = [] if given.is_dir() or given.name == "__init__.py" else [given.stem]
    while (package / "__init__.py").is_file() or (
        (package.parent / "__init__.py").is_file() and package.name.isidentifier()
    ):
        names.append(package.name)
        package = package.parent
    # Namespace packages have no mark of their own: only a known kind of root above them tells.
    for above in (package, *package.parents):
        if above.name in ("site-packages", "dist-packages") or (above.name == "src" and _is_project(above.parent)):
            between = package.relative_to(above).parts
            if all(part.isidentifier() for part in between):
                return above, ".".join((*between, *reversed(names))), given
            break
    return package, ".".join(reversed(names)), given


def _is_project(folder: Path) -> bool:
    return any((folder / name).is_file() for name in _PROJECT)


def _is_test(name: str) -> bool:
    stem = name.removesuffix(".py")
    return stem in ("tests", "conftest") or stem.startswith("test_") or stem.endswith("_test")


def _enter(walk: _Walk, folder: Path, root: Path, package: str) -> None:
    """Note the modules of a folder; its files are `package.*`, or top-level modules of `root` if that is empty."""
    real = os.path.realpath(folder)
    if real in walk.entered:
        return
    walk.entered.add(real)
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        walk.skipped.append((str(folder), f"cannot be read: {error.strerror}"))
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        inside = f"{package}.{entry.stem}" if package else entry.stem
        if entry.is_dir():
            if _left_out(entry, walk.tests):
                continue
            if _is_root(entry, folder):
                _enter(walk, entry, entry, "")
            else:
                _enter(walk, entry, root, inside)
        elif entry.suffix == ".py":
            _note(walk, entry, root, package if entry.name == "__init__.py" else inside)


def _is_root(folder: Path, parent: Path) -> bool:
    """Tell whether modules in a folder are imported from there, and not as part of the folder above."""
    if not folder.name.isidentifier():
        return True
    regular = (folder / "__init__.py").is_file() or (parent / "__init__.py").is_file()
    return not regular and (folder.name == "src" or _is_project(folder))


def _note(walk: _Walk, file: Path, root: Path, name: str) -> None:
    if file.name in ("__main__.py", "setup.py") or not name:
        walk.skipped.append((str(file), "runs when imported"))
    elif _is_test(file.name) and not walk.tests:
        walk.skipped.append((str(file), "a test"))
    elif "." in file.stem:
        walk.skipped.append((str(file), "cannot be imported under this name"))
    elif name in walk.modules:
        walk.skipped.append((str(file), f"another module `{name}` is at {walk.modules[name].file}"))
    elif not os.access(file, os.R_OK):
        walk.skipped.append((str(file), "cannot be read"))
    else:
        walk.modules[name] = Source(name, str(file), str(root))


def _left_out(folder: Path, tests: bool) -> bool:
    if folder.name in _NEVER or (folder.name == "tests" and not tests) or (folder / "pyvenv.cfg").exists():
        return True
    return folder.name in _BUILT and not (folder / "__init__.py").is_file()


def _search(dotted: str, entries: Sequence[str], *, namespaces: bool) -> tuple[Path, str, Path] | None:
    """Find a module by name as the import system would, by looking at files only."""
    top, *rest = dotted.split(".")
    portions: list[tuple[Path, str, Path]] = []
    for entry in entries:
        root = Path(os.path.abspath(entry or "."))
        at = root / top
        regular = (at / "__init__.py").is_file()
        if not regular and at.with_name(f"{top}.py").is_file():
            return (root, dotted, at.with_name(f"{top}.py")) if not rest else None
        if not at.is_dir():
            continue
        inner = at.joinpath(*rest)
        if rest and not (inner / "__init__.py").is_file() and inner.with_name(f"{rest[-1]}.py").is_file():
            return root, dotted, inner.with_name(f"{rest[-1]}.py")
        if (inner / "__init__.py").is_file():
            return root, dotted, inner
        if inner.is_dir():
            portions.append((root, dotted, inner))
        if regular:
            break
    return portions[0] if portions and namespaces else None


def _missing(target: str, place: str, cwd: Path, path: Sequence[str], dotted: bool) -> FuzzwrightError:
    if not dotted:
        near = _close(Path(place).name, [entry.name for entry in _siblings(_joined(cwd, place).parent)])
        return FuzzwrightError(
            f"no such path: `{place}`", str(cwd), near or "check the spelling, or the current folder"
        )
    if place in sys.builtin_module_names:
        return FuzzwrightError(
            f"`{place}` is built into the interpreter: it has no source", fix="name a module in Python"
        )
    above, _, last = place.rpartition(".")
    entries = [str(cwd), str(cwd / "src"), *path]
    if above and (parent := _search(above, entries, namespaces=True)):
        if not parent[2].is_dir():
            return FuzzwrightError(f"`{above}` is a module, not a package", str(parent[2]), f"write `{above}:{last}`")
        names = [entry.stem for entry in _siblings(parent[2])]
        fix = _close(last, names, f"{above}.") or f"write `{above}:{last}` if it is a function"
        return FuzzwrightError(f"no module `{place}`", str(parent[2]), fix)
    near = _close(place, [entry.stem for folder in entries[:2] for entry in _siblings(Path(folder))])
    fix = near or "give the path of its file or folder, or choose the interpreter that has it with `--python`"
    return FuzzwrightError(f"no module or path `{target}`", str(cwd), fix)


def _siblings(folder: Path) -> list[Path]:
    try:
        return [entry for entry in folder.iterdir() if entry.suffix == ".py" or entry.is_dir()]
    except OSError:
        return []


def _close(name: str, names: Iterable[str], prefix: str = "") -> str:
    near = difflib.get_close_matches(name, sorted(set(names)), n=3, cutoff=0.6)
    return "did you mean " + " or ".join(f"`{prefix}{other}`" for other in near) + "?" if near else ""


def _check(target: str, module: Source, function: str) -> None:
    """Raise what can be known to be wrong with the only module asked for, before anything is started."""
    try:
        tree = ast.parse(Path(module.file).read_bytes())
    except OSError as error:
        raise FuzzwrightError(
            f"cannot read `{target}`: {error.strerror}", module.file, "check the file's permissions"
        ) from None
    except SyntaxError as error:
        where = f"{module.file}:{error.lineno or 1}"
        raise FuzzwrightError(f"syntax error in `{module.name}`: {error.msg}", where, "correct that line") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise FuzzwrightError(f"cannot parse `{module.name}`: {error}", module.file, "correct the file") from None
    if not function:
        return
    defined = [definition.qualname for definition in definitions_of(tree)]
    classes = {name.rpartition(".")[0] for name in defined} - {""}
    if function in defined or function in classes or function in assigned_in(tree):
        return
    whence = imported_in(tree).get(function.partition(".")[0])
    if whence:
        fix = f"it is imported there: name it where it is defined, `{whence}`"
    else:
        fix = _close(function, [*defined, *classes], f"{module.name}:")
        fix = fix or "it has " + (", ".join(f"`{name}`" for name in defined[:5]) or "no functions")
    raise FuzzwrightError(f"no function `{function}` in `{module.name}`", module.file, fix)
