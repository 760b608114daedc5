"""Functions that ask for data of some shape without saying so in their hints, and such that only look like it."""

import argparse
import dataclasses
import datetime
import decimal
import importlib
import os
import re
import struct
import unicodedata
from collections.abc import Callable, Iterable
from typing import IO, Any, NotRequired, TypedDict


@dataclasses.dataclass
class User:
    name: str


def user(n: int) -> User | None:
    return User("a") if n > 100 else None


class Record(TypedDict):
    colour: str
    size: NotRequired[int]


# What a caller can be asked for: data of some shape


def kind_of(token: dict[str, Any]) -> str:
    return _kind(token)


def _kind(token: dict[str, Any]) -> str:
    return token["type"]


def kind_in_batches(batches: Iterable[list[dict[str, Any]]]) -> list[str]:
    return [_kind(max(batch, key=len)) for batch in batches]


def option(name: str, **options: Any) -> Any:
    return options["mode"]


def command(arguments: argparse.Namespace) -> Any:
    return arguments.verbose


def replaces(text: str, pairs: list[list[str]]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def between(ends: list[int]) -> int:
    low, high = ends
    return high - low


def ruby_of(match: re.Match[str]) -> str:
    return _after_bracket(match)


def _after_bracket(match: re.Match[str]) -> str:
    _, text = match.group(0).split("(")
    return text


def skips(text: str, start: int, end: int) -> int:
    position = start
    while position < end and text[position] == " ":
        position += 1
    return position


def line_at(lines: list[str], number: int) -> str:
    return lines[number - 1]


class Cursor:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines = text.splitlines()

    def here(self) -> str:
        return self.text[self.position]


def character(cursor: Cursor) -> str:
    start = cursor.position
    return cursor.text[start]


def blank(cursor: Cursor, first: int, last: int) -> bool:
    if first + 1 > last:
        return False
    following = first + 1
    return not cursor.lines[following]


def last_line(cursor: Cursor, first: int) -> str:
    following = first + len(cursor.lines)
    return cursor.lines[following]


def code_of(character: str) -> int:
    return ord(character)


def code_of_first(text: str) -> int:
    return ord(text[:1])


def calls_each(functions: list[Callable[..., int]]) -> int:
    return sum(each(1, 2) for each in functions)


class Plugin:
    def __call__(self, first: int, second: int) -> int:
        return first + second


class Host:
    def __init__(self, plugins: list[Any], options: dict[str, Any] | None = None) -> None:
        self.plugins = list(plugins)
        self.options = options or {}

    def start(self) -> None:
        for plugin in self.plugins:
            plugin(self)

    def record(self) -> User:
        return User("a", **self.options)

    def broken_record(self) -> User:
        return User("a", age=len(self.options))  # type: ignore[call-arg]  # that there is no such name is the point


def record_of(parts: dict[str, str]) -> User:
    return User(**parts)


def packs(number: int) -> bytes:
    return struct.pack(">B", number)


def packs_length(text: str) -> bytes:
    return struct.pack(">B", len(text))


def moment(seconds: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(seconds, tz=datetime.UTC)


def years(number: int) -> datetime.timedelta:
    return datetime.timedelta(days=number * 365)


def rounds(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"


def month(text: str) -> datetime.date:
    found = re.fullmatch(r"(\d+)-(\d+)", text)
    if found is None:
        raise ValueError("not a month")
    year, number = int(found[1]), int(found[2])
    return datetime.date(year, number, 1)


def bare_month(text: str) -> datetime.date:
    year, number = int(text[:4]), int(text[4:])
    return datetime.date(year, number, 1)


def imports(name: str) -> Any:
    module, _, _ = name.rpartition(":")
    return importlib.import_module(module)


class Field:
    def __init__(self, pattern: str, text: str) -> None:
        self.pattern = pattern
        self.text = text + "x"

    def matches(self) -> bool:
        return re.match(self.pattern, "a") is not None

    def number(self) -> int:
        return int(self.text)


class Widget(Field):
    def finds(self) -> bool:
        return self.matches()


def home() -> str:
    return os.environ["NO_SUCH_VARIABLE"]


def encodes_as(text: str, encoding: str) -> bytes:
    return _encoded(text, {"as": encoding})


def _encoded(text: str, options: dict[str, str]) -> bytes:
    return text.encode(options["as"])


def encodes_wrongly(text: str) -> bytes:
    return text.encode("utf8-" + str(len(text)))


def says(stream: IO[Any]) -> int:
    return stream.write("a")


def says_to_bytes(stream: IO[bytes]) -> int:
    return stream.write("a")  # that it is text is the point


class Shell:
    name: str

    @classmethod
    def title(cls) -> str:
        return cls.name

    @classmethod
    def label(cls) -> str:
        return cls.lable


# What looks like it and is not


def next_line(lines: list[str], number: int) -> str:
    return lines[number + 1]


def next_item(items: list[str], index: int) -> str:
    index += 1
    return items[index]


def name_of_character(code: int) -> str:
    return unicodedata.name(chr(code))


def kind_or_none(token: dict[str, Any]) -> str:
    if "type" not in token:
        return ""
    return _other_kind(token)


def _other_kind(token: dict[str, Any]) -> str:
    return token["kind"] if token.get("kind") is None else ""


def kind_checked(token: dict[str, Any]) -> str:
    if "type" not in token:
        raise ValueError("a token has a type")
    return token["type"] + token["name"]


def built(token: dict[str, Any]) -> int:
    return _build(token)["size"]


def _build(token: dict[str, Any]) -> dict[str, int]:
    return {"length": len(token)}


def colour_size(record: Record) -> int:
    return _size(record)


def _size(record: Record) -> int:
    return record["size"]


def word_pairs(words: list[str]) -> dict[str, str]:
    return {first: second for first, second in words}


def makes_user(n: int) -> User:
    return User(n, n)  # type: ignore[call-arg, arg-type]  # that there is one field only is the point


# Values that may be anything


def shout(value: Any) -> str:
    return "".join(value)


def shout_name(record: dict[str, Any]) -> str:
    return _shout(record["name"])


def _shout(name: Any) -> str:
    return name + "!"


def sorts(items: list[int], key: Callable[[int], Any]) -> list[int]:
    return sorted(items, key=key)


def name_of_owner(record: dict[str, Any]) -> str:
    return user(record["id"]).name


def misspelt(record: dict[str, Any]) -> int:
    return record.lenght()  # type: ignore[attr-defined, no-any-return]  # that there is no such method is the point


# Exceptions of a family


class ReadError(ValueError):
    """Could not be read."""


class TooShort(ReadError):
    """Could not be read, for it is too short."""


def reads_code(text: str) -> str:
    """Read a code.

    Raises:
        ReadError: if it is none
    """
    return _code(text)


def _code(text: str) -> str:
    if len(text) < 3:
        raise TooShort(text)
    raise LookupError


def renderer(name: str) -> str:
    return _renderer(name)


def _renderer(name: str) -> str:
    raise AttributeError(f"no renderer for {name}")


def width_name(width: int) -> str:
    return {3: "short", 4: "wide"}[max(3, width)]


def width_of_next(width: int) -> str:
    return {3: "short", 4: "wide"}[abs(width) * 2]


def whole(x: float) -> int:
    return int(x)


def whole_ratio(x: float) -> int:
    return int(x * 10)


def same_day_in(day: datetime.date, year: int) -> datetime.date:
    return day.replace(year=year + 1)


def day_after(day: datetime.date) -> datetime.date:
    return day + datetime.timedelta(1)


def moment_of(seconds: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(seconds * 2)


def text_in(file: IO[bytes]) -> str:
    return file.read().decode("utf-8")


def text_of_hex(text: str) -> str:
    data = bytes.fromhex(text)
    return data.decode("utf-8")


def refuses_quoting(name: str) -> str:
    """Find.

    Raises:
        LookupError: if there is none
    """
    return _refuses_quoting(name)


def _refuses_quoting(name: str) -> str:
    raise ValueError(f"{name!r} is no name")


def power(places: int) -> decimal.Decimal:
    return decimal.Decimal(10) ** places


class Clock:  # its methods are for one kind of value each
    def __init__(self, value: datetime.date | datetime.time) -> None:
        self.value = value

    def hour(self) -> int:
        return self.value.hour

    def day(self) -> int:
        return self.value.day


class Wall:  # has forgotten one kind
    def __init__(self, value: datetime.date | datetime.time) -> None:
        self.value = value

    def hour(self) -> int:
        return self.value.hour


class Printer:
    def __init__(self) -> None:
        self._page: list[str] | None = None
        self.kept: list[str] | None = None

    @property
    def page(self) -> list[str]:
        return self._page  # type: ignore[return-value]  # that is the point

    @page.setter
    def page(self, page: list[str]) -> None:
        self._page = page

    def starts(self) -> None:
        self.page = [""]
        self.ready = True

    def header(self) -> str:
        return self.page[0]

    def state(self) -> bool:
        return self.ready

    def title(self, there: bool) -> str:
        if there:
            self.kept = [""]
        return self.kept[0]  # type: ignore[index]  # that is the point


class Command:
    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.folder = None
        self.name = ""

    def file(self) -> str:
        return os.path.join(self.folder, self.name)


def unit_name(size: int) -> str:
    return {2: "pair", 12: "dozen"}[size * 2]


def describes(size: int) -> str:
    try:
        return unit_name(size)
    except KeyError:
        return "many"
