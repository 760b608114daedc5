from __future__ import annotations

import os
import resource
import stat
import sys
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.files import write_atomically


def refused(path: Path) -> FuzzwrightError:
    with pytest.raises(FuzzwrightError) as caught:
        write_atomically(path, "text")
    assert caught.value.where == str(path)
    assert caught.value.fix
    return caught.value


def test_a_file_is_written_whole_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "report.json"
    write_atomically(path, "é\r\n\ud800")
    assert path.read_bytes() == b"\xc3\xa9\r\n\\ud800"
    assert list(path.parent.iterdir()) == [path]


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    path = tmp_path / "report"
    write_atomically(path, "1")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    path.chmod(0o640)
    write_atomically(path, "2")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text() == "2"


def test_whoever_reads_the_old_file_is_not_disturbed(tmp_path: Path) -> None:
    path = tmp_path / "report"
    write_atomically(path, "old text")
    with path.open() as reader:
        assert reader.read(3) == "old"
        write_atomically(path, "new")
        assert reader.read() == " text"
    assert path.read_text() == "new"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(path, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(sys.platform != "linux", reason="the numbered files of a process are on Linux only")
def test_an_open_file_named_by_its_number_goes_on_where_it_is(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log:
        print("before", file=log, flush=True)
        write_atomically(f"/proc/self/fd/{log.fileno()}", "report\n")
    assert (tmp_path / "log").read_text() == "before\nreport\n"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path).what


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "report")


def test_a_name_no_file_can_have_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    refused(tmp_path / ("x" * 300))
    refused(tmp_path / "a\0b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full and /proc are on Linux only")
def test_a_full_disk_and_an_unwritable_folder_are_told() -> None:
    assert "No space left" in refused(Path("/dev/full")).what
    refused(Path("/proc/self/report"))


def test_a_failure_half_way_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "report"
    write_atomically(path, "old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A limit on the size of files stops the writing in the middle, as a full disk would.
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(FuzzwrightError, match="too large"):
            write_atomically(path, "x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
