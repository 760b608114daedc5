"""A folder of a user for each test, with two small modules in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.shell import Shell

CLEAN = """
def add(a: int, b: int) -> int:
    return a + b


def sign(number: int) -> str:
    if number < 0:
        return "negative"
    return "positive" if number else "zero"
"""
FAILING = """
def first(items: list[int]) -> int:
    return items[0]


def ratio(a: int, b: int) -> float:
    if b > 100:
        return 0.0
    return (a % 1000) / b


def shout(text: str) -> str:
    return text.upper()
"""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with `clean.py` and `failing.py`, and commands to run in it."""
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(clean=CLEAN, failing=FAILING)
    return shell
