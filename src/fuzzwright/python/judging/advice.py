"""Messages that tell the caller what to do: what to use instead, what to set up first, how to mend the call."""

from __future__ import annotations

import re

from fuzzwright.python.judging.case import Case

_ADVICE = re.compile(
    r"did you (forget|mean)|\buse\b.+\binstead\b|\bplease\b|\bconsider (using|adding|calling)\b"
    r"|\bto (solve|fix|resolve|avoid) this\b|\bthis (typically|usually) means\b|\bmake sure\b"
    r"|\byou (need|have) to\b|\byou (must|should)( first)? (be|use|call|set|pass|provide|install|specify|give|add)\b"
    r"|\bpossible reasons are\b|\btry (using|setting|calling|passing|adding|installing)\b",
    re.I | re.S,
)
# Python itself guesses what was meant: that is about a slip in the code, not about its use.
_SLIP = re.compile(r"unexpected keyword argument '\w+'\. Did you mean|^sum\(\) can't sum ")
_OF_SLIPS = ("TypeError", "AttributeError", "NameError", "UnboundLocalError")
# Builtin operations speak so too (`bytes must be in range(0, 256)`), hence only for exceptions a library defines.
_DEMAND = re.compile(r"\bmust (not )?be\b|\bshould be\b|\bexpected\b.+\b(got|found|but)\b|\bis required\b", re.I | re.S)


def tells_what_to_do(case: Case) -> bool:
    """Return whether the message of a failure says what the caller should do."""
    if case.exception in _OF_SLIPS and _SLIP.search(case.message):
        return False
    if _ADVICE.search(case.message):
        return True
    return "." in case.exception and _DEMAND.search(case.message) is not None
