"""A function of our own, shown once before there are workers.

Each fork then finds ready what Python makes on first use: compiled patterns, caches of hints, modules imported late.
"""

from __future__ import annotations

import time

from fuzzwright.campaigns.showing import Showing
from fuzzwright.python.open import open_function

CALLS = 300
SECONDS = 0.3


def rehearsed(text: str, numbers: list[int]) -> float:
    """Return something, or raise, depending on much of what a function can depend on."""
    if text.startswith("a") and len(numbers) > 1:
        return sum(numbers) / len(text)
    for number in numbers:
        if number == 17:
            raise KeyError(number)
    return 1 / len(numbers)


def rehearse() -> None:
    """Show it as functions of the user are shown."""
    (function,) = open_function(rehearsed).functions.values()
    target = function.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    showing = Showing(function, target, seed=0)
    showing.turn(CALLS, time.monotonic() + SECONDS)
    showing.records()
