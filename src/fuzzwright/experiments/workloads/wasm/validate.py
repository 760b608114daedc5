"""Which modules are valid, by the algorithm of the specification's appendix.

Operands are tracked by their types; after a branch that is always taken, what comes next may take whatever it likes.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    Function,
    FunctionType,
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
    Memory,
    MemorySize,
    Module,
    Nop,
    Result,
    Return,
    Select,
    Unreachable,
    ValueType,
)

I32, I64, F32 = ValueType.I32, ValueType.I64, ValueType.F32
OPERAND = {Result.NOTHING: None, Result.I32: I32, Result.I64: I64, Result.F32: F32}
MOST_PAGES = 1 << 16
MOST_OFFSET = (1 << 32) - 1


class Invalid(Exception):
    """The module breaks a rule."""


def is_valid(module: Module) -> bool:
    """Return whether a module is valid."""
    try:
        validate(module)
    except Invalid:
        return False
    return True


def validate(module: Module) -> None:
    """Raise Invalid with the first rule that a module breaks."""
    for memory in module.memories:
        _check_memory(memory)
    if len(module.memories) > 1:
        raise Invalid("more than one memory")
    if module.exported:
        type_of_function(module, 0)
    for function in module.functions:
        _check_function(module, function)


def type_of_function(module: Module, index: int) -> FunctionType:
    """Return the type of a function by its index."""
    if index >= len(module.functions):
        raise Invalid("no such function")
    return module.functions[index].type


def _check_memory(memory: Memory) -> None:
    if not 0 <= memory.pages <= MOST_PAGES:
        raise Invalid("more pages than there can be")


def _check_function(module: Module, function: Function) -> None:
    body = _Body(module, function)
    body.steps(function.body)
    body.end(body.result)


class _Body:
    """What is known while a function's body is gone through."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.locals = function.type.params + (I32,) * function.locals
        self.result = OPERAND[function.type.result]
        self.operands: list[ValueType | None] = []
        """Their types, the latest last; None is any type."""
        self.floor = 0
        """How many operands belong to the blocks around this one."""
        self.dead = False
        """Whether the rest of this block is never run."""
        self.labels = [self.result]
        """What a branch to each of the blocks around brings along, the innermost last."""

    # Operands

    def pop(self, wanted: ValueType | None = None) -> ValueType | None:
        if len(self.operands) == self.floor:
            if not self.dead:
                raise Invalid("an operand is missing")
            return wanted
        found = self.operands.pop()
        if found is None:
            return wanted
        if wanted is not None and found is not wanted:
            raise Invalid("an operand of another type is wanted")
        return found

    def apply(self, *wanted: ValueType, gives: ValueType | None = None) -> None:
        for operand in reversed(wanted):
            self.pop(operand)
        if gives is not None:
            self.operands.append(gives)

    def end(self, result: ValueType | None) -> None:
        if result is not None:
            self.pop(result)
        if len(self.operands) != self.floor:
            raise Invalid("operands are left over")

    def die(self) -> None:
        del self.operands[self.floor :]
        self.dead = True

    # Blocks

    def block(self, body: Iterable[Instruction], result: ValueType | None, label: ValueType | None) -> None:
        around = self.floor, self.dead
        self.floor, self.dead = len(self.operands), False
        self.labels.append(label)
        self.steps(body)
        self.end(result)
        self.labels.pop()
        self.floor, self.dead = around

    def label(self, depth: int) -> ValueType | None:
        if depth >= len(self.labels):
            raise Invalid("no block to branch to")
        return self.labels[-1 - depth]

    def local(self, index: int) -> ValueType:
        if index >= len(self.locals):
            raise Invalid("no such local")
        return self.locals[index]

    def memory(self) -> None:
        if not self.module.memories:
            raise Invalid("no memory")

    def address(self, align: int, offset: int, widest: int) -> None:
        self.memory()
        if align > widest:
            raise Invalid("aligned to more than what is accessed")
        if not 0 <= offset <= MOST_OFFSET:
            raise Invalid("no such offset")

    # Instructions

    def steps(self, body: Iterable[Instruction]) -> None:
        for instruction in body:
            self.step(instruction)

    def step(self, instruction: Instruction) -> None:
        match instruction:
            case Nop():
                pass
            case Unreachable():
                self.die()
            case Drop():
                self.pop()
            case Select():
                self.pop(I32)
                second = self.pop()
                first = self.pop(second)
                self.operands.append(first)
            case Return():
                if self.result is not None:
                    self.pop(self.result)
                self.die()
            case Call(index):
                called = type_of_function(self.module, index)
                self.apply(*called.params, gives=OPERAND[called.result])
            case Block(result, body):
                given = OPERAND[result]
                self.block(body, given, label=given)
                self.apply(gives=given)
            case Loop(result, body):
                given = OPERAND[result]
                self.block(body, given, label=None)
                self.apply(gives=given)
            case If(result, then, otherwise):
                given = OPERAND[result]
                self.pop(I32)
                self.block(then, given, label=given)
                self.block(otherwise, given, label=given)
                self.apply(gives=given)
            case Br(depth):
                brought = self.label(depth)
                if brought is not None:
                    self.pop(brought)
                self.die()
            case BrIf(depth):
                self.pop(I32)
                brought = self.label(depth)
                if brought is not None:
                    self.apply(brought, gives=brought)
            case LocalGet(index):
                self.apply(gives=self.local(index))
            case LocalSet(index):
                self.apply(self.local(index))
            case LocalTee(index):
                self.apply(self.local(index), gives=self.local(index))
            case I32Load(align, offset):
                self.address(align, offset, widest=2)
                self.apply(I32, gives=I32)
            case I32Load8S(align, offset):
                self.address(align, offset, widest=0)
                self.apply(I32, gives=I32)
            case I32Store(align, offset):
                self.address(align, offset, widest=2)
                self.apply(I32, I32)
            case I32Store8(align, offset):
                self.address(align, offset, widest=0)
                self.apply(I32, I32)
            case MemorySize():
                self.memory()
                self.apply(gives=I32)
            case I32Const():
                self.apply(gives=I32)
            case I64Const():
                self.apply(gives=I64)
            case F32Const():
                self.apply(gives=F32)
            case I32Eqz():
                self.apply(I32, gives=I32)
            case I64Eqz():
                self.apply(I64, gives=I32)
            case I32Binary():
                self.apply(I32, I32, gives=I32)
            case I32Compare():
                self.apply(I32, I32, gives=I32)
            case I64Binary():
                self.apply(I64, I64, gives=I64)
            case F32Binary():
                self.apply(F32, F32, gives=F32)
            case F32Compare():
                self.apply(F32, F32, gives=I32)
            case I32WrapI64():
                self.apply(I64, gives=I32)
            case I64ExtendI32S():
                self.apply(I32, gives=I64)
            case I32TruncF32S():
                self.apply(F32, gives=I32)
            case F32ConvertI32S():
                self.apply(I32, gives=F32)
