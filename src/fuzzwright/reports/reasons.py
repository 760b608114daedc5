"""Reasons for leaving a function out, without what is particular to it, so that those of many can be counted."""

from __future__ import annotations

import re

FUZZED = "fuzzed"
NO_REASON = "no reason given"
_LONGEST = 2000
"""More of a reason, which may have text of the code under test in it, is not looked at."""
_NEEDED = re.compile(r"cannot generate (?:parameter `[^`]*`|arguments) of `[^`]*`: (.*)", re.S)
_COLLAPSED = (
    (re.compile(r"cannot import|importing it"), "its module cannot be imported"),
    (re.compile(r"no annotation$"), "no hints"),
    (re.compile(r"no annotation"), "a class it needs has no hints"),
    (re.compile(r"cannot resolve"), "a name in its hints cannot be resolved"),
    (re.compile(r"runs as part of the constructor"), "runs as part of the constructor"),
    (re.compile(r"another definition of this name"), "another definition of this name is used"),
    (re.compile(r" is not (?:callable|a function of this module)"), "decorated into something else"),
)


def reason_group(reason: str) -> str:
    """Return what a function is counted under: its reason without what is particular to it; `fuzzed` if none."""
    if not reason:
        return FUZZED
    first = reason.lstrip()[:_LONGEST].partition("\n")[0].strip() or NO_REASON
    needed = _NEEDED.match(first)
    text = needed.group(1) if needed else first
    return next((group for pattern, group in _COLLAPSED if pattern.search(text)), text)
