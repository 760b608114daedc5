"""How likely the next execution is to show something new, from how often things were seen: Good and Turing, bounded.

Their estimate is the share of executions that alone showed something: had one of them come last, it would
have been news. An execution shows many features at once, so executions are counted, not features. It holds for
a search that does not learn, whose executions may come in any order. One that learns goes where news was, sees
the same again at once, and has better chances than that. So the lower bound is from this share or from that of the
very last executions that were news, whichever is larger. The upper bound is from the share of the later half that
were news when they came: for a search that does not learn the chance only falls, and for one that does, this is what
it lately achieved; where the very last did clearly better (a way into new code was found), it is from them alone.
Bounds are those of Clopper and Pearson; with no news in n executions the upper one is the rule of three, 3/n. Good
and Turing's estimate spreads up to √3 times as much as a share of independent draws, so the lower bound takes a
tail that much further out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

TAIL = 0.05
"""How often the upper bound may be wrong."""
LOWER_TAIL = 0.002
"""The same √3 times as far from the middle, so that the lower bound is wrong as seldom."""
AHEAD = 1000
"""How many executions ahead a chance is told to people: that of a single one is too small to read."""
_LATELY = 16
"""The very last executions are one in so many of all."""
_STEPS = 48
_MOST_TERMS = 1000


@dataclass(frozen=True, slots=True)
class Chance:
    """Bounds of the probability that one more execution shows something new."""

    low: float = 0.0
    high: float = 1.0

    def within(self, executions: int = AHEAD) -> tuple[float, float]:
        """Return the bounds of the probability that any of so many further executions does."""
        return _any(self.low, executions), _any(self.high, executions)


def chance_of_news(executions: int, firsts: Sequence[int], alone: Sequence[int], settled: int) -> Chance:
    """Return the chance after so many executions, given which of them, in order, showed something new when they came.

    `alone` are those among the first `settled` that still are the only ones to have shown something.
    """
    if executions <= 0:
        return Chance()
    later = executions - executions // 2
    news = _after(firsts, executions - later)
    high = upper_bound(news, later)
    latest = max(executions // _LATELY, 1)
    latest_news = _after(firsts, executions - latest)
    lately = lower_bound(latest_news, latest)
    if lately > high:
        return Chance(lately, upper_bound(latest_news, latest))
    low = max(lower_bound(len(alone), settled), lately)
    return Chance(min(low, lower_bound(news, later)), high)


def _after(executions: Sequence[int], start: int) -> int:
    return sum(execution > start for execution in executions)


def _any(chance: float, executions: int) -> float:
    return 1.0 if chance >= 1 else -math.expm1(executions * math.log1p(-chance))


@lru_cache(maxsize=4096)
def upper_bound(hits: int, trials: int) -> float:
    """Return the largest probability with which so few hits in so many trials are not too unlikely."""
    if hits >= trials:
        return 1.0
    if hits == 0:
        return -math.expm1(math.log(TAIL) / trials)
    # Safely above what is looked for; far above it the continued fraction would take long.
    most = min((hits + 4 + 4 * math.sqrt(hits)) / trials, 1.0)
    return _bisect(lambda chance: at_least(hits + 1, trials, chance) < 1 - TAIL, hits / trials, most)


@lru_cache(maxsize=4096)
def lower_bound(hits: int, trials: int) -> float:
    """Return the smallest probability with which so many hits in so many trials are not too unlikely."""
    if hits <= 0 or trials <= 0:
        return 0.0
    if hits >= trials:
        return float(LOWER_TAIL ** (1 / trials))
    return _bisect(lambda chance: at_least(hits, trials, chance) < LOWER_TAIL, 0.0, hits / trials)


def _bisect(is_below: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if is_below(middle):
            low = middle
        else:
            high = middle
    return high


def at_least(hits: int, trials: int, chance: float) -> float:
    """Return the probability of `hits` or more in so many trials, `hits` being from 1 to `trials`."""
    if not 0 < chance < 1:
        return float(chance >= 1)
    return _incomplete_beta(hits, trials - hits + 1, chance)


def _incomplete_beta(a: int, b: int, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)  # where it would converge slowly
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    ) / a  # fmt: skip
    # Lentz's way: c and d are the quotients of successive numerators and denominators.
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for term in range(1, _MOST_TERMS):
        for factor in (
            term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term)),
            -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1)),
        ):
            d = 1 / (1 + factor * d)
            c = 1 + factor / c
            value *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return min(front * value, 1.0)
