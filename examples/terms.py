"""A calculator for terms: numbers, joined by four operations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    value: int


@dataclass(frozen=True)
class Operation:
    left: Term
    right: Term


class Add(Operation): ...


class Subtract(Operation): ...


class Multiply(Operation): ...


class Divide(Operation): ...


Term = Number | Add | Subtract | Multiply | Divide


def evaluate(term: Term) -> int:
    match term:
        case Number(value):
            return value
        case Add(left, right):
            return evaluate(left) + evaluate(right)
        case Subtract(left, right):
            return evaluate(left) - evaluate(right)
        case Multiply(left, right):
            return evaluate(left) * evaluate(right)
        case Divide(left, right):
            return evaluate(left) // evaluate(right)
