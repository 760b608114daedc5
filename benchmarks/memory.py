"""Resident memory of one worker over millions of executions, with recycling off.

`python benchmarks/memory.py` fuzzes each function for five million executions in one worker that is never
replaced, reads its resident size from /proc whenever it acknowledges an epoch, and prints how far the size
moves once the first tenth is over. The functions with a loop have no bound on their paths: whatever keeps
something for each path it meets grows without end there. A measurement, not a test: it ends with 0.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

from benchmarks import workloads  # noqa: E402 - found by the line above
from benchmarks.nursery import workload_nursery, workload_state  # noqa: E402
from fuzzwright.campaigns.jobs import pack, unpack  # noqa: E402
from fuzzwright.isolation.messages import Ended, Message  # noqa: E402
from fuzzwright.isolation.nursery import Nursery  # noqa: E402
from fuzzwright.searches import SEARCHES  # noqa: E402
from fuzzwright.settings import Settings  # noqa: E402

DEFAULT = ("flat_list", "loop_list", "loop_str", "loop_tree")
FLAT = 0.10
"""How far from its median the size may move."""
WARM_UP = 0.10
"""The share of the executions that does not count."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a worker weighed at the end of an epoch."""

    executions: int
    resident: int
    features: int
    kept: int


def watch(nursery: Nursery, name: str, search: str, executions: int) -> list[Sample]:
    """Fuzz a function in one worker; return its size after each epoch."""
    state = workload_state(nursery, name)
    settings = Settings(search=search, executions=executions, recycle=1 << 60)
    worker = nursery.start(pack(state.job(settings, seconds=None).record()))
    samples: list[Sample] = []
    done = False
    while True:
        for event in nursery.poll(0.1):
            match event:
                case Message(_, frame):
                    record = unpack(frame)
                    done = record["event"] == "done"
                    if record["event"] == "epoch" and worker.pid:
                        size = resident(worker.pid)
                        if size:  # a process that has ended but was not waited for has none left
                            told = record["executions"], size, record["features"], len(record["kept"])
                            samples.append(Sample(*told))
                case Ended(kind=kind, reason=reason, fault=fault):
                    if not done:
                        raise RuntimeError(f"the worker ended before its work: {kind} {reason} {fault}")
                    return samples


def resident(pid: int) -> int | None:
    """Return the resident bytes of a process, or None if it has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def show(name: str, samples: list[Sample], executions: int, seconds: float) -> bool:
    """Print one line of the table; return whether the size stayed flat."""
    counted = [sample for sample in samples if sample.executions >= WARM_UP * executions]
    sizes = [sample.resident for sample in counted]
    middle = statistics.median(sizes)
    moves = max(max(sizes) / middle - 1, 1 - min(sizes) / middle)
    tenths = [counted[round(part * (len(counted) - 1) / 4)] for part in range(5)]
    course = " ".join(f"{sample.resident / 1e6:7.1f}" for sample in tenths)
    last = counted[-1]
    print(
        f"{name:<12}{executions:>12,}{seconds:>8.0f}  {course}{moves:>9.1%}  {'yes' if moves <= FLAT else 'NO':<5}"
        f"{last.features:>9,}{last.kept:>7,}",
        flush=True,
    )
    return moves <= FLAT


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", help=f"(default: {', '.join(DEFAULT)})")
    parser.add_argument("--executions", type=int, default=5_000_000, help="per function (default: %(default)s)")
    parser.add_argument("--search", choices=sorted(SEARCHES), default="adaptive")
    options = parser.parse_args()
    unknown = set(options.functions) - set(workloads.FUNCTIONS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    print(f"Python {sys.version.split()[0]}, search {options.search}, one worker per function, never replaced")
    print(f"{'':<32}  resident MB after the first tenth, and at each quarter of the rest")
    print(f"{'':<12}{'executions':>12}{'wall s':>8}  {'':<39}{'moves':>9}  {'flat':<5}{'features':>9}{'kept':>7}")
    for name in options.functions or DEFAULT:
        with (
            tempfile.TemporaryDirectory(prefix="memory-", ignore_cleanup_errors=True) as folder,
            workload_nursery(Path(folder)) as nursery,
        ):
            began = time.monotonic()
            samples = watch(nursery, name, options.search, options.executions)
            show(name, samples, options.executions, time.monotonic() - began)


if __name__ == "__main__":
    main()
