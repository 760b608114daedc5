"""Findings by sort, for formats that know rules: what each verdict and kind means, and what to do about it."""

from __future__ import annotations

from typing import Final

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.summary import VERDICTS
from fuzzwright.reports.text import one_line

KINDS: Final = {
    "raised": "An exception came out of the function",
    "property": "A property does not hold",
    "return_type": "The returned value does not fit the return annotation",
    "timed_out": "The call did not end within the limits, and again not with three times as much",
    "out_of_memory": "The call ran out of memory",
    "died": "The call killed the process",
    "exited": "The call ended the process",
    "effect_blocked": "The sandbox refused something the call tried to do",
}
"""Every kind, as the beginning of a sentence."""

ADVICE: Final = {
    "unexpected": "Mend the function, or narrow its type hints so that such arguments are not legal; "
    "if callers should expect it, name the exception in the docstring.",
    "return_type": "Return what the annotation promises, or change the annotation.",
    "unclear": "Decide whether such a call is meant to work; if so, mend the function, else narrow its type hints.",
    "deliberate": "Nothing, if callers know of it; the code raises it on purpose.",
    "precondition": "Nothing, if callers keep to it; a narrower type hint says it better than an assertion.",
    "resource": "Set a limit on the input if it can come from outside.",
    "any": "Give the value a type, so that only legal ones are made.",
    "environment": "Nothing, unless it should be fuzzed: then pass what it needs from outside as an argument.",
    "tells_fix": "Nothing, if callers can do as the message says.",
    "flaky": "Look for what the function depends on besides its arguments: clocks, randomness, global state.",
}
"""What to do, by verdict."""


def rule_id(finding: Finding) -> str:
    """Return the name of the sort of a finding: `unexpected-raised`, `return_type`."""
    verdict, kind = one_line(finding.verdict, 40), one_line(finding.kind, 40)
    return verdict if verdict == kind else f"{verdict}-{kind}"


def rule_text(verdict: str, kind: str) -> str:
    """Return in one sentence what the sort means."""
    happened = KINDS.get(kind, f"The function failed ({one_line(kind, 40)})")
    return f"{happened}: {VERDICTS.get(verdict, 'a verdict of its own')}."


def help_text(verdict: str, kind: str) -> str:
    """Return what the sort means and what to do about it."""
    advice = ADVICE.get(verdict, "See the evidence in the message.")
    paste = "The message has the call; paste it after its imports to see the failure again."
    return f"{rule_text(verdict, kind)}\n\n{paste}\n\nWhat to do: {advice}"
