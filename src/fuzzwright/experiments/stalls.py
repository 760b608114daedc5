"""Where a growing curve stalls: the first time at which nothing much came for a whole minute.

This is the rule by which type-hint fuzzing of code bases was measured before, in its own units, so that figures can be
compared: unlike the knee of `reports/knee.py` it knows seconds and lines, and a campaign shorter than the minute cannot
stall. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

LOOK_BEHIND: Final = 60.0
"""Seconds in which little has to come."""
LEAST_SLOPE: Final = 0.5
"""Lines a second, from one sample to the next: less is little."""
SAMPLES: Final = 10
"""Samples in the time looked back at."""


def sample_times(seconds: float) -> list[float]:
    """Return the times at which a curve of so many seconds is looked at: evenly spaced, both ends included."""
    parts = max(int(seconds * SAMPLES / LOOK_BEHIND), 1)
    return [seconds * index / parts for index in range(parts + 1)]


def stall(points: Sequence[tuple[float, float]]) -> int | None:
    """Return the index of the first sample that a whole stretch without much gain ends at; None if there is none."""
    for index, (now, _) in enumerate(points):
        if now < LOOK_BEHIND:
            continue
        behind = [point for point in points[: index + 1] if point[0] >= now - LOOK_BEHIND]
        slopes = [(high - low) / (right - left) for (left, low), (right, high) in pairwise(behind)]
        if slopes and all(slope < LEAST_SLOPE for slope in slopes):
            return index
    return None
