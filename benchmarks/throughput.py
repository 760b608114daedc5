"""Executions per CPU second: a bare call loop, fuzzwright with each search, Hypothesis, Atheris.

`python benchmarks/throughput.py` prints a table for each function of `workloads.py`, and what it says about
the bars: 50 times Hypothesis with feedback on, inputs at least half as large, 60 % of them distinct. Fuzzwright
runs as it always does, in a sandboxed worker that is watched for hangs and deaths; the CPU seconds are the
worker's own, start-up and first epoch left out. Blocks of all engines alternate within one run, since a shared
machine is never equally fast for long. A measurement, not a test: it ends with 0 whatever it shows.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]

from benchmarks import workloads  # noqa: E402 - found by the line above, also where nothing is installed
from fuzzwright.campaigns.conduct import limits_of  # noqa: E402
from fuzzwright.campaigns.jobs import FuzzJob, Record, pack, to_bytes, unpack  # noqa: E402
from fuzzwright.campaigns.plan import make_plan  # noqa: E402
from fuzzwright.campaigns.session import ENTRY  # noqa: E402
from fuzzwright.campaigns.states import TargetState, state_from  # noqa: E402
from fuzzwright.engine.codec import decode  # noqa: E402
from fuzzwright.engine.loop import LONGEST_EPOCH, epoch_length  # noqa: E402
from fuzzwright.isolation.messages import Ended, Message  # noqa: E402
from fuzzwright.isolation.nursery import Nursery  # noqa: E402
from fuzzwright.python.generators import DEFAULT  # noqa: E402
from fuzzwright.python.hints import Hints  # noqa: E402
from fuzzwright.searches import SEARCHES  # noqa: E402
from fuzzwright.settings import Settings  # noqa: E402

TIMES_HYPOTHESIS = 50
SHARE_OF_LEAVES = 0.5
SHARE_DISTINCT = 0.6
WARM_UP = 6 * LONGEST_EPOCH
RECORDED = 20_000
"""Inputs that are looked at per block."""
GET_ATHERIS = "`python3.11 -m venv V && V/bin/pip install atheris`, then `--atheris V/bin/python`"


@dataclass(slots=True)
class Measured:
    """What one engine did with one function: a rate per block, and what its inputs were like."""

    engine: str
    rates: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    distinct: list[float] = field(default_factory=list)
    ended: str = ""
    """Why it did not finish."""

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def leaves(self) -> float:
        return statistics.fmean(self.sizes) if self.sizes else 0.0

    def look_at(self, values: Sequence[Any], key: Callable[[Any], Any] = repr) -> None:
        """Note how large the inputs of a block are, and how many of them differ."""
        self.sizes += [workloads.leaves(value) for value in values]
        self.distinct.append(len({key(value) for value in values}) / len(values))


class WorkerEnded(Exception):
    """A worker was ended, or died, before its work was done."""


class Ours:
    """Fuzzwright with one search on one function, block by block in workers that go on from each other."""

    def __init__(self, nursery: Nursery, name: str, search: str) -> None:
        self.nursery = nursery
        self.name = name
        self.search = search
        self.state = self._start()
        self.domain = Hints(DEFAULT).arguments(workloads.FUNCTIONS[name])
        self.measured = Measured(f"fuzzwright {search}")
        self.arguments: list[tuple[Any, ...]] = []
        self.epochs = 2

    def warm_up(self, seconds: float) -> None:
        """Fill the corpus, and find out how many epochs make a block."""
        rate = self._run(self._job(WARM_UP))
        self.epochs = max(2, min(16, round(rate * seconds / LONGEST_EPOCH)))

    def block(self) -> None:
        """Run a block, and look at its inputs by making its first ones again."""
        if self.search == "enumerate":
            self.state = self._start()  # going on would mean to enumerate once more all that was run
        job = self._job((1 + self.epochs) * LONGEST_EPOCH)
        self.measured.rates.append(self._run(job))
        history = replace(job, until=job.executions + RECORDED)
        (told,) = [record for record in self._talk(history, "history") if record["event"] == "history"]
        inputs = [decode(self.domain, to_bytes(text)) for text in told["inputs"]]
        self.arguments = [self.domain.prepare(input) for input in inputs]
        self.measured.look_at([arguments[0] for arguments in self.arguments])

    def _start(self) -> TargetState:
        targets = unpack(self.nursery.wait_ready())["targets"]
        return next(state_from(record, str(HERE)) for record in targets if record["name"] == f"workloads.{self.name}")

    def _job(self, executions: int) -> FuzzJob:
        most = self.state.executions + executions
        settings = Settings(search=self.search, executions=most, recycle=1 << 60)
        return self.state.job(settings, None, careful=False)

    def _run(self, job: FuzzJob) -> float:
        """Run a job; return its executions per CPU second, the first epoch and all short ones left out."""
        epochs = [record for record in self._talk(job, "fuzz") if record["event"] == "epoch"]
        first = next(record for record in epochs if epoch_length(record["epoch"]) == LONGEST_EPOCH)
        last = epochs[-1]
        return float((last["executions"] - first["executions"]) / (last["cpu"] - first["cpu"]))

    def _talk(self, job: FuzzJob, do: str) -> list[Record]:
        self.nursery.start(pack(job.record(do)))
        records: list[Record] = []
        while True:
            for event in self.nursery.poll(0.1):
                match event:
                    case Message(_, frame):
                        record = unpack(frame)
                        records.append(record)
                        if do == "fuzz":
                            self.state.hear(record, job, 0.0)
                    case Ended(kind=kind, reason=reason, fault=fault):
                        if not records or records[-1]["event"] not in ("done", "history"):
                            where = next((line.strip() for line in fault.splitlines() if "File" in line), "")
                            raise WorkerEnded(f"{kind}, {reason}: {where.replace(str(HERE.parent) + '/', '')}")
                        return records


class Bare:
    """The function alone, uninstrumented, on inputs that were made before."""

    def __init__(self, name: str, ours: Ours) -> None:
        self.function = workloads.FUNCTIONS[name]
        self.ours = ours
        self.measured = Measured("bare call loop")

    def block(self) -> None:
        """Call it with the inputs of the search's last block, several times round."""
        function, arguments = self.function, self.ours.arguments
        rounds = 10
        began = time.process_time()
        for _ in range(rounds):
            for each in arguments:
                function(*each)
        self.measured.rates.append(rounds * len(arguments) / (time.process_time() - began))


class WithHypothesis:
    """`@given(from_type(...))`, uninstrumented, without database, deadline and health checks."""

    def __init__(self, name: str, seconds: float) -> None:
        self.function = workloads.FUNCTIONS[name]
        self.kind = workloads.kind_of(name)
        self.measured = Measured("Hypothesis")
        self.seconds = seconds
        self.examples = 100
        self.blocks = 0

    def warm_up(self) -> None:
        """Find out how many examples make a block."""
        _, rate = self._run(self.examples, self.function, seed=0)
        self.examples = max(50, round(rate * self.seconds))

    def block(self) -> None:
        """Run a block; then once more with the same seed, to see the inputs."""
        self.blocks += 1
        _, rate = self._run(self.examples, self.function, self.blocks)
        self.measured.rates.append(rate)
        values: list[Any] = []
        self._run(self.examples, values.append, self.blocks)
        self.measured.look_at(values[:RECORDED])

    def _run(self, examples: int, call: Callable[[Any], object], seed: int) -> tuple[int, float]:
        import hypothesis
        from hypothesis import strategies

        calls = 0

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=examples,
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate],
        )
        @hypothesis.given(strategies.from_type(self.kind))
        def test(value: Any) -> None:
            nonlocal calls
            calls += 1
            call(value)

        began = time.process_time()
        test()
        return calls, calls / (time.process_time() - began)


class WithAtheris:
    """Atheris with a harness made by hand, each block a process that goes on with the same corpus folder."""

    def __init__(self, name: str, seconds: float, python: str, folder: Path) -> None:
        self.name = name
        self.seconds = seconds
        self.python = python
        self.corpus = folder / f"atheris-{name}"
        self.corpus.mkdir()
        self.measured = Measured("Atheris")
        self.blocks = 0

    def block(self) -> None:
        """Run a block in a process of its own."""
        self.blocks += 1
        command = [self.python, str(HERE / "throughput.py"), "--atheris-block", self.name]
        command += ["--seconds", str(self.seconds), "--seed", str(self.blocks), "--folder", str(self.corpus)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        told = [line for line in done.stdout.splitlines() if line.startswith('{"rate"')]
        if not told:
            raise RuntimeError(f"Atheris did not finish: {done.stderr[-2000:]}")
        result = json.loads(told[-1])
        self.measured.rates.append(result["rate"])
        self.measured.sizes += result["sizes"]
        self.measured.distinct.append(result["distinct"])


def atheris_block(name: str, seconds: float, seed: int, folder: str) -> None:
    """In a process of its own: warm up for half the seconds, measure, look at inputs, tell, end."""
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # installed elsewhere

    function = atheris.instrument_func(workloads.FUNCTIONS[name])
    build = BUILDERS[name.partition("_")[2]]
    clock = time.process_time
    seen = Measured("Atheris")
    values: list[Any] = []
    count = base = 0
    began = after = 0.0

    def once(data: bytes) -> None:
        nonlocal count, base, began, after
        value = build(atheris.FuzzedDataProvider(data))
        function(value)
        count += 1
        if after:
            values.append(value)
            if len(values) >= RECORDED or clock() - after > 4 * seconds:
                seen.look_at(values)
                rate = base / (after - began)
                print(json.dumps({"rate": rate, "sizes": seen.sizes, "distinct": seen.distinct[0]}), flush=True)
                os._exit(0)
        elif count % 256 == 0:
            now = clock()
            if not base and now - started > seconds / 2:
                base, began, count = 1, now, 0
            elif base and now - began > seconds:
                base, after = count, now

    options = ["-verbosity=0", f"-seed={seed}", "-max_len=1024", "-rss_limit_mb=0", "-print_final_stats=0"]
    started = clock()
    atheris.Setup([sys.argv[0], folder, *options], once)
    atheris.Fuzz()


def _build_list(data: Any, most: int = 16) -> list[int]:
    return [data.ConsumeInt(8) for _ in range(data.ConsumeIntInRange(0, most))]


def _build_dict(data: Any) -> dict[str, list[int]]:
    return {data.ConsumeUnicodeNoSurrogates(8): _build_list(data, 8) for _ in range(data.ConsumeIntInRange(0, 6))}


def _build_tree(data: Any, depth: int = 10) -> workloads.Tree:
    # Without a limit the deepest trees end the run with a RecursionError.
    left = _build_tree(data, depth - 1) if depth and data.ConsumeBool() else None
    right = _build_tree(data, depth - 1) if depth and data.ConsumeBool() else None
    return workloads.Tree(data.ConsumeInt(8), left, right)


BUILDERS: dict[str, Callable[[Any], Any]] = {
    "list": _build_list,
    "str": lambda data: data.ConsumeUnicodeNoSurrogates(64),
    "dict": _build_dict,
    "tree": _build_tree,
}


def measure(nursery: Nursery, name: str, options: argparse.Namespace, folder: Path) -> list[Measured]:
    """Return what each engine did with one function, in blocks that alternate."""
    ours = [Ours(nursery, name, search) for search in options.search]
    for each in ours:
        try:
            each.warm_up(options.seconds)
        except WorkerEnded as end:
            each.measured.ended = str(end)
    hypothesis = WithHypothesis(name, options.seconds)
    hypothesis.warm_up()
    engines: list[Ours | Bare | WithHypothesis | WithAtheris] = [*ours, Bare(name, ours[0]), hypothesis]
    if options.atheris:
        engines.append(WithAtheris(name, options.seconds, options.atheris, folder))
    for _ in range(options.blocks):
        for engine in engines:
            try:
                if not engine.measured.ended:
                    engine.block()
            except WorkerEnded as end:
                engine.measured.ended = str(end)
    return [engine.measured for engine in engines]


def show(name: str, rows: list[Measured]) -> list[str]:
    """Print the table of one function; return the bars that are missed."""
    hypothesis = next(row for row in rows if row.engine == "Hypothesis")
    bare = next(row for row in rows if row.engine == "bare call loop")
    print(f"\n{name}({ {str: 'str', workloads.Tree: 'Tree'}.get(workloads.kind_of(name), workloads.kind_of(name)) })")
    head = f"{'':<24}{'exec/CPU s':>12}{'slowest–fastest':>20}{'× Hyp.':>9}{'× bare':>8}{'leaves':>8}{'distinct':>10}"
    print(head + "  bars")
    missed: list[str] = []
    for row in rows:
        if row.ended:
            print(f"{row.engine:<24}  the worker was ended: {row.ended}", flush=True)
            missed.append(f"{name}, {row.engine}: did not finish")
            continue
        times, shares = row.rate / hypothesis.rate, row.rate / bare.rate
        spread = f"{min(row.rates):,.0f}–{max(row.rates):,.0f}"
        line = f"{row.engine:<24}{row.rate:>12,.0f}{spread:>20}{times:>9,.1f}{shares:>8.3f}"
        if row.sizes:
            line += f"{row.leaves:>8.1f}{statistics.fmean(row.distinct):>10.0%}"
        if row.engine.startswith("fuzzwright"):
            met = {
                f"{TIMES_HYPOTHESIS}×": times >= TIMES_HYPOTHESIS,
                "leaves": row.leaves >= SHARE_OF_LEAVES * hypothesis.leaves,
                "distinct": statistics.fmean(row.distinct) >= SHARE_DISTINCT,
            }
            line += "  " + ", ".join(f"{bar} {'yes' if holds else 'NO'}" for bar, holds in met.items())
            missed += [f"{name}, {row.engine}: {bar}" for bar, holds in met.items() if not holds]
        print(line, flush=True)
    return missed


def parse_options() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", help=f"of {', '.join(workloads.FUNCTIONS)}")
    parser.add_argument("--blocks", type=int, default=5, help="blocks per engine (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU seconds per block, about (default: %(default)s)"
    )
    parser.add_argument(
        "--search", type=lambda text: text.split(","), default=list(SEARCHES), help="A,B (default: all)"
    )
    parser.add_argument("--atheris", metavar="PYTHON", help="an interpreter that has Atheris (default: this one)")
    parser.add_argument("--atheris-block", metavar="FUNCTION", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--folder", default=".", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = set(options.functions) - set(workloads.FUNCTIONS) | set(options.search) - set(SEARCHES)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if options.atheris is None and importlib.util.find_spec("atheris") is not None:
        options.atheris = sys.executable
    return options


def main() -> None:
    """Print the tables and what they come to."""
    options = parse_options()
    if options.atheris_block:
        atheris_block(options.atheris_block, options.seconds, options.seed, options.folder)
        return
    settings = Settings()
    plan = make_plan([str(HERE / "workloads.py")], settings, HERE)
    python = sys.version.split()[0]
    print(f"Python {python}, {os.cpu_count()} cores, load {load()}, {options.blocks} blocks of about", end=" ")
    print(f"{options.seconds:g} CPU s each, median block; leaves are numbers, characters and empty places", flush=True)
    if not options.atheris:
        print(f"no column for Atheris: it is not installed here; {GET_ATHERIS}")
    missed: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="throughput-", ignore_cleanup_errors=True) as folder,
        Nursery.spawn(
            ENTRY,
            pack(plan.order.record(plan.order.modules)),
            python=sys.executable,
            path=plan.path,
            limits=limits_of(settings),
            folder=Path(folder) / "nursery",
        ) as nursery,
    ):
        for name in options.functions or workloads.FUNCTIONS:
            missed += show(name, measure(nursery, name, options, Path(folder)))
    print(f"\nload at the end {load()}; bars missed: {len(missed)}")
    for bar in missed:
        print(f"  {bar}")


def load() -> str:
    """Return the machine's load over one minute."""
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
