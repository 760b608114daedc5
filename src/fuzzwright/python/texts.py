"""Texts that stand for files: what an editor holds and its user has not saved.

Whoever reads the source of code under test reads it here, so that an unsaved text is compiled, taken apart, judged and
quoted instead of the file. There is one table for each process, as there is one of modules and one of `linecache`.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Mapping

_TEXTS: dict[str, bytes] = {}


def use_texts(texts: Mapping[str, str]) -> None:
    """Have these texts, by file, stand for what the files hold; those given before are forgotten."""
    for file in _TEXTS:
        linecache.cache.pop(file, None)
    _TEXTS.clear()
    for file, text in texts.items():
        _TEXTS[file] = text.encode("utf-8", "surrogatepass")
        # Without a time of change it is never compared with the disk; tracebacks and `inspect` then quote it too.
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)


def unsaved(file: str) -> bytes | None:
    """Return the text that stands for a file, if one does."""
    return _TEXTS.get(file)


def read_source(file: str) -> bytes:
    """Return the source in a file, or the text that stands for it; raise OSError if there is none."""
    text = _TEXTS.get(file)
    if text is not None:
        return text
    with open(file, "rb") as stream:
        return stream.read()


def read_text(file: str) -> str | None:
    """Return the text of a file, or None if it cannot be read."""
    try:
        return read_source(file).decode("utf-8", "replace").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def parsed(source: str | None) -> ast.Module | None:
    """Return the syntax tree of a source; nothing if it has none."""
    try:
        return ast.parse(source) if source is not None else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
