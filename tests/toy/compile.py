"""A compiler from the toy language to a stack machine, with bugs that are switched on by name.

It folds constants, drops branches that are never taken and declarations nobody reads, and tells what
it did in diagnostics. Without bugs its code prints what the interpreter prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.toy.syntax import (
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
    Statement,
    Truth,
    Variable,
    apply,
)

BUGS: Final = {
    "negative": "a constant minus a negative constant is folded as if that were positive",
    "leaving": "in a loop, a condition without else leaves the loop, whether it holds or not",
    "leaking": "a declaration in an inner block holds outside of it, too",
    "effect": "a declaration nobody reads is dropped with the effects of its value",
    "deep": "an expression nested deeper than two crashes the compiler",
    "wide": "a product of constants is not wrapped when it is folded",
}
DEEPEST = 2

PUSH, LOAD, STORE, NEXT, PRINT, JUMP, JUMP_IF_FALSE, BURN, ADD, SUBTRACT, MULTIPLY, LESS, EQUAL = range(1, 14)
FOLDED, DEAD_BRANCH, DEAD_LOOP, UNUSED, HIDES, LOOP_BRANCH = range(14, 20)
_BY_OPERATOR = {"+": ADD, "-": SUBTRACT, "*": MULTIPLY, "<": LESS, "==": EQUAL}


class CompilerCrash(Exception):
    """The compiler gave up on a legal program."""


@dataclass(slots=True)
class Code:
    """Instructions for the stack machine, and what the compiler had to say."""

    instructions: list[tuple[int, int]] = field(default_factory=list)
    diagnostics: list[int] = field(default_factory=list)
    slots: int = 0


def compile_program(program: Program, bugs: Iterable[str] = ()) -> Code:
    """Return the code of a program, made with the given bugs."""
    compiler = _Compiler(frozenset(bugs))
    compiler.block(program.body, in_loop=None)
    return compiler.code


class _Compiler:
    def __init__(self, bugs: frozenset[str]) -> None:
        assert bugs <= BUGS.keys()
        self.bugs = bugs
        self.code = Code()
        self.scopes: list[dict[str, int]] = []

    def emit(self, operation: int, argument: int = 0) -> int:
        """Add an instruction; return where it is."""
        self.code.instructions.append((operation, argument))
        return len(self.code.instructions) - 1

    def land(self, *jumps: int) -> None:
        """Let these jumps lead to what is emitted next."""
        for jump in jumps:
            self.code.instructions[jump] = (self.code.instructions[jump][0], len(self.code.instructions))

    def block(self, block: Block, in_loop: list[int] | None) -> None:
        self.scopes.append({})
        for index, statement in enumerate(block):
            self.statement(statement, block[index + 1 :], in_loop)
        self.scopes.pop()

    def statement(self, statement: Statement, rest: Block, in_loop: list[int] | None) -> None:
        match statement:
            case Print(value):
                self.expression(value)
                self.emit(PRINT)
            case Let(name, value):
                self.let(name, self.folded(value), rest)
            case Assign(name, value):
                self.expression(value)
                self.emit(STORE, self.slot(name, declare=True))
            case If(condition, then, other):
                self.branch(self.folded(condition), then, other, in_loop)
            case _:
                self.loop(self.folded(statement.condition), statement.body)

    def let(self, name: str, value: Expression, rest: Block) -> None:
        outermost = len(self.scopes) == 1
        if outermost and not mentions(rest, name) and (is_pure(value) or "effect" in self.bugs):
            self.code.diagnostics.append(UNUSED)
            return
        self.put(value)
        if any(name in scope for scope in self.scopes[:-1]):
            self.code.diagnostics.append(HIDES)
        if "leaking" in self.bugs:
            slot = self.slot(name)
            self.scopes[0][name] = slot if slot >= 0 else self.fresh_slot()
            self.emit(STORE, self.scopes[0][name])
            return
        if name not in self.scopes[-1]:
            self.scopes[-1][name] = self.fresh_slot()
        self.emit(STORE, self.scopes[-1][name])

    def branch(self, condition: Expression, then: Block, other: Block | None, in_loop: list[int] | None) -> None:
        if (known := constant(condition)) is not None:
            self.code.diagnostics.append(DEAD_BRANCH)
            if known or other is not None:
                self.block(then if known else other or (), in_loop)
            return
        self.put(condition)
        skip = self.emit(JUMP_IF_FALSE)
        self.block(then, in_loop)
        if other is None:
            self.land(skip)
            if in_loop is not None:
                self.code.diagnostics.append(LOOP_BRANCH)
                if "leaving" in self.bugs:
                    in_loop.append(self.emit(JUMP))
            return
        end = self.emit(JUMP)
        self.land(skip)
        self.block(other, in_loop)
        self.land(end)

    def loop(self, condition: Expression, body: Block) -> None:
        if constant(condition) == 0:
            self.code.diagnostics.append(DEAD_LOOP)
            return
        start = len(self.code.instructions)
        self.put(condition)
        ends = [self.emit(JUMP_IF_FALSE), self.emit(BURN)]
        self.block(body, ends)
        self.emit(JUMP, start)
        self.land(*ends)

    def expression(self, expression: Expression) -> None:
        self.put(self.folded(expression))

    def put(self, expression: Expression, depth: int = 0) -> None:
        if depth > DEEPEST and "deep" in self.bugs:
            raise CompilerCrash("expression too deep")
        match expression:
            case Number(value):
                self.emit(PUSH, value)
            case Truth(value):
                self.emit(PUSH, int(value))
            case Variable(name):
                slot = self.slot(name)
                self.emit(*((PUSH, 0) if slot < 0 else (LOAD, slot)))
            case Next():
                self.emit(NEXT)
            case Binary(operator, left, right):
                self.put(left, depth + 1)
                self.put(right, depth + 1)
                self.emit(_BY_OPERATOR[operator])

    def folded(self, expression: Expression) -> Expression:
        """Return the expression with what is constant worked out."""
        if not isinstance(expression, Binary):
            return expression
        left, right = self.folded(expression.left), self.folded(expression.right)
        first, second = constant(left), constant(right)
        if first is None or second is None:
            return Binary(expression.operator, left, right)
        self.code.diagnostics.append(FOLDED)
        if expression.operator == "-" and second < 0 and "negative" in self.bugs:
            second = -second
        if expression.operator == "*" and "wide" in self.bugs:
            return Number(first * second)
        return Number(apply(expression.operator, first, second))

    def slot(self, name: str, declare: bool = False) -> int:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if not declare:
            return -1
        self.scopes[-1][name] = self.fresh_slot()
        return self.scopes[-1][name]

    def fresh_slot(self) -> int:
        self.code.slots += 1
        return self.code.slots - 1


def constant(expression: Expression) -> int | None:
    """Return the number an expression always is, if that is plain to see."""
    return int(expression.value) if isinstance(expression, Number | Truth) else None


def is_pure(expression: Expression) -> bool:
    """Return whether evaluating an expression changes nothing."""
    if isinstance(expression, Binary):
        return is_pure(expression.left) and is_pure(expression.right)
    return not isinstance(expression, Next)


def mentions(block: Block, name: str) -> bool:
    """Return whether a name is read, changed or declared anywhere in a block."""
    return any(name == word for statement in block for word in _words(statement))


def _words(node: Statement | Expression) -> Iterator[str]:
    match node:
        case Variable(name):
            yield name
        case Binary(_, left, right):
            yield from _words(left)
            yield from _words(right)
        case Print(value):
            yield from _words(value)
        case Let(name, value) | Assign(name, value):
            yield name
            yield from _words(value)
        case If(condition, then, other):
            yield from _words(condition)
            for inner in (*then, *(other or ())):
                yield from _words(inner)
        case Number() | Truth() | Next():
            return
        case _:
            yield from _words(node.condition)
            for inner in node.body:
                yield from _words(inner)
