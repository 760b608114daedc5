"""Functions whose hints say too little or too much, and a better one for each that has one."""

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Annotated, Any, Optional, TypeVar

T = TypeVar("T")


class Predicate:
    """Not the one of annotated-types."""


def mean(xs: list[float]) -> float:
    return sum(xs) / len(xs)


def first(xs: Sequence[T]) -> T:
    return xs[0]


def third(text: str) -> str:
    return text[2]


def initials(words: list[str]) -> str:
    return "".join(word[0] for word in words)


def root(x: float) -> float:
    return math.sqrt(x)


def asserted(n: int) -> int:
    assert n >= 0
    return n


def logarithms(xs: dict[str, float]) -> list[float]:
    return [math.log(x) for x in xs.values()]


def seven_or_more(x: int) -> int:
    return [1, 2, 3][x - 10 if x < 10 else 0]


def bounded(n: Annotated[int, "a count"]) -> int:
    assert n >= 0
    return n


def plus(x: int | None) -> int:
    return x + 1


def plus_default(x: Optional[int] = None) -> int:
    return x + 1


def plus_later(y: int = 0, x: int | None = None) -> int:
    return x + y


def shout(x: Any) -> Any:
    return x.upper()


def size(x: Any) -> int:
    return len(x)


def total(xs: list) -> float:
    return sum(xs)


def pairs(rows: Iterable[Iterable[str]]) -> list[str]:
    return [a + b for a, b in rows]


def points(rows: list[list[int]]) -> list[int]:
    return [a + b for a, b in rows]


def maybe(x: int) -> int:
    return None if x > 10 else x


def maybes(xs: list[int]) -> list[int]:
    return [x if x > 0 else None for x in xs]


def on_many_lines(
    count: int,
    xs: "list[int]",
    *,
    flag: bool = False,
) -> int:
    return xs[0]


def nothing_separates(a: int, b: int) -> int:
    return 1 // (a - b)


def needs_both(a: int, b: int) -> int:
    return {}[a] if a == 0 and b == 7 else a


def refuted(n: int) -> int:
    if n < 0 or n == 918273:
        return [][n]
    return n


def never_passes(n: int) -> int:
    return {}[n]


def name_taken(n: int) -> float:
    return 1 / n


def decimal_cents(amount: Decimal) -> int:
    return int(amount)


async def later(xs: list[int]) -> int:
    return xs[0]
