"""Functions that hand arguments to other packages, or need what is set up elsewhere; and such that only look like it."""

import argparse
import contextlib
import contextvars
import datetime
import functools
import json
import pathlib
import string
from collections.abc import Callable
from typing import IO, Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

CURRENT: contextvars.ContextVar[str] = contextvars.ContextVar("current")


class Item:
    name = ""


# What other packages refuse


def version(text: str) -> Version:
    return Version(text)


def final(text: str) -> Version:
    return Version(f"{text}+final")


def version_in_line(line: str) -> Version:
    word = line.split(" ")[0]
    return Version(word)


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


@logged
def _logged_version(text: str) -> Version:
    return Version(text)


def logged_version(text: str) -> Version:
    return _logged_version("1." + text)


def logged_constant(text: str) -> Version:
    return _logged_version("." * len(text))


@logged
def decorated_version(text: str) -> Version:
    return Version(text)


def end_of_month(day: datetime.date) -> datetime.date:
    return day.replace(day=31)


def next_month(day: datetime.date) -> datetime.date:
    return day.replace(month=day.month + 1)


def allows(text: str) -> bool:
    try:
        return "1.0" in SpecifierSet(text)
    except InvalidSpecifier:
        return False


def specifiers(text: str) -> SpecifierSet:
    return SpecifierSet(text)  # elsewhere they are handled


# What is set up elsewhere


def current() -> str:
    return CURRENT.get()


def begins(name: str) -> str:
    if name:
        CURRENT.set(name)
    return CURRENT.get()


# Text and streams


def class_named(name: str) -> type:
    return type(name, (), {})


def document(stream: IO[str]) -> Any:
    return json.load(stream)


def document_within(stream: IO[str]) -> Any:
    return json.loads(stream.read()[1:])


def numbers(*texts: str) -> list[int]:
    return [int(text) for text in texts]


def lengths(*texts: str) -> list[int]:
    return [100 // len(text) for text in texts]


def in_home(path: str) -> str:
    return str(pathlib.Path(path).expanduser())


# What may be anything


class Keeper(contextlib.closing):  # keeps what it is given as `thing`
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.found: Item | None = None

    def title(self) -> str:
        return self.thing.name.upper()

    def name_of_found(self) -> str:
        return self.found.name

    def local_title(self) -> str:
        thing = self.thing
        return _name(thing)


def _name(thing: Item) -> str:
    return thing.name


def renames(items=()) -> None:
    for item in items:
        item.name = "a"


def renames_all(items: tuple[Item | None, ...] = ()) -> None:
    for item in items:
        item.name = "a"


def first_of(value: Any) -> Any:
    return next(iter(value))


def second_of(record: dict[str, Any]) -> Any:
    return _second(record["items"])


def _second(items: Any) -> Any:
    return items[1]


def first_of_many(value: Any) -> Any:
    if len(value) > 3:
        return None
    return value[0]


def first_of_list(value: list[Any]) -> Any:
    return next(iter(value))


def greets(record: dict[str, Any]) -> str:
    return string.Template("Hello $name").substitute(record)


def greets_nobody(record: dict[str, Any]) -> str:
    return string.Template("Hello $name").substitute({"title": record})


# Command lines


def conflicts(name: str) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--name")
    parser.add_argument("--name")


def adds_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verbose", "-v", action="store_true")


def adds_options(parser: argparse.ArgumentParser, names: list[str]) -> None:
    for name in names:
        parser.add_argument(name.strip(), dest="a")


def adds_wrongly(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verbose", action="store-true")


def reads_option(value: str) -> Any:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--count", type=int)
    return parser.parse_args(["--count", value])
