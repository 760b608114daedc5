"""Ways to use too much."""

from __future__ import annotations

import os
import sys


def allocate(x: int) -> int:
    """Ask for 64 GiB for large numbers."""
    if x > 1000:
        return len(bytearray(64 << 30))
    return x


def allocate_slowly(x: int) -> int:
    """Grow a list until memory ends, for large numbers."""
    kept: list[bytes] = []
    while x > 1000:
        kept.append(bytes(16 << 20))
    return len(kept)


def recurse(x: int) -> int:
    """Recurse without end for large numbers."""
    return recurse(x + 1) if x > 1000 else x


def overflow_c_stack(x: int) -> int:
    """Raise the recursion limit, then recurse through C until its stack ends, for large numbers."""
    if x > 1000:
        sys.setrecursionlimit(10**9)
        nested: object = []
        for _ in range(10**6):
            nested = [nested]
        return len(repr(nested))
    return x


def print_without_end(x: int) -> int:
    """Print for ever for large numbers."""
    while x > 1000:
        print("x" * 10_000)
    return x


def write_output_without_end(x: int) -> int:
    """Write to descriptor 1 for ever for large numbers."""
    while x > 1000:
        try:
            os.write(1, b"x" * 100_000)
        except OSError:
            pass
    return x


def open_without_end(x: int) -> int:
    """Open files and never close them, for large numbers."""
    files = []
    while x > 1000:
        files.append(open("/dev/zero", "rb"))
    return len(files)


def fill_disk(x: int) -> int:
    """Write one file as large as it can get, in the working directory, for large numbers."""
    if x > 1000:
        with open("large", "wb") as file:
            while True:
                file.write(bytes(1 << 20))
    return x
