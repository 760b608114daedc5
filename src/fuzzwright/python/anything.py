"""`Any` and `object`: a mixture of common types that learns which of them lead somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.choices import booleans, nothing
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import LIST, SET, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.trees import walk

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

MOST_WEIGHT = 64
"""How much one member can win; the others are then still drawn now and then."""
MOST_STEPS = 8
"""How much one kept input can give: that it got past the first lines, not how long it ran."""


class Anything(Unions):
    """A value of any common type; members that were credited are drawn more often."""

    learns = True

    def __init__(self, members: Sequence[Domain[Any]], weights: Sequence[int]) -> None:
        super().__init__(members, weights)
        # Never the values themselves: 1 and True, or a list and a tuple, have to be told apart.
        self.fixed = False
        self._first = tuple(self.weights)

    def others(self, value: Any) -> Iterator[Any]:
        """Yield the simplest value of every member but the one that a value is of."""
        for index, member in enumerate(self.members):
            if (index,) != self.head(value):
                yield self.make((index,), (member.simplest(),))

    def credit(self, credits: Mapping[int, int]) -> None:
        """Make members more likely by how much their values showed, starting again from the first weights."""
        self.weights = [
            max(weight, min(weight + credits.get(member, 0), MOST_WEIGHT)) for member, weight in enumerate(self._first)
        ]
        self._draws = [index for index, weight in enumerate(self.weights) for _ in range(weight)]


def anything(hints: Hints, arguments: tuple[Any, ...] = ()) -> Anything:
    """Return the domain of everything, for the hints `Any` and `object`."""
    integers, strings, floats = Integers(), Strings(), Floats()
    members: list[tuple[Domain[Any], int]] = [
        (nothing(), 3),
        (integers, 10),
        (strings, 10),
        (booleans(), 3),
        (floats, 4),
        (Bytes(), 3),
        (Sequences(integers, LIST), 4),
        (Sequences(strings, LIST), 4),
        (Mappings(strings, integers), 3),
        (Mappings(strings, strings), 2),
        (Products([integers, strings]), 2),
        (Products(()), 1),
        (Sequences(integers, SET), 1),
        (Sequences(Sequences(integers, LIST), LIST), 1),
    ]
    return Anything([member for member, _ in members], [weight for _, weight in members])


def learn(anythings: Sequence[Anything], domain: Domain[Any], kept: Iterable[tuple[Any, int]]) -> None:
    """Credit members by the inputs kept, each with how far it got; what was learnt before is forgotten.

    So what is known follows from the corpus alone, and a repeated epoch draws the same.
    """
    credits: dict[int, dict[int, int]] = {id(anything): {} for anything in anythings}
    for input, steps in kept:
        for spot in walk(domain, input):
            counts = credits.get(id(spot.domain))
            if counts is not None:
                counts[spot.value.member] = counts.get(spot.value.member, 0) + min(steps, MOST_STEPS)
    for anything in anythings:
        anything.credit(credits[id(anything)])
