"""Modules of a small part of WebAssembly, as trees.

Any tree of these types can be written as a binary, but few are valid. Indices and numbers of functions are small,
else hardly any would be; numbers of constants count modulo the width of their type, other numbers as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Literal

Index = Literal[0, 1, 2, 3, 4, 5]
"""Which local, function or block is meant, or which power of two."""


class ValueType(Enum):
    """The type of an operand; its value is the byte that stands for it."""

    I32 = 0x7F
    I64 = 0x7E
    F32 = 0x7D


class Result(Enum):
    """What a function or block gives: an operand, or nothing; its value is the byte that stands for it."""

    NOTHING = 0x40
    I32 = 0x7F
    I64 = 0x7E
    F32 = 0x7D


@dataclass(frozen=True, slots=True)
class FunctionType:
    """What a function takes and gives."""

    params: tuple[ValueType, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Function:
    """A function; its locals are its parameters and then so many of type i32."""

    type: FunctionType
    locals: Literal[0, 1, 2, 3]
    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory of so many pages."""

    pages: int


@dataclass(frozen=True, slots=True)
class Module:
    """Functions and memories, and whether the first function is exported."""

    functions: Annotated[tuple[Function, ...], slice(0, 4)]
    memories: Annotated[tuple[Memory, ...], slice(0, 3)]
    exported: bool


# Instructions; the values of operators are their opcodes.


class I32Operator(Enum):
    """Two i32 give an i32."""

    ADD = 0x6A
    SUB = 0x6B
    MUL = 0x6C
    DIV_S = 0x6D
    DIV_U = 0x6E
    REM_S = 0x6F
    REM_U = 0x70
    AND = 0x71
    OR = 0x72
    XOR = 0x73
    SHL = 0x74
    SHR_S = 0x75
    SHR_U = 0x76
    ROTL = 0x77
    ROTR = 0x78


class I32Relation(Enum):
    """Two i32 are compared: an i32 that is 0 or 1."""

    EQ = 0x46
    NE = 0x47
    LT_S = 0x48
    LT_U = 0x49
    GT_S = 0x4A
    GT_U = 0x4B
    LE_S = 0x4C
    LE_U = 0x4D
    GE_S = 0x4E
    GE_U = 0x4F


class I64Operator(Enum):
    """Two i64 give an i64."""

    ADD = 0x7C
    SUB = 0x7D
    MUL = 0x7E


class F32Operator(Enum):
    """Two f32 give an f32."""

    ADD = 0x92
    SUB = 0x93
    MUL = 0x94


class F32Relation(Enum):
    """Two f32 are compared: an i32 that is 0 or 1."""

    EQ = 0x5B
    LT = 0x5D
    GT = 0x5E


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Traps."""


@dataclass(frozen=True, slots=True)
class Nop:
    """Does nothing."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Throws an operand away."""


@dataclass(frozen=True, slots=True)
class Select:
    """Keeps one of two operands of the same type, the first unless the third operand is zero."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leaves the function."""


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a function of the module."""

    function: Index


@dataclass(frozen=True, slots=True)
class Block:
    """A branch to it goes to its end."""

    result: Result
    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A branch to it goes to its beginning."""

    result: Result
    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies, the second if the operand is zero."""

    result: Result
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Br:
    """A branch to the block so many levels further out."""

    depth: Index


@dataclass(frozen=True, slots=True)
class BrIf:
    """A branch that is taken unless the operand is zero."""

    depth: Index


@dataclass(frozen=True, slots=True)
class LocalGet:
    """Reads a local."""

    index: Index


@dataclass(frozen=True, slots=True)
class LocalSet:
    """Takes an operand into a local."""

    index: Index


@dataclass(frozen=True, slots=True)
class LocalTee:
    """Writes a local and keeps the operand."""

    index: Index


@dataclass(frozen=True, slots=True)
class I32Load:
    """Reads four bytes; aligned to two to the power of `align`."""

    align: Index
    offset: int


@dataclass(frozen=True, slots=True)
class I32Load8S:
    """Reads a byte with its sign."""

    align: Index
    offset: int


@dataclass(frozen=True, slots=True)
class I32Store:
    """Writes four bytes."""

    align: Index
    offset: int


@dataclass(frozen=True, slots=True)
class I32Store8:
    """Writes the lowest byte."""

    align: Index
    offset: int


@dataclass(frozen=True, slots=True)
class MemorySize:
    """How many pages the memory has."""


@dataclass(frozen=True, slots=True)
class I32Const:
    """An i32."""

    value: int


@dataclass(frozen=True, slots=True)
class I64Const:
    """An i64."""

    value: int


@dataclass(frozen=True, slots=True)
class F32Const:
    """The f32 next to a number."""

    value: float


@dataclass(frozen=True, slots=True)
class I32Eqz:
    """Whether an i32 is zero."""


@dataclass(frozen=True, slots=True)
class I64Eqz:
    """Whether an i64 is zero."""


@dataclass(frozen=True, slots=True)
class I32Binary:
    """Two i32 give an i32."""

    operator: I32Operator


@dataclass(frozen=True, slots=True)
class I32Compare:
    """Two i32 are compared."""

    relation: I32Relation


@dataclass(frozen=True, slots=True)
class I64Binary:
    """Two i64 give an i64."""

    operator: I64Operator


@dataclass(frozen=True, slots=True)
class F32Binary:
    """Two f32 give an f32."""

    operator: F32Operator


@dataclass(frozen=True, slots=True)
class F32Compare:
    """Two f32 are compared."""

    relation: F32Relation


@dataclass(frozen=True, slots=True)
class I32WrapI64:
    """The lower half of an i64."""


@dataclass(frozen=True, slots=True)
class I64ExtendI32S:
    """An i32 with its sign as an i64."""


@dataclass(frozen=True, slots=True)
class I32TruncF32S:
    """An f32 without its fraction; traps if that is no i32."""


@dataclass(frozen=True, slots=True)
class F32ConvertI32S:
    """The f32 next to an i32."""


Control = Unreachable | Nop | Drop | Select | Return | Call | Block | Loop | If | Br | BrIf
Access = LocalGet | LocalSet | LocalTee | I32Load | I32Load8S | I32Store | I32Store8 | MemorySize
Constant = I32Const | I64Const | F32Const
Numeric = I32Eqz | I64Eqz | I32Binary | I32Compare | I64Binary | F32Binary | F32Compare
Conversion = I32WrapI64 | I64ExtendI32S | I32TruncF32S | F32ConvertI32S
Instruction = Control | Access | Constant | Numeric | Conversion
