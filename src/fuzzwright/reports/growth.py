"""How coverage grew during a run: a bounded list of (seconds, lines covered) points.

Only what changed is noted, and when there are too many points every second one goes, so that an hour
and a week take the same space and keep their shape.
"""

from __future__ import annotations

from typing import Final

MOST_POINTS: Final = 400


class Growth:
    """Told how many lines each function has covered and when; keeps the curve of their sum."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._points: list[tuple[float, int]] = [(seconds, 0)]
        self._lines: dict[str, int] = {}
        self._total = 0

    def note(self, seconds: float, function: str, lines: int) -> None:
        """Take in that a function has covered so many lines by now."""
        more = lines - self._lines.get(function, 0)
        if more <= 0:
            return
        self._lines[function] = lines
        self._total += more
        self._points.append((seconds, self._total))
        if len(self._points) > MOST_POINTS:
            # The first and the last stay: they say from where to where.
            self._points = [*self._points[:-1:2], self._points[-1]]

    def until(self, seconds: float) -> tuple[tuple[float, int], ...]:
        """Return the curve as it stands; its last point is now, or the time without news would not be seen."""
        points = self._points if seconds <= self._points[-1][0] else [*self._points, (seconds, self._total)]
        return tuple((round(when, 3), lines) for when, lines in points)
