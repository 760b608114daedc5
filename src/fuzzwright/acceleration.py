"""The accelerator `fuzzwright-fast`, wherever it is installed beside the code under test.

It holds probes and the path, runs inputs and makes them, in C; what is made, seen and found is the same with and
without. A missing accelerator, one of another version or one that cannot be loaded is no error: everything works
without. `FUZZWRIGHT_PURE=1` in the environment leaves it out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Literal, Protocol, cast

NAME = "fuzzwright_fast"
INTERFACE = 6
"""What we know how to use; the accelerator has the same number."""
OFF = "FUZZWRIGHT_PURE"


WeigherKind = Literal["sum", "record", "union", "chosen", "number", "run", "text", "pairs"]


class FastPath(Protocol):
    """A path in C: hashes as the tuple of its numbers does, and makes the probes that write to it."""

    def clear(self) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, index: slice, /) -> list[int]: ...
    def probe(self, number: int, /) -> object: ...


class Runner(Protocol):
    """Runs the inputs of one batch, in C; what its members mean is said there."""

    value: Any
    result: Any
    young: set[int]
    old: set[int]
    sieving: bool
    added: bool
    key: int
    count: int
    discards: int
    built: int
    building: bool
    calling: bool
    raised: bool

    def go(self, limit: int, /) -> int: ...


class FastVariants(Iterator[Any], Protocol):
    """Variants of one input, in C."""

    last: Any
    made: int
    operators: int


class FastStock(Protocol):
    """Draws from a stock, in C."""

    def draw(self, random: Random, size: int, /) -> Any: ...
    def draw_many(self, random: Random, size: int, count: int, /) -> list[Any]: ...
    def mix(self, random: Random, size: int, /) -> Any: ...


class Noting(Protocol):
    """Notes operations, in C."""

    def add(self, site: int, kind: str, what: Any, operands: tuple[Any, ...], result: Any, /, *more: Any) -> None: ...
    def append(self, site: int, kind: str, what: Any, held: tuple[Any, ...], result: Any, /, *more: Any) -> None: ...
    def compare(self, site: int, sign: str, left: Any, right: Any, /) -> Any: ...


class FastPairs(Protocol):
    """Makes pairs with distinct keys, in C."""

    def make(self, *children: Any) -> tuple[Any, ...]: ...
    def cross(self, one: tuple[Any, ...], other: tuple[Any, ...], random: Random, /) -> tuple[Any, ...]: ...


class Accelerator(Protocol):
    """The extension module."""

    INTERFACE: int

    def new_path(self) -> FastPath: ...
    def new_runner(
        self,
        inputs: Iterator[Any],
        invoke: Callable[[Any], Any],
        path: Any,
        young: set[int],
        old: set[int],
        failures: dict[int, int],
        discarding: tuple[type[BaseException], ...],
        batch: Any,
        audit: dict[str, Any],
        preconditions: object,
        prepare: Callable[[Any], Any] | None,
        sieve: Callable[[Any, Any], bool] | None,
        function: Callable[..., Any] | None,
        beat: memoryview,
        most_young: int,
        forgets: bool,
        /,
    ) -> Runner: ...
    def new_sieve(
        self,
        path: Any,
        buckets: bytes,
        feature: int,
        simplest: Mapping[int, Any],
        alone: Mapping[int, int],
        weigh: Callable[[Any, float], float],
        check: Callable[[object], str | None] | None,
        large: float,
        longest: int,
        /,
    ) -> Callable[[Any, Any], bool]: ...
    def new_weigher(
        self,
        kind: WeigherKind,
        base: float,
        weighs: list[Callable[[Any, float], float]],
        known: Any,
        slowly: Callable[[Any, float], float] | None,
        /,
    ) -> Callable[[Any, float], float]: ...
    def is_probe(self, object: object, path: Any, /) -> bool: ...
    def new_maker(self, cls: type, names: tuple[str, ...], /) -> Callable[..., Any]: ...
    def new_realiser(self, item: Callable[[Any], Any], pairs: bool, /) -> Callable[[Any], Any]: ...
    def new_noting(
        self,
        note: type,
        early: list[Any],
        most_early: int,
        late: Callable[[Any], None],
        as_it_is: Callable[[Any], Any],
        /,
    ) -> Noting: ...
    def new_pairs(self, shortest: int, longest: int, unfit: type[Exception], /) -> FastPairs: ...
    def distinct_pairs(self, pairs: tuple[Any, ...], /) -> tuple[Any, ...]: ...
    def paired(self, *parts: Any) -> tuple[Any, ...]: ...
    def new_build(
        self,
        children: tuple[Any, ...] | None,
        left: int,
        right: int,
        make: Callable[..., Any] | None,
        first: Callable[[Any], Any] | None,
        second: Callable[[Any], Any] | None,
        after: tuple[Callable[[Any], Any], ...] | None,
        /,
    ) -> Callable[..., Any]: ...
    def new_variants(
        self,
        random: Random,
        places: list[Any],
        puts: list[Callable[[Any], Any]],
        changed: Callable[[int, Any], Any],
        joint: Callable[[int, int], Any],
        unfit: type[Exception],
        batch: Any,
        count: int,
        /,
    ) -> FastVariants: ...
    def plainly_equal(self, left: Any, right: Any, /) -> bool: ...
    def new_stock(
        self,
        make: Callable[[Random, int], Any],
        cross: Callable[[Any, Any, Random], Any] | None,
        shelves: list[list[Any]],
        put_up: Callable[[int], Any],
        filled: Callable[[int, int], Any],
        empty: object,
        numbers: bytes,
        /,
    ) -> FastStock: ...
    def itself(self, path: Any, /) -> object: ...
    def edge_features(self, path: tuple[int, ...], buckets: bytes, /) -> set[int] | None: ...


@cache
def accelerator() -> Accelerator | None:
    """Return the accelerator, or None where there is none that may be used."""
    if os.environ.get(OFF, "0") not in ("", "0"):
        return None
    try:
        module = cast(Accelerator, import_module(NAME))
        return module if module.INTERFACE == INTERFACE and _hashes_alike(module) else None
    except Exception:  # also an AttributeError, of something else that has this name
        return None


def _hashes_alike(module: Accelerator) -> bool:
    # Tuples may be hashed in another way one day; keys must not depend on who made them.
    path = module.new_path()
    for number in (0, 1, 70_000):
        -path.probe(number)  # type: ignore[operator]  # it has a minus, and nothing else
        if hash(path) != hash(tuple(path[:])):
            return False
    return len(path) == 3
