"""How to get a result out of calls that do not simply return one.

Coroutines run on one event loop per process whose clock jumps over sleeps, generators are consumed up to a limit,
context managers are entered and left. Exceptions come out as they are. What a call leaves behind (threads, tasks) is
remembered until somebody asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import math
import os
import selectors
import sys
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterator
from concurrent.futures import Executor
from itertools import islice
from types import CoroutineType
from typing import Any

JUMPS = 10_000
_PATIENCE = 1.0  # seconds of real time that a thread or a file descriptor may keep everything waiting
_STEP = 1e-9
_EAGER: dict[str, Any] = {"eager_start": True} if sys.version_info >= (3, 12) else {}


class NeverEnds(BaseException):
    """What was awaited cannot come any more, or the code sleeps without end.

    Not an `Exception`, so that code which survives any error does not survive this one.
    """


def driver(kind: str, limit: int = 1000) -> Callable[[object], object] | None:
    """Return what turns the result of calling a function of this kind into a value; None if it already is one."""
    match kind:
        case "async":
            return _awaited
        case "generator":
            return functools.partial(_consumed, limit)
        case "async_generator":
            return functools.partial(_consumed_async, limit)
        case "contextmanager":
            return _entered
        case "async_contextmanager":
            return _entered_async
    return None


def leftovers() -> list[str]:
    """Return what calls started and did not end since this was last asked: tasks and threads."""
    ours = _loop_of(os.getpid()).threads() if _loop_of.cache_info().currsize else ()
    said = [f"leaves a task pending: {name}" for name in _tasks_left]
    _tasks_left.clear()
    for thread in threading.enumerate():
        if thread not in _threads_known:
            _threads_known.add(thread)
            if thread not in ours:
                said.append(f"leaves a thread running: {thread.name}")
    return said


_tasks_left: list[str] = []
_threads_known: weakref.WeakSet[threading.Thread] = weakref.WeakSet(threading.enumerate())


# A decorator may have used up what the function it wraps makes, so each of these lets other results through.


def _awaited(result: object) -> object:
    if type(result) is CoroutineType or isinstance(result, Coroutine):
        return run_coroutine(result)
    return run_coroutine(_await(result)) if inspect.isawaitable(result) else result


def _consumed(limit: int, result: object) -> object:
    if not isinstance(result, Iterator):
        return result
    items = list(islice(result, limit))
    if isinstance(result, Generator):
        result.close()
    return items


def _consumed_async(limit: int, result: object) -> object:
    return run_coroutine(_collect(limit, result)) if isinstance(result, AsyncGenerator) else result


def _entered(result: object) -> object:
    if not isinstance(result, contextlib.AbstractContextManager):
        return result
    with result as value:
        pass
    return value


def _entered_async(result: object) -> object:
    return run_coroutine(_enter(result)) if isinstance(result, contextlib.AbstractAsyncContextManager) else result


async def _await(result: Any) -> object:
    return await result


async def _collect(limit: int, result: AsyncGenerator[object, None]) -> list[object]:
    items: list[object] = []
    try:
        while len(items) < limit:
            items.append(await anext(result))
    except StopAsyncIteration:
        return items
    await result.aclose()
    return items


async def _enter(result: contextlib.AbstractAsyncContextManager[object]) -> object:
    async with result as value:
        pass
    return value


def run_coroutine(coroutine: Coroutine[Any, Any, object]) -> object:
    """Return what a coroutine returns, without waiting for the clock."""
    loop = _loop_of(os.getpid())
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        return loop.finish(coroutine)
    finally:
        loop.clear()
        asyncio._set_running_loop(outer)


@functools.cache
def _loop_of(pid: int) -> _Loop:
    # A forked child must not share the parent's selector, hence one for each process id.
    return _Loop()


class _Selector(selectors.DefaultSelector):
    """Polls, and where a usual selector would wait, moves the loop's clock to the next timer."""

    loop: _Loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        loop = self.loop
        # Only threads and other processes need real time: they know nothing of our clock.
        if loop.in_threads or (timeout is None and len(self.get_map()) > 1):
            ready = super().select(_PATIENCE)
            if ready or loop._ready:
                return ready
        timers = loop._scheduled
        if not timers or timers[0]._when == float("inf"):
            loop.stuck = "nothing that is awaited can happen any more"
        elif loop.jumps >= JUMPS:
            loop.stuck = f"still sleeping after {JUMPS} sleeps"
        else:
            loop.jumps += 1
            loop.now = max(loop.now, timers[0]._when)
            # A timer fires when it is less than this ahead; far away from zero the usual step is lost in rounding.
            loop._clock_resolution = max(_STEP, 2 * math.ulp(loop.now))
        return ready


class _Loop(asyncio.SelectorEventLoop):
    """An event loop for one coroutine after the other, each beginning at time zero."""

    _ready: Any
    _scheduled: Any
    _run_once: Callable[[], None]
    _clock_resolution: float

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = 0.0
        self.jumps = 0
        self.stuck = ""
        self.in_threads: set[asyncio.Future[Any]] = set()
        self.spawned = False
        self.given_up: weakref.WeakSet[asyncio.Task[Any]] = weakref.WeakSet()
        super().__init__(selector)
        self.set_exception_handler(lambda loop, context: None)

    def time(self) -> float:
        return self.now

    def finish(self, coroutine: Coroutine[Any, Any, object]) -> object:
        """Run until the coroutine is done; tell it at the place where it waits if it never will be."""
        # Always a task, though sending would be cheaper: timeouts and task groups look for the task they are in.
        task: asyncio.Task[object] = asyncio.Task(coroutine, loop=self, **_EAGER)
        ready = self._ready
        told = False
        while not task.done():
            if ready:
                handle = ready.popleft()
                if not handle._cancelled:
                    handle._run()
                continue
            self._run_once()
            if self.stuck:
                if told or not _tell(task, NeverEnds(self.stuck)):
                    raise NeverEnds(self.stuck)
                told, self.stuck = True, ""
        return task.result()

    def clear(self) -> None:
        """End and note what the coroutine left behind, so that the next one finds the loop as new."""
        # Most coroutines leave nothing, and looking for tasks is what costs most.
        if self._ready or self._scheduled or self.spawned or self.stuck:
            self.jumps = 0
            self.stuck = ""
            self.spawned = False
            left = asyncio.all_tasks(self).difference(self.given_up)
            _tasks_left.extend(sorted(getattr(task.get_coro(), "__qualname__", "without a name") for task in left))
            for task in left:
                task.cancel()
            for _ in range(100):
                if not self._ready:
                    break
                with contextlib.suppress(BaseException):  # whatever it does while it is cancelled comes too late
                    self._run_once()
            # Told once is enough, even if it does not let itself be cancelled.
            self.given_up.update(left)
            for timer in self._scheduled:
                timer.cancel()
            self._scheduled.clear()
            self._ready.clear()
        self.now = 0.0
        self.jumps = 0
        self.stuck = ""
        self._clock_resolution = _STEP
        # Nobody waits for these any more: the next coroutine must not give them its time.
        self.in_threads.clear()

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        self.spawned = True
        return super().create_task(coro, **options)

    # Typed loosely: the signature of the base class differs between versions.
    def run_in_executor(self, executor: Executor | None, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = super().run_in_executor(executor, func, *args)
        self.in_threads.add(future)
        future.add_done_callback(self.in_threads.discard)
        return future

    def threads(self) -> set[threading.Thread]:
        """Return the threads kept for later use by the loop itself."""
        return set(getattr(getattr(self, "_default_executor", None), "_threads", ()))


def _tell(task: asyncio.Task[object], error: NeverEnds) -> bool:
    """Raise an error where a task waits, so that its traceback shows the place."""
    waiter: Any = task
    for _ in range(100):
        if not isinstance(waiter, asyncio.Task):
            break
        waiter = getattr(waiter, "_fut_waiter", None)
    if waiter is None or isinstance(waiter, asyncio.Task) or waiter.done():
        return False
    waiter.set_exception(error)
    return True
