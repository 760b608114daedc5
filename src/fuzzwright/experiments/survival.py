"""How long failures go unfound: Kaplan-Meier curves, restricted means of them, and the log-rank test.

What was not found until somebody stopped looking is not left out, which would favour whoever finds only what is easy;
it is *censored*: known to have survived so long. The restricted mean is the area below the curve up to a time: on
average, how much of that time it takes to find something. Variances are Greenwood's. Pure; times may be any numbers
from 0 on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

NORMAL_95: Final = 1.959963984540054
"""How many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How long one failure was looked for."""

    time: float
    found: bool
    """Whether it was found then; if not, nobody looked any longer."""


@dataclass(frozen=True, slots=True)
class Step:
    """A time at which something was found, and what is left from there on."""

    time: float
    at_risk: int
    """How many had neither been found before nor been given up."""
    found: int
    survival: float
    variance: float
    """Of the survival; 0 where nothing is left."""


@dataclass(frozen=True, slots=True)
class Restricted:
    """A restricted mean and how sure it is."""

    mean: float
    variance: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean is with about 95 %, if there are many lifetimes."""
        half = NORMAL_95 * math.sqrt(self.variance)
        return self.mean - half, self.mean + half


@dataclass(frozen=True, slots=True)
class LogRank:
    """Whether two groups of lifetimes differ, if one is always about so many times as likely to end as the other."""

    chi_square: float
    p: float


def kaplan_meier(lifetimes: Sequence[Lifetime]) -> tuple[Step, ...]:
    """Return the steps of the survival curve, which is 1 before the first of them."""
    steps = []
    survival, spread = 1.0, 0.0
    for time, at_risk, found in _deaths(lifetimes):
        survival *= 1 - found / at_risk
        # When all end, nothing is left to be unsure of; Greenwood's term would be infinite.
        spread += found / (at_risk * (at_risk - found)) if at_risk > found else 0.0
        steps.append(Step(time, at_risk, found, survival, survival**2 * spread))
    return tuple(steps)


def restricted_mean(lifetimes: Sequence[Lifetime], until: float) -> Restricted:
    """Return the area below the survival curve up to a time; past the last lifetime, the curve goes on as it was."""
    steps = [step for step in kaplan_meier(lifetimes) if step.time < until]
    times = [0.0, *(step.time for step in steps), until]
    heights = [1.0, *(step.survival for step in steps)]
    areas = [height * (end - begin) for height, begin, end in zip(heights, times, times[1:], strict=False)]
    variance = 0.0
    rest = 0.0
    # From the right: the area after each step is what its uncertainty is multiplied with.
    for step, area in zip(reversed(steps), reversed(areas[1:]), strict=True):
        rest += area
        if step.at_risk > step.found:
            variance += rest**2 * step.found / (step.at_risk * (step.at_risk - step.found))
    return Restricted(math.fsum(areas), variance)


def difference(ours: Restricted, theirs: Restricted) -> Restricted:
    """Return by how much our mean is longer, of groups that have nothing to do with each other."""
    return Restricted(ours.mean - theirs.mean, ours.variance + theirs.variance)


def log_rank(ours: Sequence[Lifetime], theirs: Sequence[Lifetime]) -> LogRank | None:
    """Return the log-rank test of two groups; None where it can tell nothing."""
    excess = variance = 0.0
    for time, at_risk, found in _deaths([*ours, *theirs]):
        own_risk = sum(one.time >= time for one in ours)
        own_found = sum(one.found and one.time == time for one in ours)
        share = own_risk / at_risk
        excess += own_found - found * share
        if at_risk > 1:
            variance += found * share * (1 - share) * (at_risk - found) / (at_risk - 1)
    if variance <= 0:
        return None
    chi_square = excess**2 / variance
    return LogRank(chi_square, math.erfc(math.sqrt(chi_square / 2)))


def _deaths(lifetimes: Sequence[Lifetime]) -> list[tuple[float, int, int]]:
    """Return the times at which something was found, with how many were at risk and how many were found."""
    times = sorted({one.time for one in lifetimes if one.found})
    return [
        (
            time,
            # Who is given up at the very time counts as being looked for until after it.
            sum(one.time >= time for one in lifetimes),
            sum(one.found and one.time == time for one in lifetimes),
        )
        for time in times
    ]
