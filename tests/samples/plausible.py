"""Functions that fail for what few callers write or for data of another form, next to look-alikes that are wrong."""

from __future__ import annotations

import ast
import configparser
import datetime
import enum
import json
import pathlib
import re
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import urlsplit

try:
    import module_of_another_system as registry
except ImportError:
    registry = None


class FormError(Exception):
    pass


def hours(text: str) -> int:
    return int(text.split(":")[0])


def hours_if_digits(text: str) -> int:
    part = text.split(":")[0]
    return int(part) if part.isprintable() else 0


def hours_or_own(text: str) -> int:
    if not text:
        raise FormError("empty")
    return int(text.split(":")[0])


def hours_handled(text: str) -> int:
    try:
        first = int(text[:1])
    except ValueError:
        first = 0
    return first + int(text[1:])


def hours_prefixed(text: str) -> int:
    return int("x" + text)


Triple = tuple[str, str, str]


def red_of(colour: Triple) -> int:
    red = colour[0].rstrip("%")
    return int(red)


def red_of_digits(colour: Triple) -> int:
    red = colour[0].rstrip("%")
    return int(red) if red.isascii() else 0


class Clock:
    def __init__(self, text: str) -> None:
        self.parts = text.upper().split()

    def hour(self) -> int:
        return int(self.parts[0])

    def number_of_parts(self) -> int:
        return int(f"{len(self.parts)} parts")


def host_of(address: str) -> str:
    return urlsplit("https://" + address).netloc


def port_of(address: str) -> str:
    if not address:
        raise FormError("empty")
    return urlsplit("https://" + address).netloc


def person(fields: list[str]) -> str:
    fields[0] = fields[0].strip()
    return f"{fields[0]} {fields[1]} ({fields[2]})"


def person_checked(fields: list[str]) -> str:
    if len(fields) < 2:
        return ""
    return f"{fields[0]} {fields[1]} ({fields[2]})"


def ends(fields: list[str]) -> str:
    return fields[0] + fields[-1]


def title_in(text: str) -> str:
    record = json.loads(text)
    return str(record["title"])


def title_checked(text: str) -> str:
    record = json.loads(text)
    if not isinstance(record, dict):
        return ""
    return str(record["title"])


def word_at(word: str, patterns: list[str]) -> bool:
    return any(re.search(f"^{pattern}$", word) for pattern in patterns)


def titled(titles: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"({title}):" for title in titles))


def compiled(pattern: str) -> re.Pattern[str]:
    parts = [pattern]
    return re.compile(parts[0])


def found_in(pattern: str | bytes, text: str | bytes) -> bool:
    return re.search(pattern, text) is not None  # type: ignore[type-var]  # they may be of two kinds


def found_in_a_path(pattern: str | bytes, path: str | bytes | pathlib.Path) -> bool:
    return found_in(pattern, str(path) if isinstance(path, pathlib.Path) else path)


def with_end(text: str | bytes) -> str | bytes:
    return text + "."  # type: ignore[operator]  # that is the slip


def keys_of(names: dict) -> list[str]:  # type: ignore[type-arg]  # what is in it is left open
    return [name.upper() for name in names]


def keys_of_texts(names: dict[str, int]) -> list[str]:
    return [name.upper() for name in names.values()]  # type: ignore[attr-defined]  # that is the slip


def users() -> object:
    return registry.users()


def members() -> object:
    groups = None
    return groups.members()  # type: ignore[attr-defined]  # that is the slip


class Section:
    def read(self, text: str) -> str:
        pass  # type: ignore[return]  # others say what it does

    def read_all(self, text: str) -> Iterator[str]:
        yield self.read(text)

    def read_first(self, text: str) -> str:
        return self._first(text)

    def _first(self, text: str) -> str:
        tree = ast.parse(text)
        return "" if tree.body else None  # type: ignore[return-value]  # that is the slip


def longest_of(*texts: str) -> int:
    return max(map(len, texts))


def longer_of(*texts: str) -> int:
    return longest_of(*texts) + 1


def longest_in(texts: list[str]) -> int:
    return max(map(len, texts))


class Unit(enum.Enum):
    HOUR = 1


def unit_of(name: str) -> Unit:
    """Return a unit.

    Raises:
        OverflowError: if it is too long
    """
    return Unit[name.upper()]


def unit_after(unit: Unit) -> int:
    """Return what comes after a unit.

    Raises:
        OverflowError: if it is too long
    """
    return {1: 2}[unit.value + 1]


def read_of(thing: object, name: str) -> object:
    return getattr(thing, name)


def read_own(name: str) -> object:
    return getattr(None, name)


def words_in(file: BinaryIO) -> list[str]:
    return [word for number, line in enumerate(file) for word in line.decode("utf-8").split()]


def word_in(text: str) -> str:
    return text.encode("utf-16").decode("utf-8")


def zone_of(name: str) -> int:
    try:
        return _number_of(name)
    except KeyError as error:
        kept = error
    raise LookupError(f"no zone {name}") from kept


def _number_of(name: str) -> int:
    numbers = {"utc": 0}
    key = name[::-1]
    return numbers[key]


class Stamp:
    def __init__(self, value: datetime.date | datetime.time) -> None:
        self.value = value

    def hour(self) -> int:
        return self.value.hour  # type: ignore[union-attr]  # which it is is known to who made it

    def day(self) -> int:
        return self.value.day  # type: ignore[union-attr]  # the same


def stamped(day: datetime.date, part: str) -> int:
    return Stamp(day).hour() if part == "h" else Stamp(day).day()


class Note:
    def __init__(self, value: datetime.date | None) -> None:
        self.value = value

    def day(self) -> int:
        return self.value.day  # type: ignore[union-attr]  # that is the slip


def noted(day: datetime.date) -> int:
    return Note(None).day()


class Scheme:
    def __init__(self, folders: dict[str, str]) -> None:
        self.folders = folders

    def folder(self, names: list[str]) -> list[str]:
        return [self.folders[name] for name in names]

    def folder_or_none(self, names: list[str]) -> list[str]:
        known = [name for name in names if name in self.folders]
        return [self.folders[name + "/"] for name in known]


def settings_in(text: str) -> list[str]:
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser.sections()


def settings_below(text: str) -> list[str]:
    parser = configparser.ConfigParser()
    parser.read_string(text.partition("=")[2] + "x")
    return parser.sections()


class Words(list[str]):
    def upper(self) -> list[str]:
        return [word.upper() for word in self]


class Filled(list[str]):
    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)  # type: ignore[arg-type]  # that is the slip

    def upper(self) -> list[str]:
        return [word.upper() for word in self]


class Held:
    def __init__(self) -> None:
        self.parts: list[str] = []

    def close(self) -> None:
        del self.parts

    def write(self, text: str) -> None:
        self.parts.append(text)

    def clear(self) -> None:
        self.other.clear()  # type: ignore[attr-defined]  # that is the slip


class Checker:
    def __init__(self, encoding: str) -> None:
        self.encoding = encoding

    def is_long(self, text: str) -> bool:
        return len(text.encode(self.encoding)) > 9

    def is_long_wrongly(self, text: str) -> bool:
        return len(text.encode("utf_9")) > 9


def is_high(character: str) -> bool:
    return ord(character) > 255


def is_high_at_first(text: str) -> bool:
    return ord(text[:1]) > 255


def is_short(text: str, encoding: str = "utf-8") -> bool:
    return len(text.encode(encoding)) < 9 and text[0] != " "


def _refused(name: str) -> AttributeError:
    raise AttributeError(name)


def __getattr__(name: str) -> int:
    raise _refused(name)
