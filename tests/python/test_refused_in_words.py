"""A value of the caller's that an object of another package refuses in words, some calls further in."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict

SOURCE = """
import requests
import decimal

class Fetcher:
    def __init__(self, timeout: str | float) -> None:
        self.timeout = float(timeout)

    def fetch(self, session: {hint}) -> str:
        return session.get("/", timeout=self.timeout)
"""
SAYS = "the timeout cannot be set to -1.5, but to more than 0"


@pytest.mark.parametrize(
    ("hint", "message", "evidence"),
    [
        ("requests.Session", SAYS, "refuses in words what the caller wrote"),
        ("requests.Session | None", SAYS, "refuses in words what the caller wrote"),
        ("requests.Session", "the timeout cannot be set to 7, but to less", "nothing shows"),
        ("decimal.Context", SAYS, "nothing shows"),
        ("Fetcher", SAYS, "nothing shows"),
    ],
)
def test_it_is_the_callers_if_the_message_names_it_and_the_object_is_of_others(
    hint: str, message: str, evidence: str
) -> None:
    source = SOURCE.format(hint=hint)
    frames = (Frame("m.py", "Fetcher.fetch", 10),)
    call = "m.Fetcher(-1.5).fetch(requests.Session())"
    case = Case("raised", "ValueError", message, frames, lambda file: source, "m.py", 9, 10, call=call)
    assert evidence in verdict(case)[1]
