"""One random mutant of an input, as FuzzChick draws it: a step down to a field, or a change where the steps end.

At each constructor one of these is chosen, all alike: a field of the same type in its place, a constructor that needs
no more than the fields there are, one that needs more, with the missing ones made anew, or a change inside one field.
So what lies deep is seldom changed.
"""

from __future__ import annotations

from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain
from fuzzwright.searches.algebra import Algebra, Constructor, Taken
from fuzzwright.searches.classic import Make


class Nudges:
    """Random mutants of values of any domain."""

    def __init__(self, algebra: Algebra, make: Make, size: int) -> None:
        self._algebra = algebra
        self._make = make
        self._size = size

    def one(self, domain: Domain[Any], value: Any, random: Random) -> Any:
        """Return a mutant; raise Unfit if the one that was drawn is no value of the type."""
        form = domain.form
        if form == "run":
            return domain.make((), self._items(domain, tuple(domain.children(value)), random))
        if form in ("sum", "record"):
            return self._rebuilt(domain, value, random)
        if form in ("tuple", "map"):
            return self._inside(domain, value, random)
        if domain.leaf and type(value) is int and random.getrandbits(1):
            return domain.simplest()
        return self._fresh(domain, random)

    def _fresh(self, domain: Domain[Any], random: Random) -> Any:
        return self._make(domain)(random, self._size)

    def _items(self, domain: Domain[Any], items: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
        """Go along a list; where the walk ends, change an item or leave it out."""
        place = domain.inside((1,))[0].itself
        for index in range(len(items)):
            rest = len(items) - index
            kind = random.getrandbits(16) * (rest + 2) >> 16
            if kind == 0:
                return (*items[:index], self.one(place, items[index], random), *items[index + 1 :])
            if kind == 1:
                return items[:index] + items[index + 1 :]
        return (*items, self._fresh(place, random))

    def _inside(self, domain: Domain[Any], value: Any, random: Random) -> Any:
        """Change one part of a tuple, or one value of a dict."""
        parts = domain.parts(value)
        indices = [index for index in range(len(parts)) if domain.form == "tuple" or index % 2]
        if not indices:
            return self._fresh(domain, random)
        index = indices[random.getrandbits(16) * len(indices) >> 16]
        place, part = parts[index]
        return domain.setter(value, index)(self.one(place.itself, part, random))

    def _rebuilt(self, domain: Domain[Any], value: Any, random: Random) -> Any:
        taken = self._algebra.take_apart(domain, value)
        own, fields = taken.constructor, taken.fields
        same = [field for place, field in zip(own.fields, fields, strict=True) if place is domain]
        others = [
            other
            for other in self._algebra.constructors(domain)
            if other.head != own.head and (_holds(own, other) or _holds(other, own))
        ]
        count = len(same) + len(others) + len(fields)
        if not count:
            return self._fresh(domain, random)
        kind = random.getrandbits(16) * count >> 16
        if kind < len(same):
            return same[kind]
        kind -= len(same)
        if kind < len(others):
            return self._moved(taken, others[kind], random)
        kind -= len(others)
        changed = list(fields)
        changed[kind] = self.one(own.fields[kind], fields[kind], random)
        return own.make(changed)

    def _moved(self, taken: Taken, other: Constructor, random: Random) -> Any:
        """Return another constructor with the fields there are, as far as they fit; the others are made anew."""
        left = list(zip(taken.constructor.fields, taken.fields, strict=True))
        moved = []
        for place in other.fields:
            for index, (kind, field) in enumerate(left):
                if kind is place:
                    moved.append(field)
                    del left[index]
                    break
            else:
                moved.append(self._fresh(place, random))
        return other.make(moved)


def _holds(one: Constructor, other: Constructor) -> bool:
    """Return whether a constructor has all the fields that another needs."""
    left = list(one.fields)
    for place in other.fields:
        if place not in left:
            return False
        left.remove(place)
    return True
