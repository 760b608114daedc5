"""One step of the machine, which halts where operands or an address are missing, or a rule forbids to go on."""

from __future__ import annotations

from enum import Enum

from .rules import allowed, labels_after
from .state import Add, Atom, BCall, BRet, Frame, Load, Nop, Push, Stack, State, Store


class Halt(Enum):
    """Why there is no next state."""

    STUCK = "stuck"
    """The instruction makes no sense here."""
    REFUSED = "refused"
    """It does, and a rule forbids it."""


def step(state: State) -> State | Halt:
    """Return the state after the instruction at the program counter, or why there is none."""
    program, memory, stack, pc = state.program, state.memory, state.stack, state.pc
    if not 0 <= pc.value < len(program):
        return Halt.STUCK
    match program[pc.value]:
        case Nop():
            _, label = labels_after(Nop, pc.label)
            return State(program, memory, stack, Atom(pc.value + 1, label))
        case Push(value):
            result, label = labels_after(Push, pc.label)
            return State(program, memory, (Atom(value, result), *stack), Atom(pc.value + 1, label))
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


def _add(state: State) -> State | Halt:
    match state.stack:
        case (Atom(one, l1), Atom(other, l2), *rest):
            result, label = labels_after(Add, state.pc.label, l1, l2)
            stack = (Atom(one + other, result), *rest)
            return State(state.program, state.memory, stack, Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _load(state: State) -> State | Halt:
    memory = state.memory
    match state.stack:
        case (Atom(address, l2), *rest) if 0 <= address < len(memory):
            cell = memory[address]
            result, label = labels_after(Load, state.pc.label, cell.label, l2)
            return State(state.program, memory, (Atom(cell.value, result), *rest), Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _store(state: State) -> State | Halt:
    memory = state.memory
    match state.stack:
        case (Atom(address, l1), Atom(value, l2), *rest) if 0 <= address < len(memory):
            labels = (state.pc.label, l1, l2, memory[address].label)
            if not allowed(Store, *labels):
                return Halt.REFUSED
            result, label = labels_after(Store, *labels)
            memory = (*memory[:address], Atom(value, result), *memory[address + 1 :])
            return State(state.program, memory, tuple(rest), Atom(state.pc.value + 1, label))
    return Halt.STUCK


def _call(state: State, arguments: int) -> State | Halt:
    match state.stack:
        case (Atom(address, l1), *rest) if arguments >= 0:
            result, label = labels_after(BCall, state.pc.label, l1)
            stack = _with_frame(tuple(rest), arguments, Frame(Atom(state.pc.value + 1, result)))
            if stack is not None:
                return State(state.program, state.memory, stack, Atom(address, label))
    return Halt.STUCK


def _with_frame(stack: Stack, arguments: int, frame: Frame) -> Stack | None:
    """Return the stack with a frame below so many atoms; None if there are fewer above the next frame."""
    if len(stack) < arguments:
        return None
    for above in stack[:arguments]:
        if isinstance(above, Frame):
            return None
    return (*stack[:arguments], frame, *stack[arguments:])


def _return(state: State) -> State | Halt:
    match state.stack:
        case (Atom(value, l2), *rest):
            for depth, below in enumerate(rest):
                if isinstance(below, Frame):
                    result, label = labels_after(BRet, state.pc.label, below.back.label, l2)
                    stack = (Atom(value, result), *rest[depth + 1 :])
                    return State(state.program, state.memory, stack, Atom(below.back.value, label))
    return Halt.STUCK
