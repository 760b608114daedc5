"""The few calls that Python does not wrap: parent-death signals, sub-reaping, syscalls by number.

Everything answers False or a negative number where the system is not Linux, so callers need not ask.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

IS_LINUX = sys.platform == "linux"
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_libc = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None


def syscall(number: int, *arguments: object) -> int:
    """Return what a system call returned; -1 where there is none, with ctypes' errno set."""
    if _libc is None:
        return -1
    return int(_libc.syscall(ctypes.c_long(number), *arguments))


def _prctl(option: int, value: int) -> bool:
    if _libc is None:
        return False
    longs = [ctypes.c_ulong(part) for part in (value, 0, 0, 0)]
    return int(_libc.prctl(ctypes.c_int(option), *longs)) == 0


def die_with(parent: int) -> bool:
    """Have the kernel kill this process when `parent` dies; leaves at once if it already has."""
    done = _prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL)) if IS_LINUX else False
    if os.getppid() != parent:
        os._exit(0)
    return done


def become_subreaper() -> bool:
    """Have orphans among the descendants become children of this process."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def give_up_new_privileges() -> bool:
    """Make setuid programs run without their privileges below this process; Landlock asks for it."""
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def end_copies() -> bool:
    """Have every later fork of this process through the C library end at once in the copy."""
    register = getattr(_libc, "__register_atfork", None) if _libc is not None else None
    if _libc is None or register is None:
        return False
    # `_exit` takes its status from a register that holds anything: the copy's status tells nothing.
    leave = ctypes.cast(_libc._exit, ctypes.c_void_p)
    return int(register(None, None, leave, None)) == 0
