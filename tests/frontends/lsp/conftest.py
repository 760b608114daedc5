"""A project for each test, and a client connected to the real server in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.frontends.lsp.wire import Client, connected


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that is a project."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Where results of earlier sessions are."""
    return tmp_path / "cache"


@pytest.fixture
def client(project: Path, cache: Path) -> Iterator[Client]:
    """A client that paints examples itself."""
    with connected(project, cache) as client:
        yield client
