"""Values that the code under test knows: its constants, and what it compared with; offered wherever they fit."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit

MOST_HOT = 256


class Words:
    """Constants, and the operands of conditions that are still open, for each place of the inputs."""

    def __init__(self, literals: Iterable[Any]) -> None:
        self._literals = list(literals)
        self._hot: dict[tuple[type, Any], Any] = {}
        self._fitting: dict[tuple[int, bool], list[Any]] = {}

    def add(self, values: Iterable[Any]) -> None:
        """Note values that were compared with."""
        for value in values:
            if value != value:
                continue  # never the same again, it would push out all others
            key = (type(value), value)
            if key not in self._hot:
                self._hot[key] = value
                if len(self._hot) > MOST_HOT:
                    del self._hot[next(iter(self._hot))]
                self._forget()

    def _forget(self) -> None:
        for key in [key for key in self._fitting if key[1]]:
            del self._fitting[key]

    def word(self, place: Domain[Any], random: Random) -> Any | None:
        """Return a value that is legal at `place`, or None if no word is."""
        hot = bool(random.getrandbits(1))
        words = self._for(place, hot) or self._for(place, not hot)
        return words[random.getrandbits(16) * len(words) >> 16] if words else None

    def _for(self, place: Domain[Any], hot: bool) -> list[Any]:
        words = self._fitting.get((id(place), hot))
        if words is None:
            words = self._fitting[id(place), hot] = []
            for value in self._hot.values() if hot else self._literals:
                try:
                    words.append(place.adopt(value))
                except Unfit:
                    continue
        return words
