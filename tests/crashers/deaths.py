"""Ways for a process to die or to leave."""

from __future__ import annotations

import ctypes
import os
import signal
import sys


def segfault(x: int) -> int:
    """Read address 0 for large numbers."""
    if x > 1000:
        ctypes.string_at(0)
    return x


def abort(word: str) -> int:
    """Abort for words of three letters."""
    if len(word) == 3:
        os.abort()
    return len(word)


def leave_at_once(x: int) -> int:
    """Call os._exit for large numbers."""
    if x > 1000:
        os._exit(7)
    return x


def leave_politely(x: int) -> int:
    """Call sys.exit for large numbers."""
    if x > 1000:
        sys.exit(8)
    return x


def leave_unseen(x: int) -> int:
    """Pretend that all went well, for large numbers."""
    if x > 1000:
        os._exit(0)
    return x


def replace_exit(x: int) -> int:
    """Replace sys.exit and os._exit by something that does nothing."""
    if x > 1000:
        sys.exit = lambda *_: None
        os._exit = lambda *_: None
    return x


def kill_itself(x: int) -> int:
    """Send SIGKILL to its own process for large numbers."""
    if x > 1000:
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def stop_itself(x: int) -> int:
    """Send SIGSTOP to its own process for large numbers."""
    if x > 1000:
        os.kill(os.getpid(), signal.SIGSTOP)
    return x
