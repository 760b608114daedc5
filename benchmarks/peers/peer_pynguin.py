"""Pynguin on all walls of one module: it makes tests for a module, and its copy says which walls they reach.

`python -m benchmarks.peers.peer_pynguin FOLDER MODULE FUNCTION SEED SECONDS`, started by `walls.py` with an
interpreter that has Pynguin; the function is not looked at, the seconds are those of all the walls together. Only its
search counts: no assertions are made.
"""

from __future__ import annotations

import os
import runpy
import sys

from benchmarks.peers.instances import task_from


def main() -> None:
    """Run Pynguin on the module of a task."""
    task = task_from(sys.argv[1:])
    os.environ["PYNGUIN_DANGER_AWARE"] = "yes"
    options = {
        "--project-path": task.folder,
        "--output-path": os.path.join(task.folder, "tests"),
        "--module-name": task.module,
        "--seed": str(task.seed),
        "--maximum-search-time": str(round(task.seconds * 4)),  # by the clock; CPU seconds are limited outside
        "--assertion-generation": "NONE",
    }
    sys.argv = ["pynguin", "--no-rich", *(part for option in options.items() for part in option)]
    runpy.run_module("pynguin", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
