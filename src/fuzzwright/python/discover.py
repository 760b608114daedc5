"""Which modules and functions a target has.

The first half looks only at files and syntax trees, so the supervisor can use it without running a line of the
user's code; the second half imports, in the worker, and finds the objects to call. Whatever the source defines and
cannot be called is told with a reason, never left out. Parameter types are left to `hints`.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

from fuzzwright.errors import FuzzwrightError

# --- without importing: files and syntax trees -----------------------------------------------------------------------

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
class Definition:
    """A `def` of a module's source outside any other function."""

    qualname: str
    line: int
    first: int
    """The line of the first decorator, which is where the code object says it begins."""
    last: int
    decorators: tuple[str, ...] = ()


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


def functions_in(source: str | bytes) -> list[tuple[str, int]]:
    """Return the qualified name and line of every function a module would define, without running it."""
    lines: dict[str, int] = {}
    for definition in definitions_in(source):
        if not _accessor(definition):
            lines[definition.qualname] = definition.line
    return list(lines.items())


def definitions_in(source: str | bytes) -> list[Definition]:
    """Return every `def` outside functions, in order, without overloads and what only type checkers see."""
    return list(_definitions(ast.parse(source).body, ""))


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
    defined = [definition.qualname for definition in _definitions(tree.body, "")]
    classes = {name.rpartition(".")[0] for name in defined} - {""}
    if function in defined or function in classes or function in _assigned(tree):
        return
    whence = _imported(tree).get(function.partition(".")[0])
    if whence:
        fix = f"it is imported there: name it where it is defined, `{whence}`"
    else:
        fix = _close(function, [*defined, *classes], f"{module.name}:")
        fix = fix or "it has " + (", ".join(f"`{name}`" for name in defined[:5]) or "no functions")
    raise FuzzwrightError(f"no function `{function}` in `{module.name}`", module.file, fix)


def _assigned(tree: ast.Module) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names | {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def _imported(tree: ast.Module) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{'.' * node.level}{node.module or ''}:{alias.name}"
    return found


def _definitions(body: Sequence[ast.stmt], prefix: str) -> Iterator[Definition]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                decorators = tuple(ast.unparse(decorator) for decorator in node.decorator_list)
                if not any(text.rpartition(".")[2] == "overload" for text in decorators):
                    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                    last = node.end_lineno or node.lineno
                    yield Definition(prefix + node.name, node.lineno, first, last, decorators)
            case ast.ClassDef():
                yield from _definitions(node.body, f"{prefix}{node.name}.")
            case ast.If() if ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING":
                yield from _definitions(node.orelse, prefix)
            case ast.If() | ast.For() | ast.While() | ast.With() | ast.Try() | ast.TryStar() | ast.Match():
                yield from _definitions(_blocks(node), prefix)


def _blocks(node: ast.stmt) -> list[ast.stmt]:
    parts: list[Any] = [node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    lists = [getattr(part, field, []) for part in parts for field in ("body", "orelse", "finalbody")]
    return sorted((statement for each in lists for statement in each), key=lambda statement: statement.lineno)


def _accessor(definition: Definition) -> bool:
    name = definition.qualname.rpartition(".")[2]
    return any(text in (f"{name}.setter", f"{name}.deleter") for text in definition.decorators)


# --- with importing: in the worker -----------------------------------------------------------------------------------

_BINARY = {"add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"}
_BINARY |= {"lshift", "rshift", "and", "xor", "or"}
_UNARY = {"neg", "pos", "abs", "invert", "int", "float", "complex", "bool", "index", "round"}
_COMPARING = {"lt", "le", "gt", "ge", "eq", "ne"}
_DUNDERS = {f"__{name}__" for name in {"call", "len", "getitem", "contains", "iter"} | _BINARY | _UNARY | _COMPARING}
_DUNDERS |= {f"__{side}{name}__" for name in _BINARY for side in "ri"}
_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")
_AROUND = (functools.partial, functools.partialmethod, functools.cached_property, functools.singledispatchmethod)
_ENUM = {"_generate_next_value_", "_missing_"}


@dataclass(frozen=True, slots=True)
class ImportFailure:
    """Why a module could not be imported, and where in the user's code that showed."""

    module: str
    exception: str
    message: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f" at {self.file}:{self.line}" if self.file else ""
        return f"cannot import `{self.module}`: {self.exception}: {self.message}{where}"


@dataclass(frozen=True, slots=True)
class Found:
    """A function of a module: what to call, or why it is not called."""

    name: str
    module: str
    qualname: str
    file: str
    line: int
    last_line: int
    kind: str
    """function, method, classmethod, staticmethod, constructor, property; or, whatever it is bound to, async,
    generator, async_generator, contextmanager, async_contextmanager: what has to be driven to a result."""
    object: Any
    """What to call: takes an instance first if `needs_self`; the class itself for a constructor."""
    owner: type | None = None
    needs_self: bool = False
    is_property: bool = False
    private: bool = False
    reason: str = ""
    """Why it is skipped; empty if it can be called."""
    reset: Callable[[], object] | None = None
    """Empties its cache: to be called before each run, so that runs do not depend on each other."""


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


def find_functions(module: ModuleType, *, tests: bool = False) -> list[Found]:
    """Return every function the module defines, in order of lines; those not to be called have a reason."""
    return _Finder(module, tests).find()


def _import(name: str, file: str | None) -> ModuleType:
    module = importlib.import_module(name)
    loaded = getattr(module, "__file__", None)
    if file and loaded and os.path.realpath(loaded) != os.path.realpath(file):
        raise ImportError(f"another module of this name is in the way: {loaded}")
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
    return ImportFailure(name, type(error).__name__, message, file, line)


class _Finder:
    """Compares what a module's source defines with what is there after import."""

    def __init__(self, module: ModuleType, tests: bool) -> None:
        self.name = module.__name__
        self.file = getattr(module, "__file__", None) or ""
        self.tests = tests
        self.space: dict[str, Any] = dict(getattr(module, "__dict__", {}))
        self.found: dict[str, Found] = {}
        self.known: set[int] = set()
        self.seen_classes: set[int] = set()
        self.definitions: dict[str, list[Definition]] = {}
        self.has_source = self.file.endswith(".py")
        if self.has_source:
            try:
                for definition in definitions_in(Path(self.file).read_bytes()):
                    self.definitions.setdefault(definition.qualname, []).append(definition)
            except (OSError, SyntaxError, ValueError, RecursionError):
                self.has_source = False

    def find(self) -> list[Found]:
        # What has a `def` comes first, so that an alias made by assignment never takes its place.
        names = sorted(self.space, key=lambda name: name not in self.definitions)
        for name in names:
            value = self.space[name]
            with contextlib.suppress(Exception):  # objects of user classes may answer any question with a raise
                if isinstance(value, type):
                    self._class(value)
                else:
                    self._value(name, value, None)
        self._absent()
        return sorted(self.found.values(), key=lambda found: (found.line, found.qualname))

    def _class(self, cls: type) -> None:
        # Asked past the metaclass, which may say anything.
        module, path = (str(type.__getattribute__(cls, name)) for name in ("__module__", "__qualname__"))
        if id(cls) in self.seen_classes or module != self.name or "<locals>" in path:
            return
        self.seen_classes.add(id(cls))
        for member, value in list(type.__getattribute__(cls, "__dict__").items()):
            with contextlib.suppress(Exception):
                if isinstance(value, type):
                    if type.__getattribute__(value, "__qualname__") == f"{path}.{member}":
                        self._class(value)
                elif (qualname := f"{path}.{member}") in self.definitions or not self.has_source:
                    self._value(qualname, value, cls)

    def _value(self, qualname: str, value: Any, owner: type | None) -> None:
        """List one entry of a module or class, if it is a function that belongs here."""
        binding, call = _binding(value, owner, qualname.rpartition(".")[2])
        inner = innermost(call if binding != "constructor" else value)
        code = inner.__code__ if isinstance(inner, FunctionType) else None
        defined = self.definitions.get(qualname)
        if not defined:
            # A partial object is a function of its own, another name for a function is not.
            same = id(value) if isinstance(value, functools.partial) else id(inner)
            if same in self.known or not self._belongs(inner, code):
                return
        elif not callable(call):
            self._add(qualname, defined[-1], binding, value, owner, f"{_decorated(defined[-1])} is not callable")
            return
        self.known |= {id(inner), id(value)}
        definition = self._definition(defined, code)
        reason = self._reason(qualname, value, inner, owner, binding)
        if not definition:
            line = code.co_firstlineno if code else 0
            definition = Definition(qualname, line, line, _last_line(code) if code else line)
        self._add(qualname, definition, binding, call, owner, reason, inner, value)

    def _belongs(self, inner: Any, code: CodeType | None) -> bool:
        if isinstance(inner, BuiltinFunctionType):
            return not self.has_source and inner.__module__ == self.name
        if code is None or inner.__module__ != self.name:
            return False
        # Generated methods come from no file; without a file of our own there is nothing to compare with.
        return not self.has_source or os.path.realpath(code.co_filename) == os.path.realpath(self.file)

    def _definition(self, defined: list[Definition] | None, code: CodeType | None) -> Definition | None:
        if not defined:
            return None
        exact = [each for each in defined if code and code.co_firstlineno in (each.first, each.line)]
        return (exact or [each for each in defined if not _accessor(each)] or defined)[-1]

    def _reason(self, qualname: str, value: Any, inner: Any, owner: type | None, binding: str) -> str:
        name = qualname.rpartition(".")[2]
        if isinstance(inner, BuiltinFunctionType):
            return "defined in C"
        if not self.has_source:
            return "no source"
        if owner is not None and getattr(owner, "_is_protocol", False):
            return "declared in a Protocol"
        if getattr(inner, "__isabstractmethod__", False) or getattr(value, "__isabstractmethod__", False):
            return "abstract"
        if binding == "constructor":
            if inspect.isabstract(owner):
                return "the class is abstract"
            # One call of the class runs all three; it is listed under the one that takes the arguments.
            first = next(
                other for other in _CONSTRUCTORS if f"{qualname.rpartition('.')[0]}.{other}" in self.definitions
            )
            return "" if name == first else f"runs as part of the constructor, listed as `{first}`"
        if owner is not None and name in _ENUM and hasattr(owner, "__members__"):
            return "part of Enum's machinery"
        if name.startswith("__") and name.endswith("__") and name not in _DUNDERS and owner is not None:
            return "special method"
        test = name.startswith("test_") or (
            owner is not None and owner.__name__.startswith("Test") and name[:4] == "test"
        )
        return "a test" if test and not self.tests and not _is_prop(value) else ""

    def _add(
        self,
        qualname: str,
        definition: Definition,
        binding: str,
        call: Any,
        owner: type | None,
        reason: str,
        inner: Any = None,
        value: Any = None,
    ) -> None:
        self.found[qualname] = Found(
            name=f"{self.name}.{qualname}",
            module=self.name,
            qualname=qualname,
            file=self.file,
            line=definition.line,
            last_line=definition.last,
            kind=_behaviour(call, inner) or binding,
            object=call,
            owner=owner,
            needs_self=binding in ("method", "property"),
            is_property=_is_prop(value),
            private=_is_private(qualname),
            reason=reason,
            reset=_reset_of(call),
        )

    def _absent(self) -> None:
        """Add what the source defines and the module does not have any more."""
        for qualname, defined in self.definitions.items():
            used = self.found.get(qualname)
            for each in defined:
                if used and used.line == each.line:
                    continue
                if _accessor(each):
                    key, reason = f"{qualname}@{each.line}", "a property's setter or deleter"
                elif any(text.partition("(")[0].endswith(".register") for text in each.decorators):
                    key, reason = (
                        f"{qualname}@{each.line}",
                        "reached through the generic function it is registered with",
                    )
                elif used:
                    key, reason = (
                        f"{qualname}@{each.line}",
                        f"another definition of this name is used, at line {used.line}",
                    )
                else:
                    key, reason = qualname, self._why_absent(qualname, each)
                self.found[key] = Found(
                    f"{self.name}.{qualname}", self.name, qualname, self.file, each.line, each.last, "function", None,
                    private=_is_private(qualname), reason=reason,
                )  # fmt: skip

    def _why_absent(self, qualname: str, definition: Definition) -> str:
        outer, _, name = qualname.rpartition(".")
        if outer and outer.partition(".")[0] not in self.space:
            return "its class is not in the module after import"
        if not outer and name in self.space:
            return f"{_decorated(definition)} is not a function of this module"
        return "not there after import: under a condition, or deleted"


def innermost(value: Any) -> Any:
    """Return the function that decorators, partial objects and caches were put around."""
    for _ in range(100):
        if isinstance(value, _AROUND):
            value = value.func
        elif isinstance(value, staticmethod | classmethod) or inspect.ismethod(value):
            value = value.__func__
        elif isinstance(value, property):
            value = value.fget
        elif callable(wrapped := inspect.getattr_static(value, "__wrapped__", None)):
            value = wrapped
        else:
            break
    return value


def _binding(value: Any, owner: type | None, name: str) -> tuple[str, Any]:
    """Return how an entry of a class or module is bound, and what to call for it."""
    if owner is None:
        return "function", value
    if name in _CONSTRUCTORS:
        return "constructor", owner
    if isinstance(value, staticmethod):
        return "staticmethod", value.__func__
    if isinstance(value, classmethod):
        return "classmethod", getattr(owner, name)
    if isinstance(value, property):
        return "property", value.fget
    if isinstance(value, functools.cached_property):
        return "property", value.func
    if isinstance(value, functools.singledispatchmethod | functools.partialmethod):
        # Only access through an instance binds these.
        return "method", functools.wraps(value.func)(lambda self, *args, **named: getattr(self, name)(*args, **named))
    return "method", value


def _behaviour(call: Any, inner: Any) -> str:
    """Return how the result has to be driven, or "" if a call simply returns it."""
    if isinstance(call, type) or not isinstance(inner, FunctionType):
        return ""
    layer = call
    while layer is not inner and layer is not None:
        if isinstance(layer, FunctionType) and layer.__code__.co_filename == contextlib.__file__:
            return "async_contextmanager" if inspect.isasyncgenfunction(inner) else "contextmanager"
        layer = getattr(layer, "__wrapped__", None)
    if inspect.iscoroutinefunction(inner) or inspect.iscoroutinefunction(call):
        return "async"
    if inspect.isasyncgenfunction(inner):
        return "async_generator"
    return "generator" if inspect.isgeneratorfunction(inner) else ""


def _reset_of(call: Any) -> Callable[[], object] | None:
    for _ in range(100):
        if isinstance(call, functools._lru_cache_wrapper):
            return call.cache_clear
        if call is None:
            break
        call = inspect.getattr_static(call, "__wrapped__", None) if not inspect.ismethod(call) else call.__func__
    return None


def _is_prop(value: Any) -> bool:
    while value is not None:
        if inspect.getattr_static(value, "__fuzzwright_prop__", None) is not None:
            return True
        value = inspect.getattr_static(value, "__wrapped__", None)
    return False


def _is_private(qualname: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in qualname.split("."))


def _last_line(code: CodeType) -> int:
    return max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)


def _decorated(definition: Definition) -> str:
    return f"what `@{definition.decorators[0]}` made of it" if definition.decorators else "what took its name"
