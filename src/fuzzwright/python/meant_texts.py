"""Texts that a function says it takes: quoted in its documentation, or of parts between the separators it looks for.

Only read, never run: `"1h30m"` in a docstring, and `a=1;b=2` for code that splits by `;` and by `=`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import cycle
from typing import Final

MOST_QUOTED: Final = 4
LONGEST: Final = 40
_QUOTED: Final = re.compile(r"(?<!\w)(?:\"([^\"\n]+)\"|'([^'\n]+)'|``([^`\n]+)``|`([^`\n]+)`)(?!\w)")
_SESSION: Final = re.compile(r"^\s*(>>>|\.\.\.).*$", re.MULTILINE)
_LOOKING: Final = ("split", "rsplit", "partition", "rpartition", "index", "find", "rindex", "rfind")
_PARTS: Final = (("a", "1", "b", "2", "c", "3"), ("1", "2", "3", "4"))
"""What stands between separators: names with values, or numbers."""


def quoted_texts(documentation: str) -> list[str]:
    """Return what stands in quotation marks in a docstring, but for its sessions."""
    found = _QUOTED.finditer(_SESSION.sub("", documentation))
    texts = [next(text for text in match.groups() if text) for match in found]
    return [text for text in dict.fromkeys(texts) if len(text) <= LONGEST][:MOST_QUOTED]


def separated_texts(tree: ast.AST) -> list[str]:
    """Return texts of two parts for each separator that code splits by or looks for, the first one outermost."""
    separators = list(dict.fromkeys(_separators(tree)))[:3]
    if not separators:
        return []
    return [_joined(separators, cycle(parts)) for parts in _PARTS]


def _joined(separators: list[str], parts: Iterator[str]) -> str:
    if not separators:
        return next(parts)
    first, *others = separators
    return first.join([_joined(others, parts), _joined(others, parts)])


def _separators(tree: ast.AST) -> Iterator[str]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]) if name in _LOOKING:
                if text and len(text) <= 3 and not text.isalnum():
                    yield text
