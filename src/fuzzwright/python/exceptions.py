"""Exceptions as values: with a message, or with the arguments that some of the built-in ones need."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.choices import Choices
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.sequences import LIST, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

_COMMON = (ValueError, KeyError, TypeError, RuntimeError)


def is_builtin_exception(cls: type) -> bool:
    """Return whether this is one of the exceptions of the language."""
    return issubclass(cls, BaseException) and getattr(builtins, cls.__name__, None) is cls


def exceptions(hints: Hints, cls: type) -> Domain[Any]:
    """Return the domain of instances of a built-in exception."""
    if cls in (Exception, BaseException):
        return Unions([_with_message(cls), *[_with_message(below) for below in _COMMON]])
    return _SPECIAL[cls]() if cls in _SPECIAL else _with_message(cls)


def with_any_arguments(cls: type) -> Domain[Any]:
    """Return the domain of instances of an exception class that takes whatever it is given."""
    return _with_message(cls)


def _with_message(cls: Callable[..., Any]) -> Domain[Any]:
    return Calls(cls, [Strings()])


def _system_error(cls: type) -> Callable[[], Domain[Any]]:
    return lambda: Calls(cls, [Choices((2, 13, 17, 22, 32, 104, 110)), Strings()])


def _group(cls: Any) -> Callable[[], Domain[Any]]:
    inner = [Calls(ValueError, [Strings()]), Calls(KeyError, [Strings()])]
    return lambda: Calls(cls, [Strings(), Sequences(Unions(inner), LIST, 1, 4)])


_SPECIAL: dict[Any, Callable[[], Domain[Any]]] = {
    UnicodeDecodeError: lambda: Calls(
        UnicodeDecodeError, [Choices(("utf-8", "ascii")), Bytes(1), Choices((0,)), Choices((1,)), Strings()]
    ),
    UnicodeEncodeError: lambda: Calls(
        UnicodeEncodeError, [Choices(("utf-8", "ascii")), Strings(1), Choices((0,)), Choices((1,)), Strings()]
    ),
    UnicodeTranslateError: lambda: Calls(UnicodeTranslateError, [Strings(1), Choices((0,)), Choices((1,)), Strings()]),
    OSError: _system_error(OSError),
    FileNotFoundError: _system_error(FileNotFoundError),
    PermissionError: _system_error(PermissionError),
    SystemExit: lambda: Calls(SystemExit, [Integers(0, 255)]),
    ExceptionGroup: _group(ExceptionGroup),
    BaseExceptionGroup: _group(BaseExceptionGroup),
}
