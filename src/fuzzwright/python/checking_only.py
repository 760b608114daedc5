"""Names that only type checkers see: what a module imports or defines under `if TYPE_CHECKING`.

The source of the module is read for them, and each is imported or made when an annotation first needs it.
"""

from __future__ import annotations
import __future__

import ast
import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NewType, ParamSpec, TypeVar, TypeVarTuple

from fuzzwright.python.imports import imported
from fuzzwright.python.texts import read_source
from fuzzwright.python.typeshed import TYPESHED

if TYPE_CHECKING:
    from fuzzwright.python.resolve import Scope

ABSENT = object()
"""What is given for a name that is not there: None may be one's meaning."""


def checking_only(module: ModuleType, name: str, scope: Scope) -> Any:
    """Return what `name` means to a type checker reading `module`."""
    give = _checking_names(module).get(name)
    if give is None:
        return ABSENT
    return give(scope)


def elsewhere(module: ModuleType, name: str) -> Any:
    """Return the one class of that name in the package.

    An alias such as `Union[str, "Style"]` forgets the module it was written in when it is imported elsewhere.
    """
    package = module.__name__.partition(".")[0]
    found: set[Any] = set()
    for path, other in list(sys.modules.items()):
        if path.partition(".")[0] == package and isinstance(other, ModuleType):
            thing = vars(other).get(name)
            if isinstance(thing, type) and thing.__module__ == path:
                found.add(thing)
    return found.pop() if len(found) == 1 else ABSENT


@functools.lru_cache(maxsize=256)
def _checking_names(module: ModuleType) -> dict[str, Callable[[Scope], Any]]:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return {}
    try:
        tree = ast.parse(read_source(file))
    except (OSError, SyntaxError, ValueError):
        return {}
    found: dict[str, Callable[[Scope], Any]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _is_checking(node.test):
            for statement in node.body:
                _note(statement, module, found)
    return found


def _is_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name in ("TYPE_CHECKING", "MYPY")


def _note(statement: ast.stmt, module: ModuleType, found: dict[str, Callable[[Scope], Any]]) -> None:
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            whole, name = alias.name, alias.asname or alias.name.partition(".")[0]
            found[name] = functools.partial(_import, whole, bool(alias.asname))
    elif isinstance(statement, ast.ImportFrom):
        package = "." * statement.level + (statement.module or "")
        for alias in statement.names:
            found[alias.asname or alias.name] = functools.partial(_import_from, package, alias.name, module)
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        if isinstance(target, ast.Name) and statement.value is not None:
            found[target.id] = functools.partial(_assigned, ast.unparse(statement.value), [])
    elif isinstance(statement, ast.ClassDef):
        found[statement.name] = functools.partial(_defined, statement, module, [])
    elif isinstance(statement, ast.Try | ast.If):
        for inner in statement.body:
            _note(inner, module, found)


def _import(name: str, whole: bool, scope: Scope) -> Any:
    module = imported(name)
    return module if whole else sys.modules[name.partition(".")[0]]


def _import_from(package: str, name: str, module: ModuleType, scope: Scope) -> Any:
    if package == "_typeshed" and name in TYPESHED:
        return TYPESHED[name]
    source = imported(package, module.__package__)
    if hasattr(source, name):
        return getattr(source, name)
    found = checking_only(source, name, scope.of_module(source))
    if found is not ABSENT:
        return found
    return imported(f"{source.__name__}.{name}")


def _defined(statement: ast.ClassDef, module: ModuleType, made: list[Any], scope: Scope) -> Any:
    """Return a class that only type checkers see: mostly a protocol; made once."""
    if not made:
        names = {node.id for base in statement.bases for node in ast.walk(base) if isinstance(node, ast.Name)}
        namespace = {**vars(module), **{name: scope[name] for name in names}}
        tree = ast.Module([statement], [])
        # Annotations stay text, as their names are not there either.
        code = compile(tree, module.__name__, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
        exec(code, namespace)
        made.append(namespace[statement.name])
    return made[0]


def _assigned(text: str, made: list[Any], scope: Scope) -> Any:
    """Return what a name means that only type checkers see; type variables are made once, as each is another one."""
    value = made[0] if made else scope.evaluate(text)
    if not made and isinstance(value, TypeVar | ParamSpec | TypeVarTuple | NewType):
        made.append(value)
    return value
