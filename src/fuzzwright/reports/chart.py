"""The curve of growing coverage as figures for a drawing: a path, the marks of both axes, the knee.

Everything is in parts of a box of 1000 by 1000, so whoever draws it can stretch it to any size and keep
the text readable. Where there is nothing to see, there is no chart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fuzzwright.reports.knee import knee
from fuzzwright.reports.text import counted, duration, short

SIZE: Final = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on an axis, in per cent of its length, and what to write there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Knee:
    """Where the curve stops growing fast, in per cent of the width and, from below, of the height."""

    left: float
    bottom: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A curve of steps, ready to be drawn."""

    line: str
    area: str
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]
    knee: Knee | None
    told: str
    """What it shows, in words."""


def growth_chart(points: Sequence[tuple[float, int]]) -> Chart | None:
    """Return the chart of (seconds, lines) points; None if fewer than two lie apart or nothing was covered."""
    points = [point for point in points if math.isfinite(point[0])]
    if len(points) < 2 or points[-1][0] <= points[0][0] or points[-1][1] <= 0:
        return None
    (first, _), (last, most) = points[0], points[-1]
    top = _steps(0, most, 4)[-1]

    def across(seconds: float) -> float:
        return (seconds - first) / (last - first)

    corners = [f"M0 {_place(1 - points[0][1] / top)}"]
    corners += [f"H{_place(across(seconds))}V{_place(1 - lines / top)}" for seconds, lines in points[1:]]
    line = "".join(corners)
    bend = knee(points)
    marks = [step for step in _times(last - first, 4) if step <= last - first]
    return Chart(
        line=line,
        area=f"{line}V{SIZE}H0Z",
        across=tuple(
            Mark(_percent(step / (last - first)), duration(step).replace(".0 s", " s") if step else "0")
            for step in marks
        ),
        up=tuple(Mark(_percent(step / top), short(step)) for step in _steps(0, most, 4) if step == int(step)),
        knee=None
        if bend is None
        else Knee(
            _percent(across(points[bend][0])),
            _percent(points[bend][1] / top),
            f"{counted(points[bend][1], 'line')} after {duration(points[bend][0] - first)}",
        ),
        told=_told(points, bend),
    )


def _told(points: Sequence[tuple[float, int]], bend: int | None) -> str:
    (first, _), (last, most) = points[0], points[-1]
    whole = f"{counted(most, 'line')} covered in {duration(last - first)}"
    if bend is None:
        return f"{whole}; the curve has no knee."
    seconds, lines = points[bend]
    rest = f"the {duration(last - seconds)} since brought {short(most - lines)} more"
    return f"{whole}. Knee: {counted(lines, 'line')} were covered after {duration(seconds - first)}; {rest}."


def _steps(low: float, high: float, parts: int) -> list[float]:
    """Return round numbers from `low` to `high` or just above it, about `parts` of them."""
    rough = (high - low) / parts
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough * 0.999)
    return [low + number * step for number in range(math.ceil((high - low) / step - 1e-9) + 1)]


def _times(seconds: float, parts: int) -> list[float]:
    """Return times that people count in, from 0 to `seconds`, about `parts` of them."""
    step = next((step for step in _USUAL if step >= seconds / parts), None)
    if step is None or seconds < parts * _USUAL[0]:
        return _steps(0, seconds, parts)
    return [float(number * step) for number in range(int(seconds / step) + 1)]


_USUAL: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 43_200, 86_400)


def _place(share: float) -> str:
    return f"{share * SIZE:.1f}".removesuffix(".0")


def _percent(share: float) -> float:
    return round(share * 100, 2)
