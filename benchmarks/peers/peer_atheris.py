"""Atheris on one wall: the harness one would write by hand, arguments from FuzzedDataProvider by their hints.

`python -m benchmarks.peers.peer_atheris FOLDER MODULE FUNCTION SEED SECONDS`, started by `walls.py` with an
interpreter that has Atheris. The module is instrumented, the hooks for `str` methods and regular expressions are on,
and libFuzzer uses value profiles; exceptions other than the wall's are no reason to stop.
"""

from __future__ import annotations

import importlib
import os
import sys

import atheris  # type: ignore[import-untyped]  # in the interpreter this is run with

from benchmarks.peers.from_bytes import Reader
from benchmarks.peers.instances import say_reached, stateful_classes, task_from, wall_of


def main() -> None:
    """Let libFuzzer call the wall until it is reached; whoever started it limits the time."""
    task = task_from(sys.argv[1:])
    atheris.enabled_hooks.add("str")
    atheris.enabled_hooks.add("RegEx")
    with atheris.instrument_imports(include=["walls"]):
        module = importlib.import_module(task.module)
    from walls.reached import Reached  # type: ignore[import-not-found]  # in the folder of the task

    wall = wall_of(module, task.function)
    methods = stateful_classes(module)
    executions = 0

    def test_one_input(content: bytes) -> None:
        nonlocal executions
        executions += 1
        try:
            reader = Reader(atheris.FuzzedDataProvider(content), methods, Reached)
            wall.function(**reader.arguments(wall.hints, whole=True))
        except Reached:
            say_reached(executions)
        except Exception:
            pass

    corpus = os.path.join(task.folder, "corpus")
    os.makedirs(corpus)
    # Seed 0 means a random one to libFuzzer.
    options = [f"-seed={task.seed + 1}", "-use_value_profile=1", "-timeout=60", "-rss_limit_mb=0"]
    atheris.Setup([sys.argv[0], *options, corpus], test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
