"""The programs of the toy language, as frozen dataclasses, and the domain they are drawn from.

Every program means something: a name that was never given a value is 0, numbers wrap at 16 bits,
and loops share a fixed amount of fuel. So nothing has to be filtered out, by anyone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fuzzwright.domains.choices import Choices, nothing
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import TUPLE, Sequences
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import Later, settle

NAMES = ("a", "b")
OPERATORS = ("+", "-", "*", "<", "==")
FUEL = 40
"""How many rounds all loops of one run have together."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: int


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false, which count as 1 and 0."""

    value: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """What a name stands for here."""

    name: str


@dataclass(frozen=True, slots=True)
class Next:
    """The next number of a counter: the only expression with an effect."""


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions, joined by an operator."""

    operator: str
    left: Expression
    right: Expression


Expression = Number | Truth | Variable | Next | Binary


@dataclass(frozen=True, slots=True)
class Print:
    """Adds a number to the output."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Let:
    """Declares a name in the innermost block."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Assign:
    """Changes a name where it was declared; declares it if it was not."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class If:
    """One of two blocks, of which the second may be missing."""

    condition: Expression
    then: Block
    other: Block | None


@dataclass(frozen=True, slots=True)
class While:
    """A block again and again, while there is fuel."""

    condition: Expression
    body: Block


Statement = Print | Let | Assign | If | While
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """What is run."""

    body: Block


def wrap(number: int) -> int:
    """Return the number as 16 bits hold it."""
    return (number + 0x8000 & 0xFFFF) - 0x8000


def apply(operator: str, left: int, right: int) -> int:
    """Return what an operator makes of two numbers."""
    match operator:
        case "+":
            return wrap(left + right)
        case "-":
            return wrap(left - right)
        case "*":
            return wrap(left * right)
        case "<":
            return int(left < right)
        case _:
            return int(left == right)


def programs() -> Domain[Any]:
    """Return the domain of all programs, finished."""
    later: Later[Any] = Later()
    block = Sequences(later, TUPLE, longest=8)
    name = Choices(NAMES)
    deeper: Later[Any] = Later()
    expression = Unions(
        [
            Records(Number, [("value", Integers(-1000, 1000))], frozen=True),
            Records(Variable, [("name", name)], frozen=True),
            Records(Truth, [("value", Choices((False, True)))], frozen=True),
            Records(Next, [], frozen=True),
            Records(Binary, [("operator", Choices(OPERATORS)), ("left", deeper), ("right", deeper)], frozen=True),
        ],
        weights=[2, 2, 1, 1, 6],
    )
    deeper.set(expression)
    statement = Unions(
        [
            Records(Print, [("value", expression)], frozen=True),
            Records(Let, [("name", name), ("value", expression)], frozen=True),
            Records(Assign, [("name", name), ("value", expression)], frozen=True),
            Records(
                If, [("condition", expression), ("then", block), ("other", Unions([nothing(), block]))], frozen=True
            ),
            Records(While, [("condition", expression), ("body", block)], frozen=True),
        ],
        weights=[3, 3, 1, 4, 4],
    )
    later.set(statement)
    program = Records(Program, [("body", block)], frozen=True)
    settle(program)
    return program
