"""Where a growing curve stops to grow fast: its knee.

Kneedle (Satopää and others, 2011) without smoothing: both axes are brought to the range from 0 to 1, and the knee is
the point that is farthest above the straight line from the first point to the last. The unit of either axis plays no
part, so ten seconds and ten hours are judged alike. Pure; whoever has a curve of steps adds the point where it was last
looked at, or the time in which nothing came is not seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

SENSITIVITY: Final = 0.1
"""How far above the straight line, as a share of the whole rise, a knee has to be."""
_FEWEST: Final = 3
"""With two points there is the straight line and nothing else."""


def knee(points: Sequence[tuple[float, float]], sensitivity: float = SENSITIVITY) -> int | None:
    """Return the index of the knee of a curve given from left to right; None if it is flat, straight or too short."""
    if len(points) < _FEWEST:
        return None
    (left, low), (right, high) = points[0], points[-1]
    width, rise = right - left, high - low
    if not (0 < width < math.inf and 0 < rise < math.inf):
        return None
    # On a tie the earlier point stays: nothing was gained on the way to the later one.
    above = [(y - low) / rise - (x - left) / width for x, y in points]
    best = max(range(len(points)), key=above.__getitem__)
    return best if above[best] > sensitivity else None
