"""One step of the machine, which halts where operands or an address are missing, or a rule forbids to go on."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from .rules import allowed, labels_after
from .state import Add, Atom, BCall, BRet, Frame, Item, Load, Nop, Push, Stack, State, Store

T = TypeVar("T")


class Halt(Enum):
    """Why there is no next state."""

    STUCK = "stuck"
    """The instruction makes no sense here."""
    REFUSED = "refused"
    """It does, and a rule forbids it."""


def step(state: State) -> State | Halt:
    """Return the state after the instruction at the program counter, or why there is none."""
    program, memory, stack, pc = state.program, state.memory, state.stack, state.pc
    match _nth(program, pc.value):
        case None:
            return Halt.STUCK
        case Nop():
            _, label = labels_after(Nop, pc.label)
            return State(program, memory, stack, Atom(pc.value + 1, label))
        case Push(value):
            result, label = labels_after(Push, pc.label)
            return State(program, memory, Item(Atom(value, result), stack), Atom(pc.value + 1, label))
        case Add():
            return _add(state)
        case Load():
            return _load(state)
        case Store():
            return _store(state)
        case BCall(arguments):
            return _call(state, arguments)
        case BRet():
            return _return(state)


def _nth(items: tuple[T, ...], index: int) -> T | None:
    """Return the item at an index, found by going there as in a linked list; None if there is none."""
    if index < 0:
        return None
    for item in items:
        if not index:
            return item
        index -= 1
    return None


def _add(state: State) -> State | Halt:
    match state.stack:
        case Item(Atom(one, l1), Item(Atom(other, l2), rest)):
            result, label = labels_after(Add, state.pc.label, l1, l2)
            stack = Item(Atom(one + other, result), rest)
            return State(state.program, state.memory, stack, Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _load(state: State) -> State | Halt:
    memory = state.memory
    match state.stack:
        case Item(Atom(address, l2), rest) if (cell := _nth(memory, address)) is not None:
            result, label = labels_after(Load, state.pc.label, cell.label, l2)
            return State(state.program, memory, Item(Atom(cell.value, result), rest), Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _store(state: State) -> State | Halt:
    memory = state.memory
    match state.stack:
        case Item(Atom(address, l1), Item(Atom(value, l2), rest)) if (cell := _nth(memory, address)) is not None:
            labels = (state.pc.label, l1, l2, cell.label)
            if not allowed(Store, *labels):
                return Halt.REFUSED
            result, label = labels_after(Store, *labels)
            memory = (*memory[:address], Atom(value, result), *memory[address + 1 :])
            return State(state.program, memory, rest, Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _call(state: State, arguments: int) -> State | Halt:
    match state.stack:
        case Item(Atom(address, l1), rest) if arguments >= 0:
            result, label = labels_after(BCall, state.pc.label, l1)
            stack = _with_frame(rest, arguments, Atom(state.pc.value + 1, result))
            if stack is not None:
                return State(state.program, state.memory, stack, Atom(address, label))
    return Halt.STUCK


def _with_frame(stack: Stack, arguments: int, back: Atom) -> Stack | None:
    """Return the stack with a frame below so many atoms; None if there are fewer above the next frame."""
    above: list[Atom] = []
    while len(above) < arguments:
        if not isinstance(stack, Item):
            return None
        above.append(stack.atom)
        stack = stack.rest
    stack = Frame(back, stack)
    for atom in reversed(above):
        stack = Item(atom, stack)
    return stack


def _return(state: State) -> State | Halt:
    match state.stack:
        case Item(Atom(value, l2), below):
            while isinstance(below, Item):
                below = below.rest
            if isinstance(below, Frame):
                result, label = labels_after(BRet, state.pc.label, below.back.label, l2)
                stack = Item(Atom(value, result), below.rest)
                return State(state.program, state.memory, stack, Atom(below.back.value, label))
    return Halt.STUCK
