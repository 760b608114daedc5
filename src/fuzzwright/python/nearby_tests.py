"""The tests of a project that are likely to call a function: read as text, few of them, the nearest first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

MOST_FILES: Final = 64
MOST_BYTES: Final = 1_000_000
LONGEST: Final = 200_000
MOST_FOLDERS: Final = 64
_FOLDERS: Final = ("tests", "test")


def callers_in_tests(name: str, file: str, root: str, most: int = 4) -> list[str]:
    """Return the texts of tests that have a call of this name, those named after the file first."""
    stem = os.path.splitext(os.path.basename(file))[0]
    texts = [(stem not in path, path, text) for path, text in _tests_near(os.path.dirname(file), root)]
    return [text for _, _, text in sorted(texts) if f"{name}(" in text][:most]


@lru_cache(maxsize=16)
def _tests_near(folder: str, root: str) -> tuple[tuple[str, str], ...]:
    """Return the names and texts of the tests beside a file, and in the usual folders of its project."""
    found: dict[str, str] = {}
    left = MOST_BYTES
    for path in _paths(folder, root):
        if len(found) >= MOST_FILES or left <= 0:
            break
        text = _text(path, min(left, LONGEST))
        if text is not None and path not in found:
            found[path] = text
            left -= len(text)
    return tuple((os.path.basename(path), text) for path, text in found.items())


def _paths(folder: str, root: str) -> Iterator[str]:
    # With the `src` layout the tests stand beside `src`.
    tops = [folder, root, *([os.path.dirname(root)] if os.path.basename(root) == "src" else [])]
    for top in dict.fromkeys(tops):
        yield from _tests_in(top)
        for name in _FOLDERS:
            for count, (place, folders, _) in enumerate(os.walk(os.path.join(top, name))):
                folders[:] = sorted(each for each in folders if not each.startswith((".", "_")))
                if count >= MOST_FOLDERS:
                    break
                yield from _tests_in(place)


def _tests_in(folder: str) -> list[str]:
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name.endswith(".py") and _is_test(name)]


def _is_test(name: str) -> bool:
    return name.startswith("test_") or name.endswith("_test.py")


def _text(path: str, most: int) -> str | None:
    try:
        if os.path.getsize(path) > most:
            return None
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None
