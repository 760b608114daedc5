"""What the machine has to guarantee: a step lets no secret out."""

from __future__ import annotations

from fuzzwright.python.properties import assume, prop

from .machine import Halt, step
from .pairs import Pair
from .state import HIGH, LOW, Add, Atom, BCall, BRet, Frame, Load, Nop, Push, State, Store
from .valid import indistinguishable

__all__ = [
    "HIGH",
    "LOW",
    "Add",
    "Atom",
    "BCall",
    "BRet",
    "Frame",
    "Load",
    "Nop",
    "Pair",
    "Push",
    "State",
    "Store",
    "single_step_noninterference",
]
"""The property, and the names that a pair is written with."""


@prop
def single_step_noninterference(pair: Pair) -> None:
    """Two states that differ in secrets only still do after a step; and a secret step changes nothing to be seen."""
    left, right = pair.left, pair.right
    assume(indistinguishable(left, right))
    then_left, then_right = step(left), step(right)
    if then_left is Halt.STUCK or then_right is Halt.STUCK:
        # Only asked where it does not hold: else the steps, which matter, would count as part of the precondition.
        return assume(False)
    if then_left is Halt.REFUSED or then_right is Halt.REFUSED:
        # The rules did their work. Were this discarded, no pair that shows a missing check would pass with the check.
        return None
    if left.pc.label is LOW or then_left.pc.label is then_right.pc.label is LOW:
        assert indistinguishable(then_left, then_right)
    elif then_left.pc.label is HIGH:
        assert indistinguishable(left, then_left)
    else:
        assert indistinguishable(right, then_right)
    return None
