"""A store that is damaged, foreign or out of reach: a named one is refused, the default one never stops a run."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fuzzwright.store import schema
from tests.frontends.shell import Shell

pytestmark = pytest.mark.slow

RUN = ("run", "shop.py", "--executions", "60")
KINDS = ("truncated", "garbage header", "garbage page", "another program's", "newer")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(shop="def first(items: list[int]) -> int:\n    return items[0]\n")
    return shell


def spoil(path: Path, kind: str) -> bytes:
    """Do harm to a store; return what its file holds then."""
    content = path.read_bytes()
    match kind:
        case "truncated":
            path.write_bytes(content[: len(content) // 2])
        case "garbage header":
            path.write_bytes(b"\x99" * 100 + content[100:])
        case "garbage page":
            path.write_bytes(content[:8192] + b"\xa5" * 4096 + content[12288:])
        case "another program's":
            path.unlink()
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE places (name)")
            connection.close()
        case "newer":
            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA user_version = {schema.VERSION + 5}")
            connection.close()
    return path.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_named_store_that_cannot_be_used_is_refused_and_left_alone(shell: Shell, kind: str) -> None:
    assert shell(*RUN, "--store", "s.sqlite").code == 1
    spoiled = spoil(shell.folder / "s.sqlite", kind)
    message = shell(*RUN, "--store", "s.sqlite").refusal()
    assert "s.sqlite" in message
    assert "fix: " in message
    assert (shell.folder / "s.sqlite").read_bytes() == spoiled


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_store_never_stops_a_run(shell: Shell, kind: str) -> None:
    assert shell(*RUN).code == 1
    (path,) = shell.cache.rglob("*.sqlite")
    spoiled = spoil(path, kind)
    said = shell(*RUN)
    assert said.code == 1
    assert "shop.first([])" in said.out
    assert said.err.startswith("fuzzwright: ")
    assert said.err.count("\n") == 1
    kept = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert spoiled in kept.values()
    again = shell(*RUN)
    assert again.code == 1
    if kind in ("another program's", "newer"):
        assert kept == {path.name: spoiled}
        assert "without a store" in said.err
        assert again.err == said.err
    else:
        assert "a new store was begun" in said.err
        assert sorted(kept)[0] == path.name
        assert len(kept) == 2
        assert again.err == ""


def test_a_cache_folder_that_cannot_be_made_means_no_store(shell: Shell) -> None:
    shell.cache.write_text("a file where the folder should be")
    said = shell(*RUN)
    assert said.code == 1
    assert "without a store" in said.err
    assert said.err.count("\n") == 1
    assert shell(*RUN, "--store", str(shell.cache / "s.sqlite")).code == 2


def test_damage_that_shows_late_is_told_and_the_next_run_begins_a_new_store(shell: Shell) -> None:
    assert shell(*RUN).code == 1
    (path,) = shell.cache.rglob("*.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE findings SET frames = '[[1]]'")
    connection.commit()
    connection.close()
    words = ("run", "shop.py", "--time-per-function", "1")
    said = shell(*words)
    assert said.code == 1
    assert "a row in it makes no sense" in said.err
    assert "the next run begins a new one" in said.err
    assert said.err.count("\n") == 1
    again = shell(*words)
    assert (again.code, again.err) == (1, "")


def test_a_store_that_fails_half_way_is_told_and_the_run_goes_on(shell: Shell) -> None:
    # A trigger is as good as a full disk: from some moment on nothing can be written any more.
    assert shell(*RUN).code == 1
    (path,) = shell.cache.rglob("*.sqlite")
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TRIGGER full BEFORE UPDATE OF executions ON targets BEGIN SELECT RAISE(FAIL, 'disk is full'); END"
    )
    connection.close()
    said = shell(*RUN, "--json", "report.json")
    assert said.code == 1
    assert "disk is full" in said.err
    assert "without a store" in said.err
    assert "shop.first([])" in said.out
    named = shell(*RUN, "--store", str(path))
    assert named.code == 2
    assert "disk is full" in named.err
