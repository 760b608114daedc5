"""When two states look the same to whoever may not know secrets."""

from __future__ import annotations

from .state import HIGH, Atom, Bottom, Frame, Item, Stack, State


def indistinguishable(left: State, right: State) -> bool:
    """Return whether two states differ in nothing but secrets."""
    if left.program != right.program or not _same(left.pc, right.pc) or not _same_memory(left.memory, right.memory):
        return False
    if left.pc.label is HIGH:
        return _same_stack(_cropped(left.stack), _cropped(right.stack))
    return _same_stack(left.stack, right.stack)


def _same(left: Atom, right: Atom) -> bool:
    return left.label is right.label and (left.label is HIGH or left.value == right.value)


def _same_memory(left: tuple[Atom, ...], right: tuple[Atom, ...]) -> bool:
    return len(left) == len(right) and all(map(_same, left, right))


def _cropped(stack: Stack) -> Stack:
    """Return what is below all that was pushed in secret: from the first frame on that goes back to low."""
    while isinstance(stack, Item) or (isinstance(stack, Frame) and stack.back.label is HIGH):
        stack = stack.rest
    return stack


def _same_stack(left: Stack, right: Stack) -> bool:
    while True:
        match left, right:
            case (Item(one, left), Item(other, right)) | (Frame(one, left), Frame(other, right)):
                if not _same(one, other):
                    return False
            case (Bottom(), Bottom()):
                return True
            case _:
                return False
