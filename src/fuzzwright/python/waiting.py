"""What is waited for or entered: awaitables, asynchronous iterators, context managers.

Each suspends once before it gives its result, as real ones do, and needs no event loop for it.
"""

from __future__ import annotations

import asyncio
import collections.abc as abc
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.sequences import LIST, Sequences
from fuzzwright.engine.domain import Domain
from fuzzwright.python.refusals import CannotGenerate

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]


def _awaitable(place: int) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        result = arguments[place] if len(arguments) > place else Any
        return Calls(
            lambda made: asyncio.sleep(0, made),
            [hints.build(result)],
            lambda written, names: f"{names.refer(asyncio)}.sleep(0, {written[0]})",
        )

    return build


async def _each(items: list[Any]) -> AsyncGenerator[Any, None]:
    for item in items:
        yield await asyncio.sleep(0, item)


def _async_items(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(
        _each,
        [Sequences(hints.build(arguments[0] if arguments else Any), LIST)],
        lambda written, names: f"(await {names.refer(asyncio)}.sleep(0, item) for item in {written[0]})",
    )


def _context(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(contextlib.nullcontext, [hints.build(arguments[0] if arguments else Any)])


def _needs_loop(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    raise CannotGenerate("it belongs to a running event loop")


BUILD: dict[Any, Build] = {
    asyncio.Future: _needs_loop,
    asyncio.Task: _needs_loop,
    asyncio.AbstractEventLoop: _needs_loop,
    abc.Awaitable: _awaitable(0),
    abc.Coroutine: _awaitable(2),
    abc.AsyncIterator: _async_items,
    abc.AsyncIterable: _async_items,
    abc.AsyncGenerator: _async_items,
    contextlib.AbstractContextManager: _context,
    contextlib.AbstractAsyncContextManager: _context,
    contextlib.nullcontext: _context,
}
