"""Types and terms of the lambda calculus; a variable is the number of binders between it and its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TBool:
    """The type of truth values."""


@dataclass(frozen=True, slots=True)
class TFun:
    """The type of functions from one type to another."""

    argument: Type
    result: Type


Type: TypeAlias = TBool | TFun


@dataclass(frozen=True, slots=True)
class Var:
    """What a binder is given; 0 is the nearest one."""

    index: int


@dataclass(frozen=True, slots=True)
class Bool:
    """A truth value."""

    value: bool


@dataclass(frozen=True, slots=True)
class Abs:
    """A function, which is a binder, with the type of its parameter."""

    parameter: Type
    body: Term


@dataclass(frozen=True, slots=True)
class App:
    """The call of a function."""

    function: Term
    argument: Term


Term: TypeAlias = Var | Bool | Abs | App
