"""Text from the code under test made harmless, and numbers made readable.

Messages and calls may hold anything: terminal codes, letters that turn the reading direction, lone
surrogates, megabytes. They are cut first, then what a reader cannot see is written as an escape.
"""

from __future__ import annotations

import re

# Control and format characters, line separators, surrogates, tags: they act instead of showing.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str, keep: str = "") -> str:
    """Return the text with everything unseen as a Python escape, except the characters in `keep`."""

    def escape(match: re.Match[str]) -> str:
        letter = match.group()
        if letter in keep:
            return letter
        return _NAMED.get(letter) or letter.encode("unicode_escape", "surrogatepass").decode("ascii")

    return _UNSEEN.sub(escape, text)


def one_line(text: str, most: int = 200) -> str:
    """Return the text visible, on one line and no longer than about `most` characters."""
    return visible(cut(text, most))


def in_a_row(text: str) -> str:
    """Return the lines of a text beside each other, such as what, where and fix of an error."""
    return " · ".join(line.strip() for line in text.splitlines())


def block(text: str, most: int = 20_000) -> str:
    """Return the text visible with its lines kept and no longer than about `most` characters."""
    return visible(cut(text, most), keep="\n")


def cut(text: str, most: int) -> str:
    """Return the start of the text, and how much is missing; all of it if telling that takes as much."""
    note = f"… ({len(text) - most:,} more characters)"
    return text if len(text) <= most + len(note) else text[:most] + note


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 finding`, `2 findings`."""
    return f"{short(number)} {one if number == 1 else many or one + 's'}"


def short(number: float) -> str:
    """Return 950, 9,500, 95.0 k, 9.5 M."""
    if number < 10_000:
        return f"{number:,.0f}"
    for unit, size in (("k", 1e3), ("M", 1e6), ("G", 1e9)):
        # 999,950 is 1.0 M already: rounded to one place it would read 1000.0 k.
        if number < size * 999.95 or unit == "G":
            return f"{number / size:,.1f} {unit}"
    raise AssertionError("unreachable")


def duration(seconds: float) -> str:
    """Return 3 ms, 0.25 s, 14.3 s, 2 min 05 s, 3 h 20 min."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 59.95:
        return f"{seconds:.2g} s" if seconds < 9.95 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"
