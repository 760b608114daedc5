"""Walls of machines: lists of instructions that have to bring a machine into one certain state.

Each function runs its instructions and has one marked line that only a fitting programme reaches.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal


class Move(Enum):
    """What the robot in the store can be told."""

    NORTH = (0, 1)
    EAST = (1, 0)
    SOUTH = (0, -1)
    WEST = (-1, 0)
    GRAB = (0, 0)


class Signal(Enum):
    """What can happen on a connection."""

    OPEN = auto()
    ACCEPT = auto()
    HELLO = auto()
    DATA = auto()
    CLOSE = auto()
    TIMEOUT = auto()


@dataclass(frozen=True, slots=True)
class Put:
    """Put a small number into a register."""

    register: Literal["a", "b", "c"]
    number: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Add one register to another."""

    into: Literal["a", "b", "c"]
    other: Literal["a", "b", "c"]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Count a register down and jump back while it is above zero."""

    register: Literal["a", "b", "c"]
    back: int


def fetch_round(moves: list[Move]) -> str:
    """Return how a robot fared that had to fetch two boxes in a store of six by six fields."""
    x = y = 0
    boxes = {(5, 0), (0, 5)}
    for move in moves:
        if move is Move.GRAB:
            if (x, y) not in boxes:
                return "grabbed air"
            boxes.remove((x, y))
            continue
        dx, dy = move.value
        x, y = x + dx, y + dy
        if not (0 <= x <= 5 and 0 <= y <= 5):
            return "hit the wall"
    if boxes:
        return f"{len(boxes)} left"
    if (x, y) == (5, 5):
        return "delivered"  # wall
    return "lost on the way"


def calculator(steps: list[tuple[Literal["push", "add", "mul", "dup", "swap"], int]]) -> int | None:
    """Return what a pocket calculator shows at the end, or nothing if it gave up."""
    stack: list[int] = []
    for command, operand in steps:
        if command == "push":
            if not 0 <= operand <= 9:
                return None
            stack.append(operand)
        elif command == "dup" and stack:
            stack.append(stack[-1])
        elif len(stack) < 2:
            return None
        elif command == "swap":
            stack[-1], stack[-2] = stack[-2], stack[-1]
        else:
            top, below = stack.pop(), stack.pop()
            stack.append(top + below if command == "add" else top * below)
        if stack[-1] > 10_000:
            return None
    if len(stack) != 1:
        return None
    if stack[0] == 7_056:
        return -1  # wall
    return stack[0]


def counting_programme(programme: list[Put | Sum | Repeat]) -> str:
    """Return what a programme of at most six instructions leaves in register c."""
    if len(programme) > 6:
        return "too long"
    registers = {"a": 0, "b": 0, "c": 0}
    position = 0
    for _ in range(120):
        if position >= len(programme):
            break
        match programme[position]:
            case Put(register, number):
                if not 0 <= number <= 9:
                    return "number too large"
                registers[register] = number
            case Sum(into, other):
                registers[into] += registers[other]
            case Repeat(register, back):
                registers[register] -= 1
                if registers[register] > 0 and 0 < back <= position:
                    position -= back
                    continue
        position += 1
    else:
        return "does not end"
    if registers["c"] == 63 and registers["a"] == 0:
        return "multiplied"  # wall
    return f"c = {registers['c']}"


def vending_machine(actions: list[str]) -> str:
    """Return what comes out of a vending machine in the end."""
    prices = {"A1": 120, "B2": 170}
    credit, tray = 0, list[str]()
    for action in actions:
        verb, _, detail = action.partition(" ")
        if verb == "coin":
            if detail not in ("10", "20", "50", "100"):
                return "coin rejected"
            credit += int(detail)
        elif verb == "select":
            if prices.get(detail, 1_000) > credit:
                return "not enough"
            credit -= prices[detail]
            tray.append(detail)
        elif action != "wait":
            return "shaken"
    if tray == ["B2", "A1"] and credit == 0:
        return "both, no change"  # wall
    return ", ".join(tray)


def _next_state(state: str, signal: Signal) -> str:
    match state, signal:
        case "closed", Signal.OPEN:
            return "listening"
        case "listening", Signal.ACCEPT:
            return "greeting"
        case "greeting", Signal.HELLO:
            return "open"
        case "open", Signal.DATA:
            return "busy"
        case "busy", Signal.TIMEOUT:
            return "stalled"
        case "stalled", Signal.HELLO:
            return "resumed"
        case "resumed", Signal.DATA:
            return "draining"
        case "draining", Signal.CLOSE:
            return "half closed"
        case "half closed", Signal.TIMEOUT:
            return "lingering"
        case _:
            return "closed"


def connection_end(signals: list[Signal]) -> str:
    """Return the state in which a connection ends; what does not belong closes it."""
    state = "closed"
    for signal in signals:
        state = _next_state(state, signal)
    if state == "lingering":
        return "leaked"  # wall
    return state


def safe_dial(turns: list[tuple[Literal["left", "right"], int]]) -> str:
    """Return whether a dial with a hundred marks opens the safe; it must change direction each time."""
    mark, caught = 0, 0
    notches = (62, 17, 88, 5)
    previous = ""
    for direction, clicks in turns:
        if direction == previous or not 0 < clicks < 100:
            return "slipped"
        previous = direction
        mark = (mark + clicks if direction == "right" else mark - clicks) % 100
        if mark == notches[caught]:
            caught += 1
            if caught == len(notches):
                return "open"  # wall
        else:
            caught = 0
    return "shut"
