"""From a function to the domain of its arguments: signature, hints, defaults, receiver, type variables."""

from __future__ import annotations

import functools
import inspect
import keyword
import typing
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.sequences import TUPLE, Sequences
from fuzzwright.engine.domain import Domain
from fuzzwright.python.arguments import Arguments, Slot
from fuzzwright.python.discover import made_into_property
from fuzzwright.python.generics import all_bindings, parameters, substitute
from fuzzwright.python.refusals import CannotGenerate, Where
from fuzzwright.python.resolve import Unresolved

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

_KEYWORDS = ("a", "b", "key", "name", "value", "x", "data", "id", "type", "items", "class_", "ключ")


def arguments_of(
    hints: Hints,
    function: Callable[..., Any],
    *,
    receiver: Any = None,
    known: Mapping[str, Any] | None = None,
    owner: type | None = None,
    binding: Mapping[Any, Any] | None = None,
    skip_first: bool = False,
    by_keyword: bool = False,
    name: str | None = None,
    instead: Mapping[str, Any] | None = None,
) -> Arguments:
    """Return the domain of the arguments of `function`.

    `receiver` is the hint of the first parameter of a method; `known` has hints that are better than the
    annotations; `skip_first` leaves out a first parameter that is bound already; `instead` has hints to try in place
    of some of them.
    """
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError) as error:
        raise CannotGenerate(f"it has no signature ({error})", Where.of(function, name=name)) from error
    wanted = list(signature.parameters.values())[1 if skip_first else 0 :]
    resolved = hints.resolve(function, owner) if known is None else dict(known)
    if known is not None and isinstance(function, type) and any(each.name not in known for each in wanted):
        # Its constructor may have hints that are no annotations.
        resolved = {**_constructor_hints(hints, function), **known}
    if binding:
        resolved = {key: substitute(hint, binding) for key, hint in resolved.items()}
    resolved.update(instead or {})
    slots: list[Slot] = []
    given: list[Any] = []
    for place, parameter in enumerate(wanted):
        kind = parameter.kind
        if by_keyword and kind is Parameter.POSITIONAL_OR_KEYWORD:
            kind = Parameter.KEYWORD_ONLY
        slots.append(Slot(parameter.name, kind, parameter.default))
        if place == 0 and receiver is not None:
            given.append(receiver)
        else:
            given.append(_hint_of(hints, parameter, resolved))
    if given and all(type(hint).__name__ in _OF_ANOTHER for hint in given):
        where = Where.of(function, name=name)
        raise CannotGenerate(
            "a decorator hides its parameters", where, fix="put `functools.wraps` on what that returns"
        )
    variables = list(dict.fromkeys(v for hint in given for v in parameters(hint)))
    refused: list[CannotGenerate] = []
    variants = [
        [
            _place(hints, slot, substitute(hint, chosen), Where.of(function, slot.name, name), slots, refused)
            for slot, hint in zip(slots, given, strict=True)
        ]
        for chosen in all_bindings(variables)
    ]
    built = Arguments(slots, variants, receiver=receiver is not None, function=function)
    built.refused = refused
    return built


_OF_ANOTHER = ("ParamSpecArgs", "ParamSpecKwargs")
"""What takes only these takes whatever a function takes that is not to be seen."""


def _constructor_hints(hints: Hints, cls: Any) -> dict[str, Any]:
    name = "__init__" if cls.__init__ is not object.__init__ else "__new__"
    definer = next((base for base in cls.__mro__ if name in vars(base)), cls)
    return hints.resolve(getattr(cls, name), definer)


_NO_HINT = Unresolved("", "no annotation")


def _hint_of(hints: Hints, parameter: Parameter, resolved: Mapping[str, Any]) -> Any:
    if parameter.name in resolved:
        return resolved[parameter.name]
    default = parameter.default
    if default is None:
        return typing.Optional[typing.Any]  # noqa: UP045 - a hint made while running
    if default is not Parameter.empty and not callable(default):
        return type(default)
    if hints.unannotated == "any":
        return Any
    return _NO_HINT


def _place(
    hints: Hints, slot: Slot, hint: Any, where: Where, slots: Sequence[Slot], refused: list[CannotGenerate]
) -> Domain[Any]:
    if hint is _NO_HINT:
        error = CannotGenerate(
            "no annotation",
            where,
            fix='annotate it, or set `unannotated = "any"`',
        )
        return _left_out(error, slot, refused)
    try:
        if slot.kind is Parameter.VAR_POSITIONAL:
            return _rest(hints, hint)
        if slot.kind is Parameter.VAR_KEYWORD:
            return _named(hints, hint, slots)
        domain = hints.build(hint)
    except CannotGenerate as error:
        return _left_out(error.at(where), slot, refused)
    return domain if slot.default is Parameter.empty else Omittable(domain)


def _left_out(error: CannotGenerate, slot: Slot, refused: list[CannotGenerate]) -> Domain[Any]:
    """What cannot be made need not be given if it has a default."""
    if slot.kind is Parameter.VAR_POSITIONAL:
        refused.append(error)
        return Sequences(Choices((None,)), TUPLE, 0, 0)
    if slot.kind is Parameter.VAR_KEYWORD:
        refused.append(error)
        return Mappings(Choices(("a",)), Choices((None,)), longest=0)
    if slot.default is Parameter.empty:
        raise error
    refused.append(error)
    return Choices((LEFT_OUT,))


def _rest(hints: Hints, hint: Any) -> Domain[Any]:
    if type(hint).__name__ == _OF_ANOTHER[0]:
        return Sequences(Choices((None,)), TUPLE, 0, 0)
    if type(hint).__name__ == "_UnpackGenericAlias" or getattr(hint, "__unpacked__", False):
        return hints.build(tuple[hint])
    return Sequences(hints.build(hint), TUPLE)


def _named(hints: Hints, hint: Any, slots: Sequence[Slot]) -> Domain[Any]:
    if type(hint).__name__ == _OF_ANOTHER[1]:
        return Mappings(Choices(("a",)), Choices((None,)), longest=0)
    if typing.get_origin(hint) is typing.Unpack:
        return hints.build(typing.get_args(hint)[0])
    taken = {slot.name for slot in slots if slot.kind is not Parameter.POSITIONAL_ONLY}
    words = [word for word in _KEYWORDS if word not in taken and not keyword.iskeyword(word)]
    return Mappings(Choices(words), hints.build(hint), longest=len(words))


def target_arguments(
    hints: Hints,
    function: Callable[..., Any],
    owner: type | None,
    name: str | None,
    instead: Mapping[str, Any] | None = None,
) -> Arguments:
    """Return the arguments of something to be tested: how it is reached from `owner` decides on the receiver."""
    if isinstance(function, type):
        return hints.constructor(function, name=name)
    if owner is None or isinstance(function, functools.partial):
        return arguments_of(hints, function, name=name, instead=instead)
    raw = inspect.getattr_static(owner, getattr(function, "__name__", ""), None)
    if isinstance(raw, staticmethod | classmethod) or inspect.ismethod(function):
        return arguments_of(hints, function, owner=owner, name=name, instead=instead)
    variables = getattr(owner, "__parameters__", ())
    receiver = owner[variables] if variables else owner  # type: ignore[index]  # a generic class
    built = arguments_of(hints, function, receiver=receiver, owner=owner, name=name, instead=instead)
    built.attribute = isinstance(raw, property | functools.cached_property) or made_into_property(raw) is not None
    return built
