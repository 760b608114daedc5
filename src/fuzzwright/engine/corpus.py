"""The inputs worth keeping, and what each one is kept for.

An input stays while it is the simplest known to reach some feature, so a corpus grows with what
the target can do, not with how long it ran. Together with a seed it is all a search needs to go on
from: whatever a search learns for good, it notes here. Pure: `store/` puts corpora on disk.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fuzzwright.engine.trace import Feature, sites_of

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs


@dataclass(slots=True, eq=False)
class Kept(Generic[I]):
    """An input that reached something, with how it did and how often it was built on."""

    input: I
    complexity: float
    depth: int = 0
    """At which step its path left all known ones."""
    length: int = 0
    """How many steps its path has; stands for its cost, as clocks differ from run to run."""
    discarded: bool = False
    wins: int = 0
    """How many features it is the simplest witness of."""
    picks: int = 0
    successes: int = 0
    firsts: int = 0
    """How many features it was the first to reach, not only the simplest."""
    number: int = -1
    """What it is called where it is kept for other processes."""


@dataclass(frozen=True, slots=True)
class Carried(Generic[I]):
    """An input that is the simplest for nothing, but worth going on from in the next epoch too."""

    input: I
    picks: int = 0
    successes: int = 0


@dataclass(slots=True)
class Corpus(Generic[I]):
    """Kept inputs, by the feature each is the simplest witness of."""

    simplest: dict[Feature, Kept[I]] = field(default_factory=dict)
    kept: list[Kept[I]] = field(default_factory=list)
    executions: int = 0
    """How many runs went into it."""
    notes: dict[str, int] = field(default_factory=dict)
    """Small counts a search keeps over epochs, such as how often an operator paid off."""
    carried: list[Carried[I]] = field(default_factory=list)
    """What the last epoch handed on to the next."""
    aside: Corpus[I] | None = None
    """What is known for good, while an epoch begins as if nothing were."""

    @property
    def lasting(self) -> Corpus[I]:
        """Return what is known for good: this, or what was put aside."""
        return self if self.aside is None else self.aside

    def just_kept(self, input: I) -> Kept[I] | None:
        """Return the entry of an input, if it was the last to be kept."""
        last = self.kept[-1] if self.kept else None
        return last if last is not None and last.input is input else None

    def put_aside(self) -> None:
        """Begin anew: what is known for good is kept apart until it is brought back."""
        self.aside = Corpus(dict(self.simplest), self.kept)
        self.simplest.clear()  # the same object: others look up features in it
        self.kept = []

    def bring_back(self) -> None:
        """Go on from what is known for good; what was learned in between is part of it as far as it was told it."""
        if self.aside is not None:
            self.simplest.clear()
            self.simplest.update(self.aside.simplest)
            self.kept, self.aside = self.aside.kept, None

    def most_complex(self, features: Iterable[Feature]) -> float:
        """Return what an input has to be simpler than to gain one of these features: endless if one is new."""
        simplest, most = self.simplest, 0.0
        for feature in features:
            known = simplest.get(feature)
            if known is None:
                return math.inf
            if known.complexity > most:
                most = known.complexity
        return most

    def gains(self, complexity: float, features: Iterable[Feature]) -> list[Feature]:
        """Return the features that an input of this complexity would be the witness of."""
        # On a tie the older input stays: an unchanged target then leaves its files unchanged.
        simplest = self.simplest
        return [
            feature for feature in features if (known := simplest.get(feature)) is None or complexity < known.complexity
        ]

    def take(self, kept: Kept[I], won: Iterable[Feature]) -> None:
        """Keep an input as the witness of these features, and drop those that are no longer one of any."""
        for feature in won:
            loser = self.simplest.get(feature)
            if loser is not None:
                loser.wins -= 1
            self.simplest[feature] = kept
            kept.wins += 1
        self.kept.append(kept)
        if any(entry.wins <= 0 for entry in self.kept):
            self.kept = [entry for entry in self.kept if entry.wins > 0]

    def offer(self, kept: Kept[I], features: Iterable[Feature]) -> list[Feature]:
        """Return the features that `kept` is now the witness of; none if it is not worth keeping."""
        won = self.gains(kept.complexity, features)
        if won:
            self.take(kept, won)
        return won


def one_for_each_branch(corpus: Corpus[I]) -> list[Kept[I]]:
    """Return some of the kept inputs that together come to every branch that all of them do."""
    reached: dict[int, list[Feature]] = {}
    for feature, kept in corpus.simplest.items():
        reached.setdefault(id(kept), []).append(feature)
    chosen, left = [], sites_of(corpus.simplest)
    # In the order they were kept, which another process knows too, not that of their features.
    for kept in corpus.kept:
        sites = sites_of(reached.get(id(kept), ()))
        if not sites.isdisjoint(left):
            chosen.append(kept)
            left -= sites
    return chosen
