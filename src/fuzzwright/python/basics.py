"""Numbers, text, None, and what is made of bytes."""

from __future__ import annotations

import numbers
import typing
from collections.abc import Callable
from types import EllipsisType, NoneType, NotImplementedType
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls, TakeApart
from fuzzwright.domains.choices import Choices, booleans, nothing
from fuzzwright.domains.numbers import Complexes, Floats, Integers
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]


def _either(*made: Callable[[], Domain[Any]]) -> Build:
    return lambda hints, arguments: Unions([make() for make in made])


def _one(make: Callable[[], Domain[Any]]) -> Build:
    return lambda hints, arguments: make()


def _content(cls: Any) -> TakeApart:
    def take_apart(thing: Any) -> list[object] | None:
        if type(thing) is not cls:
            return None
        view = memoryview(thing)
        return [view.tobytes()] if view.nbytes <= 4096 else None

    return take_apart


BUILD: dict[Any, Build] = {
    int: _one(Integers),
    float: _one(Floats),
    complex: _one(Complexes),
    bool: _one(booleans),
    str: _one(Strings),
    bytes: _one(Bytes),
    NoneType: _one(nothing),
    bytearray: _one(lambda: Calls(bytearray, [Bytes()], take_apart=_content(bytearray))),
    memoryview: _one(lambda: Calls(memoryview, [Bytes()], take_apart=_content(memoryview))),
    EllipsisType: _one(lambda: Choices((...,), lambda value, names: "...")),
    NotImplementedType: _one(lambda: Choices((NotImplemented,))),
    numbers.Number: _either(Integers, Floats, Complexes),
    numbers.Complex: _either(Integers, Floats, Complexes),
    numbers.Real: _either(Integers, Floats),
    numbers.Rational: _one(Integers),
    numbers.Integral: _one(Integers),
    typing.SupportsInt: _either(Integers, Floats),
    typing.SupportsFloat: _either(Integers, Floats),
    typing.SupportsComplex: _one(Complexes),
    typing.SupportsIndex: _one(Integers),
    typing.SupportsAbs: _either(Integers, Floats),
    typing.SupportsRound: _either(Integers, Floats),
    typing.SupportsBytes: _one(Bytes),
}
