"""Two states, and how a search comes by them: as one random state twice, to be varied on either side.

Two states that were made independently are next to never indistinguishable. A search varies the arguments of a
generator, though, and those of `copies` are one state: its sides stay equal. So there is `apart` beside it. Once a
generator can say how a value starts while the value itself is varied by its type, `copies` alone will do.
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


@generator
def apart(left: State, right: State) -> Pair:
    """Return two states."""
    return Pair(left, right)


@generator
def copies(state: State) -> Pair:
    """Return one state twice."""
    return Pair(state, state)
