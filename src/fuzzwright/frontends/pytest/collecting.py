"""Which functions of a test module are properties, and which of their parameters are fixtures.

Pytest learns of the fixtures only; whatever else a property takes is generated when it runs.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from types import MethodType
from typing import Any

import pytest

from fuzzwright.python.properties import is_property, made_at


def collect(collector: pytest.Module | pytest.Class, name: str, thing: object) -> list[pytest.Item | pytest.Collector]:
    """Return the tests that a name in a module or class stands for, if these are ours to make."""
    if inspect.isclass(thing):
        ours = any(_is_property(member) for member in vars(thing).values())
        # What pytest takes for a class of tests by its name it collects itself; one that others are derived from is
        # there for these.
        if ours and not collector.istestclass(thing, name) and not type.__subclasses__(thing):
            return [pytest.Class.from_parent(collector, name=name)]
        return []
    if not _is_property(thing) or not (_is_of(collector, thing) or collector.funcnamefilter(name)):
        return []
    return list(collector._genfunctions(name, _for_fixtures(collector, thing)))


def function_of(item: pytest.Function) -> Any:
    """Return the property a test is of, bound to its instance; whatever other plugins made of it."""
    instance = item.instance
    return getattr(item.module if instance is None else instance, item.originalname)


def fixtures_of(item: pytest.Function) -> Mapping[str, Any]:
    """Return the fixtures and parameters that pytest has for a property."""
    return {name: item.funcargs[name] for name in item._fixtureinfo.argnames}


def is_of_property(item: pytest.Function) -> bool:
    """Return whether a test is that of a property."""
    return _is_property(item.obj)


def _is_property(thing: object) -> bool:
    inner = thing.__func__ if isinstance(thing, staticmethod | classmethod | MethodType) else thing
    return is_property(thing) or is_property(inner)


def _is_of(collector: pytest.Module | pytest.Class, thing: Any) -> bool:
    """Return whether a property was written here: one that a module only imports is a test of the module it is from."""
    if isinstance(collector, pytest.Class):
        return True
    return bool(getattr(thing, "__module__", None) == collector.obj.__name__)


def _for_fixtures(collector: pytest.Module | pytest.Class, thing: Any) -> Any:
    """Return a stand-in for a property that seems to take nothing but fixtures."""
    function = getattr(thing, "__func__", thing)
    first = isinstance(collector, pytest.Class) and not isinstance(thing, staticmethod)
    # What a law takes is known only later, but never a fixture.
    parameters = [] if made_at(function) else list(inspect.signature(function).parameters.values())
    given = _parametrised(collector, function)
    taken = parameters[:1] if first else []
    taken += [each for each in parameters[len(taken) :] if each.name in given or _is_fixture(collector, each)]

    @functools.wraps(function)
    def stand_in() -> None:
        raise AssertionError("only its signature is of use")

    stand_in.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    return stand_in


def _is_fixture(collector: pytest.Module | pytest.Class, parameter: inspect.Parameter) -> bool:
    # As for any test: what has a default is no fixture.
    if parameter.default is not inspect.Parameter.empty:
        return False
    known = collector.session._fixturemanager.getfixturedefs(parameter.name, collector)
    return parameter.name == "request" or bool(known)


def _parametrised(collector: pytest.Module | pytest.Class, function: Any) -> set[str]:
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    names: set[str] = set()
    for mark in (*marks, *collector.iter_markers("parametrize")):
        given = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
        names.update(each.strip() for each in (given.split(",") if isinstance(given, str) else given))
    return names
