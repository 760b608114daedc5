"""One trial: a search, or another engine, set at a task with a seed and a limit; and what came of it.

Plain data that goes to a process and comes back as JSON. A trial is over at the first failure of the property. Seconds
are those of the CPU, counted from where the property is ready to be called, so that neither the start of a process nor
a busy machine decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.workloads.workload import Task, Workload

BASE: Final = "base"
"""The name of the correct code among the variants: what fails there is a defect of the workload."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a trial is given up."""

    seconds: float
    executions: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be done."""

    task: Task
    search: str
    """One of our searches, with its options if it has any, or the name of another engine."""
    seed: int
    limits: Limits

    def record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "task": str(self.task),
            "search": self.search,
            "seed": self.seed,
            "most_seconds": self.limits.seconds,
            "most_executions": self.limits.executions,
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a trial."""

    trial: Trial
    found: bool
    """Whether the property failed, and failed again."""
    seconds: float
    """CPU seconds until then, or in all."""
    executions: int = 0
    """How often the property was called until then, or in all; for CrossHair, how many paths it tried."""
    discards: int | None = None
    """How many of those calls an assumption ended; None where nobody can tell."""
    call: str = ""
    """The arguments that the property failed with."""
    note: str = ""
    """Why the trial broke, if it did; it found nothing then."""

    def record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            **self.trial.record(),
            "found": self.found,
            "seconds": self.seconds,
            "executions": self.executions,
            "discards": self.discards,
            "call": self.call,
            "note": self.note,
        }


def trial_from(record: Mapping[str, Any]) -> Trial:
    """Return the trial in JSON data; raise KeyError, TypeError or ValueError if there is none."""
    most = record["most_executions"]
    limits = Limits(float(record["most_seconds"]), None if most is None else int(most))
    return Trial(Task(*str(record["task"]).split("/")), str(record["search"]), int(record["seed"]), limits)


def result_from(record: Mapping[str, Any]) -> Result:
    """Return the result in JSON data; raise KeyError, TypeError or ValueError if there is none."""
    discards = record["discards"]
    return Result(
        trial_from(record),
        bool(record["found"]),
        float(record["seconds"]),
        int(record["executions"]),
        None if discards is None else int(discards),
        str(record["call"]),
        str(record["note"]),
    )


def tasks_of(workloads: Iterable[Workload], patterns: Sequence[str] = ()) -> list[Task]:
    """Return the tasks that fit one of the patterns, all without one; raise if a pattern fits none."""
    there = [task for workload in workloads for task in workload.tasks()]
    for pattern in patterns:
        if not any(_fits(task, pattern) for task in there):
            raise FuzzwrightError(
                f"no task fits `{pattern}`", None, f"write it like `{there[0]}`, with `*` for any letters"
            )
    return [task for task in there if not patterns or any(_fits(task, pattern) for pattern in patterns)]


def base_of(tasks: Iterable[Task]) -> list[Task]:
    """Return the properties of some tasks, each once, on the correct code."""
    return list(dict.fromkeys(Task(task.workload, BASE, task.property) for task in tasks))


def _fits(task: Task, pattern: str) -> bool:
    """Return whether a task fits a pattern for its whole name, or for some of the parts between slashes."""
    return any(fnmatchcase(str(task), whole) for whole in (pattern, f"{pattern}/*", f"*/{pattern}", f"*/{pattern}/*"))


def trials_of(tasks: Sequence[Task], seeds: Mapping[str, int], limits: Limits) -> Iterator[Trial]:
    """Yield a round of all tasks for each seed, so that an end halfway leaves something to compare."""
    for seed in range(max(seeds.values(), default=0)):
        for task in tasks:
            yield from (Trial(task, search, seed, limits) for search, most in seeds.items() if seed < most)
