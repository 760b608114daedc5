"""What a worker left goes, whatever it is, and nothing outside does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fuzzwright.isolation.folders import clear_folder


@pytest.mark.slow
def test_deep_shut_and_odd_things_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    deep = os.dup(here)
    for _ in range(3000):  # deeper than a path can be written, and than recursion goes
        os.mkdir("d", dir_fd=deep)
        deeper = os.open("d", os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = deeper
    os.close(deep)
    os.close(here)
    (folder / "shut" / "inner").mkdir(parents=True)
    (folder / "shut" / "inner" / "file").write_text("x")
    os.mkfifo(folder / "pipe")
    (folder / "shut" / "inner").chmod(0)
    (folder / "shut").chmod(0)
    clear_folder(folder)
    assert list(folder.iterdir()) == []


def test_symbolic_links_are_removed_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    outside.chmod(0o755)
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "link").symlink_to(outside)
    (folder / "inner" / "link").symlink_to(outside)
    clear_folder(folder)
    assert list(folder.iterdir()) == []
    assert (outside / "precious").exists()
    assert outside.stat().st_mode & 0o777 == 0o755


def test_kept_folders_are_emptied_unless_they_became_links(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    folder = tmp_path / "folder"
    (folder / "work" / "mess").mkdir(parents=True)
    (folder / "other").mkdir()
    (folder / "home").symlink_to(outside)
    clear_folder(folder, keep=("work", "home"))
    assert [path.name for path in folder.iterdir()] == ["work"]
    assert list((folder / "work").iterdir()) == []
    assert (outside / "precious").exists()


def test_a_folder_that_is_a_link_is_left_alone(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    (tmp_path / "link").symlink_to(outside)
    clear_folder(tmp_path / "link")
    assert (outside / "precious").exists()
