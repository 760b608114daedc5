"""Files in memory, for the hints that ask for an open file."""

from __future__ import annotations

import io
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.engine.domain import Domain

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]


def _text(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(io.StringIO, [Strings()])


def _binary(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(io.BytesIO, [Bytes()])


def _either(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return _binary(hints, ()) if arguments and arguments[0] is bytes else _text(hints, ())


def _around(cls: Any) -> Build:
    return lambda hints, arguments: Calls(cls, [_binary(hints, ())])


def _wrapped(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(
        lambda stream: io.TextIOWrapper(stream, "utf-8", "replace"),
        [_binary(hints, ())],
        lambda written, names: f"{names.refer(io.TextIOWrapper)}({written[0]}, 'utf-8', 'replace')",
    )


BUILD: dict[Any, Build] = {
    io.StringIO: _text,
    io.BytesIO: _binary,
    io.TextIOBase: _text,
    io.IOBase: _binary,
    io.RawIOBase: _binary,
    io.BufferedIOBase: _binary,
    io.BufferedReader: _around(io.BufferedReader),
    io.BufferedWriter: _around(io.BufferedWriter),
    io.BufferedRandom: _around(io.BufferedRandom),
    io.TextIOWrapper: _wrapped,
    typing.TextIO: _text,
    typing.BinaryIO: _binary,
    typing.IO: _either,
}
