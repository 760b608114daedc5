"""Exceptions that a package handles where it calls a function, on source of a small package."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.awaited import awaited
from fuzzwright.python.judging.case import Case

SOURCE = """import struct

NOT_READ: Final = (IndexError, struct.error)
LOW, HIGH = 0, 255

class Packet:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.attempt(self.header)

    def attempt(self, read) -> None:
        try:
            read()
        except NOT_READ:
            self.data = b""

    def header(self) -> None:
        self.kind = self.first()

    def first(self) -> int:
        return self.data[0]

    def loose(self) -> int:
        return self.data[0]

    def lost(self) -> int:
        return self.loose()

def flags(data: bytes) -> int:
    return data[1]

def flags_or_none(data: bytes) -> int:
    try:
        return flags(data)
    except NOT_READ:
        return 0

def kinds(data: bytes) -> int:
    return data[2]

def kinds_or_none(data: bytes) -> int:
    try:
        return kinds(data)
    except (KeyError, IndexError):
        return 0

def passed(data: bytes) -> int:
    return data[3]

def passed_on(data: bytes) -> int:
    try:
        return passed(data)
    except IndexError as error:
        raise error

def again(data: bytes) -> int:
    try:
        return again(data[1:])
    except IndexError:
        return data[0]
"""
LINES = SOURCE.splitlines()


def awaiting(function: str, exception: str = "IndexError", files: dict[str, str] | None = None) -> str:
    first = next(number for number, line in enumerate(LINES, 1) if f"def {function}(" in line)
    frames = (Frame("pack/packets.py", function, first + 1),)
    sources = files or {"pack/packets.py": SOURCE}
    return awaited(Case("raised", exception, "", frames, sources.get, "pack/packets.py", first, first + 1, "f()"))


@pytest.mark.parametrize(
    ("function", "exception", "expected"),
    [
        ("flags", "IndexError", "`flags_or_none` at pack/packets.py:32 handles IndexError of it"),
        ("flags", "struct.error", "`flags_or_none` at pack/packets.py:32 handles struct.error of it"),
        ("flags", "KeyError", ""),
        ("header", "IndexError", "`attempt` at pack/packets.py:11 handles IndexError of it"),
        ("first", "IndexError", "`attempt` at pack/packets.py:11 handles IndexError of what calls it"),
        ("first", "KeyError", ""),
        ("loose", "IndexError", ""),
        ("kinds", "IndexError", "`kinds_or_none` at pack/packets.py:41 handles IndexError of it"),
        ("passed", "IndexError", ""),
        ("again", "IndexError", ""),
    ],
)
def test_what_is_handled_where_a_function_is_called_is_its_answer(function: str, exception: str, expected: str) -> None:
    assert awaiting(function, exception) == expected
