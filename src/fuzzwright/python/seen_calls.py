"""What functions without hints are called with while others are fuzzed: a hint where nothing else gives one.

A watched function has code in its place that notes the types of its arguments, for its first calls of an epoch; then
it gets its own back, so that watching costs next to nothing. What is seen follows from the epoch alone, and nothing
that runs goes another way for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from fuzzwright.python.discover import Found
from fuzzwright.python.entries import Exchange, Hook, exchanges
from fuzzwright.python.inferring import FilledHints, plain_function
from fuzzwright.python.probes import Probes
from fuzzwright.python.seen_types import Seen, Telling, Told, merge, name_of

MOST_CALLS = 64
"""Of one function in one epoch."""


@dataclass(slots=True)
class _Watched:
    name: str
    parameters: tuple[str, ...]
    types: tuple[dict[Told, None], ...]
    exchange: Exchange | None = None
    left: int = 0


@dataclass(slots=True)
class SeenCalls:
    """The functions that are watched, and what the epoch under way showed of them."""

    names: tuple[str, ...] = ()
    """The functions that can be watched."""
    _watched: list[_Watched] = field(default_factory=list)

    def begin(self) -> None:
        """Watch from here on, having forgotten what was seen."""
        for each in self._watched:
            each.left = MOST_CALLS
            for types in each.types:
                types.clear()
            if each.exchange is not None:
                each.exchange.put()

    def end(self) -> Seen:
        """Watch no longer; return what was seen."""
        seen: Seen = {}
        for each in self._watched:
            if each.exchange is not None:
                each.exchange.take_back()
            found = {name: list(merge(types)) for name, types in zip(each.parameters, each.types, strict=True) if types}
            if found:
                seen[each.name] = found
        return seen


def watch(
    functions: Mapping[FunctionType, Iterable[str]], probes: Probes, also: Mapping[FunctionType, Hook]
) -> SeenCalls:
    """Return what watches some parameters of some functions; `also` has hooks that these keep meanwhile."""
    telling = Telling()
    watched = {
        function: _Watched(name_of(function), tuple(parameters), tuple({} for _ in parameters))
        for function, parameters in functions.items()
        if parameters
    }
    hooks = {
        function: [*([also[function]] if function in also else []), Hook(each.parameters, _noting(each, telling))]
        for function, each in watched.items()
    }
    for function, exchange in exchanges(hooks, probes).items():
        watched[function].exchange = exchange
    ready = [each for each in watched.values() if each.exchange is not None]
    return SeenCalls(tuple(each.name for each in ready), ready)


def without_hints(found: Iterable[Found], hints: FilledHints) -> dict[FunctionType, tuple[str, ...]]:
    """Return those of some functions that want for hints, each with the parameters that have none."""
    wanting: dict[FunctionType, tuple[str, ...]] = {}
    for each in found:
        plain = plain_function(each.object) if each.object is not None else None
        if plain is not None and plain not in wanting and (missing := hints.missing(each.object, each.owner)):
            wanting[plain] = missing
    return wanting


def _noting(watched: _Watched, telling: Telling) -> Callable[[tuple[Any, ...]], None]:
    of, types = telling.of, watched.types

    def note(values: tuple[Any, ...]) -> None:
        try:
            watched.left -= 1
            if watched.left <= 0 and watched.exchange is not None:
                watched.exchange.take_back()
            for known, value in zip(types, values, strict=True):
                told = of(value)
                if told is not None:
                    known[told] = None
        except Exception:
            return  # the stack may be all but used up; the call goes on as if nobody had looked

    return note
