"""The engines that can be set at a task, by name, and the process that runs one trial.

`python -m fuzzwright.experiments.engines TRIAL FOLDER`, started once for each trial: lays the task's variant out in the
folder, runs the engine there, and prints the result as one line of JSON. The workloads are ours and trusted, so there
is no sandbox; an alarm ends a process that hangs, even if nobody waits for it any more.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.trials import BASE, Limits, Result, Trial, trial_from
from fuzzwright.experiments.workloads.workload import lay_out
from fuzzwright.searches import check_name

PATIENCE: Final = 8.0
GRACE: Final = 60.0
"""A trial gets so many times its CPU seconds of wall time, and so many more: the machine may be busy."""
MOST_MEMORY: Final = 4 << 30


@dataclass(frozen=True, slots=True)
class Engine:
    """What we compare with."""

    package: str
    """What has to be installed."""
    extra: str
    """The extra of ours that has it."""
    takes_seed: bool = True
    """Whether running it again with another seed can show something else."""


ENGINES: Final = {
    "hypothesis": Engine("hypothesis", "bench"),
    "crosshair": Engine("crosshair", "solver", takes_seed=False),
}
"""Engines that are not ours, by name."""
NEEDED: Final = {"wasm": ("wasmtime", "bench")}
"""What a workload needs, and the extra of ours that has it."""


def check_engines(names: Iterable[str], workloads: Iterable[str]) -> None:
    """Raise FuzzwrightError for a search or engine that there is not, or for something that is not installed."""
    for name in names:
        if name in ENGINES:
            engine = ENGINES[name]
            _require(engine.package, engine.extra, f"the engine `{name}`")
        else:
            check_name(name)
    for workload in workloads:
        if workload in NEEDED:
            _require(*NEEDED[workload], f"the workload `{workload}`")


def _require(package: str, extra: str, what: str) -> None:
    if importlib.util.find_spec(package) is None:
        fix = f"pip install 'fuzzwright[{extra}]', or leave it out"
        raise FuzzwrightError(f"{what} needs the package `{package}`, which is not installed", None, fix)


def run_trial(trial: Trial, folder: Path) -> Result:
    """Run one trial in this process; the folder has to be empty, and nothing of the workload imported yet."""
    variant = None if trial.task.variant == BASE else trial.task.variant
    module = lay_out(trial.task.workload, variant, folder)
    sys.path.insert(0, str(folder))
    return _engine(trial.search)(trial, module, folder)


def _engine(name: str) -> Callable[[Trial, str, Path], Result]:
    # Each is imported only where it runs: neither is needed for the others.
    if name == "hypothesis":
        from fuzzwright.experiments.with_hypothesis import run

        return run
    if name == "crosshair":
        from fuzzwright.experiments.with_crosshair import run

        return run
    from fuzzwright.experiments.with_search import run

    return run


def longest(limits: Limits) -> float:
    """Return after how many seconds of wall time a trial is ended."""
    return limits.seconds * PATIENCE + GRACE


def main(arguments: list[str]) -> None:
    """Run the trial that was given as JSON, in the folder that was given, and print its result."""
    record, folder = arguments
    trial = trial_from(json.loads(record))
    # Not a limit of CPU seconds: Linux then counts them in ticks, and trials are shorter than that.
    signal.setitimer(signal.ITIMER_REAL, longest(trial.limits))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    result = run_trial(trial, Path(folder))
    print("\n" + json.dumps(result.record()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
