"""Failures held against what the whole run saw, in real campaigns on a small package."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.settings import Settings

ERROR = "class NoWords(Exception):\n    pass\n"
RAREST = '''
class Words:
    """Some."""

    def __init__(self, text: str) -> None:
        self.text = text

    def rest(self) -> str:
        """Return what follows the mark."""
        if self.text == "{refused}" != "":
            raise NoWords("no orders")
        return self.text.split("#")[3] if "#" in self.text else ""
'''
INSIDE = '''
def tail(text: str) -> str:
    """Return what follows the mark."""
    if text == "!":
        raise NoWords("no orders")
    return text.split("#")[1]


def marked(text: str) -> str:
    """Return what follows the mark, if there is one."""
    if {check}:
        return tail(text)
    return ""
'''
CHAIN = (
    INSIDE.replace("    return tail(text)", "    return middle(text)")
    + '''

def middle(text: str) -> str:
    """Return what follows the mark."""
    return tail(text)
'''
)
CYCLE = '''
def tail(text: str) -> str:
    """Return what follows the mark."""
    if text == "!":
        raise NoWords("no orders")
    return head(text[1:]) if text.startswith("(") else text.split("#")[1]


def head(text: str) -> str:
    """Return what follows the mark, behind a sign."""
    return tail(text[1:]) if text.startswith("+") else ""
'''
NEVER = INSIDE.replace(
    "    return tail(text) if", "    if len(text[:1]) < 2:\n        return ''\n    return tail(text) if"
)
NUMBERS = '''
def number(text: str) -> int:
    """Return a number."""
    if text.startswith("-"):
        raise ValueError(f"no number is less than nothing: {text}")
    return int(text.strip().replace("_", "") or 0) if text else 0
'''


LAST = """
def gives_up(names: list[str]) -> int:
    \"\"\"Return the first of them that is a number.\"\"\"
    last = None
    for name in names:
        try:
            return int(name)
        except ValueError as error:
            last = error
    raise last
"""
ELSEWHERE = """
import {walks}


def walk(number: int) -> None:
    \"\"\"Walk.\"\"\"
    {walks}.walk(number)
"""
ENDLESS = "def walk(number):\n    while True:\n        number += 1\n"


def verdicts(folder: Path, source: str, shown: str) -> dict[str, tuple[str, str]]:
    package = folder / "speech"
    package.mkdir()
    (package / "__init__.py").write_text(f"from speech.words import {shown}\n" if shown else "")
    (package / "words.py").write_text(source)
    settings = Settings(executions=3000)
    with Session(make_plan(["speech"], settings, folder), settings) as session:
        session.open()
        for _ in session.events():
            pass
        return {f"{each.function} {each.exception}": (each.verdict, each.evidence) for each in session.findings()}


@pytest.mark.parametrize(("refused", "expected"), [("", "unclear"), ("!", "unexpected")])
def test_a_slip_counts_where_the_function_refuses_other_values(refused: str, expected: str, tmp_path: Path) -> None:
    source = ERROR + RAREST.format(refused=refused)
    verdict, evidence = verdicts(tmp_path, source, "Words")["speech.words.Words.rest IndexError"]
    assert (verdict, "nothing else speaks against it" in evidence) == (expected, expected == "unclear"), evidence
    assert ("refused with `speech.words.NoWords`" in evidence) == (expected == "unexpected"), evidence


@pytest.mark.parametrize(("check", "expected"), [("'#' in text", "unclear"), ("text", "unexpected")])
def test_what_a_function_of_the_package_sees_to_is_none_of_others(check: str, expected: str, tmp_path: Path) -> None:
    found = verdicts(tmp_path, ERROR + INSIDE.format(check=check), "")
    verdict, evidence = found["speech.words.tail IndexError"]
    assert (verdict, "`speech.words.marked` leads to this" in evidence) == (expected, expected == "unclear"), evidence


@pytest.mark.parametrize(
    ("source", "function", "leads"),
    [
        (CHAIN, "tail", "marked"),
        (CHAIN, "middle", "marked"),
        (CYCLE, "tail", ""),
        (NEVER, "tail", ""),
        (INSIDE.replace("tail", "_tail"), "_tail", ""),
    ],
)
def test_only_who_came_to_the_call_and_not_to_the_failure_sees_to_it(
    source: str, function: str, leads: str, tmp_path: Path
) -> None:
    check = "'#' in text" if leads else "text"
    found = verdicts(tmp_path, ERROR + source.format(check=check), "")
    verdict, evidence = found[f"speech.words.{function} IndexError"]
    assert verdict == ("unclear" if leads else "unexpected"), evidence
    assert (f"`speech.words.{leads}` leads to this function" in evidence) == bool(leads)


def test_what_the_package_shows_is_for_others_whoever_calls_it_inside(tmp_path: Path) -> None:
    found = verdicts(tmp_path, ERROR + INSIDE.format(check="'#' in text"), "marked, tail")
    assert found["speech.words.tail IndexError"][0] == "unexpected"


def test_what_is_refused_in_the_same_way_as_other_values_is_refused(tmp_path: Path) -> None:
    found = verdicts(tmp_path, NUMBERS, "number")
    assert {verdict for verdict, _ in found.values()} <= {"deliberate", "precondition"}, found


def test_what_raises_none_is_wrong_whoever_called(tmp_path: Path) -> None:
    found = verdicts(tmp_path, LAST, "gives_up")
    verdict, evidence = found["speech.words.gives_up TypeError"]
    assert (verdict, "whatever it is given" in evidence) == ("unexpected", True), evidence
    assert found["speech.words.gives_up ValueError"][0] == "deliberate"


@pytest.mark.parametrize(("file", "expected"), [("others/walks.py", "unclear"), ("walks.py", "unexpected")])
def test_a_call_that_does_not_end_in_another_package_is_unclear(file: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(ENDLESS)
    walks = file.removesuffix(".py").replace("/", ".")
    found = verdicts(tmp_path, ELSEWHERE.format(walks=walks), "walk")
    assert found["speech.words.walk timed_out"][0] == expected, found
