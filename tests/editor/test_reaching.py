"""Questions for an input that reaches a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editor.watching import Watched

pytestmark = pytest.mark.slow

TEXT = """\
def grade(points: int) -> str:
    if points == 7321:
        return "lucky"
    if points > 50:
        return "passed"
    return "failed"


def helper(n: int) -> int:
    if n > 3:
        return 1
        return 2
    return 3


LIMIT = 3


def never(text: str) -> int:
    if len(text) < 0:
        return 1
    return 0
"""


def test_a_line_that_a_known_example_runs_is_answered_at_once(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("grades.py", TEXT)
        watched.settle()
        request = watched.live.reach(path, 5)
        (answer,) = [each for each in watched.live.poll(0) if getattr(each, "request", 0) == request]
        assert answer.line == 5  # type: ignore[union-attr] # it has a request, so it is an answer
        assert answer.example.result == "'passed'"  # type: ignore[union-attr] # likewise


def test_other_lines_are_searched_for(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("grades.py", TEXT)
        watched.live.set_visible(path, [])
        watched.until(lambda: "grade" in watched.latest)
        answer = watched.answer(watched.live.reach(path, 3))
        assert answer.qualname == "grade"
        assert answer.example is not None
        assert answer.text == "grade(7321) → 'lucky'"
        assert 3 in answer.example.lines
        watched.settle()


def test_a_line_that_no_call_reaches_says_how_near_one_came(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("grades.py", TEXT)
        watched.live.set_visible(path, [])
        watched.until(lambda: "never" in watched.latest)
        answer = watched.answer(watched.live.reach(path, 21))
        assert answer.example is None
        assert answer.text.startswith("no call was found that reaches line 21, in ")
        assert "on line 20 `len(text) < 0` has to hold, and never did" in answer.text


def test_lines_outside_functions_and_dead_lines_are_told_apart(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("grades.py", TEXT)
        watched.live.set_visible(path, [])
        watched.until(lambda: "helper" in watched.latest)
        assert watched.answer(watched.live.reach(path, 16)).text == "line 16 is not in a function"
        assert watched.answer(watched.live.reach(path, 12)).text.startswith("line 12 can never run: ")
        elsewhere = watched.answer(watched.live.reach(str(tmp_path / "other.py"), 1))
        assert elsewhere.text == "line 1 cannot be reached: the text is not open"
