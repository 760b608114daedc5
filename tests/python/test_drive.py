"""Results of coroutines, generators and context managers, and what they leave behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from fuzzwright.python.drive import NeverEnds, driver, leftovers


def drive(kind: str, result: object, limit: int = 1000) -> Any:
    driven = driver(kind, limit)
    assert driven is not None
    return driven(result)


def lines_of(error: BaseException) -> list[str]:
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)]


async def echo(value: int) -> int:
    return value


async def sleeps(seconds: float) -> float:
    await asyncio.sleep(seconds)
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize("kind", ["function", "method", "classmethod", "staticmethod", "constructor", "property"])
def test_what_simply_returns_needs_no_driver(kind: str) -> None:
    assert driver(kind) is None


def test_a_coroutine_gives_what_it_returns() -> None:
    assert drive("async", echo(5)) == 5


def test_a_coroutine_raises_as_it_is_with_its_traceback() -> None:
    async def inner() -> None:
        raise KeyError("k")

    async def outer() -> None:
        await inner()

    with pytest.raises(KeyError) as caught:
        drive("async", outer())
    assert lines_of(caught.value)[-2:] == ["outer", "inner"]


def test_sleeps_are_jumped_over() -> None:
    assert drive("async", sleeps(10 * 365 * 24 * 3600)) == 10 * 365 * 24 * 3600


def test_each_coroutine_begins_at_time_zero() -> None:
    assert drive("async", sleeps(3)) == drive("async", sleeps(3)) == 3


def test_timers_fire_in_their_order() -> None:
    seen: list[int] = []

    async def one(seconds: int) -> None:
        await asyncio.sleep(seconds)
        seen.append(seconds)

    async def several() -> None:
        async with asyncio.TaskGroup() as group:
            for seconds in (300, 100, 200):
                group.create_task(one(seconds))

    drive("async", several())
    assert seen == [100, 200, 300]
    assert leftovers() == []


def test_a_timeout_of_the_code_itself_works() -> None:
    async def impatient() -> None:
        async with asyncio.timeout(1):
            await asyncio.sleep(2)

    with pytest.raises(TimeoutError):
        drive("async", impatient())


def test_a_deadlock_is_told_where_it_waits() -> None:
    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(NeverEnds, match="nothing that is awaited") as caught:
        drive("async", waits())
    assert "waits" in lines_of(caught.value)


def test_a_deadlock_in_a_task_is_told_where_it_waits() -> None:
    async def waits() -> None:
        await asyncio.get_running_loop().create_future()

    async def outer() -> None:
        await asyncio.create_task(waits())

    with pytest.raises(NeverEnds) as caught:
        drive("async", outer())
    assert lines_of(caught.value)[-2:] == ["outer", "waits"]


def test_sleeping_without_end_is_noticed() -> None:
    async def forever() -> None:
        while True:
            # Code that goes on after any exception does not go on after this one.
            with contextlib.suppress(Exception):
                await asyncio.sleep(1)

    with pytest.raises(NeverEnds, match="still sleeping"):
        drive("async", forever())


def test_code_that_refuses_to_end_is_left_alone() -> None:
    async def stubborn() -> None:
        for _ in range(3):
            with contextlib.suppress(BaseException):
                await asyncio.get_running_loop().create_future()

    with pytest.raises(NeverEnds):
        drive("async", stubborn())
    leftovers()
    assert drive("async", echo(1)) == 1


def test_sleeping_for_infinity_never_ends() -> None:
    with pytest.raises(NeverEnds):
        drive("async", sleeps(float("inf")))


def test_a_thread_that_is_awaited_gets_its_time() -> None:
    go = threading.Event()

    async def waits() -> str:
        asyncio.get_running_loop().call_soon(go.set)
        return await asyncio.wait_for(asyncio.to_thread(lambda: "done" if go.wait(30) else "late"), 5)

    assert drive("async", waits()) == "done"
    assert leftovers() == []


def test_a_thread_nobody_waits_for_does_not_hold_up_the_clock_of_the_next_run() -> None:
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        go.wait(30)
        done.set()

    async def starts() -> None:
        asyncio.get_running_loop().run_in_executor(None, work)

    drive("async", starts())
    try:
        assert drive("async", sleeps(3600)) == 3600
        assert not done.is_set()
    finally:
        go.set()
    assert done.wait(30)
    assert drive("async", sleeps(5)) == 5


def test_tasks_that_are_left_over_are_cancelled_and_told() -> None:
    cancelled: list[str] = []

    async def background() -> None:
        try:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            cancelled.append("background")
            raise

    async def starts() -> int:
        task = asyncio.create_task(background())
        await asyncio.sleep(0)
        return len({task})

    leftovers()
    assert drive("async", starts()) == 1
    assert cancelled == ["background"]
    assert [said.rpartition(".")[2] for said in leftovers()] == ["background"]
    assert leftovers() == []


def test_threads_that_are_left_over_are_told_once() -> None:
    leftovers()
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait, name="lingering")
    thread.start()
    try:
        assert leftovers() == ["leaves a thread running: lingering"]
        assert leftovers() == []
    finally:
        stop.set()
        thread.join()


def test_an_exit_inside_a_coroutine_comes_out() -> None:
    async def leaves() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        drive("async", leaves())
    assert drive("async", echo(2)) == 2


def test_a_decorated_coroutine_function_that_returns_a_value_is_left_alone() -> None:
    assert drive("async", 7) == 7
    assert drive("generator", [1]) == [1]
    assert drive("async_generator", None) is None
    assert drive("contextmanager", 3) == 3
    assert drive("async_contextmanager", 3) == 3


def test_a_forked_child_has_a_loop_of_its_own() -> None:
    assert drive("async", sleeps(1)) == 1
    child = os.fork()
    if child == 0:
        os._exit(0 if drive("async", sleeps(2)) == 2 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def count(closed: list[int]) -> Iterator[int]:
    number = 0
    try:
        while True:
            yield number
            number += 1
    finally:
        closed.append(number)


def test_a_generator_is_consumed_up_to_the_limit_and_closed() -> None:
    closed: list[int] = []
    assert drive("generator", count(closed), limit=3) == [0, 1, 2]
    assert closed == [2]


def test_what_a_decorator_goes_through_a_generator_with_is_consumed_too() -> None:
    assert drive("generator", map(str, count([])), limit=2) == ["0", "1"]
    assert drive("generator", (0, 1), limit=1) == (0, 1)


def test_a_generator_raises_as_it_is() -> None:
    def breaks() -> Iterator[int]:
        yield 1
        raise ValueError("second")

    with pytest.raises(ValueError, match="second"):
        drive("generator", breaks())


def test_an_async_generator_is_consumed_up_to_the_limit_and_closed() -> None:
    closed: list[float] = []

    async def ticks() -> AsyncIterator[float]:
        try:
            while True:
                await asyncio.sleep(60)
                yield asyncio.get_running_loop().time()
        finally:
            closed.append(asyncio.get_running_loop().time())

    assert drive("async_generator", ticks(), limit=2) == [60, 120]
    assert closed == [120]


@pytest.mark.parametrize("fails", [False, True])
def test_a_context_manager_is_entered_and_left(fails: bool) -> None:
    steps: list[str] = []

    @contextlib.contextmanager
    def opened() -> Iterator[int]:
        steps.append("in")
        yield 4
        steps.append("out")
        if fails:
            raise OSError("on the way out")

    if fails:
        with pytest.raises(OSError, match="way out"):
            drive("contextmanager", opened())
    else:
        assert drive("contextmanager", opened()) == 4
    assert steps == ["in", "out"]


def test_an_async_context_manager_is_entered_and_left() -> None:
    steps: list[str] = []

    @contextlib.asynccontextmanager
    async def opened() -> AsyncIterator[int]:
        steps.append("in")
        yield 4
        steps.append("out")

    assert drive("async_contextmanager", opened()) == 4
    assert steps == ["in", "out"]


def test_real_time_does_not_show_on_the_clock_of_the_loop() -> None:
    async def busy(work: Callable[[], object]) -> float:
        work()
        return asyncio.get_running_loop().time()

    assert drive("async", busy(time.monotonic)) == 0
