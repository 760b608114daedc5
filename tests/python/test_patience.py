"""Runs that go round and round are ended from inside; nothing else is."""

from __future__ import annotations

import inspect
import signal
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fuzzwright.python import patience as patience_module
from fuzzwright.python.acceleration import new_path
from fuzzwright.python.patience import Endless, Patience
from fuzzwright.python.target import FunctionTarget

TICK = 0.01


@pytest.fixture(autouse=True)
def _sooner(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(patience_module, "MANY", 100)
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def error_of(function: Callable[[Any], object]) -> BaseException | None:
    """Run a function with patience; it gets what passes a probe."""
    path: Any = new_path()
    mark = path.append if isinstance(path, list) else lambda number: -path.probe(number)
    target = FunctionTarget(
        prepare=lambda value: value,
        invoke=lambda value: function(mark),
        path=path,
        beat=memoryview(bytearray(8)).cast("Q"),
    )
    patience = Patience(path, target.beat, TICK)
    patience.begin()
    try:
        return target.run(()).error
    finally:
        patience.end()


def test_a_loop_without_end_is_ended() -> None:
    def loop(mark: Callable[[int], object]) -> None:
        while True:
            mark(1)

    assert type(error_of(loop)) is Endless


def test_its_traceback_ends_where_it_goes_round() -> None:
    def outer(mark: Callable[[int], object]) -> None:
        loop(mark)

    def loop(mark: Callable[[int], object]) -> None:
        while True:
            inner(mark)

    def inner(mark: Callable[[int], object]) -> None:
        for _ in range(100):  # mostly it is here
            mark(1)

    error = error_of(outer)
    assert isinstance(error, Endless)
    error.cut()
    names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]
    assert names[-2:] == ["outer", "loop"]
    assert error.stays is None  # it would keep all that is alive there


def test_what_stays_is_known_by_itself_and_not_by_its_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    # As in an event loop: what calls a coroutine is new each time, and the coroutine stays.
    stacks = iter([["loop", f"step {number}", "coroutine", f"helper {number}"] for number in range(9)])
    monkeypatch.setattr(patience_module, "_every", lambda seconds: None)
    monkeypatch.setattr(patience_module, "_is_in_a_run", lambda frame: True)
    monkeypatch.setattr(patience_module, "_stack", lambda frame: next(stacks))
    path: Any = [1] * 1000
    patience = Patience(path, memoryview(bytearray(8)).cast("Q"), TICK)
    for _ in range(1 + patience_module.LOOKS):
        patience._look(signal.SIGPROF, None)
    with pytest.raises(Endless) as caught:
        patience._look(signal.SIGPROF, None)
    stays: Any = caught.value.stays
    assert stays == "coroutine"


def test_a_run_that_ends_by_itself_leaves_patience_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[float] = []
    monkeypatch.setattr(patience_module, "_every", timers.append)
    monkeypatch.setattr(patience_module, "_is_in_a_run", lambda frame: True)
    beat = memoryview(bytearray(8)).cast("Q")
    path: Any = [1] * 1000
    patience = Patience(path, beat, 1.0)
    for run in (1, 1, 1, 2):
        beat[0] = run
        patience._look(signal.SIGPROF, inspect.currentframe())
    assert timers == [patience_module.BETWEEN, 1.0]
    patience.end()
    assert not patience._stack


def test_code_that_survives_errors_does_not_survive_this_one() -> None:
    def stubborn(mark: Callable[[int], object]) -> None:
        while True:
            try:
                mark(1)
            except Exception:
                continue

    assert type(error_of(stubborn)) is Endless


def test_what_passes_few_probes_is_left_alone() -> None:
    ticks = 0

    def busy(mark: Callable[[int], object]) -> int:
        nonlocal ticks
        before = signal.getsignal(signal.SIGPROF)
        assert callable(before)

        def count(number: int, frame: Any) -> None:
            nonlocal ticks
            ticks += 1
            before(number, frame)

        signal.signal(signal.SIGPROF, count)
        while ticks < 5:  # it is looked at again and again
            pass
        return ticks

    assert error_of(busy) is None
    assert ticks >= 5


def test_what_a_target_does_after_a_run_is_not_interrupted() -> None:
    path: Any = new_path()
    mark = path.append if isinstance(path, list) else lambda number: -path.probe(number)
    beat = memoryview(bytearray(8)).cast("Q")

    def many(value: Any) -> None:
        for _ in range(200):
            mark(1)

    def output() -> str:  # not ours, as what is called to decode text
        patience._look(signal.SIGPROF, inspect.currentframe())
        patience._look(signal.SIGPROF, inspect.currentframe())
        return "printed"

    target = FunctionTarget(prepare=lambda value: value, invoke=many, path=path, beat=beat, take_output=output)
    patience = Patience(path, beat, TICK)
    assert target.run(()).output == "printed"


def test_what_was_there_before_is_there_again() -> None:
    before = signal.getsignal(signal.SIGPROF)
    assert error_of(lambda mark: None) is None
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_our_own_code_is_never_interrupted() -> None:
    path: Any = [1] * 1000
    patience = Patience(path, memoryview(bytearray(8)).cast("Q"), TICK)
    patience._look(signal.SIGPROF, None)
    patience._look(signal.SIGPROF, None)
