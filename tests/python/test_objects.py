"""Objects of user code as text that gives an equal one again."""

from __future__ import annotations

import datetime
import sys
from collections import namedtuple
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

import pytest

from fuzzwright.python.objects import write_hint, write_named, write_object
from fuzzwright.python.source import Writer

HERE = sys.modules[__name__]


@dataclass
class Coin:
    worth: Decimal
    names: list[str] = field(default_factory=list)


@dataclass
class Counted:
    number: int
    twice: int = field(init=False, default=0)


class Opaque:
    """Shows itself as a call that it does not understand."""

    def __repr__(self) -> str:
        return "Opaque(7)"


Point = namedtuple("Point", "x y")
ONE, MANY, BY_NAME = Opaque(), (Opaque(), Opaque()), {"a": Opaque()}


def read(text: str, writer: Writer) -> Any:
    names: dict[str, Any] = {}
    for line in writer.imports:
        exec(line, names)
    return eval(text, names)


@pytest.mark.parametrize(
    "thing",
    [
        Coin(Decimal("1.50"), ["a", "b"]),
        [Coin(Decimal(2))],
        datetime.date(2024, 2, 29),
        Fraction(1, 3),
        UUID(int=7),
        PurePosixPath("a/b"),
        Point(1, "b"),
        {"key": Point(1, (2, 3))},
    ],
    ids=repr,
)
def test_an_object_that_shows_how_it_is_made_is_written_so(thing: Any) -> None:
    writer = Writer()
    text = write_object(thing, writer)
    assert text is not None
    again = read(text, writer)
    assert (type(again), again) == (type(thing), thing)


@pytest.mark.parametrize("thing", [Opaque(), Counted(1), Coin(Opaque()), [Opaque()]], ids=repr)  # type: ignore[arg-type]  # on purpose
def test_an_object_that_does_not_is_not_written(thing: Any) -> None:
    assert write_object(thing, Writer()) is None


@pytest.mark.parametrize(
    ("thing", "text"), [(ONE, "ONE"), (MANY[1], "MANY[1]"), (BY_NAME["a"], "BY_NAME['a']"), (Opaque(), None)]
)
def test_an_object_is_named_as_its_module_does(thing: Any, text: str | None) -> None:
    writer = Writer()
    assert write_named(thing, HERE, writer) == (text and f"{__name__}.{text}")
    assert writer.imports == ([f"import {__name__}"] if text else [])
    assert write_named(thing, None, Writer()) is None


def test_types_are_written_with_what_they_need() -> None:
    writer = Writer()
    assert write_hint(dict[str, tuple[Coin, ...]], writer) == f"dict[str, tuple[{__name__}.Coin, ...]]"
    assert writer.imports == [f"import {__name__}"]
    assert write_hint(int | str, writer) is None
