"""A campaign over planted trouble: it ends, tells each kind with its input, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.isolation.conftest import canary

__all__ = ["canary"]

TESTS = Path(__file__).parent.parent
SETTINGS = """\
[tool.fuzzwright]
cpu-limit = 0.4
wall-limit = 1.5
import-limit = 6
executions = 200
"""

# What each must come to: (kind, part of exception or message); the input must be one that really does it.
EXPECTED = {
    "deaths.segfault": ("died", "SIGSEGV"),
    "deaths.abort": ("died", "SIGABRT"),
    "deaths.kill_itself": ("died", "SIGKILL"),
    "deaths.leave_at_once": ("exited", "os._exit"),
    "deaths.leave_politely": ("exited", "sys.exit"),
    "deaths.leave_unseen": ("exited", "os._exit"),
    "deaths.stop_itself": ("timed_out", "wall"),
    "descriptors.close_all": ("exited", "descriptors"),
    "descriptors.spoil_all": ("exited", "descriptors"),
    "files.write_file": ("effect_blocked", "write to"),
    "files.remove_file": ("effect_blocked", "remove"),
    "files.create_database": ("effect_blocked", "database"),
    # By CPU time, or by wall time where the machine is busy.
    "hangs.hang_in_python": ("timed_out", "no end"),
    "hangs.hang_in_regex": ("timed_out", "no end"),
    "hangs.hang_in_pow": ("timed_out", "no end"),
    "hangs.hang_swallowing_everything": ("timed_out", "no end"),
    "hangs.deadlock": ("timed_out", "wall"),
    "hangs.sleep_long": ("timed_out", "wall"),
    "network.connect": ("effect_blocked", "connect"),
    "objects.raise_base": ("raised", "Unstoppable"),
    "objects.raise_interrupt": ("raised", "KeyboardInterrupt"),
    "objects.raise_unshowable": ("raised", "Unshowable"),
    "processes.fork": ("effect_blocked", "fork"),
    "processes.kill_parent": ("effect_blocked", "signal"),
    "processes.start_process": ("effect_blocked", "start process"),
    "resources.allocate": ("out_of_memory", "MemoryError"),
    "resources.print_without_end": ("timed_out", "no end"),
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    (folder / "pyproject.toml").write_text(SETTINGS)
    (folder / "tmp").mkdir()
    return folder


@pytest.fixture(scope="module")
def report(workplace: Path) -> dict[str, Any]:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "fuzzwright",
            "run",
            str(TESTS / "crashers"),
            "--json",
            "out.json",
            "--store",
            "s.sqlite",
        ],
        cwd=workplace,
        env={**os.environ, "TMPDIR": str(workplace / "tmp"), "VIRTUAL_ENV": sys.prefix},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, done.stderr[-3000:]
    assert processes_in(workplace) == []
    content: dict[str, Any] = json.loads((workplace / "out.json").read_text())
    return content


def processes_in(folder: Path) -> list[str]:
    """Return the processes whose working directory is, or was, below a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            where = os.readlink(process / "cwd")
        except OSError:
            continue
        if where.startswith(str(folder)):
            found.append(process.name)
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("canary")
class TestCrashers:
    def test_each_kind_of_trouble_is_told_with_an_input_that_makes_it(self, report: dict[str, Any]) -> None:
        found: dict[str, list[dict[str, Any]]] = {}
        for finding in report["findings"]:
            found.setdefault(finding["function"].removeprefix("crashers."), []).append(finding)
        for function, (kind, part) in EXPECTED.items():
            findings = found.get(function, [])
            fitting = [
                one for one in findings if one["kind"] == kind and part in f"{one['exception']} {one['message']}"
            ]
            assert fitting, f"{function}: expected {kind} with {part!r}, found {findings}"
            assert fitting[0]["call"].startswith(f"crashers.{function}(")

    def test_every_function_is_reported_as_fuzzed_or_skipped_with_a_reason(self, report: dict[str, Any]) -> None:
        names = {target["function"] for target in report["targets"]}
        assert {f"crashers.{name}" for name in EXPECTED} <= names
        for target in report["targets"]:
            assert target["status"] == "fuzzed" or target["reason"], target
        at_import = {name for name in names if ".at_import.bad_" in name}
        assert len(at_import) >= 2

    def test_nothing_is_left_behind_outside_the_temporary_folder(self, report: dict[str, Any], workplace: Path) -> None:
        assert report
        assert list((workplace / "tmp").iterdir()) == []
        assert {entry.name for entry in workplace.iterdir()} <= {
            *("pyproject.toml", "out.json", "tmp", "s.sqlite", "s.sqlite-wal", "s.sqlite-shm")
        }
