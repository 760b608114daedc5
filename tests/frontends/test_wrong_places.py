"""Stores and reports that cannot be where they are asked for: told before any work is done."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.frontends.shell import COMMAND, Shell

RUN = ("run", "clean.py", "--executions", "50")


@pytest.mark.parametrize("option", ["--json", "--html"])
@pytest.mark.parametrize(("place", "told"), [("missing/report", "there is no folder"), (".", "it is a folder")])
def test_a_report_that_cannot_be_written_is_refused_at_once(shell: Shell, option: str, place: str, told: str) -> None:
    before = shell.files()
    message = shell(*RUN, option, place).refusal()
    assert told in message
    assert "fix: " in message
    assert shell.files() == before


@pytest.mark.parametrize("place", [".", "/proc/store.sqlite", "clean.py/store.sqlite"])
def test_a_store_that_cannot_be_is_refused(shell: Shell, place: str) -> None:
    before = shell.files()
    message = shell(*RUN, "--store", place, "--json", "report.json").refusal()
    assert "store" in message
    assert "--store" in message
    assert shell.files() == before


@pytest.mark.parametrize("content", [b"dear diary", b"SQLite format 3\0and then something else"])
def test_a_file_that_is_no_store_is_left_alone(shell: Shell, content: bytes) -> None:
    place = shell.folder / "diary"
    place.write_bytes(content)
    message = shell(*RUN, "--store", "diary").refusal()
    assert "diary" in message
    assert place.read_bytes() == content
    assert shell.files() == {"clean.py", "failing.py", "diary"}


@pytest.mark.slow
def test_a_report_on_a_full_disk_is_told_and_the_old_one_stays(shell: Shell) -> None:
    said = shell(*RUN, "--json", "/dev/full")
    assert said.code == 2
    assert "cannot write the report: No space left on device" in said.err
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_the_report_is_whole_when_nobody_reads_what_is_printed(shell: Shell) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, "run", "failing.py", "--executions", "200", "--json", "report.json"],
            cwd=shell.folder,
            env=shell.environment(),
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert json.loads((shell.folder / "report.json").read_text("ascii"))["findings"]


@pytest.mark.slow
def test_json_can_go_to_standard_output(shell: Shell) -> None:
    said = shell(*RUN, "--quiet", "--json", "/dev/stdout")
    assert said.code == 0, said.err
    assert json.loads(said.out[said.out.index("{") :])["findings"] == []
