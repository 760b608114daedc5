"""Curves of compared campaigns as an SVG picture: means with bands of 95 %, and a tick where a curve has its knee."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from fuzzwright.experiments.campaign_summary import CampaignSummary, Curve
from fuzzwright.reports.knee import knee

_WIDTH, _HEIGHT = 620, 300
"""Of one panel, between its axes."""
_LEFT, _RIGHT, _TOP, _BELOW = 70, 24, 100, 64
_LETTER: Final = 7.6
_INK, _GRID, _PALE = "#1b1f24", "#e3e5e8", "#ffffff"
_COLOURS: Final = ("#2171b5", "#d95f0e", "#238b45", "#7a4fb5", "#b5446e", "#5b6770", "#a67c00", "#1b9e9e")
"""Told apart by most eyes; more settings than colours differ by their dashes as well."""
_DASHES: Final = ("", "7 4", "2 4")
_TICKS: Final = 5


def curves(summary: CampaignSummary, title: str) -> str:
    """Return a picture with a panel for the lines covered and one for the crash classes met."""
    names = [curve.setting for curve in summary.growth]
    width = _LEFT + _WIDTH + _RIGHT
    legend, rows = _legend(names, width)
    top = _TOP + 22 * (rows - 1)
    panels = [("lines covered", summary.growth, True), ("crash classes met", summary.found, False)]
    parts = [_text(24, 34, title, size=17, weight=600), *legend]
    for number, (name, own, has_knee) in enumerate(panels):
        y = top + number * (_HEIGHT + _BELOW + 24)
        parts += [f'<g transform="translate({_LEFT} {y})">', *_panel(name, own, summary.seconds, has_knee), "</g>"]
    height = top + len(panels) * (_HEIGHT + _BELOW + 24) - 24
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


def _legend(names: Sequence[str], width: int) -> tuple[list[str], int]:
    parts: list[str] = []
    x, y, rows = 24, 60, 1
    for number, name in enumerate(names):
        wide = 30 + round(len(name) * _LETTER) + 18
        if x + wide > width and x > 24:
            x, y, rows = 24, y + 22, rows + 1
        parts.append(f'<path d="M{x} {y - 5}h22" {_stroke(number)}/>')
        parts.append(_text(x + 28, y, name))
        x += wide
    return parts, rows


def _panel(name: str, own: Sequence[Curve], seconds: float, has_knee: bool) -> Iterator[str]:
    most = max((high for curve in own for _, _, _, high in curve.points), default=0.0)
    step = _step(most)
    top = max(math.ceil(most / step - 1e-9), 1) * step
    across = _WIDTH / (seconds or 1.0)
    yield _text(0, -8, name, weight=600)
    for index in range(round(top / step) + 1):
        y = _HEIGHT - _HEIGHT * index * step / top
        yield f'<path d="M0 {y:.1f}h{_WIDTH}" stroke="{_GRID}"/>'
        yield _text(-8, y + 4, f"{index * step:g}", anchor="end")
    pace = _step(seconds)
    for index in range(math.floor(seconds / pace + 1e-9) + 1):
        x = index * pace * across
        yield f'<path d="M{x:.1f} {_HEIGHT}v5" stroke="{_INK}"/>'
        yield _text(x, _HEIGHT + 20, f"{index * pace:g}", anchor="middle")
    yield _text(_WIDTH / 2, _HEIGHT + 40, "seconds", anchor="middle")
    yield f'<path d="M0 0V{_HEIGHT}H{_WIDTH}" fill="none" stroke="{_INK}"/>'

    def at(time: float, value: float) -> str:
        return f"{time * across:.1f} {_HEIGHT - _HEIGHT * value / top:.1f}"

    for number, curve in enumerate(own):
        upper = [at(time, high) for time, _, _, high in curve.points]
        lower = [at(time, low) for time, _, low, _ in reversed(curve.points)]
        colour = _COLOURS[number % len(_COLOURS)]
        yield f'<path d="M{"L".join([*upper, *lower])}Z" fill="{colour}" fill-opacity="0.15"/>'
    # Lines after all bands, so that none is hidden.
    for number, curve in enumerate(own):
        means = [(time, mean) for time, mean, _, _ in curve.points]
        told = f"{curve.setting}: {means[-1][1]:.1f} {name}" if means else curve.setting
        path = "L".join(at(*point) for point in means)
        yield f'<path d="M{path}" {_stroke(number)}><title>{escape(told)}</title></path>'
        if has_knee and (bend := knee(means)) is not None:
            time, mean = means[bend]
            told = f"{curve.setting}: knee at {time:.2g} s, {mean:.1f} lines"
            tick = f"M{at(time, mean)}m0 -8v16"
            yield f'<path d="{tick}" {_stroke(number, solid=True)}><title>{escape(told)}</title></path>'


def _stroke(number: int, *, solid: bool = False) -> str:
    dash = "" if solid else _DASHES[number // len(_COLOURS) % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="{_COLOURS[number % len(_COLOURS)]}" stroke-width="2"{dashed}'


def _step(most: float) -> float:
    """Return a round distance of ticks, so that there are about five of them."""
    if most <= 0:
        return 1.0
    rough = most / _TICKS
    size = 10.0 ** math.floor(math.log10(rough))
    return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * (1 - 1e-9))


def _text(x: float, y: float, text: str, *, size: int = 13, weight: int = 400, anchor: str = "start") -> str:
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{_INK}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
