"""The loop in C runs, counts and lets through exactly what the loop in Python does."""

from __future__ import annotations

import gc
import itertools
import sys
import textwrap
import weakref
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from fuzzwright.acceleration import accelerator
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.putting import itself
from fuzzwright.engine.search import Batch
from fuzzwright.isolation import audit
from fuzzwright.python.probes import Probes, compile_instrumented
from fuzzwright.python.properties import PRECONDITIONS
from fuzzwright.python.target import FunctionTarget

pytestmark = pytest.mark.skipif(accelerator() is None, reason="the accelerator is not installed")

SOURCE = """
from fuzzwright import assume

class Odd(type):
    def __hash__(cls):
        return 5

class Result(metaclass=Odd):
    pass

def f(n):
    assume(n % 11)
    if n % 7 == 0:
        raise ValueError(n)
    if n % 7 == 1:
        return 10 // (n % 3)
    if n % 7 == 2:
        return deeper(n)
    if n % 7 == 3:
        raise SystemExit(n % 2)
    total = 0
    for _ in range(n % 20):
        total += 1
    return (None, "text", Result(), total)[n % 4]

def deeper(n):
    return deeper(n + 1)

def prepared(value):
    if value[0] % 13 == 5:
        raise KeyError(value)
    return value
"""


def told(
    fast: bool,
    values: Iterable[int],
    *,
    budget: Callable[[], Budget] = Budget,
    plain: bool = False,
    prepare: bool = False,
    batches: int = 1,
) -> list[Any]:
    """Return all there is to see of some batches, run in C or not."""
    probes = Probes() if fast else Probes([])
    known: dict[str, Any] = {"__name__": "snippet"}
    exec(compile_instrumented(textwrap.dedent(SOURCE), "snippet.py", probes), known)
    function = known["f"]
    beat = memoryview(bytearray(8)).cast("Q")
    preparing = known["prepared"] if prepare else itself

    def invoke(arguments: Any) -> Any:
        return function(*arguments)

    target = FunctionTarget(prepare=preparing, invoke=invoke, path=probes.path, beat=beat)
    if plain:
        target.function = function
    allowed = budget()
    seen: list[Any] = []
    numbers = list(values)
    for _ in range(batches):
        batch = Batch(iter([(number,) for number in numbers]))
        for candidate, observation in target.run_new(batch, allowed):
            error = observation.error
            seen.append((candidate.input, candidate.origin, observation.path, type(observation.result).__name__))
            seen.append(
                (type(error).__name__, str(error), type(error and error.__cause__).__name__, observation.checked)
            )
            seen.append((allowed.used, batch.executions, batch.discards, target.last_key if error else None, beat[0]))
        seen.append((allowed.used, batch.executions, batch.discards, target.discards, beat[0]))
        seen.append(dict(target.failures))
    assert PRECONDITIONS.path is None
    return seen


@pytest.mark.parametrize("prepare", [False, True])
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.slow
def test_all_there_is_to_see_is_the_same(plain: bool, prepare: bool) -> None:
    random = Random(3)
    values = [random.randrange(400) for _ in range(3000)]
    pure = told(False, values, plain=plain, prepare=prepare, batches=2)
    assert pure == told(True, values, plain=plain, prepare=prepare, batches=2)
    assert len(pure) > 70


def test_the_stack_runs_out_at_the_same_place() -> None:
    for plain in (False, True):
        pure, fast = (told(each, [2], plain=plain) for each in (False, True))
        assert pure == fast
        assert "RecursionError" in pure[1]


def test_a_budget_of_executions_ends_a_batch_after_the_same_run() -> None:
    for most in (0, 1, 17, 500):
        pure, fast = (told(each, range(200), budget=lambda: Budget(most), batches=3) for each in (False, True))  # noqa: B023
        assert pure == fast


def test_a_clock_is_looked_at_after_the_same_runs() -> None:
    def budget() -> Budget:
        ticks = itertools.count()
        return Budget(deadline=40.0, clock=lambda: float(next(ticks)))

    pure, fast = (told(each, range(5000), budget=budget) for each in (False, True))
    assert pure == fast
    assert pure[-2][0] < 5000


def test_what_was_met_long_ago_is_told_again_at_the_same_time() -> None:
    def seen(fast: bool) -> list[Any]:
        path: Any = Probes().path if fast else []
        target = FunctionTarget(
            prepare=itself, invoke=lambda value: value[0](), path=path, beat=memoryview(bytearray(8)).cast("Q")
        )
        target.seen.limit = 4
        classes = [type(f"C{index}", (), {}) for index in range(12)]
        order = [classes[index % 12] for index in (*range(12), *range(3), *range(8, 12), *range(12))]
        batch = Batch(iter([(each,) for each in order]))
        return [type(observation.result).__name__ for _, observation in target.run_new(batch, Budget())]

    assert seen(False) == seen(True)


def test_what_inputs_raise_comes_out_and_the_count_stays_right() -> None:
    def inputs() -> Any:
        yield (1,)
        yield (4,)
        raise LookupError("no more")

    paths: list[Any] = [[], Probes().path]
    for path in paths:
        target = FunctionTarget(
            prepare=itself, invoke=lambda value: value, path=path, beat=memoryview(bytearray(8)).cast("Q")
        )
        batch, budget = Batch(inputs()), Budget()
        with pytest.raises(LookupError):
            list(target.run_new(batch, budget))
        assert (batch.executions, budget.used) == (2, 2)


def test_a_refused_effect_is_told_though_the_way_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(fast: bool) -> list[Any]:
        probes = Probes() if fast else Probes([])

        def refused(value: Any) -> Any:
            audit.blocked = "writing" if value[0] == 2 else None
            return 0 if value[0] < 2 else ""

        target = FunctionTarget(
            prepare=itself, invoke=refused, path=probes.path, beat=memoryview(bytearray(8)).cast("Q")
        )
        batch = Batch(iter([(0,), (1,), (2,)]))
        return [(candidate.input, observation.blocked) for candidate, observation in target.run_new(batch, Budget())]

    monkeypatch.setattr(audit, "blocked", None)
    assert seen(False) == seen(True) == [((0,), None), ((2,), "writing")]


def test_nothing_of_what_was_raised_or_returned_is_held() -> None:
    class Failure(Exception):
        """Raised each time."""

    alive: list[Any] = []

    def fail(value: Any) -> Any:
        if value[0] % 2:
            raise Failure
        result = type("Result", (), {})()
        alive.append(weakref.ref(result))
        return result

    target = FunctionTarget(prepare=itself, invoke=fail, path=Probes().path, beat=memoryview(bytearray(8)).cast("Q"))
    before = sys.getrefcount(Failure)
    for _ in range(3):
        batch = Batch(iter([(number,) for number in range(100)]))
        for _candidate, _observation in target.run_new(batch, Budget()):
            del _candidate, _observation
    gc.collect()
    assert sys.getrefcount(Failure) <= before + 3
    assert not any(reference() is not None for reference in alive)
