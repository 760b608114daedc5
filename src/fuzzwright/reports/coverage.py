"""Which lines of source were reached in a run, and which were not.

A run tells the lines it covered; which others there are is read from the source. Where the two do not
fit together (the file was changed since, a law whose lines are in several files) nothing is claimed.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from fuzzwright.reports.summary import TargetReport

Mark = Literal["covered", "missed", ""]

_LONGEST_SOURCE: Final = 2_000_000


class Coverage:
    """What is known about the lines of the functions of a run."""

    def __init__(self, targets: Iterable[TargetReport], sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._statements: dict[str, frozenset[int]] = {}
        self._marks: dict[str, dict[int, Mark]] = {}
        for target in targets:
            covered, missed = frozenset(target.lines), self.missed(target)
            if covered and self._fits(target):
                marks = self._marks.setdefault(target.file, {})
                marks.update(dict.fromkeys(missed, "missed"))
                marks.update(dict.fromkeys(covered, "covered"))

    def mark(self, file: str, line: int) -> Mark:
        """Return whether a line was reached; nothing if it cannot be, or if that is not known."""
        return self._marks.get(file, {}).get(line, "")

    def missed(self, target: TargetReport) -> tuple[int, ...]:
        """Return the lines of a function that were never reached, as far as known."""
        return tuple(sorted(self._of(target) - frozenset(target.lines))) if self._fits(target) else ()

    def _fits(self, target: TargetReport) -> bool:
        lines = self._of(target)
        return len(lines) == target.lines_total and lines.issuperset(target.lines)

    def _of(self, target: TargetReport) -> frozenset[int]:
        return frozenset(line for line in self._in(target.file) if target.line <= line <= target.last_line)

    def _in(self, file: str) -> frozenset[int]:
        if file not in self._statements:
            self._statements[file] = statement_lines(self._sources.get(file, ""))
        return self._statements[file]


def statement_lines(source: str) -> frozenset[int]:
    """Return the lines on which a statement of a function begins that something is compiled for."""
    if len(source) > _LONGEST_SOURCE:
        return frozenset()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    found: set[int] = set()
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # The body of a class runs once, when it is defined: a call does not reach it.
            inside = not isinstance(node, ast.ClassDef)
        for child in ast.iter_child_nodes(node):
            if inside and isinstance(child, ast.stmt) and _runs(child):
                found.add(child.lineno)
            if not isinstance(child, ast.expr):
                waiting.append((child, inside))
    return frozenset(found)


def ranges(lines: Iterable[int]) -> str:
    """Return numbers of lines as `4, 7–9`."""
    spans: list[tuple[int, int]] = []
    for line in sorted(lines):
        if spans and spans[-1][1] == line - 1:
            spans[-1] = (spans[-1][0], line)
        else:
            spans.append((line, line))
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in spans)


def _runs(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return not isinstance(statement, ast.Global | ast.Nonlocal)
