"""Results with members of enumerations in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, StrEnum
from typing import Any

import pytest

from fuzzwright.python.member_names import with_members


class Light(Enum):
    RED = 1
    GREEN = 2


class Size(IntEnum):
    SMALL = 1


class Word(StrEnum):
    YES = "yes"


class May(Flag):
    READ = 1
    WRITE = 2


class Own(Enum):
    ONE = 1

    def __repr__(self) -> str:
        return "the one"


@dataclass
class Signal:
    light: Light
    name: str
    hidden: int = field(default=0, repr=False)


@dataclass
class Told:
    light: Light

    def __repr__(self) -> str:
        return "told"


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (Light.RED, "Light.RED"),
        (Size.SMALL, "Size.SMALL"),
        (Word.YES, "Word.YES"),
        (May.READ | May.WRITE, "May.READ | May.WRITE"),
        (May(0), repr(May(0))),
        (Own.ONE, "the one"),
        ([Light.RED, "<Light.RED: 1>"], "[Light.RED, '<Light.RED: 1>']"),
        ((Light.RED,), "(Light.RED,)"),
        ({Light.RED: [Light.GREEN]}, "{Light.RED: [Light.GREEN]}"),
        ({Light.RED}, "{Light.RED}"),
        (Signal(Light.RED, "a"), "Signal(light=Light.RED, name='a')"),
        ([Told(Light.RED)], "[told]"),
        ([1, "a"], "[1, 'a']"),
    ],
)
def test_members_are_written_as_in_code(thing: Any, text: str) -> None:
    assert with_members(thing) == text


def test_what_holds_itself_has_its_own_text() -> None:
    thing: list[Any] = [1]
    thing.append(thing)
    assert with_members(thing) == "[1, [...]]"
    thing[0] = Light.RED
    assert with_members(thing) == "[<Light.RED: 1>, [...]]"
