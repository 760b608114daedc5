"""How soon the language server answers in a file of 300 functions, and its memory: `python -m benchmarks.answers`.

Each round edits the file without saving and asks at once, so that answers are wanted while the text is read anew and
while workers run. Times are from the request to the answer, over stdio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.editor import MANY
from tests.frontends.lsp.wire import Client

FUNCTIONS = 300
NAME = "many.py"


def requests(uri: str) -> dict[str, dict[str, Any]]:
    """Return what an editor asks for in the course of its work."""
    document = {"textDocument": {"uri": uri}}
    line = {"line": 3, "character": 8}
    seen = {"start": {"line": 0, "character": 0}, "end": {"line": 40, "character": 0}}
    there = {"start": line, "end": line}
    return {
        "textDocument/codeLens": document,
        "textDocument/inlayHint": {**document, "range": seen},
        "textDocument/hover": {**document, "position": {"line": 0, "character": 5}},
        "textDocument/codeAction": {**document, "range": there, "context": {"diagnostics": []}},
    }


def memory(pid: int) -> float:
    """Return the memory in MB that a process has for itself or shares, at its highest."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise ValueError(pid)


def main() -> None:
    """Print a row for each kind of request, and one for the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place) / "project", Path(place) / "cache"
        folder.mkdir()
        client = Client(folder, cache)
        try:
            client.open(NAME, "".join(MANY.replace("{number}", str(each)) for each in range(FUNCTIONS)))
            client.function("f0", lambda told: bool(told["examples"]))
            for number in range(options.times):
                client.type(
                    NAME,
                    f"def f0(text: str, n: int = {number + 3}",
                    f"def f0(text: str, n: int = {number + 4}",
                )
                for pause in (0.0, 0.2, 0.5):
                    time.sleep(pause)
                    for method, content in requests(client.uri(NAME)).items():
                        began = time.perf_counter()
                        client.ask(method, content)
                        times.setdefault(method, []).append(time.perf_counter() - began)
            highest = memory(client.process.pid)
            client.end()
        finally:
            client.kill()
    print("| | median | worst of nine in ten | worst | load |\n|---|---|---|---|---|")
    for method, all_times in times.items():
        ordered = sorted(all_times)
        ninth = ordered[int(len(ordered) * 0.9) - 1]
        figures = " | ".join(f"{each * 1000:.1f} ms" for each in (statistics.median(ordered), ninth, ordered[-1]))
        print(f"| {method} | {figures} | {os.getloadavg()[0]:.1f} |")
    print(f"| memory of the server, at its highest | {highest:.0f} MB | | | |")


if __name__ == "__main__":
    main()
