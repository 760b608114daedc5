"""The way a run took, and what of it counts as new.

A path is the ordered branch ids of one run. Most paths were seen before and cost one look-up of a
hash (in the targets' hot loops, with `Seen`); only a new one is turned into features: its edges,
each with a bucket of how often it was taken, and how the run ended.
"""

from __future__ import annotations

from collections import _count_elements  # type: ignore[attr-defined]  # in C; what Counter is made of
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from fuzzwright.engine.observation import Observation, Path
from fuzzwright.engine.outcome import Outcome, Signature

PATH_LIMIT = 4096
"""How many entries of a path are kept in order; what follows counts only as edges."""

Feature = int
"""One thing a run can reach, as a 64-bit number."""


class Recorded(Protocol):
    """The path of the run that is going on: a list, or whatever a target has instead."""

    def clear(self) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, index: slice, /) -> list[int]: ...


BUCKETS = bytes([0, 1, 2, 3, *[4] * 4, *[5] * 8, *[6] * 16, *[7] * 96]) + bytes([8]) * 128
FINE_BUCKETS = bytes([*range(9), *[9] * 2, *[10] * 2, *[11] * 4, *[12] * 8, *[13] * 8, *[14] * 96, *[15] * 127])
assert len(BUCKETS) == len(FINE_BUCKETS) == 256
AT_ONCE = 1 << 16
"""So many steps of a path are counted at once."""
_EDGE_BITS = 24
_BUCKET_BITS = 4


def bucket(count: int) -> int:
    """Return which of the ranges 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128– a count is in."""
    return BUCKETS[count] if count < 256 else 8


def edge(previous: int, following: int) -> int:
    """Return the number of the step from one branch id to the next."""
    return previous << _EDGE_BITS | following


def count_edges(path: Sequence[int], previous: int = 0) -> dict[int, int]:
    """Return how often each step between two branch ids was taken."""
    # Not Counter: its methods are Python code that looks up builtins, which the code under test may have replaced.
    counts: dict[int, int] = {}
    # What goes round and round has a path of millions, whose numbers would take more memory than workers have.
    for start in range(0, len(path), AT_ONCE):
        part = path[start : start + AT_ONCE] if len(path) > AT_ONCE else path
        _count_elements(
            counts, [last << _EDGE_BITS | following for last, following in zip((previous, *part), part, strict=False)]
        )
        previous = part[-1]
    return counts


def cut(path: Recorded, most: int | None = None) -> tuple[Path, dict[int, int] | None]:
    """Return the part of a path that is kept in order, and the edge counts of the rest, or of as much as is asked."""
    kept = tuple(path[:PATH_LIMIT])
    return kept, count_edges(path[PATH_LIMIT:most], kept[-1]) if len(path) > PATH_LIMIT else None


def features(observation: Observation, outcome: Outcome, start: int = 0, buckets: bytes = BUCKETS) -> set[Feature]:
    """Return what a run reached: edges in buckets from `start` of its path on, and its kind of end."""
    counts = count_edges(observation.path[start:] if start else observation.path)
    if observation.more:
        for number, count in observation.more.items():
            counts[number] = counts.get(number, 0) + count
    most = buckets[255]
    reached = {number << _BUCKET_BITS | (buckets[count] if count < 256 else most) for number, count in counts.items()}
    reached.add(end_feature(outcome))
    return reached


def fine_features(observation: Observation, outcome: Outcome) -> set[Feature]:
    """Return what a run reached, with small counts told apart one by one: each step of a state machine counts."""
    return features(observation, outcome, 0, FINE_BUCKETS)


def sites_of(reached: Iterable[Feature]) -> set[int]:
    """Return the branch ids that features lead to."""
    return {feature >> _BUCKET_BITS & (1 << _EDGE_BITS) - 1 for feature in reached if feature > 0}


def end_feature(outcome: Outcome) -> Feature:
    """Return the feature of ending in this way; the same in every process."""
    return _number_of(outcome.signature)


@lru_cache(maxsize=4096)
def _number_of(signature: Signature) -> Feature:
    # Not hash(): text hashes differ between processes unless the seed is fixed.
    number = 0xCBF29CE484222325
    for byte in repr(signature).encode("utf-8", "backslashreplace"):
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return ~(number >> 1)  # below 0, where no edge is, and in 64 bits with its sign


@dataclass(slots=True)
class Seen:
    """The hashes of the paths met lately; bounded, so it forgets, which costs time and nothing else."""

    limit: int = 1 << 16
    young: set[int] = field(default_factory=set)
    old: set[int] = field(default_factory=set)

    def add(self, key: int) -> bool:
        """Note a path that is not in `young`; return whether it is not in `old` either."""
        if len(self.young) >= self.limit:
            self.old = self.young
            self.young = set()
        self.young.add(key)
        return key not in self.old

    def is_new(self, key: int) -> bool:
        """Note a path; return whether it was not met lately."""
        return key not in self.young and self.add(key)

    def forget(self) -> None:
        """Start again with nothing seen."""
        self.young.clear()
        self.old.clear()
