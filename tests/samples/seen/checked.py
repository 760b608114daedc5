"""Calls that go against the hints of what they call, and some that do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Box:
    def __init__(self, size: int) -> None:
        self.size = size

    def grown(self, by: int = None) -> int:  # type: ignore[assignment]  # a default that does not fit
        """Return a larger size."""
        return self.size + (by or 1)

    def __eq__(self, other: Box) -> bool:  # type: ignore[override]  # operators are given anything
        return isinstance(other, Box) and other.size == self.size


def half(number: int) -> int:
    return number / 2  # type: ignore[return-value]  # the slip to be found


def strict(number: int) -> int:
    if not isinstance(number, int):
        raise TypeError("number must be an int")
    return number


def numbers(count: int) -> Iterator[int]:
    yield from range(count)


def many(*sizes: int, **named: str) -> int:
    return len(sizes) + len(named)


def nothing(number: int) -> str:
    if number > 3:
        return "large"


def uses_half(number: int) -> float:
    return half(number) + 1.0


def boxed(text: str) -> Box:
    return Box(text)


def into_strict(text: str) -> int:
    if len(text) > 3:
        return strict(text)
    return 0


def spread(words: list[str]) -> int:
    return many(1, *words, by="a")


def in_a_row(words: list[str]) -> list[Box]:
    return [Box(word) for word in words]


def falls_off(number: int) -> int:
    return len(nothing(abs(number)) or "")


def anything(value: Any) -> int:
    return strict(value)


def fine(number: int) -> bool:
    box = Box(number)
    return box.grown() + sum(numbers(number % 10)) + many(1, by="a") > 0 and box == 1


def fails_otherwise(text: str) -> str:
    Box(text)
    return text[0]
