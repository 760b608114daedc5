"""The audit hook tells effects that leave the worker from those that stay; and the kernel agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.isolation import landlock, sandbox
from fuzzwright.isolation.audit import EffectBlocked
from fuzzwright.isolation.nursery import Nursery
from tests.isolation.driving import call, open_nursery


@pytest.fixture
def effects(tmp_path: Path) -> Iterator[Nursery]:
    with open_nursery(tmp_path / "folder", "call_functions", b"tests.isolation.effects") as opened:
        yield opened


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "outside"
    folder.mkdir()
    file = folder / "precious.txt"
    file.write_text("precious")
    status = file.stat()
    yield str(file)
    assert [path.name for path in folder.iterdir()] == ["precious.txt"]
    assert file.read_text() == "precious"
    assert file.stat() == status or file.stat().st_mtime_ns == status.st_mtime_ns


def test_what_stays_inside_is_allowed(effects: Nursery, outside: str) -> None:
    assert call(effects, "allowed", outside).told == [[outside, "returned []", None]]


def test_what_leaves_is_blocked_however_it_is_spelled(effects: Nursery, outside: str) -> None:
    assert call(effects, "blocked", outside).told[0][1] == "returned []"


def test_a_blocked_effect_is_a_permission_error_that_says_what_it_was() -> None:
    error = EffectBlocked("write to /etc/passwd")
    assert isinstance(error, PermissionError)
    assert error.effect == "write to /etc/passwd"
    assert str(error).endswith("blocked by the sandbox: write to /etc/passwd")


def test_the_sandbox_says_what_it_enforces() -> None:
    guards = {guard.name: guard.enforced for guard in sandbox.describe()}
    assert guards["files"] == (landlock.version() >= 1)
    assert guards["signals"] == (landlock.version() >= 6)
    assert guards["effects"]
