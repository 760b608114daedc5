"""Programs of the toy language as text."""

from __future__ import annotations

from collections.abc import Iterator

from tests.toy.syntax import Assign, Binary, Block, Expression, If, Let, Next, Number, Print, Program, Truth, Variable


def write(program: Program) -> str:
    """Return the program as one would write it by hand."""
    return "\n".join(_lines(program.body, ""))


def _lines(block: Block, indent: str) -> Iterator[str]:
    for statement in block:
        match statement:
            case Print(value):
                yield f"{indent}print {_text(value)}"
            case Let(name, value):
                yield f"{indent}let {name} = {_text(value)}"
            case Assign(name, value):
                yield f"{indent}{name} = {_text(value)}"
            case If(condition, then, other):
                yield f"{indent}if {_text(condition)}:"
                yield from _lines(then, indent + "  ")
                if other is not None:
                    yield f"{indent}else:"
                    yield from _lines(other, indent + "  ")
            case _:
                yield f"{indent}while {_text(statement.condition)}:"
                yield from _lines(statement.body, indent + "  ")


def _text(expression: Expression) -> str:
    match expression:
        case Number(value):
            return str(value)
        case Truth(value):
            return "true" if value else "false"
        case Variable(name):
            return name
        case Next():
            return "next"
        case Binary(operator, left, right):
            return f"({_text(left)} {operator} {_text(right)})"
