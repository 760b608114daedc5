"""What each ingredient of `adaptive` brings on 30 of the 169 tasks of `fuzzwright bench`, in executions.

`python -m benchmarks.ablation --json FILE` runs `adaptive`, and `adaptive` without one ingredient at a time, with three
seeds on a sample of the tasks that was drawn once. Every trial gets the same number of calls, so the result does not
depend on the machine; what was found is on disk as soon as it is, and the same command goes on where it ended. A trial
takes about a second of one core, all of them about seventeen minutes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from fuzzwright.experiments.workloads.workload import NAMES, load
from fuzzwright.searches import ABLATIONS

SAMPLED = 30


def sample() -> list[str]:
    """Return the names of the tasks: drawn with a fixed seed from all there are."""
    tasks = [str(task) for name in NAMES for task in load(name).tasks()]
    return sorted(random.Random(30).sample(tasks, SAMPLED))


def main() -> None:
    """Run what is missing, and print a row for each search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True, metavar="FILE")
    parser.add_argument("--executions", type=int, default=10_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--search", default=",".join(("adaptive", *ABLATIONS)), metavar="A,B")
    options = parser.parse_args()
    command = [sys.executable, "-m", "fuzzwright", "bench", "all", "--resume", "--quiet"]
    for task in sample():
        command += ["--task", task]
    for name in ("json", "executions", "seeds", "jobs", "search"):
        command += [f"--{name}", str(getattr(options, name))]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(table(json.loads(options.json.read_text("utf-8")), options.executions))


def table(report: dict[str, Any], most: int) -> str:
    """Return a row for each search: tasks and trials solved, and its executions against those of the first."""
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for row in report["rows"]:
        results.setdefault(row["search"], {})[row["task"]] = row
    first = next(iter(results.values()))
    lines = ["| search | tasks solved by all seeds | trials solved | executions, as a ratio |", "|---|---|---|---|"]
    for name, rows in results.items():
        whole = sum(row["solved"] == row["seeds"] for row in rows.values())
        trials = sum(row["solved"] for row in rows.values())
        ratios = [math.log(cost(rows[task], most) / cost(first[task], most)) for task in rows]
        ratio = math.exp(sum(ratios) / len(ratios))
        lines.append(f"| `{name}` | {whole} of {len(rows)} | {trials} | {ratio:.2f} |")
    return "\n".join(lines)


def cost(row: dict[str, Any], most: int) -> float:
    """Return the mean executions of a task, where a trial that found nothing counts with all it had."""
    missed = row["seeds"] - row["solved"]
    found = (row["executions"] or 0.0) * row["solved"]
    return max(float(found + missed * most) / int(row["seeds"]), 1.0)


if __name__ == "__main__":
    main()
