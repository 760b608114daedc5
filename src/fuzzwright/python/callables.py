"""The hints that ask for something to call: Callable in its forms, and classes themselves."""

from __future__ import annotations

import inspect
import typing
from typing import TYPE_CHECKING, Any, get_args, get_origin

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import TUPLE, Sequences
from fuzzwright.engine.domain import Domain
from fuzzwright.python.classes import concrete_subclasses
from fuzzwright.python.functions import Functions
from fuzzwright.python.refusals import CannotGenerate, show

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints


def callables(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    """Return the domain of functions for `Callable[...]`."""
    takes, gives = arguments if len(arguments) == 2 else (..., Any)
    # Where nothing is said about the arguments they may be lists, which can be no keys.
    return Functions(_taken(hints, takes), hints.build(gives), by_text=not isinstance(takes, list | tuple))


def _taken(hints: Hints, takes: Any) -> Domain[Any]:
    if getattr(get_origin(takes), "__name__", "") == "Concatenate" or "Concatenate" in str(get_origin(takes)):
        takes = [item for item in get_args(takes)[:-1] if item is not ...]
    if not isinstance(takes, list | tuple):
        # Any number of arguments, of which little is known.
        return Sequences(hints.build(int | str | None), TUPLE, 0, 3)
    try:
        return Products([hints.build(item) for item in takes])
    except CannotGenerate:
        return Products([])


def classes_below(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    """Return the domain of the classes that `type[T]` allows."""
    wanted = arguments[0] if arguments else Any
    options: list[Any] = []
    members = get_args(wanted) if get_origin(wanted) in (typing.Union, type(int | str)) else (wanted,)
    for member in members:
        if member is Any or member is object:
            options += [int, str, list, dict, object, ValueError]
        elif type(member).__name__ == "TypeVar":
            options += [int, str] if member.__bound__ is None else [member.__bound__]
        elif isinstance(get_origin(member) or member, type):
            cls: type = get_origin(member) or member
            options += [] if inspect.isabstract(cls) else [cls]
            options += concrete_subclasses(cls, hints.classes)
    if not options:
        raise CannotGenerate(f"no class known for type[{show(wanted)}]", hint=wanted)
    return Choices(list(dict.fromkeys(options)), lambda value, names: names.refer(value))
