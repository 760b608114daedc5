"""The stack machine that runs what the toy compiler makes."""

from __future__ import annotations

from tests.toy.compile import (
    ADD,
    BURN,
    EQUAL,
    JUMP,
    JUMP_IF_FALSE,
    LESS,
    LOAD,
    MULTIPLY,
    NEXT,
    PRINT,
    PUSH,
    STORE,
    SUBTRACT,
    Code,
)
from tests.toy.syntax import FUEL, apply, wrap

_OPERATORS = {ADD: "+", SUBTRACT: "-", MULTIPLY: "*", LESS: "<", EQUAL: "=="}


def execute(code: Code) -> list[int]:
    """Return what the code prints."""
    output: list[int] = []
    stack: list[int] = []
    slots = [0] * code.slots
    fuel, counter, at = FUEL, 0, 0
    instructions = code.instructions
    while at < len(instructions):
        operation, argument = instructions[at]
        at += 1
        if operation == PUSH:
            stack.append(argument)
        elif operation == LOAD:
            stack.append(slots[argument])
        elif operation == STORE:
            slots[argument] = stack.pop()
        elif operation == NEXT:
            counter = wrap(counter + 1)
            stack.append(counter)
        elif operation == PRINT:
            output.append(stack.pop())
        elif operation == JUMP:
            at = argument
        elif operation == JUMP_IF_FALSE:
            if not stack.pop():
                at = argument
        elif operation == BURN:
            if not fuel:
                at = argument
            else:
                fuel -= 1
        else:
            right = stack.pop()
            stack.append(apply(_OPERATORS[operation], stack.pop(), right))
    return output
