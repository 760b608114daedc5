"""Numbers, texts, dates and pairs of an input put in order along its tree, as search trees, heaps and tables want them.

Such an invariant holds for next to no random tree, and is lost by nearly every change of one. So all
values of one kind are collected in the order of some way through the tree, sorted, and put back: the
shape stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Position, some_spots

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_SPOTS = 256
_STEPPED: Final = (int, float, str, bytes)
"""What has a next one, so that equal values can be told apart."""
_ORDERED: Final = (*_STEPPED, bool)


def put_in_order(domain: Domain[I], input: I, random: Random) -> I:
    """Return an input with all values of one kind in order; raise Unfit if it has not three of any kind."""
    bits = random.getrandbits
    laid_out = _laid_out(domain, input)
    kinds: dict[int, Domain[Any]] = {}
    count: dict[int, int] = {}
    for place, value in zip(laid_out.domains, laid_out.values, strict=True):
        if _has_order(place, value):
            kinds[id(place)] = place
            count[id(place)] = count.get(id(place), 0) + 1
    several = [kind for key, kind in kinds.items() if count[key] > 2]
    if not several:
        raise Unfit("there is nothing to order")
    kind = several[bits(16) * len(several) >> 16]
    found = laid_out.found(kind, bits(2))
    values = sorted([laid_out.values[index] for index in found], reverse=not bits(2))
    if bits(1) and type(values[0]) in _STEPPED:
        values = _distinct(kind, values)
    made: I = laid_out.rebuilt(dict(zip(found, values, strict=True)))
    return made


@dataclass(slots=True)
class _LaidOut:
    """All places of an input in a row, parents before their parts, which stand side by side."""

    domains: list[Domain[Any]]
    values: list[Any]
    parents: list[int]
    firsts: list[int]
    """Where the parts of each begin; those of the next begin where they end."""

    def found(self, kind: Domain[Any], way: int) -> list[int]:
        """Return the places of a kind: before what is below, after its first part, after all of it, or as they come."""
        found: list[int] = []
        domains, firsts = self.domains, self.firsts

        def collect(index: int, inside: bool) -> None:
            if domains[index] is kind:
                if inside:
                    raise Unfit("one is inside another")
                inside = True
                found.append(index)
            parts = range(firsts[index], firsts[index + 1])
            if way == 3:
                for part in parts:
                    collect(part, inside)
                return
            own = [part for part in parts if domains[part] is kind]
            if own and inside:
                raise Unfit("one is inside another")
            number = 0
            for part in parts:
                if domains[part] is kind:
                    continue
                if number == way < 2:
                    found.extend(own)
                    own = []
                number += 1
                if firsts[part] < firsts[part + 1]:
                    collect(part, inside)
            found.extend(own)

        collect(0, False)
        return found

    def rebuilt(self, changed: dict[int, Any]) -> Any:
        """Return the input with other values in some places."""
        values, firsts, parents = self.values.copy(), self.firsts, self.parents
        touched = bytearray(len(values))
        for index in range(len(values) - 1, 0, -1):
            if index in changed:
                values[index] = changed[index]
            elif touched[index]:
                values[index] = self.domains[index].build(values[index], values[firsts[index] : firsts[index + 1]])
            else:
                continue
            touched[parents[index]] = 1
        if not touched[0]:
            return changed.get(0, values[0])
        return self.domains[0].build(values[0], values[firsts[0] : firsts[1]])


def _laid_out(domain: Domain[Any], input: Any) -> _LaidOut:
    domains, values, parents, firsts = [domain.itself], [input], [0], list[int]()
    for index, place in enumerate(domains):  # which gets longer on the way
        firsts.append(len(domains))
        if not place.leaf:
            for part, child in place.parts(values[index]):
                domains.append(part.itself)
                values.append(child)
                parents.append(index)
            if len(domains) >= MOST_SPOTS:
                raise Unfit("there is too much to order")
    firsts.append(len(domains))
    return _LaidOut(domains, values, parents, firsts)


def kept_in_order(domain: Domain[I], before: I, after: I) -> I:
    """Return `after` with its values put in the order they had in `before`; raise Unfit if they have it.

    What was the smallest of its kind is so again, and so on: a change of one value in a sorted list, a heap or a search
    tree moves others aside.
    """
    old, new = _by_kind(domain, before), _by_kind(domain, after)
    changed: dict[Position, Any] = {}
    for kind, values in new.items():
        if values.keys() != old.get(kind, {}).keys():
            continue
        places = sorted(values, key=old[kind].__getitem__)
        pairs = zip(places, sorted(values.values()), strict=True)
        changed.update({place: value for place, value in pairs if value != values[place]})
    if not changed:
        raise Unfit("the order is what it was")
    made: I = _put(domain.itself, after, (), changed)
    return made


def _by_kind(domain: Domain[Any], input: Any) -> dict[int, dict[Position, Any]]:
    """Return what can be put in order, by its domain and place: whole dates and pairs, not what is inside of them."""
    found: dict[int, dict[Position, Any]] = {}
    rows: set[Position] = set()
    spots = some_spots(domain, input, MOST_SPOTS)
    if len(spots) >= MOST_SPOTS:
        raise Unfit("there is too much to order")
    for spot in spots:
        position = spot.position
        if position and position[:-1] in rows:
            rows.add(position)
        elif _has_order(spot.domain, spot.value):
            found.setdefault(id(spot.domain), {})[position] = spot.value
            rows.add(position)
    return found


def _has_order(place: Domain[Any], value: Any) -> bool:
    """Return whether what is in a place can be put in order with others of its kind."""
    return type(value) in _ORDERED or (not place.grows and _is_row(value))


def _is_row(value: Any) -> bool:
    """Return whether a value is a few plain ones, to be ordered by the first, then the second: a date, a pair."""
    return type(value) is tuple and len(value) > 1 and all(map(_is_plain, value))


def _is_plain(value: Any) -> bool:
    return value is None or type(value) in _ORDERED or (isinstance(value, tuple) and all(map(_is_plain, value)))


def _distinct(kind: Domain[Any], values: Sequence[Any]) -> list[Any]:
    """Return values that rise, or fall, from each to the next."""
    rising = values[0] <= values[-1]
    moved: list[Any] = []
    for value in values if rising else reversed(values):
        moved.append(value if not moved or value > moved[-1] else kind.move(moved[-1], 0, 1))
    return moved if rising else moved[::-1]


def _put(domain: Domain[Any], value: Any, position: Position, changed: dict[Position, Any]) -> Any:
    if position in changed:
        return changed[position]
    parts = domain.parts(value)
    if not parts:
        return value
    children = [_put(part.itself, child, (*position, index), changed) for index, (part, child) in enumerate(parts)]
    return domain.build(value, children)
