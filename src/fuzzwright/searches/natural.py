"""How complex a value looks to people: the measure of its domain, corrected where that prefers what nobody would write.

To a domain 0 is simpler than 1 and a control character hardly more than a letter. In an example people rather see
small positive numbers, whole ones, and text that can be read; so those get cheaper here, or the others dearer. Only the
order of values that do the same changes: whatever is needed for a behaviour is still found.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from fuzzwright.engine.domain import Domain

V = TypeVar("V")

ZERO = 1.5
"""What 0 costs more than its domain says: a little more than 1 does."""
NEGATIVE = 1.5
SIGNED_ZERO = 40.0
CONTROL = 12.0
"""For each character that cannot be seen."""
SPACE = 1.0
"""For each line break or tabulator: seen, but hard to tell apart."""
FOREIGN = 4.0
"""For each character that is not on every keyboard."""
DIGITS = 6
"""So many characters of a fraction are easily read; each further one costs as much as its domain takes for one."""
_UNLIKELY = {"0": 0.01, " ": 0.05, **dict.fromkeys("!\"#$%&'()*+,", 0.02)}
"""Digits begin with 1; where any sign will do it is a dash, and a space, which is easily overlooked, comes last."""
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"


def natural(domain: Domain[V]) -> Domain[V]:
    """Return the same domain, measuring its values as people do."""
    measured = copy.copy(domain.itself)
    inner = domain.itself.complexity

    def complexity(value: V) -> float:
        return inner(value) + _dearer_inside(domain, value)

    def complexity_up_to(value: V, limit: float) -> float:
        # What is added is never negative enough to make up for much: a value far above the limit stays above it.
        least = domain.itself.complexity_up_to(value, limit)
        return least if least >= limit else complexity(value)

    # On the instance, as this is about the root only: parts are measured as ever.
    vars(measured).update(complexity=complexity, complexity_up_to=complexity_up_to)
    return measured


def more_natural(value: object) -> Iterator[Any]:
    """Yield what people might rather write instead of a leaf; domains propose all else themselves."""
    if type(value) is str:
        for index in range(min(len(value), 16)):
            if not value[index].isalnum() and value[index] != "-":
                yield value[:index] + "-" + value[index + 1 :]
    elif type(value) is bytes:
        for index in range(min(len(value), 16)):
            if value[index] not in _LETTERS:
                yield value[:index] + b"a" + value[index + 1 :]
    elif type(value) is float and value == 0:
        yield from (1.0, 0.0)
    elif type(value) is float and math.isfinite(value) and len(repr(value)) > DIGITS:
        yield from _rounded(value)


def _rounded(value: float) -> Iterator[float]:
    """Yield a number with fewer digits, both ways from it."""
    for digits in range(3):
        nearest = float(f"{value:.{digits}e}")
        step = 10.0 ** (math.floor(math.log10(abs(value))) - digits)
        for number in (nearest, nearest + step, nearest - step):
            if math.isfinite(number):
                yield float(f"{number:.{digits}e}")


def _dearer_inside(domain: Domain[Any], value: object) -> float:
    # Not with `trees.walk`, as nobody asks for the positions: this is what making examples simpler takes longest for.
    waiting, total = [(domain, value)], 0.0
    while waiting:
        place, part = waiting.pop()
        place = place.itself
        if place.leaf:
            total += _dearer(place, part)
        else:
            waiting.extend(place.parts(part))
    return total


def _dearer(domain: Domain[Any], value: object) -> float:
    kind = type(value)
    if kind is int:
        return _dearer_number(value, domain) if value <= 0 else 0.0  # type: ignore[operator]  # an int
    if kind is float:
        if value == 0 and math.copysign(1.0, value) < 0:
            return SIGNED_ZERO
        long = max(0, len(repr(value)) - DIGITS)
        return long + _dearer_number(value, domain) if value <= 0 else long  # type: ignore[operator]  # a float
    if kind is str:
        return _in_text(value)
    if kind is bytes:
        return _in_bytes(value)
    return 0.0


def _dearer_number(number: Any, domain: Domain[Any]) -> float:
    # Where the bounds say what is simplest, they know better.
    if domain.simplest() != 0:
        return 0.0
    return ZERO if number == 0 else NEGATIVE


@lru_cache(maxsize=4096)
def _in_text(text: str) -> float:
    return sum(map(_dearer_letter, text))


def _dearer_letter(letter: str) -> float:
    if " " <= letter <= "~":
        return _UNLIKELY.get(letter, 0.0)
    if letter in "\n\t":
        return SPACE
    return FOREIGN if letter.isprintable() else CONTROL


@lru_cache(maxsize=4096)
def _in_bytes(data: bytes) -> float:
    # The domain counts the sum of all bytes; to a reader what matters is whether they are letters.
    return sum(0.0 if byte in _LETTERS else 0.5 if 32 <= byte < 127 else 2.0 for byte in data)
