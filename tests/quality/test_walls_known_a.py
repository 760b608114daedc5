"""The walls keep their promises: one marked line each, which the known input reaches and plain inputs do not."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from functools import cache
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from tests.quality.walls import calendars, decoding, formats, parsers, texts
from tests.quality.walls_known_a import KNOWN

MODULES = (texts, formats, parsers, decoding, calendars)
MARK = "  # wall"

# Two inputs of each type that nobody had to think about.
PLAIN: dict[Any, tuple[Any, Any]] = {
    int: (0, 1),
    bool: (False, True),
    str: ("", "abc"),
    bytes: (b"", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"),
    date: (date(2000, 1, 1), date(2024, 6, 15)),
    datetime: (datetime(2000, 1, 1), datetime(2024, 6, 15, 12, 30)),
    time: (time(0), time(12, 30)),
    timedelta: (timedelta(0), timedelta(hours=1)),
}


class Reached(BaseException):
    """Says which marked line was reached; no handler of a wall may swallow it."""


@dataclass(frozen=True)
class Wall:
    """A public function or method, and the numbers of its marked lines."""

    module: ModuleType
    name: str
    marked: tuple[int, ...]


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                    yield f"{node.name}.{method.name}", method


def _walls() -> Iterator[Wall]:
    for module in MODULES:
        source = inspect.getsource(module)
        lines = source.splitlines()
        for name, node in _functions(ast.parse(source)):
            inside = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            yield Wall(module, name, tuple(number for number in inside if lines[number - 1].endswith(MARK)))


WALLS = tuple(_walls())
each_wall = pytest.mark.parametrize("wall", WALLS, ids=lambda wall: wall.name)


@cache
def _raising(module: ModuleType) -> dict[str, Any]:
    """Return the names of a module in which every marked line raises its own number instead."""
    lines = inspect.getsource(module).splitlines()
    for place, line in enumerate(lines):
        if line.endswith(MARK):
            indent = line[: len(line) - len(line.lstrip())]
            lines[place] = f"{indent}raise Reached({place + 1})"
    names: dict[str, Any] = {"__name__": module.__name__, "Reached": Reached}
    exec(compile("\n".join(lines), f"<{module.__name__}>", "exec"), names)
    return names


def _plain(hint: Any, which: int, names: dict[str, Any]) -> Any:
    if hint in PLAIN:
        return PLAIN[hint][which]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (list, set):
        return origin(_plain(arguments[0], which, names) for _ in range(which))
    if origin is dict:
        key, value = (_plain(argument, which, names) for argument in arguments)
        return {key: value} if which else {}
    if issubclass(hint, Enum):
        return list(hint)[which]
    return hint(**_plain_arguments(hint.__init__, which, names))


def _plain_arguments(function: Any, which: int, names: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(function, names)
    return {name: _plain(hint, which, names) for name, hint in hints.items() if name != "return"}


def test_there_is_a_known_input_for_every_wall_and_for_nothing_else() -> None:
    assert sorted(wall.name for wall in WALLS) == sorted(KNOWN)


@each_wall
def test_a_wall_has_exactly_one_marked_line(wall: Wall) -> None:
    assert len(wall.marked) == 1


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_mark_is_a_whole_statement_of_a_wall_and_outside_of_any_try(module: ModuleType) -> None:
    source = inspect.getsource(module)
    numbers = {number for number, line in enumerate(source.splitlines(), 1) if line.rstrip().endswith(MARK.strip())}
    assert numbers == {number for wall in WALLS if wall.module is module for number in wall.marked}
    tree = ast.parse(source)
    simple = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Return | ast.Assign | ast.AugAssign | ast.Expr) and node.lineno == node.end_lineno
    }
    guarded = {
        number
        for node in ast.walk(tree)
        if isinstance(node, ast.Try)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    assert numbers <= simple - guarded


@each_wall
def test_the_known_input_reaches_the_marked_line(wall: Wall) -> None:
    with pytest.raises(Reached) as reached:
        eval(KNOWN[wall.name], _raising(wall.module))
    assert reached.value.args == wall.marked


@pytest.mark.parametrize("which", [0, 1], ids=["empty", "small"])
@each_wall
def test_a_plain_input_returns_without_reaching_the_marked_line(wall: Wall, which: int) -> None:
    names = _raising(wall.module)
    owner, _, name = wall.name.rpartition(".")
    function = getattr(_plain(names[owner], which, names), name) if owner else names[name]
    assert function(**_plain_arguments(function, which, names)) is not None
