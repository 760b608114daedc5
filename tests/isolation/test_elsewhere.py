"""Systems without fork, resource or fcntl can at least import us, and are told what is missing."""

from __future__ import annotations

import subprocess
import sys

from tests.isolation.driving import ROOT

ELSEWHERE = """
import os, select, signal, sys
# The standard library itself was made for the system it is on.
import ctypes, faulthandler, json, mmap, pathlib, selectors, socket, subprocess, tempfile, threading
import traceback, warnings
sys.platform = "win32"
for module in ("fcntl", "resource"):
    sys.modules[module] = None
for owner, names in (
    (os, "fork pread memfd_create pidfd_open WNOHANG O_PATH O_NOFOLLOW O_DIRECTORY O_CLOEXEC setsid"),
    (select, "poll POLLIN epoll"),
    (signal, "SIGRTMIN SIGKILL SIGCHLD SIGXFSZ SIGUSR1 SIGUSR2 pidfd_send_signal"),
):
    for name in names.split():
        if hasattr(owner, name):
            delattr(owner, name)
sys.path.insert(0, sys.argv[1])
from pathlib import Path
import fuzzwright.isolation.nursery as nursery
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation import sandbox
print(sorted(guard.name for guard in sandbox.describe() if not guard.enforced))
try:
    nursery.Nursery.fork(lambda *_: None, limits=nursery.Limits(), folder=Path("nowhere"))
except FuzzwrightError as error:
    print(error.fix)
"""


def test_without_fork_import_works_and_the_lack_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", ELSEWHERE, str(ROOT / "src")], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    lacking, fix = done.stdout.splitlines()
    assert lacking == "['cleanup', 'files', 'limits', 'network', 'processes', 'signals']"
    assert "isolated=False" in fix
