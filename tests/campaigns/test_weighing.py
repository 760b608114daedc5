"""Failures held against what the whole run saw, in real campaigns on a small package."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.settings import Settings

RAREST = '''
class Words:
    """Some."""

    def __init__(self, text: str) -> None:
        self.text = text

    def rest(self) -> str:
        """Return what follows the mark."""
        return self.text.split("#")[3] if "#" in self.text else ""
'''
REFUSING = '''
    def first(self) -> str:
        """Return the first letter."""
        if not self.text:
            raise NoWords("there is nothing in it")
        return self.text[0]
'''
ERROR = "class NoWords(Exception):\n    pass\n"
NUMBERS = '''
def number(text: str) -> int:
    """Return a number."""
    if text.startswith("-"):
        raise ValueError(f"no number is less than nothing: {text}")
    return int(text.strip().replace("_", "") or 0) if text else 0
'''


def verdicts(folder: Path, source: str, shown: str) -> dict[str, tuple[str, str]]:
    package = folder / "speech"
    package.mkdir()
    (package / "__init__.py").write_text(f"from speech.words import {shown}\n")
    (package / "words.py").write_text(source)
    settings = Settings(executions=3000)
    with Session(make_plan(["speech"], settings, folder), settings) as session:
        session.open()
        for _ in session.events():
            pass
        return {f"{each.function} {each.exception}": (each.verdict, each.evidence) for each in session.findings()}


@pytest.mark.parametrize(("source", "expected"), [(RAREST, "unclear"), (ERROR + RAREST + REFUSING, "unexpected")])
def test_a_slip_of_a_method_counts_where_its_class_refuses_other_values(
    source: str, expected: str, tmp_path: Path
) -> None:
    verdict, evidence = verdicts(tmp_path, source, "Words")["speech.words.Words.rest IndexError"]
    assert (verdict, "nothing else speaks against it" in evidence) == (expected, expected == "unclear"), evidence
    assert ("refused with `speech.words.NoWords`" in evidence) == (expected == "unexpected"), evidence


def test_what_is_refused_in_the_same_way_as_other_values_is_refused(tmp_path: Path) -> None:
    found = verdicts(tmp_path, NUMBERS, "number")
    assert {verdict for verdict, _ in found.values()} <= {"deliberate", "precondition"}, found
