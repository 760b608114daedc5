"""Replaces what others rely on."""

from __future__ import annotations

import builtins
import gc
import json
import locale
import os
import signal
import sys
import time


def _broken(*_: object, **__: object) -> int:
    raise RuntimeError("patched by the code under test")


def patch_builtins(x: int) -> int:
    """Break len, isinstance and some exceptions for large numbers."""
    if x > 1000:
        for name in ("len", "isinstance", "range", "min", "max", "print", "repr", "type", "memoryview"):
            setattr(builtins, name, _broken)
        builtins.OSError = builtins.KeyError  # type: ignore[misc]
    return x


def patch_modules(x: int) -> int:
    """Break functions of the standard library for large numbers."""
    if x > 1000:
        json.dumps = _broken
        os.write = os.read = os.getpid = os.fstat = _broken
        time.monotonic = time.perf_counter = time.time = lambda: -1.0
    return x


def forget_modules(x: int) -> int:
    """Empty sys.modules for large numbers."""
    if x > 1000:
        sys.modules.clear()
    return x


def handle_signals(x: int) -> int:
    """Ignore every signal that can be ignored, for large numbers."""
    if x > 1000:
        for number in signal.valid_signals():
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
    return x


def trace(x: int) -> int:
    """Install a trace and a profile function that fail, for large numbers."""
    if x > 1000:
        sys.settrace(_broken)
        sys.setprofile(_broken)
    return x


def change_surroundings(x: int) -> int:
    """Change directory, locale, path, streams and garbage collection for large numbers."""
    if x > 1000:
        os.chdir("/")
        locale.setlocale(locale.LC_ALL, "C")
        sys.path[:] = []
        sys.stdout = sys.stderr = None  # type: ignore[assignment]
        gc.disable()
    return x


def close_streams(x: int) -> int:
    """Close the standard streams for large numbers."""
    if x > 1000:
        sys.stdout.close()
        sys.stderr.close()
    return x
