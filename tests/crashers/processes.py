"""Starts, copies and kills processes."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess


def start_process(x: int) -> int:
    """Run a program for large numbers."""
    if x > 1000:
        return subprocess.run(["true"], check=False).returncode
    return x


def start_shell(x: int) -> int:
    """Run a shell command for large numbers."""
    return os.system("true") if x > 1000 else x


def start_natively(x: int) -> int:
    """Run a shell command by ctypes for large numbers."""
    return int(ctypes.CDLL(None).system(b"exit 5")) if x > 1000 else x


def fork(x: int) -> int:
    """Fork and go on in both processes, for large numbers."""
    if x > 1000:
        os.fork()
    return x


def fork_natively(x: int) -> int:
    """Fork by ctypes and go on in both processes."""
    if x > 1000:
        ctypes.CDLL(None).fork()
    return x


def fork_by_syscall(x: int) -> int:
    """Fork by system call number (x86-64), past the C library, and go on in both processes."""
    if x > 1000:
        ctypes.CDLL(None).syscall(57)
    return x


def leave_child(x: int) -> int:
    """Leave behind a child in a session of its own that never ends."""
    if x > 1000:
        libc = ctypes.CDLL(None)
        if libc.syscall(57) == 0:
            libc.setsid()
            while True:
                libc.pause()
    return x


def kill_parent(x: int) -> int:
    """Send SIGKILL to the parent for large numbers."""
    if x > 1000:
        os.kill(os.getppid(), signal.SIGKILL)
    return x


def kill_parent_natively(x: int) -> int:
    """The same by ctypes; returns what kill(2) returned."""
    return int(ctypes.CDLL(None).kill(os.getppid(), 9)) if x > 1000 else x


def kill_group(x: int) -> int:
    """Send SIGKILL to its process group for large numbers."""
    if x > 1000:
        os.killpg(os.getpgrp(), signal.SIGKILL)
    return x


def kill_group_natively(x: int) -> int:
    """The same by ctypes."""
    if x > 1000:
        ctypes.CDLL(None).kill(0, 9)
    return x
