"""Every mutant of an input, each exactly once: what MUTAGEN tries instead of drawing at random.

At each position: the fields that have the type of the whole, in its place; every constructor of the type, with every
combination of the fields there are, and the smallest value where there is none of a type; for a list to be shorter,
to be empty, and to have its first item twice. Only numbers and the like, of which there are too many, are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Final

from fuzzwright.engine.domain import Domain, Head, Mutant, Pure, Rand, Unfit
from fuzzwright.searches.algebra import Algebra, Constructor, Node, Put, Taken
from fuzzwright.searches.classic import Make

MOST_COMBINED: Final = 1024
"""A constructor with more combinations of its fields than this gets only those that change one field, or swap two."""
MOST_FRAGMENTS: Final = 256


class Mutants:
    """The mutants of inputs of one domain."""

    def __init__(
        self, domain: Domain[Any], algebra: Algebra, make: Make, size: int, children: bool, order: str
    ) -> None:
        self._domain = domain
        self._algebra = algebra
        self._make = make
        self._size = size
        self._children = children
        self._order = order
        self._fragments: dict[int, list[Any]] = {}

    def of(self, input: Any, random: Random, count: int, fragments: int = 0) -> Iterator[Any]:
        """Yield all mutants, position by position: what is drawn `count` times, and so many fragments at each."""
        for node in self.positions(input):
            yield from put_each(node.put, self.instead(node, random, count, fragments))

    def positions(self, input: Any) -> Iterator[Node]:
        """Yield the positions of an input in the order they are mutated in."""
        return self._algebra.positions(self._domain, input, self._order)

    def instead(self, node: Node, random: Random, count: int, fragments: int = 0) -> Iterator[Any]:
        """Yield what can be put at a position instead of what is there."""
        for mutant in self.at(node):
            if isinstance(mutant, Pure):
                yield mutant.value
                continue
            for _ in range(count):
                try:
                    drawn = mutant.draw(random, self._size)
                except Unfit:
                    continue
                yield drawn
        if fragments:
            yield from self._drawn(node, random, fragments)

    def put_alike(self, one: Node, other: Node) -> Put:
        """Return what puts a value at two positions of an input, none inside the other."""
        return lambda value: self._algebra.position(self._domain, one.put(value), other.way).put(value)

    def at(self, node: Node) -> Iterator[Mutant[Any]]:
        """Yield the mutants of what is at one position that differ at the top."""
        domain, value = node.domain, node.value
        form = domain.form
        if form == "run":
            yield from map(Pure, self._cells(domain, value))
        elif form in ("sum", "record"):
            taken = self._algebra.take_apart(domain, value)
            if self._children:
                yield from map(Pure, self._same_type(domain, taken))
            yield from map(Pure, self._rebuilt(domain, taken))
        elif form != "tuple":
            for mutant in domain.mutants(value):
                yield mutant if isinstance(mutant, Pure) else Rand(self._make(domain))

    def _cells(self, domain: Domain[Any], items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield what a list can be instead: empty, without its first item, or with that twice."""
        if not items:
            yield (self._algebra.default(domain.inside((1,))[0].itself),)
            return
        yield ()
        if len(items) > 1:
            yield items[1:]
        yield (items[0], *items)

    def _same_type(self, domain: Domain[Any], taken: Taken) -> Iterator[Any]:
        """Yield the fields that have the type of the whole, or that of one of its constructors."""
        heads: dict[int, Head] = {}
        if taken.constructor.record is not None:
            heads = {id(member): head for head, member in self._members(domain)}
        for place, field in zip(taken.constructor.fields, taken.fields, strict=True):
            if place is domain:
                yield field
            elif id(place) in heads:
                try:
                    yield domain.make(heads[id(place)], (field,))
                except Unfit:
                    continue

    def _members(self, domain: Domain[Any]) -> Iterator[tuple[Head, Domain[Any]]]:
        """Yield the types that a union is made of."""
        for constructor in self._algebra.constructors(domain):
            parts = domain.inside(constructor.head)
            if len(parts) == 1:
                yield constructor.head, parts[0].itself

    def _rebuilt(self, domain: Domain[Any], taken: Taken) -> Iterator[Any]:
        """Yield every constructor with every combination of fields that are there; but not what is there."""
        own = taken.constructor
        there: dict[int, list[Any]] = {}
        for place, field in zip(own.fields, taken.fields, strict=True):
            there.setdefault(id(place), []).append(field)
        if own.record is not None:
            there.setdefault(id(own.record), []).append(taken.whole)
        for constructor in self._algebra.constructors(domain):
            numbers = _numbers(own) if constructor.head == own.head else None
            options = [there.get(id(place)) or [self._algebra.default(place)] for place in constructor.fields]
            for combination in _combinations([len(option) for option in options], numbers):
                try:
                    yield constructor.make([option[index] for option, index in zip(options, combination, strict=True)])
                except Unfit:
                    continue

    # Fragments: parts of inputs that were interesting, to be put where something of their type is.

    def learn(self, input: Any) -> None:
        """Keep the parts of an input as fragments."""
        for node in self._algebra.positions(self._domain, input):
            if node.domain.form != "run":
                known = self._fragments.setdefault(id(node.domain), [])
                if len(known) < MOST_FRAGMENTS and node.value not in known:
                    known.append(node.value)

    def _drawn(self, node: Node, random: Random, count: int) -> Iterable[Any]:
        known = self._fragments.get(id(node.domain), ()) if node.domain.form != "run" else ()
        return [known[random.getrandbits(16) * len(known) >> 16] for _ in range(count)] if known else ()


def put_each(put: Put, values: Iterator[Any]) -> Iterator[Any]:
    """Yield an input for each value that can be put there."""
    for value in values:
        try:
            yield put(value)
        except Unfit:
            continue


def _numbers(own: Constructor) -> tuple[int, ...]:
    """Return which combination is the value itself: each field the manieth of its type."""
    met: dict[int, int] = {}
    numbers = []
    for place in own.fields:
        numbers.append(met.get(id(place), 0))
        met[id(place)] = numbers[-1] + 1
    return tuple(numbers)


def _combinations(counts: Sequence[int], itself: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
    """Yield which option to take for each field, in every way but `itself`; if these are too many, those near it."""
    if math.prod(counts) <= MOST_COMBINED:
        yield from (numbers for numbers in product(*map(range, counts)) if numbers != itself)
        return
    start = itself if itself is not None else (0,) * len(counts)
    if itself is None:
        yield start
    for field, count in enumerate(counts):
        for number in range(count):
            if number != start[field]:
                yield (*start[:field], number, *start[field + 1 :])
    if itself is None:
        return
    for one, other in ((a, b) for b in range(len(counts)) for a in range(b)):
        if counts[one] == counts[other]:
            swapped = list(start)
            swapped[one], swapped[other] = start[other], start[one]
            if start[one] != start[other]:
                yield tuple(swapped)
