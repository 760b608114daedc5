"""What properties ran in their own processes, told to coverage.py as if it had run here.

The search runs without a tracer, which would make it many times slower. At its end the inputs it kept are run once
more, with the code as it was loaded and with a tracer of our own, and the lines and steps between them are
added to the measurement that is going on in pytest's process.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Collection, Iterable
from types import FrameType
from typing import Any

from fuzzwright.campaigns.jobs import Record

SECONDS = 1.0
"""Spent on the inputs of one property, simplest first."""
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

Arc = tuple[int, int]
Tracer = Callable[[FrameType, str, Any], Any]


def measurement() -> Any | None:
    """Return the measurement of coverage.py that is going on in this process, if any."""
    module = sys.modules.get("coverage")
    coverage = getattr(module, "Coverage", None)
    return None if coverage is None else coverage.current()


def measured_files(coverage: Any) -> list[str]:
    """Return the files that a measurement looks at, as far as they were loaded."""
    return sorted(coverage.get_data().measured_files())


def add(coverage: Any, said: Record) -> None:
    """Add to a measurement what a child said it ran."""
    data = coverage.get_data()
    arcs = {str(file): [(int(a), int(b)) for a, b in pairs] for file, pairs in said.get("arcs", {}).items()}
    if coverage.get_option("run:branch"):
        data.add_arcs(arcs)
    else:
        data.add_lines({file: {line for _, line in pairs if line > 0} for file, pairs in arcs.items()})


def arcs_of(runs: Iterable[Callable[[], object]], files: Collection[str]) -> dict[str, list[Arc]]:
    """Return the steps from line to line that runs take in these files, as coverage.py writes them."""
    wanted, over = frozenset(files), time.monotonic() + SECONDS
    found: dict[str, set[Arc]] = {}

    def trace(frame: FrameType, event: str, argument: Any) -> Tracer | None:
        code = frame.f_code
        if code.co_filename not in wanted:
            return None
        arcs, first, suspended = found.setdefault(code.co_filename, set()), code.co_firstlineno, code.co_flags
        last = frame.f_lineno if suspended & _SUSPENDED and frame.f_lineno != first else -first

        def step(frame: FrameType, event: str, argument: Any) -> Tracer:
            nonlocal last
            if event == "line":
                arcs.add((last, frame.f_lineno))
                last = frame.f_lineno
            elif event == "return" and not suspended & _SUSPENDED:
                arcs.add((last, -first))
            return step

        return step

    for run in runs:
        if time.monotonic() > over:
            break
        sys.settrace(trace)
        try:
            run()
        except BaseException:
            pass  # a discarded input, or one that fails: its lines ran all the same
        finally:
            sys.settrace(None)
    return {file: sorted(arcs) for file, arcs in found.items()}
