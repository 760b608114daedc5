"""What a harness written by hand would know of a wall: the parameters of its function, and how objects get their state.

Run by the interpreters of peers, which have nothing of this project installed: standard library only.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import json
import os
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NoReturn


@dataclass(frozen=True)
class Call:
    """Something to call with arguments by name; each has a type hint."""

    function: Callable[..., Any]
    hints: dict[str, Any]
    name: str = ""


@dataclass(frozen=True)
class Task:
    """What a peer's script was started for."""

    folder: str
    module: str
    function: str
    seed: int
    seconds: float


def task_from(arguments: list[str]) -> Task:
    """Return the task that a command line names, with its folder importable."""
    folder, module, function, seed, seconds = arguments
    sys.path.insert(0, folder)
    return Task(folder, module, function, int(seed), float(seconds))


def say_reached(executions: int | None = None) -> NoReturn:
    """Tell that the wall was reached, and end at once."""
    os.write(1, ("\n" + json.dumps({"reached": True, "executions": executions}) + "\n").encode())
    os._exit(0)


def wall_of(module: ModuleType, function: str) -> Call:
    """Return the wall's function; a method takes its object as the argument `self`."""
    owner, _, name = function.rpartition(".")
    if not owner:
        return call_of(getattr(module, name))
    cls = getattr(module, owner)
    method = call_of(getattr(cls, name))
    return Call(lambda self, **others: getattr(self, name)(**others), {"self": cls, **method.hints})


def call_of(function: Callable[..., Any], name: str = "") -> Call:
    """Return a function with the hints of its parameters; those without one are left to their defaults."""
    hints = typing.get_type_hints(function, include_extras=True)
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(function).parameters.values()
    return Call(
        function,
        {each.name: hints[each.name] for each in parameters if each.kind in plain and each.name in hints},
        name,
    )


def constructor_of(cls: type[Any]) -> Call:
    """Return how an object of a class is made."""
    return Call(cls, call_of(cls.__init__).hints)


def stateful_classes(module: ModuleType) -> dict[type[Any], list[Call]]:
    """Return the classes of a module whose objects get their state from methods, with these methods."""
    found: dict[type[Any], list[Call]] = {}
    for cls in vars(module).values():
        if not isinstance(cls, type) or cls.__module__ != module.__name__:
            continue
        if issubclass(cls, enum.Enum | BaseException | tuple | dict) or getattr(cls, "_is_protocol", False):
            continue
        methods = [
            call_of(method, name)
            for name, method in inspect.getmembers(cls, inspect.isfunction)
            if not name.startswith("_") and list(inspect.signature(method).parameters)[:1] == ["self"]
        ]
        frozen = dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
        if methods and not frozen:
            found[cls] = methods
    return found


def open_module(task: Task) -> ModuleType:
    """Import the module of a task."""
    return importlib.import_module(task.module)
