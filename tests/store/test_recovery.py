"""A store at the default place that cannot be used: told in one line, moved aside if damaged, never deleted."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import DamagedStore, StoredInput, open_store, schema
from fuzzwright.store.recovery import open_default, set_aside
from tests.store.make import FUNCTION, found


def filled(path: Path) -> bytes:
    """Make a store of some pages; return what is in its file."""
    with open_store(path) as store:
        store.remember_target(FUNCTION, file="f.py", source_hash="aa", search="adaptive", seed=7)
        store.add_inputs(FUNCTION, [StoredInput(bytes([number]) * 500) for number in range(100)])
        store.upsert_finding(FUNCTION, found())
    return path.read_bytes()


def damage(kind: str, content: bytes) -> bytes:
    pages = len(content) // 4096
    return {
        "truncated": content[: pages // 2 * 4096],
        "cut in the middle of its header": content[:50],
        "garbage header": b"\xde\xad" * 50 + content[100:],
        "garbage page": content[: 4096 * (pages - 2)] + b"\xa5" * 4096 + content[4096 * (pages - 1) :],
        "garbage everywhere": content[:100] + b"\xff" * (len(content) - 100),
    }[kind]


@pytest.mark.parametrize(
    "kind",
    ["truncated", "cut in the middle of its header", "garbage header", "garbage page", "garbage everywhere"],
)
def test_a_damaged_store_is_moved_aside_and_a_new_one_begun(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "store.sqlite"
    spoiled = damage(kind, filled(path))
    path.write_bytes(spoiled)
    with pytest.raises(DamagedStore) as caught:
        open_store(path)
    assert caught.value.fix
    assert path.read_bytes() == spoiled
    store, told = open_default(path)
    assert store is not None
    assert store.targets() == ()
    store.close()
    (aside,) = [file for file in tmp_path.iterdir() if ".damaged-" in file.name]
    assert aside.read_bytes() == spoiled
    assert str(aside) in told
    assert "\n" not in told


def test_a_second_damaged_store_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    for content in (b"one", b"two"):
        path.write_bytes(content)
        assert set_aside(path, DamagedStore("damaged"), clock=lambda: 0.0)[0]
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert kept == {
        "store.sqlite.damaged-19700101-000000": b"one",
        "store.sqlite.damaged-19700101-000000-2": b"two",
    }


def test_what_was_not_yet_in_the_file_is_moved_along(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").write_bytes(ending.encode() or b"file")
    set_aside(path, DamagedStore("damaged"), clock=lambda: 0.0)
    aside = tmp_path / "store.sqlite.damaged-19700101-000000"
    assert {file.name for file in tmp_path.iterdir()} == {f"{aside.name}{ending}" for ending in ("", "-wal", "-shm")}


@pytest.mark.parametrize("kind", ["newer", "foreign"])
def test_a_good_file_of_somebody_else_is_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "store.sqlite"
    if kind == "newer":
        open_store(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.execute("CREATE TABLE IF NOT EXISTS places (name)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    store, told = open_default(path)
    assert store is None
    assert "without a store" in told
    assert "fix: " in told
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is on Linux only")
def test_a_folder_nobody_may_write_to_means_no_store(tmp_path: Path) -> None:
    store, told = open_default(Path("/proc/self/store.sqlite"))
    assert store is None
    assert "without a store" in told


def test_a_row_of_nonsense_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE targets SET notes = '{\"a'")
    connection.execute("UPDATE findings SET frames = '[[1]]'")
    connection.commit()
    connection.close()
    with open_store(path) as store:
        for read in (store.targets, store.findings):
            with pytest.raises(DamagedStore) as caught:
                read()
            assert "makes no sense" in caught.value.what
            assert isinstance(caught.value, FuzzwrightError)


def test_a_store_another_process_replaced_meanwhile_is_not_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(b"damaged")
    good = tmp_path / "good.sqlite"
    open_store(good).close()

    def slow_open(place: Path, clock: object) -> object:
        # While this process finds the damage, another one mends it.
        if good.exists():
            os.replace(good, path)
            raise DamagedStore("damaged")
        return open_store(place)

    monkeypatch.setattr("fuzzwright.store.recovery.open_store", slow_open)
    store, told = open_default(path)
    assert store is not None
    store.close()
    assert told == ""
    assert [file.name for file in tmp_path.iterdir() if "damaged" in file.name] == []
