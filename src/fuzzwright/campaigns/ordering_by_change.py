"""In which order functions are fuzzed when an earlier run is known: what changed first, what is known well last.

New functions and those whose code is not what it was when they were last fuzzed come first; then those that a run began
with and could not finish; then the others, by how much they may still bring for the time they already had. Where all
share one time, those that come first get most of it, and the others what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fuzzwright.campaigns.states import TargetState
from fuzzwright.store.records import StoredTarget

MOST = 0.75
"""Of one time for all: what is for the changed ones, if there are others."""
FAVOUR = 10.0
"""How many equal shares a changed function gets at most in that."""


def is_first(known: StoredTarget | None) -> bool:
    """Return whether a function is new, or has changed since it was fuzzed."""
    return known is None or not known.fuzzed_as_is


def ordered(states: Sequence[TargetState], known: Mapping[str, StoredTarget]) -> list[TargetState]:
    """Return targets in the order they should get their first turns."""
    return sorted(states, key=lambda state: (_rank(known.get(state.name)), state.name))


def _rank(known: StoredTarget | None) -> tuple[int, float]:
    if known is None or is_first(known):
        return 0, 0.0
    if known.unfinished:
        return 1, 0.0
    return 2, -known.promise / (1.0 + known.fuzzed_seconds)


def divided(
    states: Sequence[TargetState], known: Mapping[str, StoredTarget], jobs: int
) -> tuple[list[TargetState], list[TargetState], float]:
    """Return the targets that come first, the others, and which part of the time is for the first.

    So many come first that all workers have something to do.
    """
    order = ordered(states, known)
    changed = sum(is_first(known.get(state.name)) for state in order)
    if not changed or changed == len(order) or len(order) <= jobs:
        return order, [], 1.0
    first = max(changed, jobs)
    equal = first / len(order)
    return order[:first], order[first:], max(min(MOST, FAVOUR * equal), equal)


def told(states: Sequence[TargetState], known: Mapping[str, StoredTarget]) -> str:
    """Return in words what comes first; nothing where nothing was fuzzed before, or only one function is there."""
    changed = sum(is_first(known.get(state.name)) for state in states)
    unchanged = len(states) - changed
    if not unchanged or len(states) < 2:
        return ""
    if not changed:
        return f"nothing changed since it was last fuzzed: {unchanged} unchanged, those known least first"
    return f"{changed} changed or new first, {unchanged} unchanged after"
