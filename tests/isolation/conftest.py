"""Nurseries for the tests, closed afterwards; and the canary nobody may touch."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fuzzwright.isolation.nursery import Nursery
from tests.isolation.driving import open_nursery

Crashers = Callable[[str], Nursery]
CANARY = Path("/tmp/fuzzwright-canary")


@pytest.fixture(scope="package")
def crashers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crashers]:
    """Nurseries that imported a module of tests/crashers; shared, since they must survive everything."""
    opened: dict[str, Nursery] = {}

    def open_for(module: str) -> Nursery:
        if module not in opened:
            folder = tmp_path_factory.mktemp(module.replace(".", "-"))
            opened[module] = open_nursery(folder, "call_functions", f"crashers.{module}".encode())
        return opened[module]

    yield open_for
    for nursery in opened.values():
        nursery.close()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    """A nursery that obeys simple commands."""
    with open_nursery(tmp_path / "folder", "answer", b"hello") as opened:
        yield opened


@pytest.fixture
def canary() -> Iterator[Path]:
    """A file outside every sandbox; it must be as it was."""
    # The crashers know the place by its name, so test runs side by side take turns.
    with open(f"{CANARY}-{os.getuid()}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        CANARY.mkdir(exist_ok=True)
        file = CANARY / "precious.txt"
        file.write_text("precious")
        yield file
        assert file.read_text() == "precious"
        assert [entry.name for entry in CANARY.iterdir()] == ["precious.txt"]
        file.unlink()
        CANARY.rmdir()


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's part of the sandbox is Linux's")
