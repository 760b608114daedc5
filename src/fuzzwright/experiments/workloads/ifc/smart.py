"""Pairs made by somebody who knows the property: one state, and another that differs from it in secrets only.

The upper line for every search; nothing but the standard library's `Random` decides. Numbers, lengths and
weights are those of the study whose failure probabilities the tests compare with.
"""

from __future__ import annotations

from random import Random
from typing import Final

from .pairs import Pair
from .state import (
    HIGH,
    LOW,
    Add,
    Atom,
    BCall,
    Bottom,
    BRet,
    Frame,
    Instruction,
    Item,
    Label,
    Load,
    Nop,
    Push,
    Stack,
    State,
    Store,
)

SECRETS: Final = (Atom(0, HIGH), Atom(1, HIGH))
ATOMS: Final = (Atom(0, LOW), Atom(1, LOW), *SECRETS)
CELLS: Final = 2
DEPTH: Final = 4
FRAMES: Final = 4 / 14
"""How many of the things on a stack are frames."""


def smart_pair(random: Random) -> Pair:
    """Return two states that are mostly indistinguishable."""
    state = smart_state(random)
    return Pair(state, varied(random, state))


def smart_state(random: Random) -> State:
    """Return a state whose next instruction mostly finds what it needs."""
    pc = _atom(random)
    memory = tuple(_atom(random) for _ in range(CELLS))
    stack: Stack = Bottom()
    for _ in range(DEPTH):
        stack = Frame(_atom(random), stack) if random.random() < FRAMES else Item(_atom(random), stack)
    instruction = _instruction(random, stack)
    return State((instruction, instruction), memory, stack, pc)


def varied(random: Random, state: State) -> State:
    """Return another state with other secrets."""
    memory = tuple(_varied_atom(random, atom) for atom in state.memory)
    pc = _varied_atom(random, state.pc)
    stack = _varied_stack(random, state.stack, pc.label)
    if pc.label is HIGH:
        stack = Item(_atom(random), stack)
    return State(state.program, memory, stack, pc)


def _varied_stack(random: Random, stack: Stack, label: Label) -> Stack:
    """Return a stack with other secrets, and with other atoms where it was pushed to in secret."""
    match stack:
        case Item(atom, rest):
            varied = _varied_atom(random, atom) if label is LOW else _atom(random)
            return Item(varied, _varied_stack(random, rest, label))
        case Frame(back, rest):
            return Frame(_varied_atom(random, back), _varied_stack(random, rest, back.label))
        case Bottom():
            return stack


def _atom(random: Random) -> Atom:
    return ATOMS[random.getrandbits(2)]


def _varied_atom(random: Random, atom: Atom) -> Atom:
    return atom if atom.label is LOW else SECRETS[random.getrandbits(1)]


def _instruction(random: Random, stack: Stack) -> Instruction:
    # How many atoms there are above the first frame: an instruction that needs more would be stuck.
    depth = 0
    while isinstance(stack, Item):
        stack, depth = stack.rest, depth + 1
    choices: list[Instruction] = [Nop(), Push(random.getrandbits(1))]
    if isinstance(stack, Frame):
        choices.append(BRet())
    if depth >= 1:
        choices += [BCall(random.randrange(depth)), Load()]
    if depth >= 2:
        choices += [Add(), Store()]
    # The first of them, which does nothing, a tenth as often as each other.
    return choices[(random.randrange(10 * len(choices) - 9) + 9) // 10]
