"""The lines of source around a place, from source texts that come in as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fuzzwright.reports.text import one_line

# Python counts lines by these; str.splitlines knows more ends of line and would count differently.
_LINE_END = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """One line of source, ready to show."""

    number: int
    text: str
    failing: bool


class Excerpts:
    """Source texts by file, split into lines once, when first asked for."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[str, list[str]] = {}

    def around(self, file: str, line: int, more: int = 4) -> tuple[ExcerptLine, ...]:
        """Return the line with up to `more` lines on both sides, no blank ones at the edges; () if not known."""
        lines = self._of(file)
        if not 1 <= line <= len(lines):
            return ()
        first, last = max(1, line - more), min(len(lines), line + more)
        while first < line and not lines[first - 1].strip():
            first += 1
        while last > line and not lines[last - 1].strip():
            last -= 1
        return tuple(
            ExcerptLine(number, one_line(lines[number - 1].expandtabs(4).rstrip(), 240), number == line)
            for number in range(first, last + 1)
        )

    def line(self, file: str, line: int) -> str:
        """Return the line without its indentation; an empty text if it is not known."""
        found = self.around(file, line, more=0)
        return found[0].text.strip() if found else ""

    def _of(self, file: str) -> list[str]:
        if file not in self._lines:
            source = self._sources.get(file)
            self._lines[file] = [] if source is None else _LINE_END.split(source)
        return self._lines[file]
