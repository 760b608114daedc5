"""Type variables: which ones a hint has, what stands for them, and a hint with others in their place."""

from __future__ import annotations

import itertools
import sys
import typing
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

Binding = Mapping[Any, Any]
"""What stands for each type variable."""

MOST_BINDINGS = 6
"""For how many combinations of free type variables one signature is generated."""


def parameters(hint: Any) -> tuple[Any, ...]:
    """Return the type variables that are free in `hint`."""
    if is_variable(hint):
        return (hint,)
    if isinstance(hint, type) and not get_args(hint):
        return ()
    found = getattr(hint, "__parameters__", ())
    return found if isinstance(found, tuple) else ()


def is_variable(hint: Any) -> bool:
    """Return whether `hint` is a type variable of any kind."""
    # By name, since typing_extensions has its own.
    return type(hint).__name__ in ("TypeVar", "ParamSpec", "TypeVarTuple")


def substitute(hint: Any, binding: Binding) -> Any:
    """Return `hint` with what `binding` says in place of its type variables; others stay."""
    if not binding:
        return hint
    if is_variable(hint):
        return binding.get(hint, hint)
    if hint is typing.Self:
        return binding.get(typing.Self, hint)
    if isinstance(hint, list):
        return [substitute(item, binding) for item in hint]
    if typing.Self in binding and _mentions_self(hint):
        hint = _with_self(hint, binding[typing.Self])
    free = parameters(hint)
    if not free or not any(variable in binding for variable in free):
        return hint
    arguments: list[Any] = []
    for variable in free:
        given = binding.get(variable, variable)
        if type(variable).__name__ == "TypeVarTuple" and isinstance(given, tuple):
            arguments.extend(given)
        else:
            arguments.append(given)
    try:
        return hint[tuple(arguments)]
    except TypeError:
        return hint


def _mentions_self(hint: Any) -> bool:
    return hint is typing.Self or any(_mentions_self(argument) for argument in get_args(hint))


def _with_self(hint: Any, owner: Any) -> Any:
    return rebuild(hint, lambda argument: owner if argument is typing.Self else _with_self(argument, owner))


def rebuild(hint: Any, change: typing.Callable[[Any], Any]) -> Any:
    """Return `hint` with each of its arguments changed."""
    origin, arguments = get_origin(hint), get_args(hint)
    if not arguments or origin is typing.Literal:
        return hint
    if origin is typing.Annotated:
        inner = change(arguments[0])
        return hint if inner is arguments[0] else typing.Annotated[(inner, *hint.__metadata__)]
    changed = tuple(
        [change(item) for item in argument] if isinstance(argument, list) else change(argument)
        for argument in arguments
    )
    if all(new is old for new, old in zip(changed, arguments, strict=True)):
        return hint
    if origin is Union or origin is UnionType:
        return Union[changed]  # noqa: UP007 - a hint made while running
    if origin is not None and hasattr(hint, "copy_with"):
        if _is_callable(origin) and isinstance(changed[0], list):
            return typing.Callable[changed[0], changed[1]]
        return hint.copy_with(changed)
    return origin[changed] if origin is not None else hint


def _is_callable(origin: Any) -> bool:
    return getattr(origin, "__name__", "") == "Callable"


def bindings_of(cls: type, arguments: Sequence[Any] = ()) -> dict[Any, Any]:
    """Return what stands for the type variables of `cls` and of all its bases."""
    binding: dict[Any, Any] = {}
    own = getattr(cls, "__parameters__", ())
    if own and arguments:
        binding.update(_matched(own, arguments))
    for base in getattr(cls, "__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type) and origin not in (typing.Generic, typing.Protocol):
            passed = [substitute(argument, binding) for argument in get_args(base)]
            for variable, given in bindings_of(origin, passed).items():
                binding.setdefault(variable, given)
    for base in cls.__bases__:
        if base is not object:
            for variable, given in bindings_of(base).items():
                binding.setdefault(variable, given)
    return {variable: given for variable, given in binding.items() if given is not variable}


def _matched(variables: Sequence[Any], arguments: Sequence[Any]) -> dict[Any, Any]:
    binding: dict[Any, Any] = {}
    rest = list(arguments)
    for place, variable in enumerate(variables):
        if type(variable).__name__ == "TypeVarTuple":
            count = max(0, len(rest) - (len(variables) - place - 1))
            binding[variable], rest = tuple(rest[:count]), rest[count:]
        elif rest:
            binding[variable] = rest.pop(0)
    return binding


def stand_ins(variable: Any) -> list[Any]:
    """Return the hints to use for a free type variable: its default, constraints, bound, else int and str."""
    kind = type(variable).__name__
    default = getattr(variable, "__default__", None)
    if default is not None and type(default).__name__ not in ("NoDefaultType", "_NoDefaultType", "NoDefault"):
        return [default]
    if kind == "ParamSpec":
        return [...]
    if kind == "TypeVarTuple":
        return [(int, str)]
    constraints = getattr(variable, "__constraints__", ())
    if constraints:
        return [_named(hint, variable) for hint in constraints]
    bound = getattr(variable, "__bound__", None)
    return [_named(bound, variable)] if bound is not None else [int, str]


def _named(hint: Any, variable: Any) -> Any:
    """A bound given as text, looked up where the variable was made."""
    if not isinstance(hint, typing.ForwardRef):
        return hint
    try:
        return eval(hint.__forward_arg__, vars(sys.modules[variable.__module__]))
    except Exception:
        return Any


def all_bindings(variables: Sequence[Any]) -> list[dict[Any, Any]]:
    """Return the combinations of stand-ins for these variables, a few at most, the simplest first."""
    if not variables:
        return [{}]
    choices = [stand_ins(variable) for variable in variables]
    combined = itertools.islice(itertools.product(*choices), 64)
    bindings = [dict(zip(variables, given, strict=True)) for given in combined]
    if len(bindings) <= MOST_BINDINGS:
        return bindings
    # The first, where all are alike, and a spread of mixed ones.
    step = len(bindings) // MOST_BINDINGS
    return bindings[::step][:MOST_BINDINGS]
