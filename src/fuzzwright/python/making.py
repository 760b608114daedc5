"""In words, how values of a type are made: by which constructor, fields, generator or choice."""

from __future__ import annotations

import enum
import typing
from typing import Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.choices import Choices
from fuzzwright.domains.records import Records
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.python.hints import Hints
from fuzzwright.python.protocols import is_protocol
from fuzzwright.python.recipes import Maker, Recipes
from fuzzwright.python.strategies import is_strategy

_MOST_NAMES = 4


def how_made(hints: Hints, hint: Any, domain: Domain[Any]) -> str:
    """Return in a few words how values of `hint`, whose domain this is, are made."""
    registered = hints.registry.find(hint) if hints.registry.entries else []
    if registered:
        make = registered[0].make
        if is_strategy(make):
            return "a strategy that was registered"
        return f"generator `{make.__name__}`" if hasattr(make, "__name__") else "examples that were given"
    cls = typing.get_origin(hint) or hint
    domain = domain.itself
    if isinstance(domain, Records):
        return f"fields {_listed(list(domain.names))}" if domain.names else "no fields"
    if isinstance(domain, Recipes):
        return _recipes(domain)
    if isinstance(domain, Choices):
        return "each member" if isinstance(cls, type) and issubclass(cls, enum.Enum) else "each choice"
    if isinstance(domain, Calls) and isinstance(cls, type) and is_protocol(cls):
        return "an object made up of the members asked for"
    if isinstance(domain, Unions):
        return "classes that fit" if isinstance(cls, type) and not _is_open(cls) else "one of its members"
    return "built in"


def _is_open(cls: Any) -> bool:
    return cls in (Any, object)


def _recipes(domain: Recipes) -> str:
    makers = domain.makers
    kinds = ["constructor" if isinstance(maker.function, type) else "factory" for maker in makers]
    texts = [f"{kind} {_called(maker)}" for kind, maker in zip(kinds, makers[:_MOST_NAMES], strict=False)]
    then = [step.name for step in domain.steps]
    return " or ".join(texts) + (f", then {_listed(then)}" if then else "")


def _called(maker: Maker) -> str:
    name = getattr(maker.function, "__qualname__", None) or str(maker.function)
    return f"{name}({_listed([slot.name for slot in maker.arguments.slots])})"


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f", … {more} more" if more > 0 else "")
