"""A likely value of a domain: what somebody would type who tries a function out.

Built from the domain, part by part, with the names of parameters and fields as a guide. Whatever has bounds or
conditions that the likely value does not meet gets the least complex of a few drawn ones instead.
"""

from __future__ import annotations

import datetime as dt
import pathlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, Final, Literal

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.choices import Choices
from fuzzwright.domains.filters import Filtered, FilteredLeaves
from fuzzwright.domains.heights import leads_to
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Room, Unfit
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.functions import Functions
from fuzzwright.python.likely_words import (
    DEFAULT_FRACTIONS,
    DEFAULT_NUMBERS,
    DEFAULT_TEXTS,
    LISTED_NUMBERS,
    Three,
    numbers_for,
    three_for,
)
from fuzzwright.python.recipes import Recipe, Recipes

DEEPEST: Final = 5
DRAWS: Final = 24
THINGS: Final[tuple[tuple[object, object, object], ...]] = (
    (dt.date(2024, 5, 17), dt.date(2024, 12, 31), dt.date(2025, 1, 1)),
    (dt.datetime(2024, 5, 17, 12, 30), dt.datetime(2024, 12, 31, 23, 59), dt.datetime(2025, 1, 1)),
    (dt.time(12, 30), dt.time(8), dt.time(23, 59)),
    (dt.timedelta(days=1), dt.timedelta(hours=2), dt.timedelta(minutes=30)),
    (Decimal("9.99"), Decimal(20), Decimal("4.5")),
    (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4)),
    (pathlib.Path("notes.txt"), pathlib.Path("data.csv"), pathlib.Path("report.pdf")),
)
"""What cannot be told from the shape of a domain, as objects that it may adopt."""

Known = Mapping[str, Sequence[Any]]
"""Objects that are known to suit a parameter, by its name."""
Filled = Literal["", "items", "leaves"]
"""What objects get although they have a default for it: nothing; lists and the like; numbers and texts.

What is empty by default often has nothing that a function could go through, or that a method could take away.
"""


def likely_arguments(
    domain: Arguments,
    around: str,
    known: Known | None = None,
    nth: int = 0,
    filled: Filled = "",
    used: Collection[str] = (),
) -> Any:
    """Return likely arguments, the defaults left as they are but for those of objects; raise Unfit if that fails.

    Lists and the like get items only if they are `used`, by their names.
    """
    return _Likely(around, known or {}, nth, filled, used).arguments(domain, DEEPEST)


def likely_steps(domain: Recipes, recipe: Recipe) -> Iterator[Recipe]:
    """Yield how an object is made, with a likely call of each of its methods at the end."""
    for index, step in enumerate(domain.steps):
        arguments = _Likely(step.name, {}, 0, "", ()).arguments(step.arguments, DEEPEST - 1)
        yield recipe._replace(steps=(*recipe.steps, (index, arguments)))


class _Likely:
    def __init__(
        self, around: str, known: Known, nth: int, filled: Filled, used: Collection[str], inside: bool = False
    ) -> None:
        """`inside` means that it is about the parts of an argument."""
        self.around = around
        self.known = known
        self.nth = nth
        self.filled = filled
        self.used = used
        self.inside = inside

    def arguments(self, domain: Arguments, deepest: int) -> Any:
        entries = []
        for slot, place in zip(domain.slots, domain.places, strict=True):
            if type(place) is Omittable and slot.name not in self.known:
                entries.append(self._omitted(place, slot.name, deepest, self.nth))
            elif slot.kind is slot.kind.VAR_KEYWORD:
                entries.append(place.simplest())
            else:
                entry = self._given(place, slot.name, deepest, self.nth)
                if not isinstance(place.itself, Choices) and any(repr(entry) == repr(other) for other in entries):
                    entry = self._given(place, slot.name, deepest, self.nth + 1)  # two names for one thing tell nothing
                entries.append(entry)
        return domain.make((0,), entries)

    def _omitted(self, place: Omittable, name: str, deepest: int, nth: int) -> Any:
        inner = place.inner.itself
        # Not too deep, or they hold each other.
        holds = isinstance(inner, Sequences | Mappings) and name in self.used and deepest >= DEEPEST - 2
        if self.inside and ((self.filled == "leaves" and inner.leaf) or (self.filled == "items" and holds)):
            return self.value(inner, name, nth, deepest)
        return LEFT_OUT

    def _given(self, place: Domain[Any], name: str, deepest: int, nth: int) -> Any:
        for thing in self.known.get(name, ())[nth:]:
            try:
                return place.adopt(thing)
            except Unfit:
                continue
        inner = place.inner if isinstance(place, Omittable) else place
        return self.value(inner, name, nth, deepest)

    def value(self, domain: Domain[Any], name: str, nth: int, deepest: int, listed: bool = False) -> Any:
        """Return the `nth` likely value for something of this name."""
        domain = domain.itself
        # What is taken from an object is less than it has.
        whose = nth - (self.filled == "leaves" and not self.inside)
        if deepest <= 0:
            return domain.simplest()
        match domain:
            case Filtered() | FilteredLeaves():
                try:
                    return domain.adopt(domain.inner.realise(self.value(domain.inner, name, nth, deepest, listed)))
                except Exception:  # the condition is code of the user's
                    return _drawn(domain)
            case Omittable():
                return self._omitted(domain, name, deepest, nth)
            case Choices():
                options = [option for option in domain.options if option is not None] or list(domain.options)
                # People try True first, and of an enumeration what stands first.
                options.sort(key=lambda option: option is False)
                return options[nth % len(options)]
            case Sequences():
                return self._items(domain, name, nth, deepest, listed)
            case Mappings():
                return self._pairs(domain, name, deepest)
            case Products():
                places = enumerate(domain.places)
                return domain.make((), [self.value(place, name, nth + i, deepest - 1, True) for i, place in places])
            case Records():
                inner = _Likely(domain.cls.__name__, {}, 0, self.filled, self.used, inside=True)
                return domain.make((), inner.fields(domain.names, domain.places, whose, deepest - 1))
            case Calls() if domain.names:
                inner = _Likely(name, {}, 0, self.filled, self.used, inside=True)
                return domain.make((), inner.fields(domain.names, domain.places, whose, deepest - 1))
            case Functions():
                return domain.make((0,), [self.value(domain.result, name, nth, deepest - 1)])
            case Recipes():
                arguments = domain.makers[0].arguments
                inner = _Likely(domain.makers[0].function.__name__, {}, whose, self.filled, self.used, inside=True)
                return domain.make((0,), [inner.arguments(arguments, deepest - 1)])
            case Unions():
                return self._member(domain, name, nth, deepest, listed)
        return self._leaf(domain, name, nth, listed)

    def fields(self, names: Sequence[str], places: Sequence[Domain[Any]], nth: int, deepest: int) -> list[Any]:
        """Return a likely value for each field; two of one type differ."""
        counts: dict[int, int] = {}
        values = []
        for field, place in zip(names, places, strict=True):
            alike = counts[id(place.itself)] = counts.get(id(place.itself), -1) + 1
            values.append(self.value(place, field, nth + alike, deepest))
        return values

    def _items(self, domain: Sequences, name: str, nth: int, deepest: int, listed: bool) -> Any:
        # Three are a list, but of longer things two are enough, and of lists two of two, with other items in each.
        item = domain.item.itself
        nested = listed or isinstance(item, Sequences)
        count = 2 if nested or isinstance(item, Mappings | Records | Recipes | Calls) else 3
        count = min(max(count, domain.shortest), domain.longest)
        first = nth * count if nested else 0
        items = [self.value(domain.item, name, first + index, deepest - 1, True) for index in range(count)]
        return domain.make((), items)

    def _pairs(self, domain: Mappings, name: str, deepest: int) -> Any:
        count = min(max(2, domain.shortest), domain.longest)
        pairs = [
            (
                self.value(domain.key, "key", nth, deepest - 1, True),
                self.value(domain.value, name, nth, deepest - 1, True),
            )
            for nth in range(count)
        ]
        return domain.make((), [each for pair in pairs for each in pair])

    def _member(self, domain: Unions, name: str, nth: int, deepest: int, listed: bool) -> Any:
        something = [index for index, member in enumerate(domain.members) if not member.itself.single]
        if deepest < DEEPEST - 1:
            # Inside of itself a type had better come to an end.
            something = [index for index in something if not leads_to(domain.members[index], domain)] or something
        index = something[0] if something else 0
        return domain.make((index,), [self.value(domain.members[index], name, nth, deepest - 1, listed)])

    def _leaf(self, domain: Domain[Any], name: str, nth: int, listed: bool) -> Any:
        kind = type(domain.simplest())
        things: list[Any] = []
        if kind is str:
            things = list(three_for("text", name, self.around) or DEFAULT_TEXTS)
        elif kind is int:
            things = list(_counting(numbers_for(name, listed), nth) or DEFAULT_NUMBERS)
        elif kind is float:
            whole = _counting(numbers_for(name, listed), nth)
            known = three_for("fraction", name, "") or (tuple(map(float, whole)) if whole else None)
            things = list(known or DEFAULT_FRACTIONS)
        elif kind is bytes:
            things = [text.encode() for text in three_for("text", name, self.around) or DEFAULT_TEXTS]
        elif not domain.leaf or kind not in (bool, complex):
            things = [three[nth % 3] for three in THINGS]
        for thing in [*things[nth % 3 :], *things] if len(things) == 3 else things:
            try:
                return domain.adopt_within(thing, Room(exact=True))
            except Exception:
                continue
        return _drawn(domain)


def _counting(numbers: Three | None, nth: int) -> Three | None:
    """Return 1, 2, 3 as what comes after them, where so many are listed."""
    if numbers is None or numbers != LISTED_NUMBERS or nth < 3:
        return numbers
    first = nth - nth % 3 + 1
    return first, first + 1, first + 2


def _drawn(domain: Domain[Any]) -> Any:
    """Return the least complex of a few drawn values that are not the simplest; that one if there are no others."""
    simplest = domain.simplest()
    random = Random(0)
    drawn: list[tuple[float, int, Any]] = []
    for _ in range(DRAWS):
        try:
            value = domain.generate(random, 3)
            if repr(value) != repr(simplest):
                drawn.append((domain.complexity(value), len(drawn), value))
        except Unfit:
            continue
    return min(drawn)[2] if drawn else simplest
