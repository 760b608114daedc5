"""Which examples are shown, and in which order: stable while inputs get simpler and new ones turn up.

Examples that returned stand first, then refusals, then failures, then what ends the process. Within each of these
groups an example stands behind those that were there before it. So two examples never change places as long as both
are shown and end as they did; one moves only to make room for, or take the room of, one that stands before it. If there
are more than can be shown, those are left out that are most like others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

MOST_SHOWN: Final = 12
GROUPS: Final[Mapping[str, int]] = {
    "returned": 0,
    "refused": 1,
    "too_much": 1,
    "blocked": 2,
    "mistyped": 2,
    "raised": 2,
    "hangs": 3,
    "dies": 3,
}
"""Where the outcomes stand."""


@dataclass(frozen=True, slots=True)
class Hung:
    """An example as far as its place is concerned."""

    group: int
    traits: Set[int] = frozenset()
    """What it shows; the more two have in common the more alike they are."""
    first: bool = False
    """Whether it stands at the head of its group."""


@dataclass(slots=True)
class Gallery:
    """The order of the examples of one function."""

    most: int = MOST_SHOWN
    order: list[str] = field(default_factory=list)

    def arrange(self, examples: Mapping[str, Hung]) -> list[str]:
        """Return which examples are shown, in order; new ones are taken in the order they are given."""
        known = [id for id in self.order if id in examples]
        there = set(known)
        known += [id for id in examples if id not in there]
        self.order = sorted(known, key=lambda id: (examples[id].group, not examples[id].first))
        chosen = set(most_different(self.order, examples, self.most))
        return [id for id in self.order if id in chosen]


def most_different(order: Sequence[str], examples: Mapping[str, Hung], most: int) -> list[str]:
    """Return as many of the examples as may be shown: the first of each group, then always the one least like those."""
    if len(order) <= most:
        return list(order)
    chosen: list[str] = []
    for id in order:
        if all(examples[id].group != examples[other].group for other in chosen) or examples[id].first:
            chosen.append(id)
    nearest = {
        id: min(_distance(examples[id], examples[other]) for other in chosen) for id in order if id not in chosen
    }
    while len(chosen) < most and nearest:
        farthest = max(nearest, key=lambda id: nearest[id])  # the first of several
        del nearest[farthest]
        chosen.append(farthest)
        for id in nearest:
            nearest[id] = min(nearest[id], _distance(examples[id], examples[farthest]))
    return chosen[:most]


def _distance(one: Hung, other: Hung) -> float:
    """Return how different two examples are, from 0 to 2."""
    if one.group != other.group:
        return 1.5
    union = len(one.traits | other.traits)
    return 1 - len(one.traits & other.traits) / union if union else 0.0
