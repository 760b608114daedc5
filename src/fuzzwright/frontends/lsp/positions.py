"""Places in a text as editors count them: lines from 0, columns in the units that client and server agreed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fuzzwright.editor.lines import LINE_END


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
        return len(LINE_END.findall(self.text)) - (self.end.line - self.start.line)


def line_end(text: str) -> str:
    """Return how the lines of a text end, judged by the first."""
    found = LINE_END.search(text)
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


def changed(text: str, changes: Iterable[Change], encoding: str) -> str:
    """Return a text after changes, each of what the one before left; what is past its end means the end."""
    lines = _ended_lines(text)
    for change in changes:
        if change.start is None or change.end is None:
            lines = _ended_lines(change.text)
            continue
        (first, begin), (last, stop) = _spot(lines, change.start, encoding), _spot(lines, change.end, encoding)
        if (last, stop) < (first, begin):
            last, stop = first, begin
        piece = lines[first][:begin] + change.text + lines[last][stop:]
        # A line feed behind a carriage return is one end with it, wherever the two come together.
        if first and piece.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1
            piece = lines[first] + piece
        if piece.endswith("\r") and last + 1 < len(lines) and lines[last + 1].startswith("\n"):
            last += 1
            piece += lines[last]
        new = _ended_lines(piece)
        if last + 1 < len(lines) and not new[-1]:
            new.pop()
        lines[first : last + 1] = new
    return "".join(lines)


def _ended_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; behind the last end there is one more."""
    stops = [found.end() for found in LINE_END.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *stops], [*stops, len(text)], strict=True)]


def _spot(lines: list[str], place: Place, encoding: str) -> tuple[int, int]:
    """Return which line a place is on, and which character of it."""
    if place.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    line = lines[place.line]
    return place.line, index(line.rstrip("\r\n"), place.column, encoding)
