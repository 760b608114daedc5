"""Modules as binaries.

Every module can be written, valid or not: a number that is too large for its place, or negative, is written as one
that is too large, so that whoever reads it refuses it as well.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from .arithmetic import f32, signed
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

_WITHOUT_IMMEDIATE = {
    Unreachable: b"\x00",
    Nop: b"\x01",
    Return: b"\x0f",
    Drop: b"\x1a",
    Select: b"\x1b",
    MemorySize: b"\x3f\x00",
    I32Eqz: b"\x45",
    I64Eqz: b"\x50",
    I32WrapI64: b"\xa7",
    I32TruncF32S: b"\xa8",
    I64ExtendI32S: b"\xac",
    F32ConvertI32S: b"\xb2",
}
_WITH_INDEX = {Br: 0x0C, BrIf: 0x0D, Call: 0x10, LocalGet: 0x20, LocalSet: 0x21, LocalTee: 0x22}
_WITH_ADDRESS = {I32Load: 0x28, I32Load8S: 0x2C, I32Store: 0x36, I32Store8: 0x3A}
_EXPORT = b"\x03run\0\0"
_TOO_LARGE = 1 << 32


def encode(module: Module) -> bytes:
    """Return the binary of a module; if a function is exported, it is called `run`."""
    functions = module.functions
    written = bytearray(b"\0asm\1\0\0\0")
    _section(written, 1, [_function_type(function.type) for function in functions])
    _section(written, 3, [unsigned(index) for index in range(len(functions))])
    _section(written, 5, [_memory(memory) for memory in module.memories])
    _section(written, 7, [_EXPORT] * module.exported)
    _section(written, 10, [_code(function) for function in functions])
    return bytes(written)


def unsigned(number: int) -> bytes:
    """Return the LEB128 of an index or size."""
    if number < 0:
        number = _TOO_LARGE
    if number < 128:
        return bytes((number,))
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def _integer(number: int) -> bytes:
    """Return the signed LEB128 of a constant."""
    written = bytearray()
    while not -64 <= number < 64:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number & 127)
    return bytes(written)


def _section(written: bytearray, number: int, items: Sequence[bytes]) -> None:
    if items:
        content = unsigned(len(items)) + b"".join(items)
        written.append(number)
        written += unsigned(len(content))
        written += content


def _function_type(type: FunctionType) -> bytes:
    results = b"\0" if type.result is Result.NOTHING else bytes((1, type.result.value))
    return b"\x60" + unsigned(len(type.params)) + bytes([param.value for param in type.params]) + results


def _memory(memory: Memory) -> bytes:
    return b"\0" + unsigned(memory.pages)


def _code(function: Function) -> bytes:
    code = bytearray((1, function.locals, ValueType.I32.value))
    _body(code, function.body)
    code.append(0x0B)
    return unsigned(len(code)) + code


def _body(code: bytearray, body: Iterable[Instruction]) -> None:
    for instruction in body:
        match instruction:
            case Br(index) | BrIf(index) | Call(index) | LocalGet(index) | LocalSet(index) | LocalTee(index):
                code.append(_WITH_INDEX[type(instruction)])
                code += unsigned(index)
            case I32Const(number):
                code.append(0x41)
                code += _integer(signed(number, 32))
            case I64Const(number):
                code.append(0x42)
                code += _integer(signed(number, 64))
            case F32Const(number):
                code.append(0x43)
                code += struct.pack("<f", f32(number))
            case I32Binary(operator) | I64Binary(operator) | F32Binary(operator):
                code.append(operator.value)
            case I32Compare(relation) | F32Compare(relation):
                code.append(relation.value)
            case I32Load(align, offset) | I32Load8S(align, offset) | I32Store(align, offset) | I32Store8(align, offset):
                code.append(_WITH_ADDRESS[type(instruction)])
                code += unsigned(align)
                code += unsigned(offset)
            case Block(result, inner) | Loop(result, inner):
                code.append(0x02 if isinstance(instruction, Block) else 0x03)
                code.append(result.value)
                _body(code, inner)
                code.append(0x0B)
            case If(result, then, otherwise):
                code.append(0x04)
                code.append(result.value)
                _body(code, then)
                code.append(0x05)
                _body(code, otherwise)
                code.append(0x0B)
            case _:
                code += _WITHOUT_IMMEDIATE[type(instruction)]
