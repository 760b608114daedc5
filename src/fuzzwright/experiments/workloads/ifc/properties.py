"""What the machine has to guarantee: a step lets no secret out."""

from __future__ import annotations

from fuzzwright.python.properties import assume, prop

from .machine import Halt, step
from .pairs import Pair
from .state import HIGH, LOW, Add, Atom, BCall, Bottom, BRet, Frame, Item, Load, Nop, Push, State, Store
from .valid import indistinguishable

__all__ = [
    "HIGH",
    "LOW",
    "Add",
    "Atom",
    "BCall",
    "BRet",
    "Bottom",
    "Frame",
    "Item",
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
    if left.pc.label is LOW:
        _both_known(left, right)
    else:
        _both_secret(left, right)


def _both_known(left: State, right: State) -> None:
    then_left, then_right = _after(left), _after(right)
    if then_left is not None and then_right is not None:
        assert indistinguishable(then_left, then_right)


def _both_secret(left: State, right: State) -> None:
    then_left, then_right = _after(left), _after(right)
    if then_left is None or then_right is None:
        return
    if then_left.pc.label is then_right.pc.label is LOW:
        assert indistinguishable(then_left, then_right)
    elif then_left.pc.label is LOW:
        assert indistinguishable(right, then_right)
    else:
        assert indistinguishable(left, then_left)


def _after(state: State) -> State | None:
    """Return the state after a step; None if a rule forbids it, which is all that is to be asked of the rule."""
    then = step(state)
    if then is Halt.STUCK:
        # Only asked where it does not hold: else the steps, which matter, would count as part of the precondition.
        assume(False)
    # Were a step that is refused discarded, no pair that shows a missing check would pass with the check.
    return None if isinstance(then, Halt) else then
