"""Bars of how many tasks each search solved how fast, as an SVG picture made of nothing but rectangles and text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from fuzzwright.experiments.statistics import BUCKETS, Tally

_BAR: Final = 560
"""Width of a bar: all tasks of a workload."""
_ROW, _THICK, _GAP = 30, 22, 22
_EDGE: Final = 24
_LETTER: Final = 7.6
"""About the width of one letter of the text; names get room by it."""
_INK, _PALE = "#1b1f24", "#ffffff"
_KINDS: Final = (
    *(
        (f"≤ {seconds:g} s", fill, ink)
        for seconds, fill, ink in zip(
            BUCKETS,
            ("#08306b", "#2171b5", "#6baed6", "#c6dbef"),
            (_PALE, _PALE, _INK, _INK),
            strict=True,
        )
    ),
    (f"> {BUCKETS[-1]:g} s", "#b8a9d6", _INK),
    ("some seeds only", "#fdae6b", _INK),
    ("not solved", "#e3e5e8", _INK),
)
"""What a piece of a bar can mean, with its colour and that of the number on it; the darker the faster."""


def bars(tallies: Sequence[Tally], title: str) -> str:
    """Return a picture with a group of bars for each workload, one for each search."""
    groups: dict[str, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(tally.workload, []).append(tally)
    used = [any(_counts(tally)[index] for tally in tallies) for index in range(len(_KINDS))]
    left = _EDGE + round(max([len(tally.search) for tally in tallies] + [4]) * _LETTER) + 12
    right = left + _BAR + 12
    width = right + 110
    parts = [_text(_EDGE, 34, title, size=17, weight=600)]
    y = 58
    x = _EDGE
    for (name, fill, _), there in zip(_KINDS, used, strict=True):
        if not there:
            continue
        wide = 18 + round(len(name) * _LETTER) + 18
        if x + wide > width:
            x, y = _EDGE, y + 22
        parts += [_box(x, y - 11, 13, 13, fill, name), _text(x + 19, y, name)]
        x += wide
    y += 34
    for workload, members in groups.items():
        tasks = members[0].tasks
        parts.append(_text(_EDGE, y, f"{workload}: {tasks} task{'s' * (tasks != 1)}", weight=600))
        y += 12
        for tally in members:
            middle = y + _THICK / 2 + 5
            parts.append(_text(left - 12, middle, tally.search, anchor="end"))
            parts += _bar(left, y, tally)
            parts.append(_text(right, middle, f"{tally.all_seeds} of {tally.tasks}"))
            y += _ROW
        y += _GAP
    height = y - _GAP + 16
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{_PALE}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _counts(tally: Tally) -> tuple[int, ...]:
    return (*tally.buckets, tally.some_seeds, tally.unsolved)


def _bar(left: float, y: float, tally: Tally) -> list[str]:
    parts = []
    before = 0
    for count, (name, fill, ink) in zip(_counts(tally), _KINDS, strict=True):
        if not count:
            continue
        # Ends are computed from sums, so that pieces meet and the last ends where the bar does.
        begin, end = (left + _BAR * tasks / tally.tasks for tasks in (before, before + count))
        parts.append(_box(begin, y, end - begin, _THICK, fill, f"{tally.search}, {name}: {count}"))
        if end - begin >= _LETTER * len(str(count)) + 4:
            parts.append(_text((begin + end) / 2, y + _THICK / 2 + 5, str(count), anchor="middle", fill=ink))
        before += count
    return parts


def _box(x: float, y: float, width: float, height: float, fill: str, title: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}"'
    return f'<rect {place} fill="{fill}" stroke="{_PALE}"><title>{escape(title)}</title></rect>'


def _text(
    x: float, y: float, text: str, *, size: int = 13, weight: int = 400, anchor: str = "start", fill: str = _INK
) -> str:
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
