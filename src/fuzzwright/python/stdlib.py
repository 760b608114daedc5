"""Classes of the standard library that code takes as arguments: numbers, paths, addresses, locks, loggers."""

from __future__ import annotations

import argparse
import contextlib
import fractions
import ipaddress
import logging
import os
import pathlib
import random
import string
import threading
import types
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls, reader
from fuzzwright.domains.choices import Choices
from fuzzwright.domains.decimals import Decimals
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.matching import Matching
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.sequences import LIST, Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python.refusals import CannotGenerate

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]


def _fractions(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    take_apart = reader(fractions.Fraction, "numerator", "denominator")
    return Calls(fractions.Fraction, [Integers(), Integers(1)], take_apart=take_apart)


def _called(construct: Callable[..., Any], *places: Callable[[], Domain[Any]]) -> Build:
    return lambda hints, arguments: Calls(construct, [place() for place in places])


def _path(cls: type) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        word = Unions(
            [Choices(("a", "b.txt", "..", ".", "data", "x.json", ".hidden", "/", "~")), Matching(r"^[\w .+-]+$")]
        )
        return Calls(
            lambda parts: cls(*parts),
            [Sequences(word, LIST, 0, 6)],
            lambda written, names: f"{names.refer(cls)}({written[0][1:-1]})",
            take_apart=lambda thing: [list(thing.parts)] if type(thing) is type(cls()) else None,
        )

    return build


def _from_number(construct: Callable[[int], Any], bits: int, shown: Any) -> Build:
    """Objects that are numbers inside and are written as text."""

    def write(written: list[str], names: Names) -> str:
        return f"{names.refer(shown)}({str(construct(int(written[0])))!r})"

    def take_apart(thing: Any) -> list[object] | None:
        # Not all of an address need be in its number: a scope is not.
        return [int(thing)] if type(thing) is shown and construct(int(thing)) == thing else None

    return lambda hints, arguments: Calls(construct, [Integers(0, (1 << bits) - 1)], write, take_apart=take_apart)


def _network(cls: Any, bits: int) -> Build:
    def make(number: int, length: int) -> Any:
        return cls((number, length), strict=False)

    def fit(parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return parts[0] >> (bits - parts[1]) << (bits - parts[1]), parts[1]

    def write(written: list[str], names: Names) -> str:
        return f"{names.refer(cls)}({str(make(int(written[0]), int(written[1])))!r})"

    def take_apart(thing: Any) -> list[object] | None:
        return [int(thing.network_address), thing.prefixlen] if type(thing) is cls else None

    return lambda hints, arguments: Calls(
        make, [Integers(0, (1 << bits) - 1), Integers(0, bits, toward=bits)], write, fit, take_apart
    )


def _interface(cls: Any, bits: int) -> Build:
    def write(written: list[str], names: Names) -> str:
        return f"{names.refer(cls)}(({written[0]}, {written[1]}))"

    return lambda hints, arguments: Calls(
        lambda number, length: cls((number, length)),
        [Integers(0, (1 << bits) - 1), Integers(0, bits, toward=bits)],
        write,
        take_apart=lambda thing: [int(thing.ip), thing.network.prefixlen] if type(thing) is cls else None,
    )


_NAMES = ("a", "b", "name", "value", "x", "path", "verbose")


def _namespace(cls: type) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        return Calls(
            lambda items: cls(**items),
            [Mappings(Choices(_NAMES), hints.build(Any))],
            lambda written, names: f"{names.refer(cls)}(**{written[0]})",
            take_apart=lambda thing: [vars(thing)] if type(thing) is cls else None,
        )

    return build


def _simple_namespace(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(
        lambda items: types.SimpleNamespace(**items),
        [Mappings(Choices(_NAMES), hints.build(Any))],
        lambda written, names: f"{names.refer(types)}.SimpleNamespace(**{written[0]})",
        take_apart=lambda thing: [vars(thing)] if type(thing) is types.SimpleNamespace else None,
    )


def _made_by(function: Any, name: str) -> Build:
    """Locks: made by functions that have no class to name before 3.13."""
    return lambda hints, arguments: Calls(function, [], lambda written, names: f"{names.refer(threading)}.{name}()")


def _refused(reason: str) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        raise CannotGenerate(reason)

    return build


BUILD: dict[Any, Build] = {
    Decimal: lambda hints, arguments: Decimals(),
    fractions.Fraction: _fractions,
    uuid.UUID: _from_number(lambda number: uuid.UUID(int=number), 128, uuid.UUID),
    pathlib.Path: _path(pathlib.Path),
    pathlib.PosixPath: _path(pathlib.Path),
    pathlib.PurePath: _path(pathlib.PurePath),
    pathlib.PurePosixPath: _path(pathlib.PurePosixPath),
    pathlib.PureWindowsPath: _path(pathlib.PureWindowsPath),
    os.PathLike: _path(pathlib.Path),
    ipaddress.IPv4Address: _from_number(ipaddress.IPv4Address, 32, ipaddress.IPv4Address),
    ipaddress.IPv6Address: _from_number(ipaddress.IPv6Address, 128, ipaddress.IPv6Address),
    ipaddress.IPv4Network: _network(ipaddress.IPv4Network, 32),
    ipaddress.IPv6Network: _network(ipaddress.IPv6Network, 128),
    ipaddress.IPv4Interface: _interface(ipaddress.IPv4Interface, 32),
    ipaddress.IPv6Interface: _interface(ipaddress.IPv6Interface, 128),
    random.Random: _called(random.Random, lambda: Integers(0, (1 << 32) - 1)),
    logging.Logger: _called(logging.getLogger, lambda: Choices(("example",))),
    string.Template: _called(string.Template, Strings),
    threading.Event: _called(threading.Event),
    threading.Condition: _called(threading.Condition),
    threading.Semaphore: _called(threading.Semaphore, lambda: Integers(1, 8)),
    threading.BoundedSemaphore: _called(threading.BoundedSemaphore, lambda: Integers(1, 8)),
    threading.Barrier: _called(threading.Barrier, lambda: Integers(1, 1)),
    threading.Lock: _made_by(threading.Lock, "Lock"),
    type(threading.Lock()): _made_by(threading.Lock, "Lock"),
    threading.RLock: _made_by(threading.RLock, "RLock"),
    type(threading.RLock()): _made_by(threading.RLock, "RLock"),
    argparse.Namespace: _namespace(argparse.Namespace),
    types.SimpleNamespace: _simple_namespace,
    contextlib.ExitStack: _called(contextlib.ExitStack),
    types.ModuleType: _refused("a module is no value to make up"),
    types.TracebackType: _refused("a traceback is no value to make up"),
    types.FrameType: _refused("a frame is no value to make up"),
    types.CodeType: _refused("a code object is no value to make up"),
    threading.Thread: _refused("a thread is no value to make up"),
}
