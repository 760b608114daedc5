"""Atheris as an engine of `throughput.py`: it often lives in an interpreter of its own, so each block is a process.

As a program (`with_atheris.py FUNCTION SECONDS SEED FOLDER`) this is that process. There nothing is installed but
Atheris, so only the workloads and what is measured are imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from benchmarks import workloads  # noqa: E402 - found by the line above
from benchmarks.measured import RECORDED, Measured  # noqa: E402


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
        command = [self.python, __file__, self.name, str(self.seconds), str(self.blocks), str(self.corpus)]
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


def _build_list(data: Any, most: int = workloads.MOST_NUMBERS) -> list[int]:
    return [data.ConsumeInt(8) for _ in range(data.ConsumeIntInRange(0, most))]


def _build_dict(data: Any) -> dict[str, list[int]]:
    keys = range(data.ConsumeIntInRange(0, workloads.MOST_KEYS))
    key, most = workloads.MOST_IN_KEY, workloads.MOST_UNDER_KEY
    return {data.ConsumeUnicodeNoSurrogates(key): _build_list(data, most) for _ in keys}


def _build_tree(data: Any, depth: int = 10) -> workloads.Tree:
    # Without a limit the deepest trees end the run with a RecursionError.
    left = _build_tree(data, depth - 1) if depth and data.ConsumeBool() else None
    right = _build_tree(data, depth - 1) if depth and data.ConsumeBool() else None
    return workloads.Tree(data.ConsumeInt(8), left, right)


BUILDERS: dict[str, Callable[[Any], Any]] = {
    "list": _build_list,
    "str": lambda data: data.ConsumeUnicodeNoSurrogates(workloads.MOST_CHARACTERS),
    "dict": _build_dict,
    "tree": _build_tree,
}


if __name__ == "__main__":
    atheris_block(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
