"""Open texts, each with the last that is known of its functions, where they are now.

An edit moves what follows it at once, so that every answer fits the text on the screen; what is told of an older
version later on is carried through the edits since then, and left out if one of them was inside the function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.frontends.lsp.positions import Change, changed, lines_of

REMEMBERED = 200
"""Edits that a result may be behind; one that is further behind is left out."""


@dataclass(slots=True)
class Document:
    """One open text."""

    uri: str
    path: str
    text: str
    version: int
    functions: dict[str, LiveFunction] = field(default_factory=dict)
    edits: list[tuple[int, Change]] = field(default_factory=list)
    """The latest changes, each with the version that it led to."""
    _lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        if self._lines is None:
            self._lines = lines_of(self.text)
        return self._lines

    def change(self, changes: Iterable[Change], version: int, encoding: str) -> None:
        """Take in edits, and move the functions with them."""
        for change in changes:
            self.text = changed(self.text, change, encoding)
            self.edits.append((version, change))
            for name, function in list(self.functions.items()):
                self.functions[name] = moved(function, change) or replace(function, state="stale")
        self.edits = self.edits[-REMEMBERED:]
        self.version, self._lines = version, None

    def learn(self, function: LiveFunction) -> LiveFunction | None:
        """Take in what is told of a function; return it as it is now, or None if it is no longer true."""
        if function.state == "gone":
            known = self.functions.get(function.qualname)
            # A function that came back since is not gone.
            if known is not None and known.version > function.version:
                return None
            self.functions.pop(function.qualname, None)
            return function
        current = self._carried(function)
        if current is not None:
            self.functions[function.qualname] = current
        return current

    def _carried(self, function: LiveFunction) -> LiveFunction | None:
        if function.version == self.version:
            return function
        since = [change for version, change in self.edits if version > function.version]
        oldest = self.edits[0][0] if self.edits else self.version
        if function.version > self.version or function.version < oldest - 1:
            return None
        for change in since:
            after = moved(function, change)
            if after is None or after.state == "stale" != function.state:
                return None
            function = after
        return replace(function, version=self.version)

    def at(self, line: int) -> LiveFunction | None:
        """Return the innermost function around a line, counted from 1."""
        around = [each for each in self.functions.values() if each.line <= line <= each.last_line]
        return max(around, key=lambda each: each.line, default=None)

    def within(self, first: int, last: int) -> list[LiveFunction]:
        """Return the functions with a line between two, from top to bottom."""
        there = [each for each in self.functions.values() if each.line <= last and first <= each.last_line]
        return sorted(there, key=lambda each: (each.line, each.qualname))


def moved(function: LiveFunction, change: Change) -> LiveFunction | None:
    """Return a function after an edit, stale if the edit was inside it; None if where it is now cannot be told."""
    start, end, added = change.start, change.end, change.added
    if start is None or end is None:
        return None
    # What is typed in front of a `def` on its line moves the function down only with the line end that it has.
    if end.line < function.line - 1 or (end.line == function.line - 1 and end.column == 0):
        return _shifted(function, 0, added) if added else function
    if start.line >= function.last_line:
        return function
    # The line at which the stretch ends moves as a whole if nothing of it was replaced.
    return replace(_shifted(function, end.line + (end.column > 0), added), state="stale")


def _shifted(function: LiveFunction, after: int, by: int) -> LiveFunction:
    """Return a function whose lines after a certain one, counted from 1, have moved."""

    def place(line: int) -> int:
        return max(1, line + by) if line > after else line

    def example(each: LiveExample) -> LiveExample:
        return replace(each, lines=tuple(map(place, each.lines)), at=place(each.at) if each.at else 0)

    last = max(function.line, function.last_line + by)
    return replace(
        function,
        line=place(function.line),
        signature_line=place(function.signature_line),
        last_line=max(1, last) if function.line <= after else place(function.last_line),
        examples=tuple(map(example, function.examples)),
    )
