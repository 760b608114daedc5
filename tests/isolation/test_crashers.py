"""Every kind of trouble is told apart, traced to its input, and survived."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.isolation import landlock
from tests.isolation.conftest import Crashers
from tests.isolation.driving import QUICK, call, is_alive

SLEEPY = replace(QUICK, wall_seconds=1.0)
needs_landlock = pytest.mark.skipif(landlock.version() < 6, reason="needs Landlock 6")


def test_a_segfault_is_told_with_its_signal_and_traced_to_its_input(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "segfault", 1, 5000, 2)
    assert (fate.ended.kind, fate.ended.signal) == ("signalled", signal.SIGSEGV)
    assert fate.told == [[1, "returned 1", None]]
    assert (fate.worker.note, fate.worker.beat) == (b"5000", 2)
    assert "Segmentation fault" in fate.ended.fault
    assert "in segfault" in fate.ended.fault


def test_an_abort_is_told_with_its_signal(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "abort", "four", "abc")
    assert (fate.ended.kind, fate.ended.signal) == ("signalled", signal.SIGABRT)
    assert fate.worker.note == b"'abc'"


def test_os_exit_is_told_with_its_code(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "leave_at_once", 1, 5000)
    assert (fate.ended.kind, fate.ended.code, fate.ended.reason) == ("exited", 7, "")
    assert fate.worker.note == b"5000"


def test_sys_exit_is_an_exception_to_the_entry_point(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "leave_politely", 5000)
    assert fate.told[0][1] == "raised SystemExit"


def test_a_worker_whose_exit_functions_were_replaced_still_ends(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "replace_exit", 5000)
    assert fate.told[0][1] == "returned 5000"
    assert fate.ended.kind == "exited"


def test_a_kill_from_inside_is_not_mistaken_for_ours(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "kill_itself", 5000)
    assert (fate.ended.kind, fate.ended.signal, fate.ended.reason) == ("signalled", signal.SIGKILL, "")


@pytest.mark.slow
def test_a_stopped_process_times_out(crashers: Crashers) -> None:
    fate = call(crashers("deaths"), "stop_itself", 5000, limits=SLEEPY)
    assert (fate.ended.kind, fate.ended.reason) == ("timed_out", "wall")


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        ("hang_in_python", 5000),
        ("hang_in_regex", "abc"),
        ("hang_in_pow", 5000),
        ("hang_swallowing_everything", 5000),
    ],
)
@pytest.mark.slow
def test_a_busy_hang_is_killed_by_cpu_time_and_its_place_is_known(
    crashers: Crashers, function: str, argument: object
) -> None:
    fate = call(crashers("hangs"), function, argument)
    assert (fate.ended.kind, fate.ended.reason) == ("timed_out", "cpu")
    assert f"in {function}" in fate.ended.fault


@pytest.mark.parametrize("function", ["sleep_long", "deadlock"])
@pytest.mark.slow
def test_an_idle_hang_is_killed_by_wall_time_and_its_place_is_known(crashers: Crashers, function: str) -> None:
    fate = call(crashers("hangs"), function, 5000, limits=SLEEPY)
    assert (fate.ended.kind, fate.ended.reason) == ("timed_out", "wall")
    assert f"in {function}" in fate.ended.fault


@pytest.mark.parametrize(
    ("function", "outcome"),
    [
        ("allocate", "raised MemoryError"),
        ("allocate_slowly", "raised MemoryError"),
        ("recurse", "raised RecursionError"),
        ("open_without_end", "raised OSError"),
        ("fill_disk", "raised OSError"),
    ],
)
def test_a_resource_that_runs_out_is_an_error_in_the_call(crashers: Crashers, function: str, outcome: str) -> None:
    fate = call(crashers("resources"), function, 5000, 1, limits=replace(QUICK, cpu_seconds=5.0))
    assert fate.told[0][1] == outcome
    assert len(fate.told) == 2
    assert fate.ended.code == 0


@pytest.mark.slow
def test_an_overflow_of_the_c_stack_is_survived(crashers: Crashers) -> None:
    fate = call(crashers("resources"), "overflow_c_stack", 5000, limits=replace(QUICK, cpu_seconds=5.0))
    # Python versions differ in whether their own guard stops it before the stack ends.
    died = (fate.ended.kind, fate.ended.signal) == ("signalled", signal.SIGSEGV)
    assert died or fate.told[0][1] in ("raised RecursionError", "raised MemoryError")
    assert fate.worker.note == b"5000"


@pytest.mark.parametrize("function", ["print_without_end", "write_output_without_end"])
@pytest.mark.slow
def test_endless_output_is_a_hang_and_fills_nothing(crashers: Crashers, function: str) -> None:
    fate = call(crashers("resources"), function, 5000, limits=replace(QUICK, file_bytes=1 << 20))
    assert fate.ended.kind == "timed_out"
    assert len(fate.ended.output) <= 64 << 10


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        ("write_file", "write to /tmp/fuzzwright-canary/precious.txt"),
        ("write_by_descriptor", "write to /tmp/fuzzwright-canary/precious.txt"),
        ("write_through_directory", "write to /tmp/fuzzwright-canary/precious.txt"),
        ("write_through_link", "innocent/precious.txt"),
        ("write_upwards", "/tmp/fuzzwright-canary/precious.txt"),
        ("remove_file", "remove /tmp/fuzzwright-canary/precious.txt"),
        ("remove_with_pathlib", "remove /tmp/fuzzwright-canary/precious.txt"),
        ("rename_file", "rename /tmp/fuzzwright-canary/precious.txt"),
        ("create_database", "open database /tmp/fuzzwright-canary/new.sqlite"),
    ],
)
def test_a_write_outside_is_blocked_and_named(crashers: Crashers, canary: Path, function: str, effect: str) -> None:
    assert canary.exists()
    fate = call(crashers("files"), function, "abc", "four")
    assert fate.told[0][1].startswith("blocked ")
    assert effect in fate.told[0][1]
    assert fate.told[1][1:] == ["returned 0", None]


@pytest.mark.usefixtures("canary")
def test_a_blocked_effect_is_remembered_when_the_error_is_swallowed(crashers: Crashers) -> None:
    fate = call(crashers("files"), "write_file_quietly", "abc", "four")
    assert fate.told[0][1] == "returned -1"
    assert fate.told[0][2] == "write to /tmp/fuzzwright-canary/precious.txt"
    assert fate.told[1][2] is None


@needs_landlock
@pytest.mark.usefixtures("canary")
def test_a_native_write_outside_is_refused_by_the_kernel(crashers: Crashers) -> None:
    assert call(crashers("files"), "write_natively", "abc").told[0][1] == "returned 0"


@pytest.mark.usefixtures("canary")
def test_a_mess_in_the_folder_is_gone_with_the_worker(crashers: Crashers) -> None:
    nursery = crashers("files")
    fate = call(nursery, "leave_mess", "abc", limits=replace(QUICK, cpu_seconds=10.0))
    assert fate.told[0][1] == "returned 0"
    left = [path for path in fate.worker.folder.rglob("*") if path.name not in ("home", "tmp", "work")]
    assert left == []


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        ("connect", "connect to 127.0.0.1:9"),
        ("fetch", "connect to 127.0.0.1:9"),
        ("listen", "listen on 127.0.0.1:0"),
        ("look_up", "look up localhost:9"),
    ],
)
def test_network_is_blocked_and_named(crashers: Crashers, function: str, effect: str) -> None:
    assert call(crashers("network"), function, 5000).told[0][1:] == [f"blocked {effect}", effect]


@needs_landlock
def test_a_native_connect_is_refused_by_the_kernel(crashers: Crashers) -> None:
    assert call(crashers("network"), "connect_natively", 5000).told[0][1] == "returned 13"  # EACCES


def test_an_asyncio_loop_can_run(crashers: Crashers) -> None:
    assert call(crashers("network"), "run_loop", 1).told == [[1, "returned 2", None]]


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        ("start_process", "start process true"),
        ("start_shell", "start process true"),
        ("fork", "fork"),
    ],
)
def test_processes_are_blocked_and_named(crashers: Crashers, function: str, effect: str) -> None:
    assert call(crashers("processes"), function, 5000).told[0][1] == f"blocked {effect}"


@needs_landlock
def test_a_program_cannot_be_executed_natively(crashers: Crashers) -> None:
    fate = call(crashers("processes"), "start_natively", 5000)
    assert fate.told[0][1] != "returned 1280"  # the shell's own status: it would have run


@pytest.mark.parametrize("function", ["fork_natively", "fork_by_syscall"])
def test_a_copy_of_a_worker_never_goes_on_sending(crashers: Crashers, function: str) -> None:
    fate = call(crashers("processes"), function, 1, 5000, 2, 3)
    assert [told[0] for told in fate.told] == [1, 5000, 2, 3]
    assert (fate.ended.kind, fate.ended.code, fate.ended.reason) == ("exited", 0, "")


def test_a_child_in_a_session_of_its_own_is_found_and_killed(crashers: Crashers) -> None:
    fate = call(crashers("processes"), "leave_child", 5000)
    assert len(fate.ended.leftovers) == 1
    assert call(crashers("processes"), "leave_child", 1).ended.leftovers == ()


@pytest.mark.parametrize("function", ["kill_parent", "kill_group"])
def test_signals_to_others_are_blocked(crashers: Crashers, function: str) -> None:
    assert call(crashers("processes"), function, 5000).told[0][1].startswith("blocked signal process")


@needs_landlock
def test_the_parent_cannot_be_killed_natively(crashers: Crashers) -> None:
    assert call(crashers("processes"), "kill_parent_natively", 5000).told[0][1] == "returned -1"


def test_killing_the_group_kills_only_the_worker(crashers: Crashers) -> None:
    nursery = crashers("processes")
    other = nursery.start(b'["fork", [1]]')
    fate = call(nursery, "kill_group_natively", 5000)
    assert (fate.ended.kind, fate.ended.signal) == ("signalled", signal.SIGKILL)
    assert other.number != fate.worker.number
    assert call(nursery, "fork", 1).told[0][1] == "returned 1"


@pytest.mark.parametrize("function", ["close_all", "close_and_take"])
def test_a_worker_without_its_link_ends_with_a_reason(crashers: Crashers, function: str) -> None:
    fate = call(crashers("descriptors"), function, 1, 5000)
    assert (fate.ended.kind, fate.ended.reason) == ("exited", "link")
    assert fate.told == [[1, "returned 1", None]]
    assert fate.worker.note == b"5000"


def test_garbage_in_the_link_gets_the_worker_killed(crashers: Crashers) -> None:
    fate = call(crashers("descriptors"), "spoil_all", 1, 5000, *range(1000))
    assert fate.ended.reason == "garbled"
    assert fate.told == [[1, "returned 1", None]]


@pytest.mark.parametrize("function", ["truncate_all", "read_all"])
def test_the_parent_survives_what_is_done_to_shared_files(crashers: Crashers, function: str) -> None:
    fate = call(crashers("descriptors"), function, 5000)
    assert fate.worker.beat == 1
    assert fate.worker.note == b"5000"


@pytest.mark.parametrize(
    "function",
    [
        "patch_builtins",
        "patch_modules",
        "forget_modules",
        "handle_signals",
        "change_surroundings",
        "close_streams",
    ],
)
def test_a_worker_goes_on_after_its_surroundings_were_patched(crashers: Crashers, function: str) -> None:
    fate = call(crashers("patches"), function, 5000, 1, 2)
    assert [told[1] for told in fate.told] == ["returned 5000", "returned 1", "returned 2"]


def test_a_trace_function_that_fails_does_not_hurt_the_parent(crashers: Crashers) -> None:
    fate = call(crashers("patches"), "trace", 5000)
    assert fate.ended.kind == "exited"
    assert fate.worker.note == b"5000"


@pytest.mark.parametrize("function", ["leave_thread", "leave_busy_thread", "leave_task"])
def test_what_is_left_running_ends_with_the_worker(crashers: Crashers, function: str) -> None:
    fate = call(crashers("remains"), function, 5000, 1)
    assert len(fate.told) == 2
    assert not is_alive(fate.worker.pid)


def test_state_is_gone_in_a_fresh_worker(crashers: Crashers) -> None:
    nursery = crashers("remains")
    assert call(nursery, "count_calls", 2000, 2000, 2000).told[2][1] == "raised RuntimeError"
    assert call(nursery, "count_calls", 2000, 2000).told[1][1] == "returned 2000"


@pytest.mark.slow
def test_a_repr_that_never_returns_is_a_hang(crashers: Crashers) -> None:
    fate = call(crashers("objects"), "return_endless", 5000)
    assert (fate.ended.kind, fate.ended.reason) == ("timed_out", "cpu")


@pytest.mark.parametrize(
    ("function", "outcome"),
    [
        ("raise_unshowable", "raised Unshowable"),
        ("raise_base", "raised Unstoppable"),
        ("raise_interrupt", "raised KeyboardInterrupt"),
        ("raise_generator_exit", "raised GeneratorExit"),
        ("return_prickly", "raised ValueError"),
    ],
)
def test_odd_errors_and_objects_stay_inside(crashers: Crashers, function: str, outcome: str) -> None:
    assert call(crashers("objects"), function, 5000).told[0][1] == outcome
