"""What the server keeps between messages, and what it lets go."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.frontends.lsp.server import make_server
from fuzzwright.frontends.lsp.service import Service

TEXT = "def f(n: int) -> int:\n    return n\n"


@pytest.fixture
def service() -> Iterator[Service]:
    found = make_server().service
    found.paused = True
    yield found
    found.stop()


def opened(service: Service, folder: Path, *names: str) -> list[str]:
    paths = []
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "pyproject.toml").touch()
        service.open(path.as_uri(), str(path), TEXT, 1)
        paths.append(str(path))
    return paths


def test_a_project_without_open_texts_is_left_after_a_while(service: Service, tmp_path: Path) -> None:
    async def session() -> None:
        first, second, other = opened(service, tmp_path, "a/m.py", "a/n.py", "b/m.py")
        bridges = dict(service._bridges)
        assert set(bridges) == {tmp_path / "a", tmp_path / "b"}
        service.close(other)
        service.close(first)
        for root in list(service._lingering):
            service._lingering[root].cancel()
            service._leave(root)
        assert set(service._bridges) == {tmp_path / "a"}
        bridges[tmp_path / "b"].stop()
        assert not bridges[tmp_path / "b"].is_alive
        assert bridges[tmp_path / "a"].is_alive
        service.open((tmp_path / "b/m.py").as_uri(), other, TEXT, 1)
        assert set(service._bridges) == {tmp_path / "a", tmp_path / "b"}
        assert second in service.documents

    asyncio.run(session())
