"""The values of a domain by rank: what the heads cost and the ranks of the leaves, added up.

Each value has one rank and each rank finitely many values, so going through the ranks meets every value once, the
smallest first. Before anything is put together it is looked whether that can work out at all: which ranks have
values, and how many distinct items it takes to fill a set. So the way from one value to the next is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

_EMPTY_RANKS = 64
"""After so many ranks without a value the type has no more."""
_MOST_UNFIT = 20_000
"""After so many unfit ones in a row, too: of a condition that lets few values through there may be no more."""
_SHORT = 512
"""How many values of one rank are remembered."""
_MOST_KNOWN = 200_000
"""How many values are remembered in all."""
_WIDEST = 64
"""Where a rank has so many values, their number is no limit."""

Domains = tuple[Domain[Any], ...]


def all_values(domain: Domain[I]) -> Iterator[I]:
    """Yield the values of a domain by rising rank, each once."""
    ranks = _Ranks()
    empty = rank = 0
    try:
        while empty < _EMPTY_RANKS:
            empty += 1
            for value in ranks.values(domain.itself, rank):
                empty = ranks.unfit = 0
                yield value
            rank += 1
    except _NoMore:
        return


class _NoMore(Exception):
    """Nothing fit for so long that it is time to give up."""


class _Ranks:
    def __init__(self) -> None:
        self.unfit = 0
        self._known: dict[tuple[Domain[Any], int], list[Any]] = {}
        self._count = 0
        self._some: dict[tuple[Domain[Any], int], bool] = {}
        self._fitting: dict[tuple[Domains, int], bool] = {}
        self._rising: dict[tuple[Domain[Any], int, int, int], bool] = {}
        self._widths: dict[tuple[Domain[Any], int], int] = {}

    # Making them

    def values(self, domain: Domain[Any], rank: int) -> Iterator[Any]:
        """Yield the values of exactly this rank."""
        known = self._known.get((domain, rank))
        return self._fresh(domain, rank) if known is None else iter(known)

    def _fresh(self, domain: Domain[Any], rank: int) -> Iterator[Any]:
        made: list[Any] = []
        for value in domain.listing(rank) if isinstance(domain, LeafDomain) else self._put_together(domain, rank):
            if len(made) <= _SHORT:
                made.append(value)
            yield value
        if len(made) <= _SHORT and self._count < _MOST_KNOWN and (domain, rank) not in self._known:
            self._known[domain, rank] = made
            self._count += len(made)

    def _put_together(self, domain: Domain[Any], rank: int) -> Iterator[Any]:
        for head, cost in domain.heads(rank):
            if cost > rank:
                continue
            inside = _meant(domain.inside(head))
            for children in self._children(inside, rank - cost, domain.ascending):
                try:
                    value = domain.make(head, children)
                except Unfit:
                    self._lose()
                    continue
                # What was made otherwise than asked for (the 30th of February) comes in its own place.
                if list(domain.children(value)) == children:
                    yield value
                else:
                    self._lose()

    def _lose(self) -> None:
        self.unfit += 1
        if self.unfit > _MOST_UNFIT:
            raise _NoMore

    def _children(self, inside: Domains, rank: int, ascending: tuple[int, int] | None) -> Iterator[list[Any]]:
        if ascending is None or len(inside) <= ascending[0]:
            yield from self._each(inside, rank)
            return
        first, step = ascending
        places = slice(first, None, step)
        item, count = inside[first], len(inside[places])
        others = _without(inside, places)
        for share in range(rank + 1):
            if not (self._can_rise(item, count, share, 0) and self._can_fit(others, rank - share)):
                continue
            for rising in self._in_order(item, count, share, 0, 0):
                for rest in self._each(others, rank - share):
                    children = [None] * len(inside)
                    children[places] = rising
                    remaining = iter(rest)
                    for place in range(len(inside)):
                        if place < first or (place - first) % step:
                            children[place] = next(remaining)
                    yield children

    def _each(self, inside: Domains, rank: int) -> Iterator[list[Any]]:
        """Yield the children of all ranks that add up."""
        if not self._can_fit(inside, rank):
            return
        if not inside:
            yield []
        elif len(inside) == 1:
            for value in self.values(inside[0], rank):
                yield [value]
        else:
            # By halves, so that a long list is no deep recursion.
            middle = len(inside) // 2
            left, right = inside[:middle], inside[middle:]
            for share in range(rank + 1):
                if self._can_fit(left, share) and self._can_fit(right, rank - share):
                    for begin in self._each(left, share):
                        for end in self._each(right, rank - share):
                            yield begin + end

    def _in_order(self, item: Domain[Any], count: int, rank: int, share: int, place: int) -> Iterator[list[Any]]:
        """Yield `count` items of all ranks that add up, each behind the last; from the one at `place` of `share`."""
        if count == 0:
            if rank == 0:
                yield []
            return
        if count == 1:
            if rank >= share:
                for value in islice(self.values(item, rank), place if rank == share else 0, None):
                    yield [value]
            return
        for least in range(share, rank // count + 1):
            start = place if least == share else 0
            if not self._can_rise(item, count, rank, least, start):
                continue
            for number, value in enumerate(islice(self.values(item, least), start, None), start):
                if not self._can_rise(item, count - 1, rank - least, least, number + 1):
                    continue
                for others in self._in_order(item, count - 1, rank - least, least, number + 1):
                    yield [value, *others]

    # Looking whether there are any

    def _has_some(self, domain: Domain[Any], rank: int) -> bool:
        """Return whether there may be a value of this rank; only conditions can still refuse them all."""
        known = self._some.get((domain, rank))
        if known is None:
            self._some[domain, rank] = False  # of a type that needs itself, until something else is found
            known = self._some[domain, rank] = self._finds_some(domain, rank)
        return known

    def _finds_some(self, domain: Domain[Any], rank: int) -> bool:
        if isinstance(domain, LeafDomain):
            return next(self.values(domain, rank), self) is not self
        for head, cost in domain.heads(rank):
            if cost > rank:
                continue
            inside, ascending = _meant(domain.inside(head)), domain.ascending
            if ascending is None or len(inside) <= ascending[0]:
                if self._can_fit(inside, rank - cost):
                    return True
                continue
            places = slice(ascending[0], None, ascending[1])
            item, count, others = inside[ascending[0]], len(inside[places]), _without(inside, places)
            for share in range(rank - cost + 1):
                if self._can_fit(others, rank - cost - share) and self._can_rise(item, count, share, 0):
                    return True
        return False

    def _can_fit(self, inside: Domains, rank: int) -> bool:
        """Return whether ranks that have values can add up to this one."""
        if len(inside) < 2:
            return self._has_some(inside[0], rank) if inside else rank == 0
        known = self._fitting.get((inside, rank))
        if known is None:
            middle = len(inside) // 2
            left, right = inside[:middle], inside[middle:]
            known = any(self._can_fit(left, share) and self._can_fit(right, rank - share) for share in range(rank + 1))
            self._fitting[inside, rank] = known
        return known

    def _can_rise(self, item: Domain[Any], count: int, rank: int, share: int, place: int = 0) -> bool:
        """Return whether `count` distinct items can add up to a rank, none before the one at `place` of `share`."""
        if count == 0:
            return rank == 0
        if count * share > rank:
            return False
        if place == 0 and (known := self._rising.get((item, count, rank, share))) is not None:
            return known
        most = min(self._width(item, share) - place, count)
        found = any(
            self._can_rise(item, count - taken, rank - taken * share, share + 1) for taken in range(max(most, 0) + 1)
        )
        if place == 0:
            self._rising[item, count, rank, share] = found
        return found

    def _width(self, item: Domain[Any], rank: int) -> int:
        """Return how many values this rank has, or more than anyone asks for."""
        width = self._widths.get((item, rank))
        if width is None:
            width = sum(1 for _ in islice(self.values(item, rank), _WIDEST)) if self._has_some(item, rank) else 0
            width = self._widths[item, rank] = width if width < _WIDEST else 1 << 60
        return width


def _meant(inside: Sequence[Domain[Any]]) -> Domains:
    return tuple(domain.itself for domain in inside)


def _without(inside: Domains, places: slice) -> Domains:
    left_out = set(range(*places.indices(len(inside))))
    return tuple(domain for place, domain in enumerate(inside) if place not in left_out)
