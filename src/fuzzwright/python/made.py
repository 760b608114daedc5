"""Which operation of a run gave a value: as its result, or somewhere inside of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from fuzzwright.python.holding import LONGEST, key_of
from fuzzwright.python.notes import Note

MOST_ITEMS = 16
"""In longer collections single items are not looked for."""
MOST_IN_ROW = 4
"""Nor in longer ones inside of those,"""
DEEPEST = 4
"""or further inside."""
MOST_VALUES = 48

Where = tuple[Any, ...]
"""Which item, or the value under which key, of which … of a result; the result itself is at ()."""

_place: Final = itemgetter(0)


class Made:
    """The notes of a run, by the values they gave."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._makers: dict[Any, list[tuple[int, Where]]] = {}
        self.texts: list[int] = []
        """Which notes have a text as their result."""
        for place, note in enumerate(notes):
            if note.failed or note.kind in ("compare", "truth", "matched"):
                continue
            if type(note.result) in (str, bytes) and len(note.result) <= LONGEST:
                self.texts.append(place)
            for where, value in islice(_values_in(note.result), MOST_VALUES):
                if (key := key_of(value)) is not None:
                    self._makers.setdefault(key, []).append((place, where))

    def makers(self, key: Any, before: int, most: int) -> list[tuple[int, Where]]:
        """Return the notes before another that gave a value, with where in their result it is; the latest first."""
        makers = self._makers.get(key)
        if makers is None:
            return []
        end = bisect_left(makers, before, key=_place)
        return makers[max(end - most, 0) : end][::-1]


def _values_in(result: Any, where: Where = (), most: int = MOST_ITEMS) -> Iterator[tuple[Where, Any]]:
    """Yield a result and what is in it: pairs and rows, what was read from JSON, whatever else is short."""
    yield where, result
    kind = type(result)
    if kind not in (tuple, list, dict) or len(result) > most or len(where) == DEEPEST:
        return
    for place, item in result.items() if kind is dict else enumerate(result):
        yield from _values_in(item, (*where, place), MOST_IN_ROW)


def with_item(collection: Any, where: Where, wanted: Any) -> Any:
    """Return a result with another value in one place of it."""
    if not where:
        return wanted
    if type(collection) is dict:
        return {**collection, where[0]: with_item(collection[where[0]], where[1:], wanted)}
    items = list(collection)
    items[where[0]] = with_item(items[where[0]], where[1:], wanted)
    return items if type(collection) is list else tuple(items)
