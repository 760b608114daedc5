"""Which operation of a run gave a value: as its result, as an item of it, or as an item of an item."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from fuzzwright.engine.trees import Position
from fuzzwright.python.holding import LONGEST, key_of
from fuzzwright.python.notes import Note

MOST_ITEMS = 16
"""In longer collections single items are not looked for."""
MOST_IN_ROW = 4
"""Nor in longer items of those."""
_place: Final = itemgetter(0)


class Made:
    """The notes of a run, by the values they gave."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._makers: dict[Any, list[tuple[int, Position]]] = {}
        self.texts: list[int] = []
        """Which notes have a text as their result."""
        for place, note in enumerate(notes):
            if note.failed or note.kind in ("compare", "truth", "matched"):
                continue
            if type(note.result) in (str, bytes) and len(note.result) <= LONGEST:
                self.texts.append(place)
            for where, value in _values_in(note.result):
                if (key := key_of(value)) is not None:
                    self._makers.setdefault(key, []).append((place, where))

    def makers(self, key: Any, before: int, most: int) -> list[tuple[int, Position]]:
        """Return the notes before another that gave a value, with where in their result it is; the latest first."""
        makers = self._makers.get(key)
        if makers is None:
            return []
        end = bisect_left(makers, before, key=_place)
        return makers[max(end - most, 0) : end][::-1]


def _values_in(result: Any) -> Iterator[tuple[Position, Any]]:
    """Yield a result, the items of a short collection, and those of the pairs and rows among them."""
    yield (), result
    if type(result) not in (tuple, list) or len(result) > MOST_ITEMS:
        return
    for index, item in enumerate(result):
        yield (index,), item
        if type(item) in (tuple, list) and len(item) <= MOST_IN_ROW:
            yield from (((index, column), cell) for column, cell in enumerate(item))


def with_item(collection: Any, where: Position, wanted: Any) -> Any:
    """Return a result with another value in one place of it."""
    if not where:
        return wanted
    items = list(collection)
    items[where[0]] = with_item(items[where[0]], where[1:], wanted)
    return items if type(collection) is list else tuple(items)
