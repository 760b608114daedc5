from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import default_path, open_store, schema


def refused(path: Path) -> FuzzwrightError:
    with pytest.raises(FuzzwrightError) as caught:
        open_store(path)
    assert caught.value.where
    assert caught.value.fix
    return caught.value


def test_a_new_store_is_in_wal_mode_with_foreign_keys_and_a_version(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "store.sqlite"
    with open_store(path):
        # A second connection asks, as another program would.
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION_ID,)
        connection.close()
    assert [file.name for file in path.parent.iterdir()] == ["store.sqlite"]


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with open_store(path) as store:
        store.begin_run("run shop", {"time": 3}, 1)
    with open_store(path) as store:
        assert [run.command for run in store.runs()] == ["run shop"]


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.touch()
    with open_store(path) as store:
        assert store.targets() == ()


def test_a_file_that_lost_its_creator_before_the_tables_came_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert path.stat().st_size > 0
    with open_store(path) as store:
        assert store.targets() == ()


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path).what
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n" * 1000)
    assert "left alone" in refused(path).what
    assert path.read_text() == "my notes\n" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE places (name)")
    connection.close()
    before = path.read_bytes()
    assert "another program" in refused(path).what
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_newer_store_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    open_store(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    error = refused(path)
    assert "newer" in error.what
    assert "upgrade" in (error.fix or "")
    assert path.read_bytes() == before


def test_a_damaged_store_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    open_store(path).close()
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert "move the file away" in (refused(path).fix or "")


def test_a_parent_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "store.sqlite")


def test_a_name_with_a_null_character_is_told(tmp_path: Path) -> None:
    refused(tmp_path / "a\0b")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is on Linux only")
def test_a_folder_where_nobody_may_write_is_told() -> None:
    refused(Path("/proc/self/store.sqlite"))
    refused(Path("/proc/self/fdinfo/deeper/store.sqlite"))


def as_nobody(action: Callable[[], bool]) -> int:
    """Return 0 if the action, run in a child that is not root, gives True."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            code = 0 if action() else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder every user gets to; those of pytest are for one user only."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)
        os.chmod(name, 0o755)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_a_store_that_may_only_be_read_is_told_at_once(public_folder: Path, folder_mode: int) -> None:
    path = public_folder / "store.sqlite"
    open_store(path).close()
    os.chmod(path, 0o444)
    os.chmod(public_folder, folder_mode)
    before = path.read_bytes()

    def refuses() -> bool:
        try:
            open_store(path)
        except FuzzwrightError as error:
            return bool(error.fix)
        return False

    assert as_nobody(refuses) == 0
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_an_unwritable_folder_is_told_and_stays_empty(public_folder: Path) -> None:
    os.chmod(public_folder, 0o555)

    def refuses() -> bool:
        try:
            open_store(public_folder / "store.sqlite")
        except FuzzwrightError as error:
            return "open the store" in error.what
        return False

    assert as_nobody(refuses) == 0
    assert list(public_folder.iterdir()) == []


def test_an_older_version_is_migrated_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    open_store(path).close()
    connection = sqlite3.connect(path, isolation_level=None)

    def add_host(inside: sqlite3.Connection) -> None:
        inside.execute("ALTER TABLE runs ADD COLUMN host TEXT")

    def add_user(inside: sqlite3.Connection) -> None:
        inside.execute("ALTER TABLE runs ADD COLUMN user TEXT")

    steps = {schema.VERSION: add_host, schema.VERSION + 1: add_user}
    schema.bring_up_to_date(connection, "here", version=schema.VERSION + 2, migrations=steps)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(runs)")]
    assert columns[-2:] == ["host", "user"]
    assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION + 2,)
    connection.close()


def test_an_older_version_without_a_way_up_is_told(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    open_store(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(FuzzwrightError, match="cannot convert"):
        schema.bring_up_to_date(connection, "here", version=schema.VERSION + 1, migrations={})
    connection.close()


def test_each_project_has_its_own_default_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    one = default_path(tmp_path / "one" / "shop")
    other = default_path(tmp_path / "other" / "shop")
    assert one != other
    assert one == default_path(tmp_path / "one" / "." / "shop")
    assert one.name.startswith("shop-")
    assert tmp_path in one.parents
    assert default_path(Path("/")).name.startswith("root-")
