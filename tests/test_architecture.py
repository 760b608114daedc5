"""Imports point one way, workers need nothing but the standard library, and the engine touches nothing outside."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

SOURCE: Final = Path(__file__).parent.parent / "src" / "fuzzwright"

LINES: Final = (
    ("__main__",),
    ("frontends",),
    ("experiments",),
    ("editor",),
    ("campaigns",),
    ("python", "languages"),
    ("domains", "searches", "isolation", "store", "reports"),
    ("engine",),
)
"""From the top down: a package imports only from lower lines, never from its own."""
FOR_ALL: Final = ("acceleration", "errors", "settings", "version")
"""Modules beside the packages that anything may import; they import nothing of ours but each other."""
IN_A_WORKER: Final = (
    "engine",
    "domains",
    "searches",
    "isolation",
    "python",
    "languages",
    "campaigns/work.py",
    "editor/work.py",
)
"""What runs in a worker, in whatever environment the target lives: these, and what they import."""
NOT_IN_ENGINE: Final = ("os", "io", "pathlib", "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading")
NOT_ON_IMPORT: Final = ("click", "rich", "jinja2")
FOR_CHECKER: Final = ("TYPE_CHECKING", "typing.TYPE_CHECKING")
BY_NAME: Final = ("import_module", "__import__", "find_spec")

_LINE_OF: Final = {package: number for number, packages in enumerate(LINES) for package in packages}
_NAMES_A_MODULE: Final = re.compile(r"fuzzwright(\.\w+)+(:[\w.]+)?")


class Import(NamedTuple):
    """One module imported somewhere."""

    line: int
    module: str
    happens: bool = True
    """Whether it is ever executed: what is there for the type checker only is not."""


class Module(NamedTuple):
    """A module of ours, read."""

    path: str
    """Relative to the package, with slashes."""
    tree: ast.Module

    @property
    def place(self) -> str:
        return self.path.split("/")[0].removesuffix(".py")


@cache
def read_all() -> tuple[Module, ...]:
    """Return all modules there are."""
    return tuple(
        Module(path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    )


@cache
def imports(module: Module) -> tuple[Import, ...]:
    """Return every import of a module, in functions and for the type checker too, relative ones written out."""
    return tuple(_imports(module))


def _imports(module: Module) -> Iterator[Import]:
    folder = module.path.split("/")[:-1]
    waiting: list[tuple[ast.AST, bool]] = [(module.tree, True)]
    while waiting:
        node, happens = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name, happens) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(["fuzzwright", *folder[: len(folder) - node.level + 1]]) if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            # `from fuzzwright import engine` means the package engine, so each name is looked at.
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "fuzzwright" else [base]
            yield from (Import(node.lineno, name, happens) for name in names)
        unchecked = node.body if isinstance(node, ast.If) and ast.unparse(node.test) in FOR_CHECKER else []
        waiting.extend((child, happens and child not in unchecked) for child in ast.iter_child_nodes(node))


def place_of(module: str) -> str | None:
    """Return the package or lone module of ours that a dotted name is in."""
    parts = module.split(":")[0].split(".")
    return parts[1] if parts[0] == "fuzzwright" and len(parts) > 1 else None


def wrong_direction(importing: str, imported: str) -> str | None:
    """Return what to do about an import from one place to another, or None if it is fine."""
    if importing == imported or imported in FOR_ALL:
        return None
    if importing in FOR_ALL:
        return f"`{importing}` is for all and imports nothing of ours but {' and '.join(FOR_ALL)}"
    if imported not in _LINE_OF:
        return None if importing == "__init__" else f"name the package `{imported}` in LINES, or import a package there"
    if importing == "__init__":
        return None
    if importing not in _LINE_OF:
        return f"give the package `{importing}` a line in LINES"
    if _LINE_OF[imported] > _LINE_OF[importing]:
        return None
    where = "on the same line" if _LINE_OF[imported] == _LINE_OF[importing] else "above it"
    return f"`{importing}` may not use `{imported}`, which is {where}: move what both need further down"


def directions(modules: Iterable[Module]) -> list[str]:
    """Return the imports that point the wrong way, through a string or not."""
    problems = []
    for module in modules:
        for found in imports(module):
            imported = place_of(found.module)
            if imported is not None and (problem := wrong_direction(module.place, imported)):
                problems.append(f"{module.path}:{found.line}: imports {found.module}: {problem}")
        for line, text in _strings(module.tree):
            imported = place_of(text) if _NAMES_A_MODULE.fullmatch(text) else None
            if imported in _LINE_OF and (problem := wrong_direction(module.place, str(imported))):
                problems.append(f"{module.path}:{line}: names {text} in a string: {problem}")
    return problems


def imports_through_strings(modules: Iterable[Module]) -> list[str]:
    """Return the places that import a module of ours by a name in the source text."""
    problems = []
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call) or _last_name(node.func) not in BY_NAME:
                continue
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            if any(re.match(r"\.|fuzzwright\b", _beginning(argument)) for argument in arguments):
                problems.append(f"{module.path}:{node.lineno}: imports through a string: write an import statement")
    return problems


def _last_name(called: ast.expr) -> str:
    """Return the last name of what is called, if it is called by names."""
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _beginning(argument: ast.expr) -> str:
    """Return the text an expression is seen to begin with, as far as it is written out."""
    match argument:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[first, *_]):
            return _beginning(first)
        case ast.BinOp(left=left):
            return _beginning(left)
        case _:
            return ""


def _strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def in_a_worker(modules: Iterable[Module]) -> list[Module]:
    """Return the modules that a worker loads: those named, and whatever of ours they import."""
    by_path = {module.path: module for module in modules}
    waiting = [path for path in by_path if path.startswith(tuple(f"{name}/" for name in IN_A_WORKER))]
    waiting += [path for path in by_path if path in IN_A_WORKER]
    loaded: dict[str, Module] = {}
    while waiting:
        path = waiting.pop()
        if path in loaded:
            continue
        loaded[path] = by_path[path]
        for found in imports(by_path[path]):
            parts = found.module.split(".")[1:] if place_of(found.module) else []
            # A package runs when a module in it is imported.
            for length in range(1, len(parts) + 1):
                stem = "/".join(parts[:length])
                waiting.extend(other for other in (f"{stem}.py", f"{stem}/__init__.py") if other in by_path)
    return sorted(loaded.values())


def foreign_imports(modules: Iterable[Module]) -> list[str]:
    """Return the imports of third-party packages in what a worker loads."""
    return [
        f"{module.path}:{found.line}: imports {found.module}, which is not in the standard library: "
        "a worker has only that; look the package up in sys.modules, inside a function"
        for module in in_a_worker(modules)
        for found in imports(module)
        if found.happens and (top := found.module.split(".")[0]) != "fuzzwright" and top not in sys.stdlib_module_names
    ]


def effects_of_the_engine(modules: Iterable[Module]) -> list[str]:
    """Return what in the engine could read or change something outside."""
    problems = []
    for module in modules:
        if module.place != "engine":
            continue
        problems += [
            f"{module.path}:{found.line}: imports {found.module}: the engine does no I/O; take data as an argument"
            for found in imports(module)
            if found.module.split(".")[0] in NOT_IN_ENGINE
        ]
        problems += [
            f"{module.path}:{node.lineno}: calls {node.func.id}: the engine does no I/O; take data as an argument"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("open", "print", "input")
        ]
    return problems


def more_than_re_exports(modules: Iterable[Module]) -> list[str]:
    """Return what the package's own `__init__` does besides re-exporting."""
    return [
        f"__init__.py:{node.lineno}: the package only re-exports: move this into a module"
        for module in modules
        if module.path == "__init__.py"
        for node in module.tree.body
        if not (
            isinstance(node, ast.Import | ast.ImportFrom)
            or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
            or (isinstance(node, ast.Assign | ast.AnnAssign) and "__" in ast.unparse(node).split("=")[0])
            or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
            # Re-exports that are loaded when they are first asked for.
            or (isinstance(node, ast.FunctionDef) and node.name == "__getattr__")
        )
    ]


RULES: Final = {
    "imports point one way": directions,
    "nothing is imported through a string": imports_through_strings,
    "a worker needs only the standard library": foreign_imports,
    "the engine does no I/O": effects_of_the_engine,
    "the package itself only re-exports": more_than_re_exports,
}


@pytest.mark.parametrize("rule", RULES)
def test_the_source_keeps_the_rule_that(rule: str) -> None:
    problems = RULES[rule](read_all())
    assert not problems, "\n" + "\n".join(problems)


def test_importing_the_package_loads_no_library_of_command_line_or_reports() -> None:
    program = f"import fuzzwright, sys; print([name for name in {NOT_ON_IMPORT!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", "import these where they are used, inside frontends or reports"


PLANTED: Final = [
    ("imports point one way", "engine/a.py", "from fuzzwright.domains.numbers import Integers"),
    ("imports point one way", "engine/a.py", "def f():\n    import fuzzwright.python.target"),
    ("imports point one way", "domains/a.py", "from fuzzwright.searches import SEARCHES"),
    ("imports point one way", "languages/kotlin/a.py", "from fuzzwright import python"),
    ("imports point one way", "python/a.py", "from ..campaigns import work"),
    ("imports point one way", "python/a.py", "from ..campaigns.work import main"),
    ("imports point one way", "campaigns/a.py", "from fuzzwright.frontends.cli import main"),
    ("imports point one way", "isolation/a.py", "ENTRY = 'fuzzwright.campaigns.work:main'"),
    ("imports point one way", "errors.py", "import fuzzwright.engine.loop"),
    ("imports point one way", "helpers/a.py", "import fuzzwright.engine.loop"),
    ("imports point one way", "python/a.py", "import fuzzwright.helpers"),
    (
        "imports point one way",
        "engine/a.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fuzzwright.store import x",
    ),
    (
        "nothing is imported through a string",
        "engine/a.py",
        "import importlib\nimportlib.import_module('fuzzwright.x')",
    ),
    ("nothing is imported through a string", "engine/a.py", "__import__(f'fuzzwright.{name}')"),
    ("nothing is imported through a string", "python/a.py", "import_module(name='fuzzwright' + '.store')"),
    ("nothing is imported through a string", "python/a.py", "import_module('.store', package)"),
    ("nothing is imported through a string", "python/a.py", "import_module('fuzzwright.%s' % name)"),
    ("a worker needs only the standard library", "python/a.py", "import attrs"),
    ("a worker needs only the standard library", "python/a.py", "if not TYPE_CHECKING:\n    import attrs"),
    ("a worker needs only the standard library", "python/a.py", "if TYPE_CHECKING:\n    pass\nelse:\n    import attrs"),
    ("a worker needs only the standard library", "isolation/a.py", "def f():\n    import psutil"),
    ("a worker needs only the standard library", "campaigns/work.py", "from rich.console import Console"),
    ("the engine does no I/O", "engine/a.py", "import os.path"),
    ("the engine does no I/O", "engine/a.py", "from subprocess import run"),
    ("the engine does no I/O", "engine/a.py", "def f():\n    return open('x')"),
    ("the package itself only re-exports", "__init__.py", "def explore(): ..."),
    ("the package itself only re-exports", "__init__.py", "import sys\nsys.path.append('x')"),
]


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_a_planted_violation_is_caught_with_its_place(rule: str, path: str, text: str) -> None:
    problems = RULES[rule]([Module(path, ast.parse(text))])
    assert len(problems) == 1
    assert re.match(rf"{re.escape(path)}:\d+: .+: .+", problems[0])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("frontends/cli/run.py", "import click\nfrom fuzzwright.campaigns.run import run"),
        ("campaigns/run.py", "import platformdirs\nENTRY = 'fuzzwright.campaigns.work:main'"),
        ("python/a.py", '"""Uses `fuzzwright.campaigns`."""\nfrom fuzzwright.isolation import audit\nimport ast'),
        (
            "isolation/a.py",
            "from fuzzwright.errors import FuzzwrightError\nimport importlib\nimportlib.import_module(name)",
        ),
        ("engine/a.py", "from fuzzwright.engine.domain import Domain\nfrom . import trace"),
        ("python/a.py", "if TYPE_CHECKING:\n    from _typeshed import ReadableBuffer"),
        ("python/a.py", "import_module(f'{package}.{name}')"),
        ("__init__.py", '"""Doc."""\nfrom fuzzwright.python.properties import assume\n__all__ = ["assume"]'),
    ],
)
def test_what_is_allowed_is_not_complained_about(path: str, text: str) -> None:
    assert [problem for rule in RULES.values() for problem in rule([Module(path, ast.parse(text))])] == []


def test_what_a_worker_imports_counts_as_run_in_a_worker() -> None:
    modules = [
        Module("campaigns/work.py", ast.parse("from fuzzwright.campaigns.jobs import Job")),
        Module("campaigns/jobs.py", ast.parse("import yaml")),
        Module("campaigns/plan.py", ast.parse("import click")),
    ]
    assert [problem.split(":")[0] for problem in foreign_imports(modules)] == ["campaigns/jobs.py"]


def test_all_of_the_source_is_looked_at() -> None:
    places = {module.place for module in read_all()}
    assert {"engine", "domains", "searches", "isolation", "python"} <= places
    assert len(in_a_worker(read_all())) > 30


def test_a_worker_has_no_names_that_modules_of_users_often_have() -> None:
    # A module `code.py` would be taken for the one of the standard library that is there already.
    script = "import sys, fuzzwright.campaigns.work, fuzzwright.editor.work; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"code", "cmd", "pdb", "doctest", "unittest"} & set(ast.literal_eval(done.stdout))
