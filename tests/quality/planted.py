"""Small functions with one defect each: the line that fails says `BUG:` and what comes of it.

`mended.py` has most of them again without the defect. Nothing else in this file may fail in a way that asks for action.
"""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from annotated_types import Ge, Le

T = TypeVar("T")


def wrap_around(value: int, low: int, high: int) -> int:
    if high < low:
        low, high = high, low
    return low + (value - low) % (high - low)  # BUG: ZeroDivisionError


def truncated_root(value: float) -> int:
    if math.isinf(value) or value < 0:
        return 0
    return int(math.sqrt(value))  # BUG: ValueError


def initials(name: str) -> str:
    return ".".join(word[0] for word in name.split(" ") if name)  # BUG: IndexError


def version_of(text: str) -> tuple[int, ...]:
    parts = text.split(".")[:4]
    return tuple(int(part) for part in parts if part.isdecimal() or part == "-")  # BUG: ValueError


def second_largest(numbers: list[int]) -> int:
    if len(numbers) < 2:
        return 0
    return sorted(set(numbers))[-2]  # BUG: IndexError


def columns(rows: list[list[int]]) -> list[list[int]]:
    if not rows:
        return []
    return [[row[index] for row in rows] for index in range(len(rows[0]))]  # BUG: IndexError


def chunks(items: Sequence[T], count: int) -> list[Sequence[T]]:
    if count < 1 or not items:
        return []
    size = len(items) // count
    return [items[start : start + size] for start in range(0, len(items), size)]  # BUG: ValueError


def group_averages(groups: dict[str, list[int]]) -> dict[str, int]:
    return {name: sum(group) // len(group) for name, group in groups.items()}  # BUG: ZeroDivisionError


def follow(links: dict[int, int], start: int) -> int:
    here = start
    for _ in range(3):
        if here < 0:
            return here
        if here in links:
            here = links[here]
    return links[here] if links else here  # BUG: KeyError


def setting(settings: dict[str, Any], name: str) -> str:  # BUG: return_type
    if not name:
        return ""
    value: Any = settings.get(name)
    return value if value is None or isinstance(value, str) else str(type(value))  # type: ignore[return-value]  # the defect


@dataclass(frozen=True)
class Point:
    x: int
    y: int


@dataclass
class Line:
    start: Point
    end: Point
    names: list[str] = field(default_factory=list)


def slope(line: Line) -> int:
    if line.start == line.end:
        return 0
    return (line.end.y - line.start.y) // (line.end.x - line.start.x)  # BUG: ZeroDivisionError


@dataclass(frozen=True)
class Leaf:
    value: int


@dataclass(frozen=True)
class Node:
    left: Tree
    right: Tree


Tree = Leaf | Node


def height(tree: Tree) -> int:
    return 0 if isinstance(tree, Leaf) else 1 + max(height(tree.left), height(tree.right))


def lean(tree: Tree) -> int:
    if isinstance(tree, Leaf) or height(tree) < 2:
        return 0
    return height(tree.left) // height(tree.right)  # BUG: ZeroDivisionError


class Colour(Enum):
    RED = 1
    AMBER = 2
    GREEN = 3
    BLINKING = 4


AFTER = {Colour.RED: Colour.GREEN, Colour.GREEN: Colour.AMBER, Colour.AMBER: Colour.RED}


def light_after(colour: Colour, steps: int) -> Colour:
    for _ in range(steps % 4):
        colour = AFTER[colour]  # BUG: KeyError
    return colour


def in_metres(length: int, unit: Literal["mm", "cm", "m"]) -> float:
    divisors = {"mm": 1000, "cm": 100}
    return length / divisors[unit]  # BUG: KeyError


def end_of_month(day: date) -> date:
    if day.year == date.max.year:
        return day
    return day.replace(month=day.month + 1, day=1) - timedelta(days=1)  # BUG: ValueError


def share_of_day(moment: datetime, shift: timedelta) -> int:
    seconds = moment.hour * 3600 + moment.minute * 60
    return seconds // (abs(shift).seconds // 60 if abs(shift).seconds else 1)  # BUG: ZeroDivisionError


def rounded_price(price: Decimal) -> Decimal:
    if not price.is_finite():
        return Decimal(0)
    return price.quantize(Decimal("0.01"))  # BUG: decimal.InvalidOperation


def place_of(words: list[str], word: str | None) -> int:
    if word is not None and word not in words:
        return -1
    return words.index(word or "")  # BUG: ValueError


def area_of(size: int | tuple[int, int] | str) -> int:
    match size:
        case int():
            return size * size
        case str():
            return len(size)
        case (first, second):
            return first // second  # BUG: ZeroDivisionError


class Entry(TypedDict):
    name: str
    amount: int
    unit: NotRequired[str]


def label(entry: Entry) -> str:
    if entry["amount"] <= 1:
        return entry["name"]
    return f"{entry['amount']} {entry['unit']}"  # BUG: KeyError


class Money(NamedTuple):
    amount: int
    currency: str


def split_bill(bill: Money, people: int) -> Money:
    if people < 0:
        return bill
    return Money(bill.amount // people, bill.currency)  # BUG: ZeroDivisionError


class Recorder:
    """Levels over time."""

    def __init__(self) -> None:
        self.levels: list[int] = []
        self.started = False

    def record(self, level: int) -> None:
        self.levels.append(level)
        self.started = True

    def forget(self) -> None:
        self.levels.clear()

    def peak(self) -> int:
        if not self.started:
            return 0
        return max(self.levels)  # BUG: ValueError


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side


class Strip(Shape):
    def __init__(self, length: int) -> None:
        self.length = length

    def area(self) -> int:
        return max(self.length, 1)


def how_often(large: Shape, small: Shape) -> int:
    return large.area() // small.area()  # BUG: ZeroDivisionError


def step_towards(start: int, move: Callable[[int], int]) -> int:
    return 1000 // (move(start) - start)  # BUG: ZeroDivisionError


def similarity(left: set[str], right: set[str]) -> float:
    return len(left & right) / len(left | right)  # BUG: ZeroDivisionError


def payload_of(data: bytes) -> bytes:
    if len(data) < 2:
        return b""
    length = data[0]
    if data[1 + length] != 0:  # BUG: IndexError
        return b""
    return data[1 : 1 + length]


def weights_in_percent(weights: tuple[int, ...]) -> list[int]:
    return [100 * weight // sum(weights) for weight in weights]  # BUG: ZeroDivisionError


def quotients(numbers: list[int]) -> Iterator[int]:
    for first, second in pairwise(numbers):
        yield first // second  # BUG: ZeroDivisionError


async def slowest(delays: list[int]) -> int:
    async def wait(delay: int) -> int:
        await asyncio.sleep(delay % 5)
        return delay

    if not delays:
        return 0
    return max(await asyncio.gather(*[wait(delay) for delay in delays if delay > 0]))  # BUG: ValueError


def days_in(month: Annotated[int, Ge(1), Le(12)]) -> int:
    return (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30)[month - 1]  # BUG: IndexError
