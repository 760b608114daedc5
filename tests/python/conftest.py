"""What several tests of this folder need."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def clean_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the samples importable, and forget what was imported."""
    monkeypatch.syspath_prepend(str(SAMPLES))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]
