"""Runs a function of a valid module.

A run ends with what the function returns, with what it was trapped by, or, after so many instructions, in neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .arithmetic import (
    Trap,
    f32,
    f32_binary,
    f32_compare,
    i32_binary,
    i32_compare,
    i64_binary,
    signed,
    truncated,
    wrapped,
)
from .syntax import (
    Block,
    Br,
    BrIf,
    Call,
    Drop,
    F32Binary,
    F32Compare,
    F32Const,
    F32ConvertI32S,
    I32Binary,
    I32Compare,
    I32Const,
    I32Eqz,
    I32Load,
    I32Load8S,
    I32Store,
    I32Store8,
    I32TruncF32S,
    I32WrapI64,
    I64Binary,
    I64Const,
    I64Eqz,
    I64ExtendI32S,
    If,
    Instruction,
    LocalGet,
    LocalSet,
    LocalTee,
    Loop,
    MemorySize,
    Module,
    Nop,
    Result,
    Return,
    Select,
    Unreachable,
)

PAGE = 1 << 16
DEEPEST = 16
"""How many calls may be under way: fewer than the recursion of this interpreter allows."""


class Unfinished(Exception):
    """The run takes more instructions, or more calls at once, than it may."""


class _Leaving(Exception):
    """A branch on its way to a block so many levels further out."""

    def __init__(self, depth: int) -> None:
        self.depth = depth


class _Returning(Exception):
    """A function is left."""


class Machine:
    """An instance of a module."""

    def __init__(self, module: Module, fuel: int) -> None:
        self.module = module
        self.fuel = fuel
        self.memory = bytearray(PAGE * module.memories[0].pages if module.memories else 0)
        self.stack: list[Any] = []
        self.locals: list[Any] = []
        self.calls = 0

    def call(self, index: int, arguments: Sequence[Any]) -> Any:
        """Return what a function returns; raise Trap or Unfinished if it does not."""
        function = self.module.functions[index]
        if self.calls == DEEPEST:
            raise Unfinished
        self.calls += 1
        stack, variables = self.stack, self.locals
        self.stack, self.locals = [], [*arguments, *(0 for _ in range(function.locals))]
        try:
            self.run(function.body)
        except (_Leaving, _Returning):
            pass  # a branch past the outermost block is a return
        result = None if function.type.result is Result.NOTHING else self.stack[-1]
        self.stack, self.locals = stack, variables
        self.calls -= 1
        return result

    def run(self, body: Sequence[Instruction]) -> None:
        for instruction in body:
            self.fuel -= 1
            if self.fuel < 0:
                raise Unfinished
            self.step(instruction)

    def block(self, body: Sequence[Instruction], brought: Result) -> bool:
        """Run a block and return whether it was left by a branch to it."""
        height = len(self.stack)
        try:
            self.run(body)
        except _Leaving as leaving:
            if leaving.depth > 0:
                leaving.depth -= 1
                raise
            # What the branch brings along stays, what is below it in this block goes.
            del self.stack[height : len(self.stack) - (brought is not Result.NOTHING)]
            return True
        return False

    def address(self, base: int, offset: int, width: int) -> int:
        if base + offset + width > len(self.memory):
            raise Trap("memory out of bounds")
        return base + offset

    def step(self, instruction: Instruction) -> None:
        stack = self.stack
        match instruction:
            case Nop():
                pass
            case Unreachable():
                raise Trap("unreachable")
            case Drop():
                stack.pop()
            case Select():
                condition, second, first = stack.pop(), stack.pop(), stack.pop()
                stack.append(first if condition else second)
            case Return():
                raise _Returning
            case Call(index):
                called = self.module.functions[index].type
                first_argument = len(stack) - len(called.params)
                arguments = stack[first_argument:]
                del stack[first_argument:]
                result = self.call(index, arguments)
                if called.result is not Result.NOTHING:
                    stack.append(result)
            case Block(brought, body):
                self.block(body, brought)
            case Loop(_, body):
                while self.block(body, Result.NOTHING):
                    pass
            case If(brought, then, otherwise):
                self.block(then if stack.pop() else otherwise, brought)
            case Br(depth):
                raise _Leaving(depth)
            case BrIf(depth):
                if stack.pop():
                    raise _Leaving(depth)
            case LocalGet(index):
                stack.append(self.locals[index])
            case LocalSet(index):
                self.locals[index] = stack.pop()
            case LocalTee(index):
                self.locals[index] = stack[-1]
            case I32Load(_, offset):
                start = self.address(stack.pop(), offset, 4)
                stack.append(int.from_bytes(self.memory[start : start + 4], "little"))
            case I32Load8S(_, offset):
                start = self.address(stack.pop(), offset, 1)
                stack.append(wrapped(signed(self.memory[start], 8), 32))
            case I32Store(_, offset):
                number = stack.pop()
                start = self.address(stack.pop(), offset, 4)
                self.memory[start : start + 4] = number.to_bytes(4, "little")
            case I32Store8(_, offset):
                number = stack.pop()
                start = self.address(stack.pop(), offset, 1)
                self.memory[start] = wrapped(number, 8)
            case MemorySize():
                stack.append(len(self.memory) // PAGE)
            case I32Const(number):
                stack.append(wrapped(number, 32))
            case I64Const(number):
                stack.append(wrapped(number, 64))
            case F32Const(number):
                stack.append(f32(number))
            case I32Eqz() | I64Eqz():
                stack.append(int(stack.pop() == 0))
            case I32Binary(operator):
                right, left = stack.pop(), stack.pop()
                stack.append(wrapped(i32_binary(operator, left, right), 32))
            case I32Compare(relation):
                right, left = stack.pop(), stack.pop()
                stack.append(int(i32_compare(relation, left, right)))
            case I64Binary(operator):
                right, left = stack.pop(), stack.pop()
                stack.append(i64_binary(operator, left, right))
            case F32Binary(operator):
                right, left = stack.pop(), stack.pop()
                stack.append(f32_binary(operator, left, right))
            case F32Compare(relation):
                right, left = stack.pop(), stack.pop()
                stack.append(int(f32_compare(relation, left, right)))
            case I32WrapI64():
                stack.append(wrapped(stack.pop(), 32))
            case I64ExtendI32S():
                stack.append(wrapped(signed(stack.pop(), 32), 64))
            case I32TruncF32S():
                stack.append(truncated(stack.pop()))
            case F32ConvertI32S():
                stack.append(f32(signed(stack.pop(), 32)))
