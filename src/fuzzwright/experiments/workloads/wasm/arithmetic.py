"""Numbers of WebAssembly: integers are kept without sign, below two to the power of their width; f32 as floats."""

from __future__ import annotations

import math
import struct

from .syntax import F32Operator, F32Relation, I32Operator, I32Relation, I64Operator


class Trap(Exception):
    """The program is stopped; the argument says by what."""


def wrapped(number: int, width: int) -> int:
    """Return a number modulo two to the power of a width."""
    return number & ((1 << width) - 1)


def signed(number: int, width: int) -> int:
    """Return what the bits of a number mean with a sign."""
    number = wrapped(number, width)
    return number - (1 << width) if number >> (width - 1) else number


def f32(number: float) -> float:
    """Return the f32 next to a number."""
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def i32_binary(operator: I32Operator, left: int, right: int) -> int:
    """Return what an operator makes of two i32, before it is cut to 32 bits."""
    match operator:
        case I32Operator.ADD:
            return left + right
        case I32Operator.SUB:
            return left - right
        case I32Operator.MUL:
            return left * right
        case I32Operator.DIV_S:
            return _divided(signed(left, 32), signed(right, 32))
        case I32Operator.DIV_U:
            if right == 0:
                raise Trap("integer division by zero")
            return left // right
        case I32Operator.REM_S:
            return _remainder(signed(left, 32), signed(right, 32))
        case I32Operator.REM_U:
            if right == 0:
                raise Trap("integer division by zero")
            return left % right
        case I32Operator.AND:
            return left & right
        case I32Operator.OR:
            return left | right
        case I32Operator.XOR:
            return left ^ right
        case I32Operator.SHL:
            return left << right % 32
        case I32Operator.SHR_S:
            return signed(left, 32) >> right % 32
        case I32Operator.SHR_U:
            return left >> right % 32
        case I32Operator.ROTL:
            return left << right % 32 | left >> 32 - right % 32
        case I32Operator.ROTR:
            return left >> right % 32 | left << 32 - right % 32


def _divided(left: int, right: int) -> int:
    if right == 0:
        raise Trap("integer division by zero")
    if left == -(1 << 31) and right == -1:
        raise Trap("integer overflow")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    if right == 0:
        raise Trap("integer division by zero")
    remainder = abs(left) % abs(right)
    return remainder if left >= 0 else -remainder


def i32_compare(relation: I32Relation, left: int, right: int) -> bool:
    """Return whether two i32 stand in a relation."""
    match relation:
        case I32Relation.EQ:
            return left == right
        case I32Relation.NE:
            return left != right
        case I32Relation.LT_S:
            return signed(left, 32) < signed(right, 32)
        case I32Relation.LT_U:
            return left < right
        case I32Relation.GT_S:
            return signed(left, 32) > signed(right, 32)
        case I32Relation.GT_U:
            return left > right
        case I32Relation.LE_S:
            return signed(left, 32) <= signed(right, 32)
        case I32Relation.LE_U:
            return left <= right
        case I32Relation.GE_S:
            return signed(left, 32) >= signed(right, 32)
        case I32Relation.GE_U:
            return left >= right


def i64_binary(operator: I64Operator, left: int, right: int) -> int:
    """Return what an operator makes of two i64."""
    match operator:
        case I64Operator.ADD:
            return wrapped(left + right, 64)
        case I64Operator.SUB:
            return wrapped(left - right, 64)
        case I64Operator.MUL:
            return wrapped(left * right, 64)


def f32_binary(operator: F32Operator, left: float, right: float) -> float:
    """Return what an operator makes of two f32; rounding twice does no harm to these three."""
    match operator:
        case F32Operator.ADD:
            return f32(left + right)
        case F32Operator.SUB:
            return f32(left - right)
        case F32Operator.MUL:
            return f32(left * right)


def f32_compare(relation: F32Relation, left: float, right: float) -> bool:
    """Return whether two f32 stand in a relation; no NaN stands in any."""
    match relation:
        case F32Relation.EQ:
            return left == right
        case F32Relation.LT:
            return left < right
        case F32Relation.GT:
            return left > right


def truncated(number: float) -> int:
    """Return the whole part of an f32 as an i32."""
    if math.isnan(number):
        raise Trap("bad conversion to integer")
    if not -(1 << 31) <= number < 1 << 31:
        raise Trap("integer overflow")
    return wrapped(math.trunc(number), 32)
