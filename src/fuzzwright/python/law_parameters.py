"""What a law takes: the parameters of one of its functions, and where their hints come from.

Functions of one law may differ in what they are annotated with, in the names of their parameters and in what else
they take: a builtin has no hints, a reference implementation no options. The first function whose hints say
all that is needed gives the parameters; what has a default is left alone, unless all take it or `of` names it.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from types import FunctionType
from typing import Any

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.law_sides import Side
from fuzzwright.python.resolve import resolve

_REST = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
_BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
_NONE = Parameter.empty


@dataclass(frozen=True, slots=True)
class Taken:
    """One parameter of a law, with its hint."""

    parameter: Parameter
    hint: Any


def parameters_of(kind: str, sides: Sequence[Side], of: Mapping[str, Any], first: Any = None) -> list[Taken]:
    """Return what a law takes, by the hints of the first side that says it all; raise FuzzwrightError if none does.

    Options that all sides have are taken too. `first` is the hint of the first parameter if it has none itself.
    """
    problems: list[FuzzwrightError] = []
    # One without a signature would take anything; it is asked only if there is no other.
    for side in [side for side in sides if _parameters(side.function) is not None] or sides:
        try:
            return _taken(kind, side, [other for other in sides if other is not side], of, first)
        except FuzzwrightError as error:
            problems.append(error)
    raise problems[0]


def returned_hint(side: Side) -> Any:
    """Return what a function is annotated to return; `Parameter.empty` if it does not say."""
    return _hints(side.function).get("return", _NONE)


def takes_by_name(side: Side, name: str) -> bool:
    """Return whether a function can be given an argument by this name."""
    for parameter in _parameters(side.function) or ():
        if (parameter.name == name and parameter.kind in _BY_NAME) or parameter.kind is Parameter.VAR_KEYWORD:
            return True
    return False


def _taken(kind: str, side: Side, sharing: Sequence[Side], of: Mapping[str, Any], first: Any) -> list[Taken]:
    parameters = _parameters(side.function)
    if parameters is None:
        if not of:
            raise FuzzwrightError(f"nothing says what `{side.name}` takes", None, _fix(kind, "x"))
        return [Taken(Parameter(name, Parameter.POSITIONAL_ONLY), hint) for name, hint in of.items()]
    hints = {**_hints(side.function), **of}
    _check(side, parameters, of, kind)
    # Alone, a function is tested by its first parameter, even if that has a default.
    single, usable = not sharing, first is not None and first is not _NONE
    found: list[Taken] = []
    for place, parameter in enumerate(parameters):
        hint = hints.get(parameter.name, _NONE)
        if place == 0 and hint is _NONE and usable:
            hint = first
        required = parameter.default is _NONE and parameter.kind not in _REST
        if required and hint is _NONE:
            what = f"parameter `{parameter.name}` of `{side.name}` has no type hint"
            raise FuzzwrightError(what, None, f"annotate it, or {_fix(kind, parameter.name)}")
        if place == 0 and single and hint is not _NONE and parameter.kind not in _REST:
            found.append(Taken(parameter.replace(default=_NONE), hint))
        elif required or parameter.name in of:
            found.append(Taken(parameter, hint))
        elif parameter.kind in _REST:
            if sharing and hint is not _NONE and all(_takes_rest(other, parameter) for other in sharing):
                found.append(Taken(parameter, hint))
        elif sharing and parameter.kind in _BY_NAME and all(takes_by_name(other, parameter.name) for other in sharing):
            hint = _default_hint(parameter) if hint is _NONE else hint
            if hint is not _NONE:
                found.append(Taken(parameter.replace(kind=Parameter.KEYWORD_ONLY), hint))
    known = {parameter.name for parameter in parameters}
    by_place = any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in parameters)
    kind_of_rest = Parameter.POSITIONAL_ONLY if by_place else Parameter.KEYWORD_ONLY
    found += [Taken(Parameter(name, kind_of_rest), hint) for name, hint in of.items() if name not in known]
    if not found:
        what = f"`{side.name}` has no parameter to generate"
        raise FuzzwrightError(what, None, f"give it one with a type hint, or {_fix(kind, 'x')}")
    # In the order that a signature needs: those by position, then the rest, then those by name.
    return sorted((_plain(taken) for taken in found), key=lambda taken: _ORDER[taken.parameter.kind])


_ORDER = {
    Parameter.POSITIONAL_ONLY: 0,
    Parameter.POSITIONAL_OR_KEYWORD: 1,
    Parameter.VAR_POSITIONAL: 2,
    Parameter.KEYWORD_ONLY: 3,
    Parameter.VAR_KEYWORD: 4,
}


def _plain(taken: Taken) -> Taken:
    return Taken(taken.parameter.replace(annotation=_NONE), taken.hint)


def _fix(kind: str, name: str) -> str:
    return f'say what it is given in the call that makes the law: `{kind}(…, of={{"{name}": int}})`'


def _check(side: Side, parameters: Sequence[Parameter], of: Mapping[str, Any], kind: str) -> None:
    known = [parameter.name for parameter in parameters]
    if any(parameter.kind in _REST for parameter in parameters):
        return
    for name in of:
        if name not in known:
            takes = ", ".join(f"`{each}`" for each in known) or "nothing"
            raise FuzzwrightError(
                f"`{side.name}` has no parameter `{name}`", None, f"it takes {takes}: name that in `of`"
            )


def _parameters(function: Callable[..., Any]) -> list[Parameter] | None:
    """Return the parameters of a function; None if it has no signature, as some builtins have not."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None


def _takes_rest(side: Side, wanted: Parameter) -> bool:
    return any(parameter.kind is wanted.kind for parameter in _parameters(side.function) or ())


def _default_hint(parameter: Parameter) -> Any:
    default = parameter.default
    return _NONE if default is None or callable(default) else type(default)


def _hints(function: Any) -> dict[str, Any]:
    """Return the hints of whatever can be called: a class by its constructor, an object by its `__call__`."""
    if isinstance(function, type):
        construct = inspect.getattr_static(function, "__init__", None)
        made = resolve(construct, function) if isinstance(construct, FunctionType) else {}
        return {**made, "return": function}
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function) and not hasattr(function, "__wrapped__"):
        function = function.__call__
    owner = _owner(function)
    found = resolve(function, owner)
    if owner is not None:
        # A method as the class has it takes an instance first, and says so by where it stands.
        first = next(iter(inspect.signature(function).parameters), None)
        if first is not None:
            found.setdefault(first, owner)
    return found


def _owner(function: Any) -> type | None:
    """Return the class that a function is a method of, if it takes an instance first."""
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType):
        return None
    found: Any = sys.modules.get(plain.__module__)
    *outer, name = plain.__qualname__.split(".")
    for each in outer:
        found = getattr(found, each, None)
    if not outer or not isinstance(found, type) or inspect.ismethod(function):
        return None
    return found if inspect.getattr_static(found, name, None) is function else None
