"""Shuts a process in: limits, a folder and an environment of its own, refused effects.

A nursery enters the sandbox when it starts and each worker enters a narrower one inside it. Whatever
the system lacks is left out, and `describe` says so.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fuzzwright.isolation import audit, landlock, linux
from fuzzwright.isolation.limits import Limits

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# HOME is needed to start: launchers and the user's own site-packages are found by it.
_KEPT_VARIABLES = {"HOME", "PATH", "LANG", "LANGUAGE", "TZ", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "SYSTEMROOT"}
_KEPT_VARIABLES |= {"FUZZWRIGHT_PURE"}  # `acceleration.py` reads it in the worker
_SET_VARIABLES = {
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    # Numeric libraries start a thread per core when they are imported, and then forking is unsafe.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
PARTS = ("home", "tmp", "work")  # of a process's folder; the last is its working directory
_FOLDER_VARIABLES = {
    "HOME": "home",
    "TMPDIR": "tmp",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "XDG_RUNTIME_DIR": "tmp",
}


@dataclass(frozen=True, slots=True)
class Guard:
    """One thing the sandbox keeps code from, and whether it can on this machine."""

    name: str
    enforced: bool
    detail: str


def environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """Return the variables an interpreter starts with; `settle` then gives it a HOME and the like of its own."""
    kept = {name: value for name, value in inherited.items() if name in _KEPT_VARIABLES or name.startswith("LC_")}
    return kept | _SET_VARIABLES


def settle(folder: Path) -> None:
    """Make `folder` the working directory, with HOME and TMPDIR below it."""
    for name, part in _FOLDER_VARIABLES.items():
        os.environ[name] = str(folder / part)
    for part in PARTS:
        (folder / part).mkdir(parents=True, exist_ok=True)
    os.chdir(folder / "work")
    tempfile = sys.modules.get("tempfile")
    if tempfile is not None:
        tempfile.tempdir = None  # type: ignore[attr-defined] # it remembers the TMPDIR of the process we were
    sys.dont_write_bytecode = True


def limit(limits: Limits, *, for_good: bool) -> None:
    """Apply resource limits; `for_good` also lowers what they could be raised to again."""
    if resource is None:
        return
    wanted = {
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_FSIZE": (limits.file_bytes, limits.file_bytes),
        "RLIMIT_NOFILE": (limits.open_files, limits.open_files),
        "RLIMIT_AS": (limits.memory_bytes, limits.memory_bytes),
        # The second one kills what ignores the first one's signal.
        "RLIMIT_CPU": (limits.life_cpu_seconds, limits.life_cpu_seconds + 5),
    }
    for name, (soft, hard) in wanted.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        ceiling = resource.getrlimit(which)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        try:
            resource.setrlimit(which, (soft, hard if for_good else ceiling))
        except (OSError, ValueError):
            continue  # macOS refuses some of these; `describe` says which matter
    # A file over its limit should be an error for the code that writes it, not a death.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def shut(folder: Path) -> None:
    """Refuse effects outside `folder` from now on."""
    landlock.restrict([folder])
    audit.enforce(folder)


def describe() -> tuple[Guard, ...]:
    """Return what is and is not enforced on this machine."""
    version = landlock.version()
    kernel = f"Landlock {version}" if version else "needs Landlock (Linux 5.13 or newer)"
    posix = os.name == "posix"
    return (
        Guard("processes", posix and hasattr(os, "fork"), "each worker is a process of its own, killed at its limits"),
        Guard("limits", resource is not None, "memory, CPU, file size, open files (setrlimit)"),
        Guard("effects", True, "files, processes, signals and network are refused by Python's audit hook"),
        Guard("files", version >= 1, f"native code cannot write outside its folder or execute: {kernel}"),
        Guard("network", version >= 4, f"native code cannot use TCP: {kernel if version >= 4 else 'needs Landlock 4'}"),
        Guard("signals", version >= 6, f"native code cannot signal: {kernel if version >= 6 else 'needs Landlock 6'}"),
        Guard("cleanup", linux.IS_LINUX, "workers die with the supervisor; escaped processes are found and killed"),
    )
