"""`explore`: one function of this very process fuzzed, from Python code."""

from __future__ import annotations

import sys
import tempfile
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fuzzwright.campaigns.fuzz import FuzzWork
from fuzzwright.campaigns.jobs import FuzzJob, pack, unpack
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.run import Campaign
from fuzzwright.campaigns.states import TargetState, finding_of, state_from
from fuzzwright.campaigns.work import Work
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.link import Run
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.open import OpenedModules, open_function
from fuzzwright.searches import NAMES
from fuzzwright.settings import Settings


@dataclass(frozen=True, slots=True)
class Example:
    """A call that shows how the function behaves."""

    call: str
    outcome: str
    value: str | None
    exception: str | None
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exploration:
    """What came of fuzzing one function."""

    executions: int
    seconds: float
    findings: tuple[Finding, ...]
    examples: tuple[Example, ...]


def explore(
    function: Callable[..., Any],
    *,
    time: float | None = None,
    executions: int | None = None,
    seed: int = 0,
    search: str = "adaptive",
    first: bool = False,
    isolated: bool = True,
) -> Exploration:
    """Fuzz a function by its hints for some seconds or executions (2 s if neither is given); return what came of it.

    It runs in a sandboxed copy of this process; with `isolated=False` in this process itself, where nothing
    holds it: a crash, an endless loop or a written file is then yours.
    """
    if search not in NAMES:
        raise FuzzwrightError(f"no search called `{search}`", None, f"use one of: {', '.join(NAMES)}")
    settings = Settings(time_per_function=time, executions=executions, seed=seed, search=search, first=first, jobs=1)
    began = clock.monotonic()
    state = _isolated(function, settings) if isolated else _in_process(function, settings)
    return Exploration(
        state.executions,
        clock.monotonic() - began,
        tuple(finding_of(state, found, seed) for found in state.findings.values() if found.call),
        tuple(
            Example(
                str(example["call"]),
                str(example["outcome"]),
                example.get("value"),
                example.get("exception"),
                tuple(example["lines"]),
            )
            for example in state.examples
        ),
    )


def _isolated(function: Callable[..., Any], settings: Settings) -> TargetState:
    def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
        try:
            opened = open_function(function)
        except FuzzwrightError as error:
            return pack({"refused": [error.what, error.where, error.fix]}), lambda link, job: None
        return pack({**opened.hello(), "root": opened.root}), Work(opened).run

    with (
        tempfile.TemporaryDirectory(prefix="fuzzwright-", ignore_cleanup_errors=True) as folder,
        Nursery.fork(prepare, limits=limits_of(settings), folder=Path(folder)) as nursery,
    ):
        hello = unpack(nursery.wait_ready())
        if "refused" in hello:
            raise FuzzwrightError(*hello["refused"])
        state = state_from(hello["targets"][0], hello["root"])
        for _ in Campaign(nursery, [state], settings, hello["root"]).events():
            pass
    return state


class _LocalLink:
    """Stands for the link of a worker where there is no process boundary."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.beat = memoryview(bytearray(8)).cast("Q")
        self.send = hear
        self.folder = Path.cwd()

    def note(self, data: bytes) -> None:
        """Nobody looks: a death here is everybody's."""

    def take_output(self) -> str:
        return ""

    def tidy(self) -> None:
        """Nothing was changed to be put right."""


def _in_process(function: Callable[..., Any], settings: Settings) -> TargetState:
    print("fuzzwright: running in this process, without a sandbox", file=sys.stderr)
    opened: OpenedModules = open_function(function)
    state = state_from(opened.hello()["targets"][0], opened.root)
    job: FuzzJob = state.job(settings, seconds=settings.time_per_function)
    if job.seconds is None and job.most_executions is None:
        job.seconds = 2.0
    began = clock.monotonic()
    link = _LocalLink(lambda frame: _hear(state, frame, job, began))
    FuzzWork(opened, link, job).run()  # type: ignore[arg-type]  # all of a Link that FuzzWork uses
    state.status = "fuzzed"
    return state


def _hear(state: TargetState, frame: bytes, job: FuzzJob, began: float) -> None:
    state.hear(unpack(frame), job, clock.monotonic() - began)
