"""Functions without a defect: what fails in them is what the caller asked for."""

from __future__ import annotations

import ast
import base64
import contextlib
import datetime
import decimal
import hashlib
import ipaddress
import itertools
import json
import random
import tokenize
import urllib.request
import uuid
import zipfile
import zlib
import zoneinfo
from collections.abc import Callable, Iterator
from io import BytesIO
from string import Template
from typing import Any, Protocol

COLOURS = {"red": 1, "green": 2}


def digest(name: str, data: bytes) -> str:
    return hashlib.new(name.lower(), data).hexdigest()


def moment(text: str, form: str) -> datetime.datetime:
    return datetime.datetime.strptime(text.strip(), form)


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text[:10])


def settings(text: str) -> Any:
    return json.loads(text.strip() or "{}")


def written(data: dict[Any, int]) -> str:
    return json.dumps(dict(data), sort_keys=True)


def address(text: str) -> str:
    return str(ipaddress.ip_network(text.partition("%")[0]))


def amount(text: str) -> decimal.Decimal:
    return decimal.Decimal(text)


def identity(text: str) -> uuid.UUID:
    return uuid.UUID(text)


def colour(name: str) -> int:
    return COLOURS[name]


def chosen(options: dict[str, int], name: str) -> int:
    return options[name]


def both(options: dict[str, int]) -> int:
    return options["low"] + options["high"]


def item(items: list[int], index: int) -> int:
    return items[index]


def text_of(data: bytes) -> str:
    return data.decode()


def latin(text: str) -> bytes:
    return text.encode("latin-1")


def encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding)


def unpacked(data: bytes) -> bytes:
    return zlib.decompress(data)


def plain(text: str) -> bytes:
    return base64.b64decode(text[1:], validate=True)


def zone(name: str) -> datetime.tzinfo:
    return zoneinfo.ZoneInfo(name.strip())


def batches(items: list[int], size: int = 10) -> list[list[int]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def share(items: list[int], parts: int = 4) -> int:
    return len(items) // parts


def applied(function: Callable[[int], Any], number: int) -> int:
    return function(number) + 1


class Named(Protocol):
    def name(self) -> Any: ...


def name_of(thing: Named) -> str:
    return thing.name().upper()


def mode_of(stream: BytesIO) -> list[str]:
    return zipfile.ZipFile(stream).namelist()


def expression(text: str) -> ast.expr:
    return ast.parse(f"({text})", mode="eval").body


def tokens(text: str) -> int:
    return len(list(tokenize.tokenize(BytesIO(text.encode()).readline)))


def page(url: str) -> str:
    return urllib.request.Request(f"{url}/x").host


def filled(text: str, values: dict[str, str]) -> str:
    return Template(text + "!").substitute(values)


def picked(items: list[int], count: int) -> list[int]:
    return random.sample(items, abs(count) + len(items) + 1) if count > 0 else []


def first(items: list[int], count: int) -> list[int]:
    return list(itertools.islice(items, count))


class Query:
    def __init__(self, path: str = "") -> None:
        self.path = path

    def __eq__(self, other: object):
        if not self.path:
            raise ValueError("a query needs a path")
        return (self.path, other)


class Step:
    def __init__(self, before: Step | None, names: list[str]) -> None:
        self.before = before
        self.names = names

    def name(self) -> str:
        return self.names[0]


class File:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def close(self) -> None:
        del self.lines

    def write(self, text: str) -> None:
        self.lines.append(text)


@contextlib.contextmanager
def opened(text: str) -> Iterator[str]:
    yield text
