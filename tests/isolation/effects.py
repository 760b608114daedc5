"""Effects, allowed and not, tried in a worker by test_audit.py. Each takes a path outside."""

# ruff: noqa: SIM115 (what is opened here must not open)

from __future__ import annotations

import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable


def allowed(outside: str) -> list[str]:
    """Do what must stay possible; returns what failed all the same."""
    pathlib.Path("inside").mkdir()
    os.chmod("inside", 0o755)
    attempts: dict[str, Callable[[], object]] = {
        "read outside": lambda: pathlib.Path(outside).read_bytes(),
        "list outside": lambda: os.listdir(os.path.dirname(outside)),
        "import": lambda: __import__("wave"),
        "write inside": lambda: pathlib.Path("inside/a").write_text("a"),
        "append inside": lambda: open("inside/a", "a").close(),
        "rename inside": lambda: os.rename("inside/a", b"inside/b"),
        "link inside": lambda: os.symlink("b", "inside/c"),
        "write through link inside": lambda: pathlib.Path("inside/c").write_text("c"),
        "remove inside": lambda: os.remove(pathlib.Path("inside/c")),
        "link that leads out": lambda: os.symlink(outside, "inside/out"),
        "remove link that leads out": lambda: os.remove("inside/out"),
        "write in home": lambda: pathlib.Path.home().joinpath("x").write_text("x"),
        "temporary file": lambda: tempfile.TemporaryFile().close(),
        "temporary folder": lambda: tempfile.TemporaryDirectory().cleanup(),
        "remove tree": lambda: shutil.rmtree("inside"),
        "write to null": lambda: open(os.devnull, "w").write("x"),
        "socket pair": socket.socketpair,
        "database in memory": lambda: sqlite3.connect(":memory:").close(),
        "database inside": lambda: sqlite3.connect("here.sqlite").close(),
        "read database outside": lambda: sqlite3.connect(f"file:{outside}?mode=ro", uri=True).close(),
        "signal itself": lambda: os.kill(os.getpid(), 0),
        "missing file": lambda: os.path.exists("nothing"),
    }
    failed = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except BaseException as error:
            failed.append(f"{name}: {error!r}")
    return failed


class Path:
    """A path-like object of our own."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return self.path


def blocked(outside: str) -> list[str]:
    """Try what must not be possible; returns what was not blocked."""
    folder = os.path.dirname(outside)
    directory = os.open(folder, os.O_RDONLY)
    upwards = os.path.relpath(outside)
    pathlib.Path("own").write_text("own")
    os.symlink(folder, "door")
    attempts: dict[str, Callable[[], object]] = {
        "open": lambda: open(outside, "a"),
        "open bytes": lambda: open(os.fsencode(outside), "r+b"),
        "open path": lambda: open(Path(outside), "w"),
        "open new": lambda: open(folder + "/new", "x"),
        "open upwards": lambda: open(upwards, "w"),
        "open through link": lambda: open("door/new", "w"),
        "os.open": lambda: os.open(outside, os.O_RDWR),
        "os.open dir_fd": lambda: os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=directory),
        "remove": lambda: os.remove(outside),
        "remove dir_fd": lambda: os.unlink("precious.txt", dir_fd=directory),
        "remove through link": lambda: os.remove("door/precious.txt"),
        "rename out": lambda: os.rename("own", folder + "/own"),
        "rename in": lambda: os.replace(outside, "own"),
        "rename dir_fd": lambda: os.rename("own", "own", dst_dir_fd=directory),
        "mkdir": lambda: os.mkdir(folder + "/new"),
        "mkdir dir_fd": lambda: os.mkdir("new", dir_fd=directory),
        "mkdir by dots": lambda: os.mkdir(f"door/../{os.path.basename(folder)}/new"),
        "rmdir": lambda: os.rmdir(folder),
        "chmod": lambda: os.chmod(outside, 0o600),
        "chmod through link": lambda: os.chmod("door/precious.txt", 0o600),
        "chmod descriptor": lambda: os.chmod(directory, 0o700),
        "chown": lambda: os.chown(outside, os.getuid(), os.getgid()),
        "truncate": lambda: os.truncate(outside, 0),
        "utime": lambda: os.utime(outside),
        "link out": lambda: os.link("own", folder + "/own"),
        "symlink out": lambda: os.symlink("own", folder + "/own"),
        "symlink dir_fd": lambda: os.symlink("own", "own", dir_fd=directory),
        "copy": lambda: shutil.copy("own", folder),
        "rmtree": lambda: shutil.rmtree(folder),
        "database": lambda: sqlite3.connect(folder + "/new"),
        "database uri": lambda: sqlite3.connect(f"file:{folder}/new?mode=rwc", uri=True),
        "popen": lambda: subprocess.Popen([sys.executable, "-c", ""]),
        "exec": lambda: os.execv("/bin/true", ["true"]),
        "spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "fork": os.fork,
        "kill": lambda: os.kill(os.getppid(), 0),
        "kill all": lambda: os.kill(-1, 0),
        "killpg": lambda: os.killpg(0, 0),
        "raw socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        "send": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
        "unix connect": lambda: socket.socket(socket.AF_UNIX).connect(folder + "/new"),
        "unix bind": lambda: socket.socket(socket.AF_UNIX).bind(folder + "/new"),
        "odd path": lambda: open(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe"), "w"),
    }
    passed = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except PermissionError as error:
            if error.__class__.__name__ == "EffectBlocked":
                continue
            passed.append(f"{name}: {error!r}")
        except BaseException as error:
            passed.append(f"{name}: {error!r}")
        else:
            passed.append(name)
    return passed
