"""Times without a zone, given to code that counts with zones, and dates where there are times.

Hints have no word for either, so whoever gives a time has to know which it should be. Code that meets a time with a
zone and has none itself is another matter: it forgot about zones.
"""

from __future__ import annotations

import re

from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.supplied import supplied

_OF_BOTH = re.compile(
    r"can't compare datetime\.datetime to datetime\.date|datetime\.date(time)?' and 'datetime\.date(time)?'"
)


def without_zone(case: Case) -> str:
    """Return the evidence that the times in the call have no zone where the code has one; nothing if there is none."""
    if case.exception != "TypeError" or "offset-naive and offset-aware" not in case.message:
        return ""
    made = case.calls_in_call("datetime", "time")
    zoned = any(keyword.arg == "tzinfo" for node in made for keyword in node.keywords)
    return f"was given a time without a zone, and counts with one{case.at}" if made and not zoned else ""


def dates_and_times(case: Case) -> str:
    """Return the evidence that the call mixes dates and times, where hints allow either; nothing if it does not."""
    if case.exception != "TypeError" or _OF_BOTH.search(case.message) is None:
        return ""
    both = case.calls_in_call("date") and case.calls_in_call("datetime")
    hints = [set(re.findall(r"\w+", each.hint.replace("datetime.", ""))) for each in supplied(case)] if both else []
    return f"was given dates and times at once{case.at}" if any({"date", "datetime"} <= each for each in hints) else ""
