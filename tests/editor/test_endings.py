"""Functions that hang or end their process: the input becomes an example, and everything else goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.settings import Settings
from tests.editor.watching import Watched

pytestmark = pytest.mark.slow

QUICK = replace(Settings(), cpu_limit=0.2, wall_limit=0.5)


def test_a_hang_becomes_an_example_and_the_others_go_on(tmp_path: Path) -> None:
    text = """\
def loops(n: int) -> int:
    while n < 0:
        pass
    return n

def fine(n: int) -> int:
    return n + 1
"""
    with Watched(tmp_path, settings=QUICK) as watched:
        path = watched.write("hang.py", text)
        watched.live.set_focus(path, 1)
        watched.until(lambda: watched.shows("loops", "hangs") and watched.shows("fine", "returned"))
        watched.settle()
        function = watched.latest["loops"]
        assert function.state == "settled"
        hanging = next(each for each in function.examples if each.outcome == "hangs")
        assert "loops(-" in hanging.text
        assert " hangs" in hanging.text
        assert hanging.at in (2, 3)
        assert any(each.outcome == "returned" for each in function.examples)
        assert watched.latest["fine"].state == "settled"


def test_a_function_that_always_hangs_is_given_up(tmp_path: Path) -> None:
    text = "def loops(n: int) -> int:\n    while True:\n        pass\n"
    with Watched(tmp_path, settings=QUICK) as watched:
        watched.write("hang.py", text)
        watched.settle()
        function = watched.latest["loops"]
        assert (function.state, function.reason) == ("settled", "given up: it hangs on too many inputs")
        assert {each.outcome for each in function.examples} == {"hangs"}


@pytest.mark.parametrize(
    ("statement", "said"),
    [("os.kill(os.getpid(), 9)", ""), ("ctypes.string_at(0)", "SIGSEGV"), ("os.abort()", "SIGABRT")],
)
def test_a_death_becomes_an_example_with_its_signal(statement: str, said: str, tmp_path: Path) -> None:
    text = f"""\
import ctypes, os

def dies(n: int) -> int:
    if n > 100:
        {statement}
    return n

def fine(n: int) -> int:
    return n + 1
"""
    with Watched(tmp_path, settings=QUICK) as watched:
        watched.write("dead.py", text)
        watched.until(lambda: watched.latest.get("fine") and watched.latest["fine"].state == "settled")
        watched.settle()
        ends = [each for each in watched.latest["dies"].examples if each.outcome in ("dies", "blocked")]
        assert len(ends) == 1
        assert said in ends[0].text
        # Whoever is killed outright cannot say where it was.
        assert ends[0].at == (0 if "kill" in statement else 5)


def test_mending_a_hang_shows_what_its_input_gives_now(tmp_path: Path) -> None:
    text = "def loops(n: int) -> int:\n    while n < 0:\n        pass\n    return n\n"
    with Watched(tmp_path, settings=QUICK) as watched:
        watched.write("hang.py", text)
        watched.until(lambda: watched.shows("loops", "hangs"))
        watched.settle()
        watched.write("hang.py", text.replace("pass", "n = 0"), 2)
        watched.until(lambda: watched.latest["loops"].version == 2 and watched.latest["loops"].state == "settled")
        assert {each.outcome for each in watched.latest["loops"].examples} == {"returned"}


def test_what_the_sandbox_refuses_is_told_as_blocked(tmp_path: Path) -> None:
    file = tmp_path / "written"
    with Watched(tmp_path) as watched:
        watched.write("writes.py", f"def save(text: str) -> None:\n    open({str(file)!r}, 'w')\n")
        watched.settle()
        assert watched.shows("save", "blocked")
        assert not file.exists()
