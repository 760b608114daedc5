"""Who gets the next piece of a time that many functions share, and how long a piece is.

Each function first gets a short turn, so that all are looked at early. What is left goes, turn by turn, to the
function with the highest upper estimate of news per second. As an estimate falls with the time that went by without
news, functions that are used up take turns with each other while the others get the more; and none falls behind
a quarter of what it would have got in equal shares.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuzzwright.campaigns.states import TargetState
from fuzzwright.settings import Settings

SHORTEST = 0.03
"""Seconds below which a turn is of no use."""
LEAST = 0.25
"""Of an equal share: what every function gets, whatever is expected of it."""
_FIRST, _LONGEST_FIRST = 0.25, 2.0
_TURN, _LONGEST_TURN = 0.5, 20.0
_TURNS = 3
"""An equal share of the time that is left is cut into so many turns."""
_WORTH = 10
"""How many times what a turn costs besides it should last: a worker to start, a corpus to run again."""


def is_shared(settings: Settings, targets: int) -> bool:
    """Return whether there is one time for more functions than can be fuzzed at once, and nothing else is said."""
    fixed = settings.time is None or settings.time_per_function is not None or settings.executions is not None
    return not fixed and targets > settings.jobs


def first_turn(fair: float) -> float:
    """Return the seconds of a function's first turn, given what it would get in equal shares."""
    return max(min(max(fair * LEAST, _FIRST), _LONGEST_FIRST, fair), SHORTEST)


def next_turn(left: float, fair: float, cost: float) -> float:
    """Return the seconds of a further turn: `fair` is an equal share of what is left, `cost` what comes on top."""
    wanted = max(min(max(fair / _TURNS, _TURN), _LONGEST_TURN), min(_WORTH * cost, fair))
    # A rest too short for a turn of its own goes to this one; nobody else waits for it if all can run at once.
    return left if fair >= left or left - wanted < _TURN else wanted


def most_promising(targets: Sequence[TargetState], average: float) -> TargetState:
    """Return the target to go on with; `average` is what targets had on average, in seconds."""
    poorest = min(targets, key=lambda target: target.seconds)
    if poorest.seconds < LEAST * average:
        return poorest
    return max(targets, key=news_per_second)


def news_per_second(target: TargetState) -> float:
    """Return how much news a second may at most be expected to bring."""
    chance, seconds = target.chance(), max(target.seconds, SHORTEST)
    # Nothing acknowledged yet: as much as of any other without news, which is twice the rule of three.
    return 6 / seconds if chance is None else chance.high * target.executions / seconds
