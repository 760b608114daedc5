"""Functions that ask more of their arguments than their hints say, and functions that are simply wrong."""

import configparser
import dataclasses
import datetime
import enum
import json
import math
import re
import subprocess
import unittest
from typing import Any, NotRequired, TypedDict


class Unit(enum.Enum):
    DAYS = 1
    HOURS = 2


class TooFar(Exception):
    """An exception of their own."""


TABLE = {"a": 1}


# What a caller can be asked for


def converts(text: str) -> int:
    return int(text.strip())


def converts_inside(text: str) -> int:
    return converts(text)


def converts_all(texts: list[str]) -> list[float]:
    return [float(each) for each in texts]


def converts_its_parts(part: str) -> int:
    total = 0
    for part in part.split(","):
        total += int(part)
    return total


def converts_its_parts_at_once(part: str) -> int:
    return sum([int(part) for part in part.split(",")])


def looks_up(name: str) -> int:
    return TABLE[name.lower()]


def indexes(items: list[int], index: int) -> int:
    return items[index]


def indexes_the_next(items: list[int], index: int) -> int:
    index = max(index, 0)
    index += 1
    return items[index]


def reads(record: dict[str, int]) -> int:
    return record["amount"]


def reads_inside(records: list[dict[str, Any]]) -> int:
    latest = max(records, key=len)
    return latest["amount"]


def fills(template: str, value: float) -> str:
    return template % value


def fills_braces(template: str) -> str:
    return template.format(1)


def matches(pattern: str) -> bool:
    wanted = pattern or "a"
    return re.match(wanted, "text") is not None


def splits(text: str, separator: str) -> list[str]:
    return text.split(separator)


def decodes(text: str | bytes, encoding: str = "utf-8") -> str:
    return text if isinstance(text, str) else str(text, encoding)


def loads(text: str | bytes) -> Any:
    try:
        read = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError:
        raise json.JSONDecodeError("no text", "", 0) from None
    return json.loads(read[1:])


def asserted_elsewhere(number: int) -> None:
    options = {"first": number, "second": 1}
    unittest.TestCase().assertEqual(**options)


def asserted_elsewhere_for_itself(number: int) -> int:
    unittest.TestCase().assertEqual(1, 2)
    return number


def begins(when: str | tuple[int, int]) -> datetime.datetime:
    if isinstance(when, tuple):
        when = f"{when[0]}-{when[1]}"
    return datetime.datetime.strptime(when, "%Y-%m")


def earlier(first: datetime.date, second: datetime.date) -> bool:
    return first < second


def earlier_of_either(first: datetime.date | datetime.datetime, second: datetime.date | datetime.datetime) -> bool:
    return first < second


def searches(text: str, pattern: str = "") -> bool:
    return re.search(f"begin{pattern}end", text) is not None


def finds_words(text: str, word: str = "") -> bool:
    return re.search(f"begin{word}end", text) is not None


def refuses_without_words(n: int) -> int:
    return _small(n)


def _small(n: int) -> int:
    if n > 9:
        raise ValueError
    return n


def starts(words: list[str]) -> int:
    return subprocess.run(words, check=False).returncode


def chooses(number: int) -> Unit:
    return Unit(number)


def encodes(text: str) -> bytes:
    return text.encode()


class Bare:
    def value(self) -> int:
        return self._value  # type: ignore[attr-defined, no-any-return]  # that nobody sets it is the point


class Declared:
    kept: int


class Derived(Declared):
    def get(self) -> int:
        return self.kept


class Table:
    def __init__(self, items: dict[str, int]) -> None:
        self.items = items

    def __getitem__(self, key: str) -> int:
        return self.items[key.strip()]


# What is on purpose


def _check(n: int) -> int:
    if n > 9:
        raise TooFar(f"{n} is too far")
    return n


def refuses_inside(n: int) -> int:
    return _check(n) + 1


def _reads(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise TooFar("not a number") from error


def translates_inside(text: str) -> int:
    return _reads(text)


def mentions(text: str) -> int:
    """Read a number; a ValueError says that there is none."""
    number = text[1:]
    return int(number)


def translates_with_words(text: str) -> int:
    try:
        return TABLE[text]
    except KeyError as error:
        raise ValueError(f"no {text} here") from error


# What is neither


def comes_by_the_handler(text: str) -> int:
    try:
        return int({"a": "1"}[text] + "x")
    except KeyError:
        raise ValueError("unknown") from None


def comes_by_another_message(text: str) -> int:
    try:
        return int({"a": "1"}[text] + "x")
    except KeyError as error:
        raise ValueError(f"no {text} here") from error


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Record(TypedDict):
    colour: Colour
    size: NotRequired[int]


NEXT = {Colour.RED: 1}


def after(colour: Colour) -> int:
    return NEXT[colour]


def after_record(record: Record) -> int:
    return NEXT[record["colour"]]


def sizes(records: list[Record]) -> int:
    return sum(record["size"] for record in records)


def piece(text: str) -> int:
    number = text.split(":")[0]
    return int(number)


def goes_round(n: int) -> int:
    while n:
        this = other.strip() if n < 3 else "x"
        other = this.strip()
        n -= 1
        int(this)
    return n


@dataclasses.dataclass
class User:
    name: str


def user(n: int) -> User | None:
    return User("a") if n > 100 else None


def name_of_user(n: int) -> str:
    return user(n).name


def longest(text: str) -> str:
    return max((word for word in re.split(",", text) if word), key=len)


def key_of(text: str) -> str:
    key, _ = str(text).split("=")
    return key


def root_of(text: str) -> float:
    return math.sqrt(int(text) - 5)


def denies(text: str) -> int:
    """Read a number: never raises a ValueError."""
    return int(text + "x")


def indexes_another(items: list[int], index: int) -> int:
    index = len(items)
    return items[index]


def counts(extra: list[dict[str, Any]]) -> int:
    known = {"total": len(extra)}
    return known["count"]


def counts_in_table(extra: list[dict[str, Any]]) -> int:
    return TABLE["count"] + len(extra)


def first(items: list[int]) -> int:
    return items[0]


def mean(items: list[int]) -> float:
    return sum(items) / len(items)


def highest(items: list[int]) -> int:
    return max(items)


def root(x: float) -> float:
    return math.sqrt(x)


class Member:
    def __init__(self, n: int) -> None:
        if n:
            self.kept = n

    def get(self) -> int:
        return self.kept

    def __eq__(self, other: object) -> bool:
        return _check(int(str(other))) == 1


def is_small(n: int) -> bool:
    return _check(n) == 1


def is_known(n: int, table: dict[int, int] | None = None) -> bool:
    assert table is not None
    return n in table


class Kept:
    def __init__(self, n: int) -> None:
        self.n = n

    def is_full(self) -> bool:
        assert self.n, "of nothing it cannot be told"
        return self.n > 9


def is_known_inside(n: int) -> bool:
    return is_known(n)


def passes_on(text: str) -> int:
    try:
        return _digits(text)
    except ValueError:
        if text == "one":
            return 1
        raise


def passes_on_by_name(text: str) -> int:
    try:
        return _digits(text)
    except (KeyError, ValueError) as error:
        raise error from None


def passes_on_anything(text: str) -> int:
    try:
        return _digits(text)
    except Exception:
        TABLE.pop("text", None)
        raise


def _digits(text: str) -> int:
    return int("0" + text[1:])


def lists_its_errors(n: int) -> int:
    """Count.

    Raises:
        KeyError: if there is nothing
    """
    return _check(n)


def finds(name: str) -> int:
    return _find(name + "!")


def _find(name: str) -> int:
    raise KeyError(name)


def imports_what_is_not_there(n: int) -> Any:
    import nowhere_at_all  # type: ignore[import-not-found]  # that it is not there is the point

    return nowhere_at_all


def gives_up(names: list[str]) -> int:
    """Return the first of them that is a number."""
    last = None
    for name in names:
        try:
            return int(name)
        except ValueError as error:
            last = error
    raise last  # type: ignore[misc]


def throws(error: Any) -> None:
    """Raise it."""
    raise error


def reads_settings(text: str) -> None:
    """Read settings.

    Raises:
        configparser.Error: if they cannot be read
    """
    configparser.ConfigParser().read_string(text)
