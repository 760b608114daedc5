"""Generators: they are run to their end, so what goes wrong late is found too."""

from collections.abc import Iterator


def pages(items: list[str], size: int) -> Iterator[list[str]]:
    """Yield the items in pages; the bug: a page of no items."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def numbered(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; the bug: an empty line has no first letter."""
    number = 0
    for line in lines:
        if line[0] != "#":
            number += 1
        yield number, line
