"""The command line in real processes: what a user types, and what comes back."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.frontends.commands import FUZZWRIGHT, commands

COMMAND = [FUZZWRIGHT]
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x9b]")
"""What only a terminal can make something of."""


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    def refusal(self) -> str:
        """Return the one message of a command that was used wrongly, having checked that it is one."""
        assert self.code == 2, f"exit {self.code}\n{self.out}\n{self.err}"
        assert "Traceback" not in self.err
        assert self.out == ""
        assert self.err.startswith(("fuzzwright: ", "Usage: "))
        return self.err


@dataclass(frozen=True, slots=True)
class Shell:
    """A folder with a user's files in it, and the commands run there."""

    folder: Path
    cache: Path
    starts: bool = False
    """Whether each command is an interpreter started for it, and not forked from one that has everything imported."""

    @property
    def anew(self) -> Shell:
        """The same with commands that are started as a user starts them, each with its own order of sets."""
        return replace(self, starts=True)

    def write(self, **files: str) -> None:
        """Put modules into the folder, each by its name without the ending."""
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(dedent(text).lstrip("\n"), "utf-8")

    def configure(self, text: str) -> None:
        """Write pyproject.toml."""
        (self.folder / "pyproject.toml").write_text(dedent(text), "utf-8")

    def files(self) -> set[str]:
        """Return the names of all files below the folder."""
        return {str(file.relative_to(self.folder)) for file in self.folder.rglob("*") if file.is_file()}

    def environment(self) -> dict[str, str]:
        """Return the variables that commands get: a cache of their own, and no colours asked for."""
        dropped = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "VIRTUAL_ENV", "PYTHONPATH")
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        return {**kept, "XDG_CACHE_HOME": str(self.cache), "PYTHONIOENCODING": "utf-8"}

    def __call__(self, *words: str, timeout: float = 60.0) -> Said:
        """Run a command to its end."""
        if not self.starts:
            done = commands().run(words, self.folder, self.environment(), timeout)
            return Said(done.returncode, done.stdout, done.stderr)
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def interrupted(self, *words: str, after: str) -> Said:
        """Run a command and interrupt it, as Ctrl-C does, once it has printed a line with `after` in it."""
        command = subprocess.Popen(
            [*COMMAND, *words],
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            # A shell starts what it puts into the background with Ctrl-C ignored, and that is passed on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert command.stdout is not None
        watch = threading.Timer(60, command.kill)
        watch.start()
        lines: list[str] = []
        while after not in (lines[-1] if lines else ""):
            line = command.stdout.readline()
            assert line, f"ended without {after!r}: {lines}"
            lines.append(line)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate()
        watch.cancel()
        return Said(command.returncode, "".join(lines) + out, err)

    def report(self, *words: str, code: int | None = None) -> dict[str, Any]:
        """Run a command with `--json` and return what it wrote."""
        said = self(*words, "--json", "report.json")
        assert said.code == code or (code is None and said.code in (0, 1)), said.out + said.err
        content: dict[str, Any] = json.loads((self.folder / "report.json").read_text("ascii"))
        return content
