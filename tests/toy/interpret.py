"""What a program of the toy language means, told as directly as possible: the oracle."""

from __future__ import annotations

from tests.toy.syntax import (
    FUEL,
    Assign,
    Binary,
    Block,
    Expression,
    If,
    Let,
    Next,
    Number,
    Print,
    Program,
    Truth,
    Variable,
    apply,
    wrap,
)


def interpret(program: Program) -> list[int]:
    """Return what the program prints."""
    run = _Run()
    run.block(program.body)
    return run.output


class _Run:
    def __init__(self) -> None:
        self.output: list[int] = []
        self.scopes: list[dict[str, int]] = []
        self.fuel = FUEL
        self.counter = 0

    def block(self, block: Block) -> None:
        self.scopes.append({})
        for statement in block:
            match statement:
                case Print(value):
                    self.output.append(self.value(value))
                case Let(name, value):
                    self.scopes[-1][name] = self.value(value)
                case Assign(name, value):
                    number = self.value(value)
                    self.scope_of(name)[name] = number
                case If(condition, then, other):
                    if self.value(condition):
                        self.block(then)
                    elif other is not None:
                        self.block(other)
                case _:
                    while self.value(statement.condition) and self.fuel:
                        self.fuel -= 1
                        self.block(statement.body)
        self.scopes.pop()

    def scope_of(self, name: str) -> dict[str, int]:
        return next((scope for scope in reversed(self.scopes) if name in scope), self.scopes[-1])

    def value(self, expression: Expression) -> int:
        match expression:
            case Number(value):
                return value
            case Truth(value):
                return int(value)
            case Variable(name):
                return self.scope_of(name).get(name, 0)
            case Next():
                self.counter = wrap(self.counter + 1)
                return self.counter
            case Binary(operator, left, right):
                first = self.value(left)
                return apply(operator, first, self.value(right))
