"""The fields of objects, and which places of an input they are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fuzzwright.domains.records import Records
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.trees import Position, Spot
from fuzzwright.python.recipes import Recipes

LEAVES: Final = (int, float, str, bytes, bool, type(None))


def field_position(spot: Spot, name: str) -> Position | None:
    """Return where the input says what a field of the object is that is made at a place; None if it is no object's."""
    domain, names, inside = spot.domain, list[str](), spot.position
    if isinstance(domain, Records):
        names = list(domain.names)
    elif isinstance(domain, Recipes):
        names = [slot.name for slot in domain.makers[spot.value.maker].arguments.slots]
        inside = (*inside, 0)
    return (*inside, names.index(name)) if name in names else None


def may_be_made(spot: Spot, seen: Any) -> bool:
    """Return whether an object may have been made at a place: it is of that class, and plain fields are the same."""
    match _opened(spot):
        case Records() as domain, value:
            return type(seen) is domain.cls and _agree(zip(domain.names, domain.children(value), strict=True), seen)
        case Recipes() as domain, value:
            maker = domain.makers[value.maker]
            names = [slot.name for slot in maker.arguments.slots]
            return type(seen) is maker.function and _agree(zip(names, value.arguments, strict=False), seen)
    return True


def _opened(spot: Spot) -> tuple[Domain[Any], Any]:
    """Return the domain of what is really there, and its value: one of the members, where there is a choice."""
    domain, value = spot.domain, spot.value
    while isinstance(domain, Unions):
        plain, domain = domain.plain, domain.members[domain.head(value)[0]].itself
        value = value if plain else value.value
    return domain, value


def _agree(fields: Iterable[tuple[str, Any]], seen: Any) -> bool:
    # Looked up in the object itself: no code of its class is run.
    known = getattr(seen, "__dict__", {})
    return all(known.get(name, value) == value for name, value in fields if type(value) in LEAVES)
