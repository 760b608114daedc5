"""Whether two groups of figures differ by more than chance: rank tests, their correction, and intervals by resampling.

None of this assumes a normal distribution, which times and counts of campaigns do not have. Pure; what is drawn is
drawn from a seed. How large a difference is, tells `statistics.a12`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final

_MOST_EXACT: Final = 400
"""Products of sizes up to which all ways to divide the figures are counted; more would take noticeable time."""
ROUNDS: Final = 2000
"""How often figures are drawn again for an interval."""
_FEWEST: Final = 2
"""One figure alone says nothing about how far others are from it."""
SMALL: Final = 10
"""Groups below this size are told to be small."""


@dataclass(frozen=True, slots=True)
class RankTest:
    """The test of Mann and Whitney."""

    u: float
    """In how many pairs ours is the greater, ties counting half."""
    p: float
    """How likely a difference at least so large is, in either direction, if there is none."""
    exact: bool
    """Whether all ways to divide the figures were counted; if not, a normal distribution stands for them."""


def mann_whitney(ours: Sequence[float], theirs: Sequence[float]) -> RankTest | None:
    """Return the test of two groups, two-sided; None if either is empty. Endless times are greater than all others."""
    if not ours or not theirs:
        return None
    # Twice the rank of each figure, ties sharing theirs: whole numbers, so nothing is rounded.
    ranks = _double_ranks([*ours, *theirs])
    n, m = len(ours), len(theirs)
    ours_sum = sum(ranks[:n])
    u = (ours_sum - n * (n + 1)) / 2
    if n * m <= _MOST_EXACT:
        return RankTest(u, _exact(ranks, n, ours_sum), True)
    return RankTest(u, _normal(ranks, n, m, u), False)


def least_p(n: int, m: int) -> float:
    """Return the smallest p that groups of these sizes can give, however different they are."""
    return min(1.0, 2 / math.comb(n + m, n))


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values made larger for being many, as Holm does: below 5 % by chance in one of 20 such lists."""
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, (len(values) - rank) * values[index]))
        adjusted[index] = largest
    return adjusted


def interval(
    figures: Sequence[float], seed: int = 0, statistic: Callable[[Sequence[float]], float] = fmean
) -> tuple[float, float] | None:
    """Return where 95 % of the statistic are when figures are drawn again from these; None without two of them."""
    if len(figures) < _FEWEST:
        return None
    if len(set(figures)) == 1:
        # Whatever is drawn is the same.
        return statistic(figures), statistic(figures)
    random = Random(seed)
    return _middle(statistic(random.choices(figures, k=len(figures))) for _ in range(ROUNDS))


def interval_of_two(
    ours: Sequence[float],
    theirs: Sequence[float],
    statistic: Callable[[Sequence[float], Sequence[float]], float],
    seed: int = 0,
) -> tuple[float, float] | None:
    """Return the same for a statistic of two groups, each drawn from its own; None if either has not two."""
    if min(len(ours), len(theirs)) < _FEWEST:
        return None
    random = Random(seed)
    return _middle(
        statistic(random.choices(ours, k=len(ours)), random.choices(theirs, k=len(theirs))) for _ in range(ROUNDS)
    )


def _middle(drawn: Iterable[float]) -> tuple[float, float]:
    """Return between what the middle 95 % are."""
    ordered = sorted(drawn)
    return _at(ordered, 0.025), _at(ordered, 0.975)


def _at(ordered: Sequence[float], share: float) -> float:
    """Return the figure below which so large a share is, between two of them if need be."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    if place == below or ordered[below] == ordered[below + 1]:
        # Between two endless ones there is no way to go.
        return ordered[below]
    return ordered[below] + (place - below) * (ordered[below + 1] - ordered[below])


def _double_ranks(figures: Sequence[float]) -> list[int]:
    places: dict[float, int] = {}
    before = 0
    for figure, count in sorted(Counter(figures).items()):
        places[figure] = 2 * before + count + 1
        before += count
    return [places[figure] for figure in figures]


def _exact(ranks: Sequence[int], n: int, ours_sum: int) -> float:
    """Return p from the number of ways to choose n of the ranks, by their sum."""
    ways: list[Counter[int]] = [Counter({0: 1}), *(Counter[int]() for _ in range(n))]
    for rank in ranks:
        for chosen in range(n, 0, -1):
            for total, count in ways[chosen - 1].items():
                ways[chosen][total + rank] += count
    below = sum(count for total, count in ways[n].items() if total <= ours_sum)
    above = sum(count for total, count in ways[n].items() if total >= ours_sum)
    # Ties make the two ends differ; twice the smaller one is what is usual then.
    return min(1.0, 2 * min(below, above) / math.comb(len(ranks), n))


def _normal(ranks: Sequence[int], n: int, m: int, u: float) -> float:
    ties = sum(count**3 - count for count in Counter(ranks).values())
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    # Half a step towards the middle, because u moves in steps.
    distance = max(abs(u - n * m / 2) - 0.5, 0.0)
    return math.erfc(distance / math.sqrt(2 * variance))
