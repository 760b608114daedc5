"""How small failing inputs of the workloads get: reduced by us, and shrunk by Hypothesis.

    python -m benchmarks.reduction bst rbt stlc ifc
    python -m benchmarks.reduction --task 'stlc/*/single_preserve' --seeds 1 --each

For each task and seed our search finds a failure, and so does Hypothesis with `from_type` for each parameter, both with
bounded calls. Both reducers then start from both finds; for Hypothesis, ours is put into its database as the choices
that draw it. What is kept is the failure's signature for us, its type and line for Hypothesis; a discard is no failure
for either. A trial is a process of its own.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
import time
import typing
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import hypothesis
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import CannotInvert, Unsatisfiable
from hypothesis.strategies._internal.collections import FixedDictStrategy, ListStrategy
from hypothesis.strategies._internal.core import BuildsStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies
from hypothesis.strategies._internal.strategies import MappedStrategy, OneOfStrategy

from fuzzwright.campaigns.fuzz import REDUCE_ATTEMPTS, epoch_seed
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.reduce import reduce
from fuzzwright.experiments.failing import is_failure
from fuzzwright.experiments.trials import tasks_of
from fuzzwright.experiments.with_hypothesis import register_generators
from fuzzwright.experiments.workloads.workload import Task, lay_out, load
from fuzzwright.python.open import open_modules
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.order import Order
from fuzzwright.python.properties import Assumed
from fuzzwright.searches import search_named

ROOT = Path(__file__).resolve().parent.parent
WORKLOADS = ("bst", "rbt", "stlc", "ifc")
STARTS = ("ours", "theirs")
"""Whose search found what the reducers begin with."""
DATABASE_KEY = b"reduction"


class Size(NamedTuple):
    """How large a value is: by its nodes first, then by its numbers."""

    nodes: int
    numbers: int
    """The sum of their absolute values."""


def size_of(value: Any) -> Size:
    """Return how many objects make up a value, each field and item counted with what it holds."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts: Sequence[Any] = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, tuple | list):
        parts = value
    else:
        number = 0 if isinstance(value, bool | Enum) or not isinstance(value, int) else abs(value)
        return Size(1 + (len(value) if isinstance(value, str | bytes) else 0), number)
    sizes = [size_of(part) for part in parts]
    return Size(1 + sum(size.nodes for size in sizes), sum(size.numbers for size in sizes))


# One trial, in a process of its own ------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """When the search for a failure is given up: calls of the property, and our seconds of the CPU."""

    executions: int
    seconds: float
    peer_seconds: float
    """The same for Hypothesis."""


class _Over(BaseException):
    """The limit is reached."""


class _Found(BaseException):
    """A failure, carried past every handler."""

    def __init__(self, input: Any, failure: Failure) -> None:
        super().__init__()
        self.input = input
        self.failure = failure


class Property:
    """The property of a task, ready to be searched, called and judged."""

    def __init__(self, task: Task, folder: Path) -> None:
        module = lay_out(task.workload, task.variant, folder)
        sys.path.insert(0, str(folder))
        file = str(folder.joinpath(*module.split(".")).with_suffix(".py"))
        order = Order([[module, file]], wanted={module: [task.property]}, roots=[str(folder)], properties=True)
        self.name = str(task)
        self.function: OpenedFunction = open_modules(order, lambda _: None).functions[f"{module}.{task.property}"]
        self.target = self.function.target(memoryview(bytearray(8)).cast("Q"), lambda: "")

    def outcome(self, input: Any) -> Outcome:
        """Return what comes of an input."""
        return self.function.oracle(input, self.target.run(input))

    def search(self, seed: int, limits: Limits) -> tuple[Any, Failure] | None:
        """Return an input that fails, and fails again, if our search finds one."""
        clock = time.process_time
        budget = Budget(limits.executions, clock() + limits.seconds, clock)
        search = search_named("adaptive", self.function.domain, Corpus(), self.target.repeats, self.function.guide)
        self.target.begin_epoch()
        search.begin(epoch_seed(seed, self.name, 0))

        def judge(input: Any, observation: Observation) -> Outcome:
            if is_failure(observation.error):
                again = self.outcome(input)
                if isinstance(again, Failure):
                    raise _Found(input, again)
            return self.function.oracle(input, observation)

        try:
            for _ in search_events(self.target, search, judge, budget):
                pass
        except _Found as found:
            return found.input, found.failure
        return None

    def reduced(self, input: Any, failure: Failure) -> dict[str, Any]:
        """Return what our reducer makes of an input, as `fuzzwright run` uses it."""
        attempts = 0

        def still(candidate: Any) -> bool:
            nonlocal attempts
            attempts += 1
            outcome = self.outcome(candidate)
            return isinstance(outcome, Failure) and outcome.signature == failure.signature

        smallest = reduce(self.function.domain, input, still, REDUCE_ATTEMPTS)
        return _record(self.arguments(input), self.arguments(smallest), attempts)

    def reduced_from(self, arguments: tuple[Any, ...]) -> dict[str, Any] | None:
        """Return the same for the arguments of a call; None if they cannot be taken over."""
        try:
            input = self.function.domain.adopt(arguments)
        except Unfit:
            return None
        outcome = self.outcome(input)
        return self.reduced(input, outcome) if isinstance(outcome, Failure) else None

    def arguments(self, input: Any) -> tuple[Any, ...]:
        """Return the arguments of a call."""
        positional, named = self.function.domain.realise(input)
        return (*positional, *named.values())

    def shrunk(self, seed: int, limits: Limits, start: tuple[Any, ...] | None) -> tuple[Any, dict[str, Any]] | None:
        """Return the failing arguments that Hypothesis was given, or found, and what it makes of them."""
        test, path = self.function.found.object, self.function.probes.path
        hints = typing.get_type_hints(test, include_extras=True)
        parameters = [name for name in hints if name != "return"]
        register_generators()
        strategy = st.fixed_dictionaries({name: st.from_type(hints[name]) for name in parameters})
        over = time.process_time() + limits.peer_seconds
        calls, found_at, failing = 0, 0, list[tuple[Any, ...]]()

        def once(arguments: dict[str, Any]) -> None:
            nonlocal calls, found_at
            if not failing and (calls >= limits.executions or time.process_time() > over):
                raise _Over
            calls += 1
            path.clear()
            try:
                test(**arguments)
            except Assumed:
                hypothesis.reject()
            except Exception as error:
                if not is_failure(error):
                    return
                found_at = found_at or calls
                failing.append(tuple(arguments[name] for name in parameters))
                raise

        database = InMemoryExampleDatabase()
        begin = hypothesis.Phase.generate
        if start is not None:
            begin = hypothesis.Phase.reuse
            drawn = choices_of(strategy, dict(zip(parameters, start, strict=True)))
            # Not among the primary ones, which count as shrunk already.
            database.save(DATABASE_KEY + b".secondary", choices_to_bytes(drawn))
        wanted = hypothesis.settings(
            max_examples=limits.executions,
            database=database,
            derandomize=False,  # as it is where CI is set; there would be no database then
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            report_multiple_bugs=False,
            phases=[begin, hypothesis.Phase.shrink],
        )
        # In this order: a seed takes the database away.
        run_it: Any = wanted(hypothesis.seed(seed)(hypothesis.given(strategy)(once)))
        run_it._hypothesis_internal_database_key = DATABASE_KEY
        try:
            run_it()
        except (_Over, Unsatisfiable):
            return None
        except Exception:
            if not failing:
                raise
        if not failing:
            return None
        # The last call is the smallest one again, to show it.
        return failing[0], _record(failing[0], failing[-1], calls - found_at - 1)


def choices_of(strategy: Any, value: Any) -> tuple[Any, ...]:
    """Return the choices by which a strategy draws a value; raise CannotInvert if it does not.

    Hypothesis has this for its own use, but not for types that contain themselves.
    """
    strategy = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]  # it has no hints
    match strategy:
        case OneOfStrategy():
            for index, branch in enumerate(strategy.element_strategies):
                try:
                    return (index, *choices_of(branch, value))
                except CannotInvert:
                    continue
            raise CannotInvert(f"{value!r} is of no branch")
        case BuildsStrategy():
            if type(value) is not strategy.target:
                raise CannotInvert(f"{value!r} is not made by calling {strategy.target}")
            names = [field.name for field in dataclasses.fields(value)]
            fields = [*zip(names, strategy.args, strict=False), *strategy.kwargs.items()]
            return tuple(each for name, inner in fields for each in choices_of(inner, getattr(value, name)))
        case FixedDictStrategy():
            return tuple(each for key, inner in strategy.mapping.items() for each in choices_of(inner, value[key]))
        case MappedStrategy() if strategy.pack is tuple:
            return choices_of(strategy.mapped_strategy, list(value))
        case ListStrategy():
            items = [(True, *choices_of(strategy.element_strategy, item)) for item in value]
            return (*(each for item in items for each in item), False)
    return tuple(strategy._invert(value))


def _record(start: tuple[Any, ...], smallest: tuple[Any, ...], attempts: int) -> dict[str, Any]:
    return {
        "start": size_of(start),
        "size": size_of(smallest),
        "attempts": attempts,
        "input": ", ".join(map(repr, smallest)),
    }


def trial(task: Task, seed: int, limits: Limits, folder: Path) -> dict[str, Any]:
    """Return what both reducers made of both finds of a task: nothing where there is none."""
    tested = Property(task, folder)
    made: dict[str, Any] = dict.fromkeys(STARTS)
    found = tested.search(seed, limits)
    if found is not None:
        try:
            theirs = tested.shrunk(seed, limits, tested.arguments(found[0]))
        except CannotInvert:
            theirs = None
        made["ours"] = {"ours": tested.reduced(*found), "theirs": theirs and theirs[1]}
    drawn = tested.shrunk(seed, limits, None)
    if drawn is not None:
        made["theirs"] = {"ours": tested.reduced_from(drawn[0]), "theirs": drawn[1]}
    return {"task": str(task), "seed": seed, **made}


# Around it -------------------------------------------------------------------------------------------


def run(task: Task, seed: int, limits: Limits) -> dict[str, Any]:
    """Run a trial in a process of its own; return what it told, or why it did not."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        order = json.dumps([str(task), seed, *dataclasses.astuple(limits)])
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.reduction", "--trial", order, "--folder", folder],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    if told.returncode:
        last = (told.stderr.strip().splitlines() or [f"ended with {told.returncode}"])[-1]
        return {"task": str(task), "seed": seed, **dict.fromkeys(STARTS), "broken": last}
    record: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return record


def compared(records: Iterable[dict[str, Any]], start: str) -> dict[str, Any]:
    """Return how the reducers compare on what one search found."""
    found = [record[start] for record in records if record[start]]
    both = [(made["ours"], made["theirs"]) for made in found if made["ours"] and made["theirs"]]
    pairs = [(tuple(one["size"]), tuple(other["size"])) for one, other in both]
    row: dict[str, Any] = {
        "found": len(found),
        "compared": len(both),
        "smaller": sum(one < other for one, other in pairs),
        "equal": sum(one == other for one, other in pairs),
        "larger": sum(one > other for one, other in pairs),
    }
    row["start_nodes"] = _mean(one["start"][0] for one, _ in both)
    for side, name in enumerate(("ours", "theirs")):
        results = [pair[side] for pair in both]
        row[f"{name}_nodes"] = _mean(each["size"][0] for each in results)
        row[f"{name}_numbers"] = _mean(each["size"][1] for each in results)
        row[f"{name}_attempts"] = _mean(each["attempts"] for each in results)
    return row


def _mean(numbers: Iterable[float]) -> float:
    there = list(numbers)
    return fmean(there) if there else 0.0


def rows_of(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each workload and start."""
    workloads = dict.fromkeys(record["task"].partition("/")[0] for record in records)
    rows = []
    for workload in workloads:
        own = [record for record in records if record["task"].startswith(f"{workload}/")]
        rows += [
            {"workload": workload, "found_by": start, "trials": len(own), **compared(own, start)} for start in STARTS
        ]
    return rows


def table_of(rows: Iterable[dict[str, Any]]) -> str:
    """Return the rows as a table; of each two figures the first is ours."""
    columns = ["workload", "found by", "found", "compared", "smaller", "equal", "larger", "nodes at first"]
    columns += ["nodes", "sum of numbers", "attempts"]
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for row in rows:
        name = f"`{row['workload']}`"
        by = "us" if row["found_by"] == "ours" else "Hypothesis"
        counts = [f"{row['found']} of {row['trials']}", *(str(row[each]) for each in columns[3:7])]
        pairs = [
            f"{row[f'ours_{what}']:,.{digits}f} / {row[f'theirs_{what}']:,.{digits}f}"
            for what, digits in (("nodes", 1), ("numbers", 1), ("attempts", 0))
        ]
        lines.append(f"| {' | '.join([name, by, *counts, format(row['start_nodes'], '.1f'), *pairs])} |")
    return "\n".join(lines)


def _told(record: dict[str, Any]) -> str:
    """Return a trial in lines, one for each result."""
    lines = [f"{record['task']}, seed {record['seed']}{': ' + record['broken'] if 'broken' in record else ''}"]
    for start in STARTS:
        for reducer, made in (record[start] or {}).items():
            if made is None:
                lines.append(f"  found by {start}, reduced by {reducer}: could not be taken over")
                continue
            (nodes, numbers), (first, _) = made["size"], made["start"]
            lines.append(f"  found by {start}, reduced by {reducer}: {first} -> {nodes} ({numbers})")
            lines[-1] += f" in {made['attempts']}: {made['input']}"
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare on the tasks that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workload", nargs="*", help=f"default: {' '.join(WORKLOADS)}")
    parser.add_argument("--task", action="append", default=[], metavar="PATTERN", help="as for `fuzzwright bench`")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--executions", type=int, default=20_000, help="calls until the search for a failure ends")
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of the CPU until it ends")
    parser.add_argument("--peer-seconds", type=float, default=10.0, help="the same for Hypothesis")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="print every trial")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--trial", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.trial is not None:
        name, seed, *limit = json.loads(given.trial)
        record = trial(Task(*name.split("/")), seed, Limits(*limit), given.folder)
        print("\n" + json.dumps(record), flush=True)
        return 0
    limits = Limits(given.executions, given.seconds, given.peer_seconds)
    tasks = tasks_of(map(load, given.workload or WORKLOADS), given.task)
    trials = [(task, seed, limits) for seed in range(given.seeds) for task in tasks]
    records = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for record in pool.map(lambda each: run(*each), trials):
            records.append(record)
            if given.each or "broken" in record:
                print(_told(record), flush=True)
    rows = rows_of(records)
    print(table_of(rows))
    if given.json is not None:
        given.json.write_text(json.dumps({"rows": rows, "trials": records}, indent=1), "utf-8")
    return 1 if any("broken" in record for record in records) else 0


if __name__ == "__main__":
    sys.exit(main())
