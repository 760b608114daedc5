"""Open texts, each with the last that is known of its functions, where they are now.

An edit moves what follows it at once, so that every answer fits the text on the screen; what is told of an older
version later on is carried through the edits since then, and left out if one of them was inside the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.editor.lines import lines_of
from fuzzwright.frontends.lsp.positions import Change, changed

REMEMBERED = 200
"""Edits that a result may be behind; one that is further behind is left out."""


@dataclass(slots=True)
class Document:
    """One open text."""

    uri: str
    path: str
    text: str
    version: int
    known: dict[str, LiveFunction] = field(default_factory=dict)
    """What is known of the functions, as it was before the changes that are pending."""
    edits: list[tuple[int, Change]] = field(default_factory=list)
    """The latest changes, each with the version that it led to."""
    lenses: dict[str, tuple[LiveFunction, str, Any]] = field(default_factory=dict)
    """What was last shown above each function, and of what that was made."""
    _lines: list[str] | None = None
    _pending: list[Change] = field(default_factory=list)
    _oldest: int = field(init=False)
    """The version that these changes begin with: what was told of one before it cannot be carried on."""

    def __post_init__(self) -> None:
        self._oldest = self.version

    @property
    def functions(self) -> dict[str, LiveFunction]:
        """What is known of the functions; they are moved when somebody asks, once for many edits."""
        if self._pending:
            changes, self._pending = self._pending, []
            added = [change.added for change in changes]
            for name, function in self.known.items():
                self.known[name] = moved(function, changes, added) or replace(function, state="stale")
        return self.known

    @property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        if self._lines is None:
            self._lines = lines_of(self.text)
        return self._lines

    def change(self, changes: Iterable[Change], version: int, encoding: str) -> None:
        """Take in edits, and move the functions with them."""
        changes = list(changes)
        self.text = changed(self.text, changes, encoding)
        self.edits += ((version, change) for change in changes)
        self._pending += changes
        if len(self.edits) > REMEMBERED:
            self._oldest = self.edits[-REMEMBERED - 1][0]
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
        if function.version > self.version or function.version < self._oldest:
            return None
        after = moved(function, since)
        if after is None or after.state == "stale" != function.state:
            return None
        return replace(after, version=self.version)

    def at(self, line: int) -> LiveFunction | None:
        """Return the innermost function around a line, counted from 1."""
        around = [each for each in self.functions.values() if each.line <= line <= each.last_line]
        return max(around, key=lambda each: each.line, default=None)

    def within(self, first: int, last: int) -> list[LiveFunction]:
        """Return the functions with a line between two, from top to bottom."""
        there = [each for each in self.functions.values() if each.line <= last and first <= each.last_line]
        return sorted(there, key=lambda each: (each.line, each.qualname))


def moved(function: LiveFunction, changes: Sequence[Change], added: Sequence[int] | None = None) -> LiveFunction | None:
    """Return a function after edits, stale if one was inside it; None if where it is now cannot be told.

    `added` are the lines that the edits add, for those who ask for many functions.
    """
    by = 0
    for change, more in zip(changes, added or [change.added for change in changes], strict=True):
        start, end = change.start, change.end
        if start is None or end is None:
            return None
        first = function.line + by - 1
        # What is typed in front of a `def` on its line moves the function down only with the line end that it has.
        if end.line < first or (end.line == first and end.column == 0):
            by += more
        elif start.line < function.last_line + by:
            # The line at which the stretch ends moves as a whole if nothing of it was replaced.
            function = _shifted(_shifted(function, 0, by), end.line + (end.column > 0), more)
            function, by = replace(function, state="stale"), 0
    return _shifted(function, 0, by)


def _shifted(function: LiveFunction, after: int, by: int) -> LiveFunction:
    """Return a function whose lines after a certain one, counted from 1, have moved."""
    if not by:
        return function

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
