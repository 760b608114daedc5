"""What the machine consists of: values with labels, instructions, and the state that a step changes.

A label says who may know a value: everybody (low) or only those who may know secrets (high).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Label(Enum):
    """Who may know a value."""

    LOW = "low"
    HIGH = "high"


LOW: Final = Label.LOW
HIGH: Final = Label.HIGH


@dataclass(frozen=True, slots=True)
class Atom:
    """A number and who may know it."""

    value: int
    label: Label


@dataclass(frozen=True, slots=True)
class Bottom:
    """A stack with nothing on it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A stack with an atom on top."""

    atom: Atom
    rest: Stack


@dataclass(frozen=True, slots=True)
class Frame:
    """A stack with a mark on top, where a call began; it says where to go on behind that."""

    back: Atom
    rest: Stack


Stack = Bottom | Item | Frame
"""Not a list: a type of its own, as published, so that whoever mutates it goes by these constructors."""


@dataclass(frozen=True, slots=True)
class Nop:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Push:
    """Push a constant."""

    value: int


@dataclass(frozen=True, slots=True)
class BCall:
    """Pop an address and go on there, with so many atoms above the new frame as arguments."""

    arguments: int


@dataclass(frozen=True, slots=True)
class BRet:
    """Pop a value, drop everything down to the next frame, go on where that says, and push the value."""


@dataclass(frozen=True, slots=True)
class Add:
    """Pop two numbers and push their sum."""


@dataclass(frozen=True, slots=True)
class Load:
    """Pop an address and push what the memory holds there."""


@dataclass(frozen=True, slots=True)
class Store:
    """Pop an address and a value, and put the value there."""


Instruction = Nop | Push | BCall | BRet | Add | Load | Store


@dataclass(frozen=True, slots=True)
class State:
    """A machine between two steps."""

    program: tuple[Instruction, ...]
    memory: tuple[Atom, ...]
    stack: Stack
    pc: Atom
