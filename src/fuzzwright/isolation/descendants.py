"""Finds and ends processes that a worker left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection


def end_strays(known: Collection[int]) -> tuple[str, ...]:
    """Kill and reap all children of this process but the `known` ones; returns what they were."""
    told: dict[int, str] = {}
    # Killing one hands its own children to us, so look until there are none; a bomb may outrun us.
    for _ in range(200):
        strays = [pid for pid in _children() if pid not in known]
        if not strays:
            break
        for pid in strays:
            told.setdefault(pid, _name(pid))
            _kill(pid)
        for pid in strays:
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                pass
    return tuple(told.values())


def end_session(session: int) -> tuple[str, ...]:
    """Kill all processes of a session that is not ours; returns what they were."""
    told = []
    if session == os.getsid(0):
        return ()
    for pid in _processes():
        try:
            if os.getsid(pid) != session:
                continue
        except OSError:
            continue
        state = _status(pid)
        if state is not None and state[0] != "Z":
            told.append(_name(pid))
            _kill(pid)
    return tuple(told)


def end_group(group: int) -> None:
    """Kill a process group, if there is one."""
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def _children() -> list[int]:
    me = os.getpid()
    try:
        with open(f"/proc/self/task/{me}/children") as file:
            return [int(word) for word in file.read().split()]
    except (OSError, ValueError):  # a kernel without this list, or no /proc
        return [pid for pid in _processes() if (_status(pid) or ("", 0))[1] == me]


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _status(pid: int) -> tuple[str, int] | None:
    """Return a process's state letter and parent."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return fields[0].decode(), int(fields[1])
    except (OSError, ValueError, IndexError):
        return None


def _name(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            command = file.read(400).replace(b"\0", b" ").strip()
    except OSError:
        command = b""
    return command.decode("utf-8", "replace") or f"process {pid}"
