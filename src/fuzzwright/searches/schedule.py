"""Which kind of batch is next, by the news that each kind brought for its cost so far.

Kinds are drawn by Thompson's rule: one draw each from what is known of its yield, the best is taken; old news counts
less and less. Some bring news only later and are due now and then in any case, none but fresh inputs takes more than
half, those held back get little, and suggestions, which follow from what was found, get as much as all others or less.
Costs are told in plain runs, and counted, never measured: the same seed makes the same choices on any machine.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Final

from fuzzwright.searches.vary import BATCH

ARMS: Final = ("fresh", "vary", "strangers", "climb", "states", "produce", "exhaust")
"""The kinds that are drawn."""
SUGGESTIONS: Final = "suggest"
ALLOWANCE = 2048
"""So many plain runs suggestions may cost more than their share."""
_SHARE = 8
"""What is due gets one part of so many, and suggestions no less than that."""
LEAST_SHARE: Final = 1 / _SHARE
_SMALL_SHARE = 192
"""What is held back gets no more than one part of so many."""
_LONG_AGO = 1 << 15
"""When a kind has cost as much, what all of them cost and brought counts half."""


class Schedule:
    """What each kind of batch cost and brought: since the epoch began, and, in `notes`, in earlier ones too."""

    def __init__(self, notes: dict[str, int], random: Random) -> None:
        self.notes = notes
        self._random = random
        self._spent = dict.fromkeys(ARMS, 0)
        self._drawing = self._suggesting = 0
        """What the kinds that are drawn cost so far, and what suggestions did."""
        self.settled = False
        """Whether nothing is left that close looks could lead to, so that suggestions get less."""

    def draw(self, arms: Sequence[str], held_back: Container[str] = ()) -> str:
        """Return the kind of the next batch: the best of one draw each from what is known of its yield."""
        notes, draw = self.notes, self._random.gammavariate
        arms = self._modest(arms, held_back)
        rates = [draw(1 + notes.get(f"{arm} won", 0), 1) / (BATCH + notes.get(f"{arm} cost", 0)) for arm in arms]
        return arms[rates.index(max(rates))]

    def draw_evenly(self, arms: Sequence[str], held_back: Container[str] = ()) -> str:
        """Return any kind."""
        arms = self._modest(arms, held_back)
        return arms[self._random.getrandbits(16) * len(arms) >> 16]

    def _modest(self, arms: Sequence[str], held_back: Container[str]) -> list[str]:
        # A climb is long: where nobody brings any news, climbs would take nearly all.
        return [
            arm
            for arm in arms
            if arm == "fresh" or (_SMALL_SHARE if arm in held_back else 2) * self._spent[arm] <= self._drawing
        ]

    def is_due(self, arm: str, share: float = LEAST_SHARE) -> bool:
        """Return whether a kind has had less than its least share."""
        return self._spent[arm] < share * self._drawing

    def affords_suggestions(self, more: int = 0, allowance: int = 0) -> bool:
        """Return whether suggestions, with so many more runs, stay within their share."""
        return self._suggesting + more <= self._drawing * self._worth() + allowance

    def _worth(self) -> float:
        """Return how much suggestions may cost, as a part of all else: as much, or less if they bring less news."""
        notes = self.notes
        won, cost = (sum([notes.get(f"{arm} {what}", 0) for arm in ARMS]) for what in ("won", "cost"))
        rate = (1 + notes.get(f"{SUGGESTIONS} won", 0)) / (BATCH + notes.get(f"{SUGGESTIONS} cost", 0))
        least, most = (_SMALL_SHARE, 8 * _SHARE) if self.settled else (_SHARE, 1)
        return max(1 / least, min(1 / most, rate * (BATCH + cost) / (1 + won)))

    def won(self, arm: str) -> None:
        """Note that a batch of a kind brought news."""
        self.notes[f"{arm} won"] = self.notes.get(f"{arm} won", 0) + 1

    def charge(self, arm: str, spent: int) -> None:
        """Note what a batch of a kind cost."""
        if arm == SUGGESTIONS:
            self._suggesting += spent
        else:
            self._drawing += spent
            self._spent[arm] += spent
        notes, cost = self.notes, f"{arm} cost"
        notes[cost] = notes.get(cost, 0) + spent
        if notes[cost] > _LONG_AGO:
            for name in [f"{each} {what}" for each in (*ARMS, SUGGESTIONS) for what in ("cost", "won")]:
                notes[name] = notes.get(name, 0) // 2
