"""How soon an edit is answered by examples: `python -m benchmarks.editor`.

Times are from the edit to the news of it and have the pause of 120 ms in them that an edit is waited out for. Beside
them stand the processor time of one repetition, workers included, and how busy the machine was.
"""

from __future__ import annotations

import argparse
import ast
import math
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fuzzwright.editor.examples import LiveFunction
from fuzzwright.editor.live import Live
from fuzzwright.settings import Settings

LIGHT = """\
import json
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    price: int


def average(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) + {number}


def cheapest(items: list[Item]) -> str:
    return min(items, key=lambda item: item.price).name


def words(text: str) -> list[str]:
    return re.findall(r"\\w+", text)
"""
EMAIL = """\
def is_valid_email(text: str) -> bool:
    if "@" not in text:
        return False
    name, host = text.split("@")[:2]
    if len(name) < 8:
        return False
    if not name.isalnum():
        return False
    return True
"""
BEHAVIOURS = (3, 6, 8, 9)
"""The lines of its four ways to end."""
SHORTEST = [0, 1, 9, 9]
"""How long the shortest texts are that lead there."""
MANY = """\
def f{number}(text: str, n: int = 3) -> list[str]:
    parts: list[str] = []
    for word in text.split():
        if len(word) > n and word.isalpha():
            parts.append(word.upper())
        elif word.startswith("x"):
            parts.append(word[::-1])
    if not parts:
        raise ValueError("none")
    return sorted(parts)


"""
HANGING = "def loops(n: int) -> int:\n    while n != {number} - 0.5:\n        pass\n    return n\n"
PATIENCE = 120.0
News = list[LiveFunction]


class Bench:
    """A `Live` with one open text, and what it said since the last edit."""

    def __init__(self, folder: Path) -> None:
        self.live = Live(folder, Settings())
        self.folder = folder
        self.version = 0

    def edit(self, name: str, text: str) -> str:
        """Open or change a text."""
        self.version += 1
        path = str(self.folder / name)
        self.live.set_text(path, text, self.version)
        return path

    def watch(self, is_it: Callable[[LiveFunction], bool]) -> float:
        """Return the seconds until a function is told for which something holds."""
        began = time.perf_counter()
        while time.perf_counter() - began < PATIENCE:
            for each in self.live.poll(0.5):
                if isinstance(each, LiveFunction) and is_it(each):
                    return time.perf_counter() - began
        raise TimeoutError

    def rest(self) -> None:
        """Wait until nothing more happens."""
        while not self.live.is_idle:
            self.live.poll(0.5)

    def is_new(self, name: str, version: int) -> Callable[[LiveFunction], bool]:
        """Return the test whether a function has examples that are not of an earlier text."""

        def holds(function: LiveFunction) -> bool:
            is_shown = function.state in ("fuzzing", "settled") and function.examples
            return bool(function.qualname == name and function.version >= version and is_shown)

        return holds


def first_example(bench: Bench, number: int) -> dict[str, float]:
    """Measure one edit of a function in a text with light imports."""
    path = bench.edit("light.py", LIGHT.replace("{number}", str(number)))
    bench.live.set_focus(path, 13)
    seconds = bench.watch(bench.is_new("average", bench.version))
    bench.rest()
    return {"first example after an edit": seconds}


def email(bench: Bench, number: int) -> dict[str, float]:
    """Measure the e-mail checker, typed into a text that was empty; nothing is known of it."""
    path = bench.edit(f"email{number}.py", "")
    bench.live.set_focus(path, 1)
    bench.rest()
    bench.edit(f"email{number}.py", EMAIL)
    began = time.perf_counter()
    first = shown = minimal = 0.0
    settled = False
    while not settled:
        for each in bench.live.poll(0.5):
            if not isinstance(each, LiveFunction) or each.path != path or not each.examples:
                continue
            passed = time.perf_counter() - began
            first = first or passed
            ends = {max(example.lines, default=0) for example in each.examples}
            if not shown and ends >= set(BEHAVIOURS):
                shown = passed
            if not minimal and shortest(each) == SHORTEST:
                minimal = passed
            settled = each.state == "settled"
    bench.live.close_text(path)
    bench.rest()
    return {
        "e-mail checker: first example": first,
        "e-mail checker: all four behaviours": shown or float("nan"),
        "e-mail checker: minimal": minimal or float("nan"),
    }


def shortest(function: LiveFunction) -> list[int]:
    """Return how long the shortest text is that is shown for each of the four behaviours."""
    found: dict[int, int] = {}
    for example in function.examples:
        size = len(ast.literal_eval(example.call.partition("(")[2].removesuffix(")")))
        end = max(example.lines, default=0)
        found[end] = min(size, found.get(end, size))
    return [found.get(line, -1) for line in BEHAVIOURS]


def many(bench: Bench, number: int) -> dict[str, float]:
    """Measure one edit in a text of 300 functions, of which some are seen."""
    text = "".join(MANY.replace("{number}", str(each)) for each in range(300))
    path = bench.edit("many.py", text.replace('ValueError("none")', f'ValueError("none {number}")', 1))
    bench.live.set_visible(path, [(1, 40)])
    bench.live.set_focus(path, 3)
    seconds = bench.watch(bench.is_new("f0", bench.version))
    bench.rest()
    return {"first example in a file of 300 functions": seconds}


def hang(bench: Bench, number: int) -> dict[str, float]:
    """Measure how long the first worker is there that meets a call which does not end."""
    path = bench.edit("hanging.py", HANGING.replace("{number}", str(number)))
    schedule = bench.live._schedule
    assert schedule is not None
    began, hung = time.perf_counter(), None
    while hung is None or (schedule._job is not None and schedule._job.worker is hung[0]):
        bench.live.poll(0.01)
        if hung is None and schedule._job is not None and schedule._job.is_imported:
            hung = (schedule._job.worker, time.perf_counter())
        assert time.perf_counter() - began < PATIENCE
    seconds = time.perf_counter() - hung[1]
    bench.live.close_text(path)
    return {"hung worker gone": seconds}


def idle(bench: Bench, seconds: float) -> float:
    """Return the share of one processor that is used while there is nothing to do."""
    bench.edit("light.py", LIGHT.replace("{number}", "-1"))
    bench.rest()
    bench.live.poll(1.0)  # what the last worker used is known only when it is gone
    before, over = cpu_seconds(), time.monotonic() + seconds
    while time.monotonic() < over:
        bench.live.poll(0.5)
    return (cpu_seconds() - before) / seconds


def cpu_seconds() -> float:
    """Return the processor time of this process, its nurseries and the workers that have ended."""
    ticks = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") + time.process_time()


def main() -> None:
    """Print a row for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--idle", type=float, default=5.0, help="seconds")
    parser.add_argument("only", nargs="*", help="first_example, email, many, hang, idle")
    options = parser.parse_args()
    print("| | median | worst of nine in ten | CPU of one | load |\n|---|---|---|---|---|")
    for measure in (first_example, email, many, hang):
        if options.only and measure.__name__ not in options.only:
            continue
        rows: dict[str, list[float]] = {}
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder))
            with bench.live:
                measure(bench, 0)  # the first time is for getting warm
                before = cpu_seconds()
                for number in range(1, options.times + 1):
                    for name, seconds in measure(bench, number).items():
                        rows.setdefault(name, []).append(seconds)
                cpu = (cpu_seconds() - before) / options.times
        for name, times in rows.items():
            ninth = sorted(times)[int(len(times) * 0.9) - 1] if len(times) > 1 else times[0]
            missing = sum(math.isnan(each) for each in times)
            name += f" ({missing} of {len(times)} never)" if missing else ""
            load = os.getloadavg()[0]
            print(f"| {name} | {_ms(statistics.median(times))} | {_ms(ninth)} | {_ms(cpu)} | {load:.1f} |", flush=True)
    if not options.only or "idle" in options.only:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder))
            with bench.live:
                share = idle(bench, options.idle)
        print(f"| CPU while idle | {share:.2%} | | | {os.getloadavg()[0]:.1f} |")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


if __name__ == "__main__":
    main()
