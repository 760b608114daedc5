"""The special forms of `typing`: Literal, Annotated, NewType, aliases, and those that only wrap a type."""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args

from fuzzwright.domains.choices import Choices, booleans
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python.constraints import annotated
from fuzzwright.python.generics import substitute
from fuzzwright.python.refusals import CannotGenerate, show

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", Any], Domain[Any]]


def find(hint: Any, origin: Any) -> Build | None:
    """Return what builds the domain of a special form, or None if it is none."""
    form = hint if origin is None else origin
    if type(form).__name__ == "TypeAliasType":
        return _alias
    if form is typing.Annotated or hasattr(hint, "__metadata__"):
        return annotated
    if type(hint).__name__ == "NewType":
        return lambda hints, hint: hints.build(hint.__supertype__)
    if type(hint).__name__ == "InitVar":
        return lambda hints, hint: hints.build(hint.type)
    # By name: typing_extensions has its own objects for some of them.
    name = getattr(form, "_name", None) or getattr(form, "__name__", None)
    if getattr(form, "__module__", "") in ("typing", "typing_extensions") and isinstance(name, str):
        return _FORMS.get(name)
    return None


def _alias(hints: Hints, hint: Any) -> Domain[Any]:
    alias = typing.get_origin(hint) or hint
    binding = dict(zip(alias.__type_params__, get_args(hint), strict=False))
    return hints.build(substitute(alias.__value__, binding))


def _inner(hints: Hints, hint: Any) -> Domain[Any]:
    arguments = get_args(hint)
    return hints.build(arguments[0] if arguments else Any)


def _literal(hints: Hints, hint: Any) -> Domain[Any]:
    return Choices(_flat(hint), write_literal)


def _flat(hint: Any) -> list[Any]:
    options: list[Any] = []
    for option in get_args(hint):
        options += _flat(option) if typing.get_origin(option) is typing.Literal else [option]
    return options


def write_literal(value: Any, names: Names) -> str:
    """Return an option of a Literal as it is written."""
    return names.refer(value) if isinstance(value, enum.Enum) else repr(value)


def _never(hints: Hints, hint: Any) -> Domain[Any]:
    raise CannotGenerate(f"{show(hint)} has no values", hint=hint, fix="call it from a test of your own")


def _own(hints: Hints, hint: Any) -> Domain[Any]:
    raise CannotGenerate("Self outside of a class", hint=hint)


_FORMS: dict[str, Build] = {
    "Literal": _literal,
    "Final": _inner,
    "ClassVar": _inner,
    "Required": _inner,
    "NotRequired": _inner,
    "ReadOnly": _inner,
    "Concatenate": _never,
    "Unpack": _inner,
    "TypeGuard": lambda hints, hint: booleans(),
    "TypeIs": lambda hints, hint: booleans(),
    "LiteralString": lambda hints, hint: Strings(),
    "AnyStr": lambda hints, hint: Strings(),
    "Never": _never,
    "NoReturn": _never,
    "Self": _own,
}
