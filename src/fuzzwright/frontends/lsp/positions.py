"""Places in a text as editors count them: lines from 0, columns in the units that client and server agreed on.

Lines end with a line feed, a carriage return or both, and with nothing else: so do Python's, while `str.splitlines`
also counts form feeds and other signs that may stand in strings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line and a column, both from 0."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text that was replaced; without a stretch all of it was."""

    text: str
    start: Place | None = None
    end: Place | None = None

    @property
    def added(self) -> int:
        """How many lines there are more than before, if it is a stretch."""
        if self.start is None or self.end is None:
            return 0
        return len(_END.findall(self.text)) - (self.end.line - self.start.line)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    return _END.split(text)


def line_end(text: str) -> str:
    """Return how the lines of a text end, judged by the first."""
    found = _END.search(text)
    return found[0] if found else "\n"


def width(text: str, encoding: str) -> int:
    """Return how many units a piece of a line takes."""
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case "utf-32":
            return len(text)
        case _:
            return len(text) + sum(ord(sign) > 0xFFFF for sign in text)


def index(line: str, column: int, encoding: str) -> int:
    """Return which character of a line a column in units is, at most its end."""
    if encoding == "utf-32" or line.isascii():
        return min(column, len(line))
    for number, sign in enumerate(line):
        if column <= 0:
            return number
        column -= width(sign, encoding)
    return len(line)


def changed(text: str, change: Change, encoding: str) -> str:
    """Return a text after a change; what is past its end means the end."""
    if change.start is None or change.end is None:
        return change.text
    start, end = _offset(text, change.start, encoding), _offset(text, change.end, encoding)
    return text[:start] + change.text + text[max(start, end) :]


def _offset(text: str, place: Place, encoding: str) -> int:
    begin = 0
    if place.line > 0:
        ends = [found.end() for found in _END.finditer(text)]
        if place.line > len(ends):
            return len(text)
        begin = ends[place.line - 1]
    found = _END.search(text, begin)
    line = text[begin : found.start() if found else len(text)]
    return begin + index(line, place.column, encoding)
