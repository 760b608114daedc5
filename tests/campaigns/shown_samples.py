"""Functions to be shown by examples: small, each with behaviours that can be counted."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Annotated, NotRequired, TypedDict

from annotated_types import Predicate

from fuzzwright import generator


def own_address(address: str) -> bool:
    if "@" not in address:
        return False
    name = address.split("@")[0]
    if len(name) < 8:
        return False
    if not name.isalnum():  # noqa: SIM103 - each way out is a behaviour
        return False
    return True


def average(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def of_age(age: int) -> bool:
    return age >= 18


def signs(numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        if number > 0:
            total += 1
        else:
            total -= 1
    return total


def unscheme(url: str) -> str:
    if not url.startswith("https://"):
        raise ValueError("only secure addresses")
    return url[8:]


def sort(items: list[int]) -> None:
    items.sort()


class Purse:
    def __init__(self, coins: int = 0) -> None:
        self.coins = coins

    @classmethod
    def empty(cls) -> Purse:
        return cls(0)

    def put(self, coins: int) -> None:
        self.coins += coins


def is_full(purse: Purse) -> bool:
    return purse.coins > 1000


def in_order(items: list[int]) -> list[int]:
    return sorted(items)


def greet(name: str) -> None:
    print(f"Hello, {name}!")


class Counter:
    """Counts.

    >>> Counter(3).add(4)
    """

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def add(self, number: int) -> None:
        self.count += number


def convert(value: float, unit: str) -> float:
    if unit == "km":
        return value * 1000
    if unit == "m":
        return value
    raise ValueError(f"unknown unit {unit!r}")


class Shape(Enum):
    ROUND = 1
    SQUARE = 2


@dataclass(frozen=True)
class Num:
    value: int


@dataclass(frozen=True)
class Add:
    left: Term
    right: Term


@dataclass(frozen=True)
class Div:
    left: Term
    right: Term


Term = Num | Add | Div


def evaluate(term: Term) -> float:
    match term:
        case Num(value):
            return value
        case Add(left, right):
            return evaluate(left) + evaluate(right)
        case Div(left, right):
            return evaluate(left) / evaluate(right)


def flags(a: bool, b: bool, c: bool, d: bool, e: bool) -> int:
    total = 0
    if a:
        total += 1
    if b:
        total += 2
    if c:
        total += 4
    if d:
        total += 8
    if e:
        total += 16
    return total


def wrapped(address: str) -> bool:
    return own_address(address)


def wrong_type(number: int) -> int:
    return str(number) if number > 5 else number  # type: ignore[return-value]  # what is to be shown


def endless(number: int) -> int:
    while number == 7:
        time.sleep(0)
    return number


def writes(name: str) -> None:
    with open(os.path.join("/", name.replace("\0", "") or "x"), "w") as file:
        file.write("no")


def anything(thing: Shape) -> str:
    return thing.name.lower()


@dataclass
class Span:
    first: int
    last: int

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise ValueError("the other way round")


def length(span: Span) -> int:
    return span.last - span.first


@dataclass
class Board:
    rows: list[str]
    at: int


@generator
def board(widths: list[int], at: int = 0) -> Board:
    """Make boards whose place is always on them."""
    rows = ["." * (abs(width) % 3) for width in widths] + ["."]
    return Board(rows, abs(at) % len(rows))


def here(board: Board) -> str:
    return board.rows[board.at]


def is_even(number: int) -> bool:
    return number % 2 == 0


def half(number: Annotated[int, Predicate(is_even)]) -> int:
    if number % 2:
        raise AssertionError("only even numbers are made")
    return number // 2


@dataclass
class Wallet:
    owner: str
    money: int = 0
    coins: list[int] = field(default_factory=list)


def pay(wallet: Wallet, amount: int) -> None:
    if amount > wallet.money:
        raise ValueError("not enough")
    wallet.money -= amount


def hand_over(giver: Wallet, taker: Wallet, amount: int) -> None:
    pay(giver, amount)
    taker.money += amount


class Film(TypedDict):
    title: str
    year: int
    rating: NotRequired[float]


def label(film: Film) -> str:
    return f"{film['title']} ({film['year']})"


def best(films: list[Film]) -> str:
    return max(films, key=lambda film: film["rating"])["title"]


def product(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
    return [[sum(x * y for x, y in zip(row, column, strict=False)) for column in zip(*b, strict=False)] for row in a]


@dataclass
class Basket:
    owner: str
    prices: list[int] = field(default_factory=list)


def dearest(basket: Basket) -> int:
    return max(basket.prices)


def roots(a: float, b: float, c: float) -> float | None:
    below = b * b - 4 * a * c
    return None if below < 0 else (-b - below**0.5) / (2 * a)


def first_above(values: list[int], limit: int) -> int:
    for value in values:
        if value > limit:
            return value
    raise LookupError("none")


def pairs(text: str) -> dict[str, str]:
    found = {}
    for item in text.split(";"):
        name, value = item.split("=")
        found[name] = value
    return found


def minutes(text: str) -> int:
    """Return the minutes of a duration such as "2h5m"."""
    hours, _, rest = text.partition("h")
    if not rest.endswith("m"):
        raise ValueError(text)
    return int(hours) * 60 + int(rest[:-1])


class Form(Enum):
    PLAIN = "plain"
    BOLD = "bold"
    LEAN = "lean"


def form(text: str) -> Form:
    return Form(text.strip().lower())


def twice(function: Callable[[int], int], value: int) -> int:
    return function(function(value))


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def share(parts: list[Decimal]) -> Decimal:
    return sum(parts, Decimal(0))


def square(number: float) -> float:
    return number**2


def down(depth: int) -> int:
    return 0 if depth <= 0 else 1 + down(depth - 1)


def head(items: list[int]) -> int:
    return items[0] if items else None  # type: ignore[return-value]  # what is to be shown


async def later(number: int) -> int:
    return number * 2


async def counted(limit: int) -> AsyncIterator[int]:
    for number in range(limit):
        yield number


def rename(users: dict[str, str], old: str, new: str) -> None:
    users[new] = users.pop(old)


def drop_above(items: list[int], limit: int) -> None:
    if not items or items[0] <= limit:
        raise ValueError("nothing to drop")
    items.pop(0)
