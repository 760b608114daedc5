"""The functions that a law is made of, as its sides: how each is called, how a call ended, and how that is told.

Whatever a side makes, coroutine or generator, is driven to a result here, so that an `async` function and a plain one
can be compared. Each call gets its own copy of what it could change.
"""

from __future__ import annotations

import copy
import functools
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from fuzzwright.python.discover import behaviour, innermost
from fuzzwright.python.drive import driver
from fuzzwright.python.places import safe_text

MOST_ITEMS = 1000
"""Of what an iterator yields, so many are looked at."""
MOST_TEXT = 200
_ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented)))
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


class Uncopyable(Exception):
    """An argument cannot be copied, so that two functions would share it."""


@dataclass(frozen=True, slots=True)
class Side:
    """One function of a law."""

    function: Callable[..., Any]
    name: str
    """How it is called in messages."""
    drive: Callable[[object], object] | None

    def call(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Call it and return its result, driven to a value; an iterator as the list of what it yields."""
        __tracebackhide__ = True
        result = self.function(*arguments, **named)
        if self.drive is not None:
            result = self.drive(result)
        if hasattr(type(result), "__next__") and not isinstance(result, io.IOBase):
            return list(islice(result, MOST_ITEMS))
        return result

    def written(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
        """Return a call of it as text."""
        parts = [*map(shown, arguments), *(f"{name}={shown(value)}" for name, value in named.items())]
        return f"{self.name}({capped(', '.join(parts))})"


def sides_of(functions: Sequence[Callable[..., Any]]) -> list[Side]:
    """Return functions as sides; those of one name are told apart by their modules."""
    for function in functions:
        if not callable(function):
            raise TypeError(f"a law is made of functions, not of {shown(function)}")
    names = [_name(function) for function in functions]
    if len(set(names)) < len(names):
        both = zip(functions, names, strict=True)
        names = [f"{getattr(innermost(each), '__module__', '?')}.{name}" for each, name in both]
    return [
        Side(function, name, driver(behaviour(function, innermost(function))))
        for function, name in zip(functions, names, strict=True)
    ]


def _name(function: Any) -> str:
    if isinstance(function, functools.partial):
        return f"partial({_name(function.func)})"
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    return name.rpartition("<locals>.")[2].replace("<lambda>", "lambda") if isinstance(name, str) else shown(function)


def copied(arguments: tuple[Any, ...], named: dict[str, Any]) -> Arguments:
    """Return arguments that share nothing with these; raise Uncopyable if there are none."""
    try:
        return tuple([_copy(argument) for argument in arguments]), {key: _copy(named[key]) for key in named}
    except (_NotPlain, RecursionError):
        pass
    try:
        both: Arguments = copy.deepcopy((arguments, named))
    except Exception as error:
        raise Uncopyable(safe_text(error)) from error
    return both


class _NotPlain(Exception):
    """A value is of a class that only `copy` knows to copy."""


def _copy(value: Any) -> Any:
    """Return a copy of plain data: ten times as quick as `deepcopy`, which has to look for what is shared."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return value[:] if _ATOMS.issuperset(map(type, value)) else [_copy(item) for item in value]
    if kind is tuple:
        return tuple([_copy(item) for item in value])
    if kind is dict:
        return {_copy(key): _copy(item) for key, item in value.items()}
    if kind is set and _ATOMS.issuperset(map(type, value)):
        return value.copy()
    raise _NotPlain


def shown(value: object) -> str:
    """Return a value as text, not too long, whatever its class does when asked for it."""
    kind = type(value)
    try:
        if kind.__repr__ is object.__repr__ and (held := vars(value)):
            # Its class does not say how to show it, so it is shown by what it holds.
            return capped(f"<{kind.__qualname__} {_fields(held)}>")
        text = repr(value)
    except BaseException as error:
        return f"<{kind.__name__} whose repr raises {type(error).__name__}>"
    return capped(_ADDRESS.sub("", text))


def _fields(held: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={_ADDRESS.sub('', repr(value))}" for name, value in held.items())


def capped(text: str) -> str:
    """Return a text, cut where it gets too long."""
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"


def returned(value: object, other: object = None) -> str:
    """Return in words what a call returned; with its type, where the other value looks the same."""
    text, kind = shown(value), type(value)
    alike = kind is not type(other) and shown(other) == text
    return f"returned {text} ({kind.__qualname__})" if alike else f"returned {text}"


def raised(error: BaseException) -> str:
    """Return in words what a call raised."""
    says = safe_text(error).partition("\n")[0]
    return f"raised {type(error).__qualname__}: {capped(says)}" if says else f"raised {type(error).__qualname__}"


def is_from_python(error: BaseException) -> bool:
    """Return whether an exception came out of Python code of a side, and not of a builtin that was called here."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is not Side.call.__code__
