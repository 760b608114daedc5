"""Times without a zone, given to code that counts with zones.

Hints have no word for either, so whoever gives a time has to know which it should be. Code that meets a time with a
zone and has none itself is another matter: it forgot about zones.
"""

from __future__ import annotations

from fuzzwright.python.judging.case import Case


def without_zone(case: Case) -> str:
    """Return the evidence that the times in the call have no zone where the code has one; nothing if there is none."""
    if case.exception != "TypeError" or "offset-naive and offset-aware" not in case.message:
        return ""
    made = case.calls_in_call("datetime", "time")
    zoned = any(keyword.arg == "tzinfo" for node in made for keyword in node.keywords)
    return f"was given a time without a zone, and counts with one{case.at}" if made and not zoned else ""
