"""`explore`: one function of this very process fuzzed, from Python code.

`Forked` is the part that others need too: a nursery that is a fork of this process, jobs for it, and a
campaign on the one function in it.
"""

from __future__ import annotations

import sys
import tempfile
import time as clock
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fuzzwright.campaigns.fuzz import FuzzWork
from fuzzwright.campaigns.jobs import FuzzJob, Record, pack, unpack
from fuzzwright.campaigns.replays import run_alone
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.run import Campaign
from fuzzwright.campaigns.states import TargetState, finding_of, state_from
from fuzzwright.campaigns.work import Work, address_space
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.link import Link, Run
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.open import OpenedModules, open_function
from fuzzwright.python.properties import PRECONDITIONS
from fuzzwright.searches import check_name
from fuzzwright.settings import DEFAULT_SECONDS, Settings

Do = Callable[[Link, Record, Callable[[], None]], None]
"""Does a job in a worker, given how the usual ones are done."""


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
    check_name(search)
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
    with Forked(lambda: open_function(function), settings) as forked:
        state = forked.state()
        forked.fuzz(state, settings)
    return state


class Forked:
    """A sandboxed fork of this process as it is now, in which one function was opened; each job is a fork of that."""

    def __init__(self, open_it: Callable[[], OpenedModules], settings: Settings, do: Do | None = None) -> None:
        self._open_it = open_it
        self._do = do
        # What this process has taken already does not count against what the function may take.
        self._taken = address_space() >> 20
        self._settings = self._roomy(settings)
        self._closing = ExitStack()
        self.hello: Record = {}

    def __enter__(self) -> Forked:
        """Fork; raises what keeps the function from being opened."""
        with ExitStack() as closing:
            temporary = tempfile.TemporaryDirectory(prefix="fuzzwright-", ignore_cleanup_errors=True)
            folder = Path(closing.enter_context(temporary))
            limits = limits_of(self._settings)
            self._nursery = closing.enter_context(Nursery.fork(self._prepare, limits=limits, folder=folder))
            self.hello = unpack(self._nursery.wait_ready())
            if "refused" in self.hello:
                raise FuzzwrightError(*self.hello["refused"])
            self._closing = closing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def _prepare(self, payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
        try:
            opened = self._open_it()
        except FuzzwrightError as error:
            return pack({"refused": [error.what, error.where, error.fix]}), lambda link, job: None
        work, do = Work(opened).run, self._do
        if do is None:
            return pack({**opened.hello(), "root": opened.root}), work

        def run(link: Link, job: bytes) -> None:
            do(link, unpack(job), lambda: work(link, job))

        return pack({**opened.hello(), "root": opened.root}), run

    def state(self) -> TargetState:
        """Return the state of the function before anything was done."""
        return state_from(self.hello["targets"][0], self.hello["root"])

    def _roomy(self, settings: Settings) -> Settings:
        return replace(settings, memory_limit=settings.memory_limit + self._taken)

    def fuzz(self, state: TargetState, settings: Settings) -> None:
        """Fuzz the function as long as the settings say, from where its state stands."""
        state.status = "waiting"
        for _ in Campaign(self._nursery, [state], self._roomy(settings), self.hello["root"]).events():
            pass

    def ask(self, job: Record) -> tuple[Record, Ended]:
        """Have one job done in a fork of its own; return the last it said and how it ended."""
        return run_alone(self._nursery, pack(job), limits_of(self._settings))


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
    fuzz_here(opened, state, settings)
    return state


def fuzz_here(opened: OpenedModules, state: TargetState, settings: Settings) -> None:
    """Fuzz the one function that was opened in this very process, from where its state stands."""
    job: FuzzJob = state.job(settings, seconds=settings.time_per_function)
    if job.seconds is None and job.most_executions is None:
        job.seconds = DEFAULT_SECONDS
    began, before = clock.monotonic(), state.seconds
    link = _LocalLink(lambda frame: _hear(state, frame, job, before - began))
    try:
        FuzzWork(opened, link, job).run()  # type: ignore[arg-type]  # all of a Link that FuzzWork uses
    finally:
        PRECONDITIONS.path = None  # from here on properties that are called are not fuzzed
    state.seconds = before + clock.monotonic() - began
    state.status = "fuzzed"


def _hear(state: TargetState, frame: bytes, job: FuzzJob, offset: float) -> None:
    state.hear(unpack(frame), job, clock.monotonic() + offset)
