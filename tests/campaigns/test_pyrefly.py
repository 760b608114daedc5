"""Annotations that pyrefly infers: from a copy, within a time, and told when it cannot be asked."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fuzzwright.campaigns import pyrefly
from fuzzwright.campaigns.pyrefly import MISSING, inferred_by_pyrefly, pyrefly_command

SOURCE = """
class Box:
    def __init__(self, name, size: int = 0):
        self.name = name

def shout(name):
    return name.upper()

def never_called(x):
    return x

shout("a")
Box("b")
"""


@pytest.fixture
def module(tmp_path: Path) -> list[list[str]]:
    """A module in a package, of which only this file is given."""
    (tmp_path / "pack").mkdir()
    file = tmp_path / "pack" / "boxes.py"
    file.write_text(SOURCE)
    return [["pack.boxes", str(file)]]


def stand_in(folder: Path, text: str) -> str:
    """Return a command that does something else than pyrefly."""
    file = folder / "other"
    file.write_text(f"#!{sys.executable}\n{text}")
    file.chmod(0o755)
    return str(file)


@pytest.mark.slow
def test_parameters_are_inferred_from_calls_and_the_file_stays_as_it_is(module: list[list[str]]) -> None:
    if pyrefly_command() is None:
        pytest.skip("needs pyrefly")
    texts, problem = inferred_by_pyrefly(module, sys.executable)
    assert problem == ""
    assert texts == {"pack.boxes": {"shout": {"name": "str"}, "Box.__init__": {"name": "str"}}}
    assert Path(module[0][1]).read_text() == SOURCE


def test_it_is_told_when_pyrefly_is_not_there(module: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyrefly, "pyrefly_command", lambda: None)
    assert inferred_by_pyrefly(module, sys.executable) == ({}, MISSING)


def test_one_that_takes_too_long_is_ended_and_told(module: list[list[str]], tmp_path: Path) -> None:
    endless = stand_in(tmp_path, "while True: pass\n")
    texts, problem = inferred_by_pyrefly(module, sys.executable, seconds=0.5, command=endless)
    assert texts == {}
    assert "more than 0.5 s" in problem


def test_one_that_fails_is_told_with_what_it_said(module: list[list[str]], tmp_path: Path) -> None:
    failing = stand_in(tmp_path, "import sys\nsys.exit('no such thing')\n")
    assert inferred_by_pyrefly(module, sys.executable, command=failing) == ({}, "pyrefly failed: no such thing")


def test_a_file_that_is_gone_or_spoilt_gives_nothing(module: list[list[str]], tmp_path: Path) -> None:
    spoiling = stand_in(tmp_path, "import sys\nopen(sys.argv[-1], 'w').write('def (')\n")
    assert inferred_by_pyrefly(module, sys.executable, command=spoiling) == ({}, "")
    os.remove(module[0][1])
    assert inferred_by_pyrefly(module, sys.executable, command=spoiling) == ({}, "")
