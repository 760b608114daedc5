"""What several tests of this folder need."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.acceleration import NAME, OFF, accelerator

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def clean_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the samples importable, and forget what was imported."""
    monkeypatch.syspath_prepend(str(SAMPLES))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture(params=["pure", "accelerated"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run a test without the accelerator, here and in the processes it starts, and with it."""
    if request.param == "accelerated" and importlib.util.find_spec(NAME) is None:
        pytest.skip("the accelerator is not installed (pip install ./accelerator)")
    monkeypatch.setenv(OFF, "1" if request.param == "pure" else "0")
    accelerator.cache_clear()
    yield
    accelerator.cache_clear()
