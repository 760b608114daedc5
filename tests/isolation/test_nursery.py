"""A nursery prepares once, starts workers, and outlives or is replaced after whatever happens."""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation import landlock
from fuzzwright.isolation import worker as worker_module
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.link import Link, Run
from fuzzwright.isolation.messages import Ended, NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.isolation.worker import Worker
from tests.isolation.conftest import linux_only
from tests.isolation.driving import PATH, QUICK, ROOT, first_frame, follow, is_alive, living_relatives, open_nursery


def died(folder: Path, module: str, limits: Limits = QUICK) -> NurseryDied:
    with (
        open_nursery(folder, "call_functions", f"crashers.at_import.{module}".encode(), limits) as nursery,
        pytest.raises(NurseryDied) as caught,
    ):
        nursery.wait_ready()
    assert caught.value.note == f"importing crashers.at_import.{module}".encode()
    return caught.value


def test_hello_is_what_prepare_returned(nursery: Nursery) -> None:
    assert nursery.wait_ready() == b"hello"
    assert nursery.hello == b"hello"
    assert not nursery.cold


def test_a_conversation_of_frames_small_and_large(nursery: Nursery) -> None:
    worker = nursery.start(b"echo >")
    frames = [b"", b"one", bytes(3 << 20), b"two"]
    for frame in [*frames, b"end"]:
        worker.send(frame)
    fate = follow(nursery, worker)
    assert fate.frames == [b">" + frame for frame in frames]
    assert (fate.ended.kind, fate.ended.code, fate.ended.reason) == ("exited", 0, "")


@pytest.mark.slow
def test_waiting_for_the_parent_is_no_hang(nursery: Nursery) -> None:
    worker = nursery.start(b"echo", replace(QUICK, wall_seconds=1.0))
    for _ in range(15):
        assert nursery.poll(0.1) == []
    worker.send(b"end")
    assert follow(nursery, worker).ended.kind == "exited"


def test_receiving_gives_up_after_its_time(nursery: Nursery) -> None:
    assert follow(nursery, nursery.start(b"wait")).frames == [b"None"]


@pytest.mark.slow
def test_a_moving_beat_keeps_a_worker_alive(nursery: Nursery) -> None:
    worker = nursery.start(b"count", replace(QUICK, wall_seconds=1.0))
    for _ in range(15):
        assert nursery.poll(0.1) == []
    assert worker.beat > 0
    worker.kill()
    ended = follow(nursery, worker).ended
    assert (ended.kind, ended.signal, ended.reason) == ("signalled", signal.SIGKILL, "killed")


def test_a_worker_killed_before_it_started_is_told_like_any_other(nursery: Nursery) -> None:
    worker = nursery.start(b"count")
    worker.kill()
    assert follow(nursery, worker).ended.reason == "killed"


def test_an_error_of_the_entry_point_is_told_with_its_traceback(nursery: Nursery) -> None:
    ended = follow(nursery, nursery.start(b"raise something odd")).ended
    assert (ended.kind, ended.reason) == ("exited", "raised")
    assert "ValueError: something odd" in ended.fault


def test_what_goes_to_descriptor_1_is_kept_and_what_is_printed_can_be_taken(nursery: Nursery) -> None:
    assert follow(nursery, nursery.start(b"output straight")).ended.output == "straight"
    fate = follow(nursery, nursery.start(b"print hello"))
    assert (fate.frames, fate.ended.output) == ([b"hello\n"], "")


def test_printing_is_kept_up_to_a_cap(nursery: Nursery) -> None:
    fate = follow(nursery, nursery.start(b"print " + b"x" * 1_000_000))
    assert fate.frames == [b"x" * (64 << 10)]


def test_the_environment_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    with open_nursery(tmp_path / "folder", "answer") as nursery:
        environment, cwd, folder = json.loads(follow(nursery, nursery.start(b"environment")).frames[0])
    assert "SECRET_TOKEN" not in environment
    assert environment["PYTHONHASHSEED"] == "0"
    assert cwd == f"{folder}/work"
    assert environment["HOME"].startswith(folder)
    assert environment["TMPDIR"].startswith(folder)
    assert folder.startswith(str(tmp_path))


@linux_only
def test_a_worker_has_no_descriptors_of_others(nursery: Nursery, tmp_path: Path) -> None:
    with (tmp_path / "open").open("w"):
        first = json.loads(follow(nursery, nursery.start(b"descriptors")).frames[0])
        second = json.loads(follow(nursery, nursery.start(b"descriptors")).frames[0])
    assert len([name for name in first if name.startswith("socket:")]) == 1
    assert not [name for name in first if name.endswith("/open")]
    assert len(first) == len(second)


def test_workers_run_beside_each_other_in_folders_of_their_own(nursery: Nursery) -> None:
    workers = [nursery.start(b"echo") for _ in range(5)]
    assert len({worker.folder for worker in workers}) == 5
    for worker in workers:
        worker.send(b"end")
    ended: list[Worker] = []
    while len(ended) < 5:
        ended += [event.worker for event in nursery.poll(1.0)]
    assert set(ended) == set(workers)


@pytest.mark.slow
def test_many_workers_one_after_the_other_leave_nothing_behind(nursery: Nursery) -> None:
    nursery.wait_ready()
    open_files = len(os.listdir("/dev/fd"))
    for _ in range(100):
        assert follow(nursery, nursery.start(b"wait")).ended.code == 0
    assert len(os.listdir("/dev/fd")) == open_files
    assert sorted(path.name for path in nursery.folder.iterdir()) == ["nursery", "w1"]


@linux_only
def test_closing_ends_all_processes_and_empties_the_folder(tmp_path: Path) -> None:
    nursery = open_nursery(tmp_path / "folder", "answer")
    pids = [json.loads(first_frame(nursery, nursery.start(b"pid"))) for _ in range(3)]
    nursery.close()
    assert not [pid for pair in pids for pid in pair if is_alive(pid)]
    assert list((tmp_path / "folder").iterdir()) == []


@linux_only
def test_a_nursery_that_is_killed_is_replaced(nursery: Nursery) -> None:
    worker = nursery.start(b"pid")
    pid, parent = json.loads(first_frame(nursery, worker))
    os.kill(parent, signal.SIGKILL)
    ended = follow(nursery, worker).ended
    assert (ended.kind, ended.reason) == ("signalled", "nursery")
    again = nursery.start(b"pid")
    assert json.loads(first_frame(nursery, again))[1] != parent
    assert not is_alive(pid)


def test_a_raise_in_prepare_is_told_with_its_traceback(tmp_path: Path) -> None:
    end = died(tmp_path, "bad_import_error")
    assert (end.kind, end.reason) == ("exited", "raised")
    assert "RuntimeError: no good" in end.fault


def test_an_exit_in_prepare_is_told(tmp_path: Path) -> None:
    assert "SystemExit: 3" in died(tmp_path, "bad_import_exit").fault
    end = died(tmp_path, "bad_import_osexit")
    assert (end.kind, end.code, end.reason) == ("exited", 3, "")


@pytest.mark.slow
def test_a_hang_in_prepare_is_told_with_its_place(tmp_path: Path) -> None:
    end = died(tmp_path, "bad_import_hang", replace(QUICK, prepare_seconds=1.0))
    assert (end.kind, end.reason) == ("timed_out", "wall")
    assert "bad_import_hang.py" in end.fault


@pytest.mark.usefixtures("canary")
def test_a_write_in_prepare_is_blocked(tmp_path: Path) -> None:
    assert "EffectBlocked" in died(tmp_path, "bad_import_writes").fault


def test_a_job_for_a_nursery_that_dies_in_prepare_ends_with_that_reason(tmp_path: Path) -> None:
    with open_nursery(tmp_path, "call_functions", b"crashers.at_import.bad_import_osexit") as nursery:
        ended = follow(nursery, nursery.start(b'["double", [1]]')).ended
    assert (ended.kind, ended.code, ended.reason) == ("exited", 3, "prepare")


def test_a_thread_left_by_prepare_means_a_process_for_each_worker(tmp_path: Path) -> None:
    with open_nursery(tmp_path, "call_functions", b"crashers.at_import.bad_import_thread") as nursery:
        nursery.wait_ready()
        assert nursery.cold
        workers = [nursery.start(b'["double", [1, 2]]') for _ in range(2)]
        first = follow(nursery, workers[0])
        assert [told[1] for told in first.told] == ["returned 2", "returned 4"]
        assert (first.ended.kind, first.ended.code) == ("exited", 0)


def test_a_cold_worker_is_watched_and_traced_too(tmp_path: Path) -> None:
    with open_nursery(tmp_path, "start_thread") as nursery:
        raised = follow(nursery, nursery.start(b"raise again")).ended
        assert (raised.reason, "again" in raised.fault) == ("raised", True)
        worker = nursery.start(b"count")
        while not worker.beat:
            nursery.poll(0.05)
        worker.kill()
        assert follow(nursery, worker).ended.reason == "killed"


def test_only_the_path_given_is_importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside_us.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with (
        open_nursery(tmp_path / "folder", "call_functions", b"beside_us") as nursery,
        pytest.raises(NurseryDied) as caught,
    ):
        nursery.wait_ready()
    assert "No module named 'beside_us'" in caught.value.fault


def test_a_missing_interpreter_is_an_error_with_a_fix(tmp_path: Path) -> None:
    with pytest.raises(FuzzwrightError, match="cannot start") as caught:
        open_nursery(tmp_path, "answer", python=str(tmp_path / "nothing"))
    assert caught.value.fix is not None


KILLED_PARENT = """
import os, signal, sys
from pathlib import Path
from tests.isolation.driving import first_frame, open_nursery
nursery = open_nursery(Path(sys.argv[1]), "answer")
told = [first_frame(nursery, nursery.start(b"pid")).decode() for _ in range(2)]
print(",".join(told), flush=True)
sys.stdin.read()
"""


@linux_only
def test_a_killed_parent_takes_nursery_and_workers_along(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED_PARENT, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*PATH, str(ROOT / "src")])},
    ) as parent:
        assert parent.stdout is not None
        (first, nursery), (second, _) = json.loads(b"[" + parent.stdout.readline() + b"]")
        handles = [os.pidfd_open(pid) for pid in (first, second, nursery)]
        parent.kill()
    waiting = set(handles)
    while waiting:
        ready, _, _ = select.select(list(waiting), [], [], 20.0)
        assert ready, "they live on"
        waiting -= set(ready)
    for handle in handles:
        os.close(handle)
    assert living_relatives(nursery) == []


def test_a_forked_nursery_sees_this_process_as_it_is(tmp_path: Path) -> None:
    remembered = {"answer": 42}
    before = os.getcwd(), sys.stdout

    def prepare(_: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
        note(b"forked")

        def run(link: Link, job: bytes) -> None:
            remembered["answer"] += int(job)
            link.send(str(remembered["answer"]).encode())
            if job == b"7":
                os.abort()

        return b"in memory", run

    with Nursery.fork(prepare, limits=QUICK, folder=tmp_path / "folder") as nursery:
        assert nursery.wait_ready() == b"in memory"
        assert follow(nursery, nursery.start(b"1")).frames == [b"43"]
        fate = follow(nursery, nursery.start(b"7"))
        assert (fate.frames, fate.ended.signal) == ([b"49"], signal.SIGABRT)
        assert follow(nursery, nursery.start(b"2")).frames == [b"44"]
    assert remembered == {"answer": 42}
    assert (os.getcwd(), sys.stdout) == before


def test_a_forked_nursery_does_not_move_the_position_of_open_files(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_bytes(b"abcdef")
    written = (tmp_path / "log").open("wb", buffering=0)
    with data.open("rb", buffering=0) as file, written:
        assert file.read(2) == b"ab"

        def prepare(_: bytes, __: Callable[[bytes], None]) -> tuple[bytes, Run]:
            def run(link: Link, _: bytes) -> None:
                link.send(file.read(2))
                written.write(b"from a worker")

            return b"", run

        with Nursery.fork(prepare, limits=QUICK, folder=tmp_path / "folder") as nursery:
            assert follow(nursery, nursery.start(b"")).frames == [b"cd"]
            assert follow(nursery, nursery.start(b"")).frames == [b"cd"]
        assert file.read(2) == b"cd"
    assert (tmp_path / "log").read_bytes() == b""


@pytest.mark.slow
@linux_only
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_without_landlock_a_nursery_that_its_worker_kills_or_stops_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)  # the fork below inherits it
    monkeypatch.setattr(worker_module, "PATIENCE", 1.0)

    def prepare(_: bytes, __: Callable[[bytes], None]) -> tuple[bytes, Run]:
        def run(link: Link, job: bytes) -> None:
            link.note(job)
            if job == b"harm":
                ctypes.CDLL(None).kill(os.getppid(), number)
            link.send(b"alive")
            link.receive()

        return b"", run

    with Nursery.fork(prepare, limits=QUICK, folder=tmp_path) as nursery:
        bystander = nursery.start(b"stand by")
        assert first_frame(nursery, bystander) == b"alive"
        harmful = nursery.start(b"harm")
        if number == signal.SIGSTOP:
            assert first_frame(nursery, harmful) == b"alive"
            nursery.start(b"late")  # never starts, which is how the nursery is found out
        ended: list[Ended] = []
        while len(ended) < (3 if number == signal.SIGSTOP else 2):
            ended += [event for event in nursery.poll(1.0) if isinstance(event, Ended)]
        assert {event.reason for event in ended} == {"nursery"}
        assert [event.worker.note for event in ended[:2]] == [b"stand by", b"harm"]
        again = nursery.start(b"again")
        assert first_frame(nursery, again) == b"alive"


def test_a_forked_nursery_that_fails_is_told(tmp_path: Path) -> None:
    def prepare(_: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
        note(b"about to fail")
        raise LookupError("no such thing")

    with Nursery.fork(prepare, limits=QUICK, folder=tmp_path) as nursery, pytest.raises(NurseryDied) as caught:
        nursery.wait_ready()
    assert caught.value.note == b"about to fail"
    assert "LookupError: no such thing" in caught.value.fault


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_another_interpreter_can_be_used(tmp_path: Path, version: str) -> None:
    found = [str(path) for path in Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    python = found[0] if found else shutil.which(f"python{version}")
    if python is None:
        pytest.skip(f"no Python {version} here")
    with open_nursery(tmp_path, "answer", b"other", python=python) as nursery:
        assert nursery.wait_ready() == b"other"
        worker = nursery.start(b"count", replace(QUICK, life_cpu_seconds=1))
        assert follow(nursery, worker).ended.signal == signal.SIGXCPU


def test_whoever_polls_sees_that_prepare_is_done(tmp_path: Path) -> None:
    with open_nursery(tmp_path / "n", "call_functions", b"crashers.deaths") as nursery:
        assert not nursery.is_ready
        for _ in range(600):
            if nursery.is_ready:
                break
            nursery.poll(0.1)
        assert nursery.is_ready
        assert nursery.died is None
        assert nursery.hello == b"imported crashers.deaths"


def test_whoever_polls_sees_that_prepare_ended_its_process(tmp_path: Path) -> None:
    with open_nursery(tmp_path / "n", "call_functions", b"crashers.at_import.no_such") as nursery:
        for _ in range(600):
            if nursery.died is not None:
                break
            nursery.poll(0.1)
        assert nursery.died is not None
        assert nursery.died.reason == "raised"
        assert not nursery.is_ready


@pytest.mark.parametrize(
    ("idle", "held_up", "waits"), [(1.0, 0.0, False), (3.0, 0.5, True), (3.0, 2.5, False), (11.0, 11.0, True)]
)
def test_a_worker_that_others_keep_from_running_is_given_more_time(
    idle: float, held_up: float, waits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Worker(1, 1, replace(QUICK, wall_seconds=2.0), tmp_path)
    monkeypatch.setattr(worker_module, "_held_up", lambda pid: held_up)
    worker._idle_wall = idle
    assert worker._waits_itself() is waits
    worker.close()


def test_how_long_a_process_is_held_up_is_known_or_nothing() -> None:
    assert worker_module._held_up(os.getpid()) >= 0.0
    assert worker_module._held_up(1 << 30) == 0.0
