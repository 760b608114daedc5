"""What probes cost: the time of a whole execution with them, as a ratio to the bare call.

`python benchmarks/instrumentation.py` prints one row per workload and the median. An execution is what the
loop does for an input already seen: clear the path, call, make the key, look it up. Blocks of both kinds
alternate and the fastest of each counts, so that other work on the machine does not.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from fuzzwright.acceleration import accelerator
from fuzzwright.python.acceleration import hashable
from fuzzwright.python.probes import Probes, compile_instrumented

WORKLOADS = '''
def branchy(text):
    """A tokenizer: nested conditions on each character."""
    tokens = []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == "." and i + 1 < len(text) and text[i + 1].isdigit():
            start = i
            while i < len(text) and (text[i].isdigit() or text[i] == "."):
                i += 1
            tokens.append(("number", text[start:i]))
        elif c.isalpha() or c == "_":
            start = i
            while i < len(text) and (text[i].isalnum() or text[i] == "_"):
                i += 1
            word = text[start:i]
            tokens.append(("keyword" if word in ("if", "while") else "name", word))
        elif "!" <= c <= "/" or c in "<=>:":
            if i + 1 < len(text) and text[i + 1] == "=":
                tokens.append(("operator", text[i : i + 2]))
                i += 2
            else:
                tokens.append(("operator", c))
                i += 1
        else:
            raise ValueError(c)
    return tokens


def loops(n):
    """A sieve, then Collatz lengths: short loop bodies."""
    composite = [False] * (n + 1)
    found = []
    for i in range(2, n + 1):
        if composite[i]:
            continue
        found.append(i)
        for j in range(i * i, n + 1, i):
            composite[j] = True
    longest = 0
    for p in found[:6]:
        steps = 0
        while p != 1:
            p = p // 2 if p % 2 == 0 else 3 * p + 1
            steps += 1
        longest = max(longest, steps)
    return longest


def recursive(values):
    """A search tree, filled and summed."""

    def insert(node, value):
        if node is None:
            return (None, value, None)
        left, key, right = node
        if value < key:
            return (insert(left, value), key, right)
        elif value > key:
            return (left, key, insert(right, value))
        return node

    def total(node):
        return 0 if node is None else total(node[0]) + node[1] + total(node[2])

    tree = None
    for value in values:
        tree = insert(tree, value)
    return total(tree)


def tiny(a, b):
    """A handful of instructions: the fixed cost of an execution shows."""
    if a > b and b >= 0:
        return a - b
    return None if a == b else b
'''
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "branchy": ("while count_1 <= 3.25*(x + .5): if y != z - 17",),
    "loops": (120,),
    "recursive": ([50, 25, 75, 10, 30, 60, 90, 5, 28, 65, 95, 28],),
    "tiny": (7, 3),
}
TIMED = """
def bare(function, arguments, repeats):
    for _ in range(repeats):
        function(*arguments)

def probed(function, arguments, repeats, path, seen, hashable):
    clear = path.clear
    for _ in range(repeats):
        clear()
        function(*arguments)
        if hash(hashable(path)) not in seen:
            raise AssertionError("the path changed")
"""


def measure(name: str, blocks: int) -> tuple[float, float, int]:
    """Return nanoseconds per bare call and per probed execution, and the events of one."""
    plain: dict[str, Any] = {}
    exec(compile(WORKLOADS + TIMED, "workloads.py", "exec", dont_inherit=True), plain)
    probes = Probes()
    instrumented: dict[str, Any] = {}
    exec(compile_instrumented(WORKLOADS, "workloads.py", probes), instrumented)
    arguments = ARGUMENTS[name]
    assert plain[name](*arguments) == instrumented[name](*arguments)
    given = (probes.path, {hash(tuple(probes.path))}, hashable(probes.path))
    events = len(probes.path)
    bare: Callable[..., None] = plain["bare"]
    probed: Callable[..., None] = plain["probed"]
    # Blocks of about 3 ms: long against the clock's step, short against the scheduler's.
    repeats = max(1, round(3e6 / timed(bare, plain[name], arguments, 20) * 20))
    best_bare = best_probed = float("inf")
    for _ in range(blocks):
        best_bare = min(best_bare, timed(bare, plain[name], arguments, repeats))
        best_probed = min(best_probed, timed(probed, instrumented[name], arguments, repeats, *given))
    return best_bare / repeats, best_probed / repeats, events


def timed(run: Callable[..., None], *arguments: Any) -> float:
    """Return the CPU time of one block in nanoseconds."""
    start = time.process_time_ns()
    run(*arguments)
    return max(1, time.process_time_ns() - start)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--blocks", type=int, default=60, help="blocks per kind and workload (default: %(default)s)")
    parser.add_argument("--at-most", type=float, help="exit 1 if the median ratio is above this")
    options = parser.parse_args()
    gc.disable()
    kind = "pure Python" if accelerator() is None else "with the accelerator"
    print(f"Python {sys.version.split()[0]}, {kind}, CPU time per execution, fastest of {options.blocks} blocks\n")
    print(f"{'workload':<12}{'events':>8}{'bare ns':>10}{'probed ns':>11}{'ratio':>8}")
    ratios = []
    for name in ARGUMENTS:
        bare, probed, events = measure(name, options.blocks)
        ratios.append(probed / bare)
        print(f"{name:<12}{events:>8}{bare:>10.0f}{probed:>11.0f}{probed / bare:>8.2f}")
    median = statistics.median(ratios)
    print(f"{'median':<41}{median:>8.2f}")
    if options.at_most is not None and median > options.at_most:
        sys.exit(1)


if __name__ == "__main__":
    main()
