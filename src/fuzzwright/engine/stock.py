"""A stock of values of one domain, so that a part of a random value is mostly taken from a shelf.

Making a value anew costs as much as it has leaves; putting two parts of the stock together costs next to nothing,
and there are a quarter of a million ways to do so. What stands on a shelf depends on its number alone, not on what
was drawn before, so that the same seed makes the same inputs in any process.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from fuzzwright.acceleration import accelerator

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

PLACE_BITS: Final = 9
_LAST_PLACE: Final = (1 << PLACE_BITS) - 1
_ROW_BITS: Final = 3
"""So many places are filled at once, from one seed: seeding takes as long as making a small value."""
_SIZES: Final = (*range(9), 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96)
"""What is on a shelf is never larger than what is asked for: so a type that holds itself comes to an end."""
_END: Final = _SIZES[-1] + 1
_SHELVES: Final = tuple(max(index for index, size in enumerate(_SIZES) if size <= asked) for asked in range(_END))
_SHELVES_IN_BYTES: Final = bytes(_SHELVES)
_EMPTY: Final[Any] = object()
_AFTER_FAILURE: Final = 1 << 32


class Drawing(Protocol[V_co]):
    """What draws from a stock."""

    def draw(self, random: Random, size: int, /) -> V_co:
        """Return a value of at most about `size` leaves; one in eight is made anew."""

    def draw_many(self, random: Random, size: int, count: int, /) -> list[Any]:
        """Return so many such values; in half of the cases one of them is made anew."""

    def mix(self, random: Random, size: int, /) -> V_co:
        """Return a value crossed from two; one in eight is made anew."""


def stock_of(make: Callable[[Random, int], V], cross: Callable[[V, V, Random], V] | None) -> Drawing[V]:
    """Return a stock of what `make` makes; without `cross`, two are crossed by cutting them at one place."""
    stock = Stock(make, cross or cut_at_one_place)
    fast = accelerator()
    if fast is None:
        return stock
    return fast.new_stock(make, cross, stock.shelves, stock.put_up, stock.filled, _EMPTY, _SHELVES_IN_BYTES)


def cut_at_one_place(one: Any, other: Any, random: Random) -> Any:
    """Return the beginning of one and the end of the other: its length is between those of the two."""
    cut = random.getrandbits(16) * (len(one) + 1) >> 16
    return one[:cut] + other[cut:]


class Stock(Generic[V]):
    """Values of one domain, by size; each is made when it is first drawn."""

    __slots__ = ("_cross", "_make", "_unmade", "shelves")

    def __init__(self, make: Callable[[Random, int], V], cross: Callable[[V, V, Random], V]) -> None:
        self._make = make
        self._cross = cross
        self.shelves: list[list[V]] = [[] for _ in _SIZES]
        self._unmade: set[tuple[int, int]] = set()
        """Places that nothing could be made for: where that fails often it must not take long."""

    def draw(self, random: Random, size: int) -> V:
        """Return a value of at most about `size` leaves; one in eight is made anew."""
        place = random.getrandbits(PLACE_BITS + 3)
        if place <= _LAST_PLACE:
            return self._make(random, size)
        number = _SHELVES[size if 0 < size < _END else _END - 1 if size > 0 else 0]
        shelf = self.shelves[number] or self.put_up(number)
        place &= _LAST_PLACE
        value = shelf[place]
        return value if value is not _EMPTY else self.filled(number, place)

    def draw_many(self, random: Random, size: int, count: int) -> list[V]:
        """Return so many such values; in half of the cases one of them is made anew."""
        bits = random.getrandbits
        number = _SHELVES[size if 0 < size < _END else _END - 1 if size > 0 else 0]
        shelf = self.shelves[number] or self.put_up(number)
        values = [
            value if (value := shelf[place := bits(PLACE_BITS)]) is not _EMPTY else self.filled(number, place)
            for _ in range(count)
        ]
        if values and bits(1):
            values[bits(16) * count >> 16] = self._make(random, size)
        return values

    def mix(self, random: Random, size: int) -> V:
        """Return a value crossed from two; one in eight is made anew."""
        bits = random.getrandbits
        if not bits(3):
            return self._make(random, size)
        number = _SHELVES[size if 0 < size < _END else _END - 1 if size > 0 else 0]
        shelf = self.shelves[number] or self.put_up(number)
        both = bits(2 * PLACE_BITS)
        one, other = shelf[both >> PLACE_BITS], shelf[both & _LAST_PLACE]
        if one is _EMPTY:
            one = self.filled(number, both >> PLACE_BITS)
        if other is _EMPTY:
            other = self.filled(number, both & _LAST_PLACE)
        return self._cross(one, other, random)

    def put_up(self, number: int) -> list[V]:
        """Return a new shelf, empty."""
        shelf = self.shelves[number] = [_EMPTY] * (1 << PLACE_BITS)
        return shelf

    def filled(self, number: int, place: int) -> V:
        """Fill a place of a shelf, and those beside it; return what is there."""
        shelf, row = self.shelves[number], place >> _ROW_BITS
        if (number, place) in self._unmade:
            return self._make(Random(place), _SIZES[number])
        random, failed = Random((number << PLACE_BITS) + row), False
        for index in range(row << _ROW_BITS, row + 1 << _ROW_BITS):
            try:
                shelf[index] = self._make(random, _SIZES[number])
            except Exception:  # it cannot be made, or whatever the user's own generator raises
                # The others of the row do not depend on which of them was asked for.
                random = Random(index + (number << PLACE_BITS) + _AFTER_FAILURE)
                self._unmade.add((number, index))
                if index == place:
                    failed = True
        if failed:
            return self._make(Random(place), _SIZES[number])
        return shelf[place]
