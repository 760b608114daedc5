"""Writes to the canary file when imported."""

from __future__ import annotations

from crashers import canary

with open(canary.FILE, "w") as file:
    file.write("imported")


def double(x: int) -> int:
    """Return twice x."""
    return 2 * x
