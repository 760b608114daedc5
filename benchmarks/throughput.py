"""Executions per CPU second: a bare call loop, fuzzwright with each search, Hypothesis, Atheris.

`python benchmarks/throughput.py` prints a table for each function of `workloads.py`, and what it says about
the bars (`bars.py`). Each function is there twice: with inputs of any size, to compare with Hypothesis, and with
hints that cap them as the harness for Atheris has to, to compare with that. Fuzzwright runs as it always does,
in a sandboxed worker that is watched for hangs and deaths; the CPU seconds are the worker's own, start-up and
first epoch left out. Blocks of all engines alternate within one run, since a shared machine is never equally
fast for long. A measurement, not a test: it ends with 0 whatever it shows.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]

from benchmarks import counting, workloads  # noqa: E402 - found by the line above, also where nothing is installed
from benchmarks.bars import table  # noqa: E402
from benchmarks.engines import Bare, Ours, WithHypothesis, WorkerEnded  # noqa: E402
from benchmarks.measured import Measured  # noqa: E402
from benchmarks.nursery import workload_nursery  # noqa: E402
from benchmarks.with_atheris import WithAtheris  # noqa: E402
from fuzzwright.isolation.nursery import Nursery  # noqa: E402
from fuzzwright.searches import SEARCHES  # noqa: E402

GET_ATHERIS = "`python3.11 -m venv V && V/bin/pip install atheris`, then `--atheris V/bin/python`"


def measure(nursery: Nursery, name: str, options: argparse.Namespace, folder: Path) -> list[Measured]:
    """Return what each engine did with one function, in blocks that alternate."""
    ours = [Ours(nursery, name, search) for search in options.search]
    if name in workloads.CAPPED:
        ours.insert(1, Ours(nursery, name, options.search[0], capped=True))
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
    print(f"\n{name}({ {str: 'str', workloads.Tree: 'Tree'}.get(workloads.kind_of(name), workloads.kind_of(name)) })")
    lines, missed = table(name, rows)
    print("\n".join(lines), flush=True)
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
    python = sys.version.split()[0]
    print(f"Python {python}, {os.cpu_count()} cores, load {load()}, {options.blocks} blocks of about", end=" ")
    print(f"{options.seconds:g} CPU s each, median block; leaves are numbers, characters and empty places", flush=True)
    if not options.atheris:
        print(f"no column for Atheris: it is not installed here; {GET_ATHERIS}")
    missed: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="throughput-", ignore_cleanup_errors=True) as folder,
        workload_nursery(Path(folder), counting.ENTRY) as nursery,
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
