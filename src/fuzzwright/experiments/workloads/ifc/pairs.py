"""Two states, and how a search comes by them: as one random state twice, to be varied on either side.

Two states that were made independently are next to never indistinguishable.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuzzwright.python.generators import generator

from .state import State


@dataclass(frozen=True, slots=True)
class Pair:
    """Two states of the machine."""

    left: State
    right: State


@generator(starts=True)
def copies(state: State) -> Pair:
    """Return one state twice."""
    return Pair(state, state)
