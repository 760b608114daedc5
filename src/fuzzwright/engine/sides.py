"""The two ways a condition can go, numbered: at any visit of a run, and at its first, second, … visit.

Whether some run ever took a side is what coverage asks; at which visit it does matters in loops, where
each round may have to go right for the next one to be reached.
"""

from __future__ import annotations

MOST_VISITS = 31
VISIT_BITS = 5
_VISITS = (1 << VISIT_BITS) - 1


def side(condition: int, visit: int, holds: bool) -> int:
    """Return the number of a side: of a condition at any visit (0), or when a run comes by for the n-th time."""
    return (condition << VISIT_BITS | visit) << 1 | holds


def condition_of(side: int) -> int:
    """Return the condition that a side belongs to."""
    return side >> VISIT_BITS + 1


def visit_of(side: int) -> int:
    """Return which visit a side belongs to; 0 for any."""
    return side >> 1 & _VISITS


def at_any_visit(side: int) -> int:
    """Return the same side of the condition at any visit."""
    return side & ~(_VISITS << 1)
