"""Ordinary mistakes in small functions: each fails for data that anybody might give it."""

import datetime
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
QUARTERS = {1: "first", 4: "second", 7: "third"}
TENS = ["", "X", "XX", "XXX", "XL"]


class Size(Enum):
    SMALL = 1
    LARGE = 2


PRICES = {Size.SMALL: 3}


def first_word(text: str) -> str:
    return text.split()[0]


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split(" "))


def extension(name: str) -> str:
    return name.rsplit(".", 1)[1]


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def median(numbers: list[int]) -> int:
    return sorted(numbers)[len(numbers) // 2]


def spread(numbers: list[int]) -> int:
    return max(numbers) - min(numbers)


def percent(part: int, whole: int) -> float:
    return 100 * part / whole


def deviation(numbers: list[float]) -> float:
    middle = sum(numbers) / max(len(numbers), 1)
    return math.sqrt(sum((each - middle) ** 2 for each in numbers) / (len(numbers) - 1))


def weekday(number: int) -> str:
    return WEEKDAYS[number % 7]


def quarter(day: datetime.date) -> str:
    return QUARTERS[day.month - (day.month - 1) % 3]


def price(size: Size) -> int:
    return PRICES[size]


def next_month(day: datetime.date) -> datetime.date:
    return day.replace(month=day.month + 1)


def birthday(born: datetime.date, year: int) -> datetime.date:
    shifted = min(max(year, 1900), 2100)
    return datetime.date(shifted, born.month, born.day)


def longest_day(days: list[datetime.date]) -> int:
    return (days[-1] - days[0]).days


def minor_version(text: str) -> int:
    return int(re.match(r"(\d+)\.(\d+)", text).group(2))


def pair(text: str) -> tuple[str, str]:
    key, value = text.split("=")
    return key, value


def squeezed(text: str, blank: str) -> str:
    return re.sub(r"\s+", blank, text)


def any_of(words: list[str], text: str) -> bool:
    return re.search("|".join(f"({word})" for word in words), text) is not None


def tens(number: int) -> str:
    return TENS[min(abs(number), 90) // 10]


def repeated(text: str) -> str:
    return text[:: len(text)]


def last_of(numbers: Iterable[int]) -> int:
    for number in numbers:
        last = number
    return last


def first_of(numbers: list[int]) -> int:
    return next(iter(numbers))


def joined(parts: list[str | None]) -> str:
    return ", ".join(parts)


def search(items: list[int], wanted: int) -> int:
    low, high = 0, len(items)
    while low < high and items[low] != wanted:
        low += 1
    return items[low]


def is_framed(text: str) -> bool:
    return text[0] == text[-1]


class Node:
    def __init__(self, children: "tuple[Node, ...]" = ()) -> None:
        self.children = children


def depth(node: Node) -> int:
    return 1 + max(depth(child) for child in node.children)


@dataclass
class User:
    name: str


def greeting(users: dict[str, User], name: str) -> str:
    return f"Hello {users.get(name).name}"


class Stack:
    def __init__(self, items: list[int]) -> None:
        self.items = list(items)

    def top(self) -> int:
        return self.items[-1]

    def __repr__(self) -> str:
        return f"Stack({self.items[0]}...)"


class Votes:
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def share(self, name: str) -> float:
        return self.counts.get(name, 0) / sum(self.counts.values())

    def winner(self) -> str:
        return max(self.counts, key=self.counts.get)


class Table:
    def __init__(self, rows: list[list[str]]) -> None:
        self.rows = rows

    def width(self) -> int:
        return len(self.rows[0])

    def widths(self) -> list[int]:
        return [max(len(row[column]) for row in self.rows) for column in range(self.width())]


class Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        return self.text[self.at]

    def close(self) -> None:
        del self.text
