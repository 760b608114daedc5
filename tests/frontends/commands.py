"""Commands in processes of their own that need not import everything first, which is most of what a short one does.

One process imports the command line and forks for each command. The command has its own folder, variables, streams
and end, as one that is started has; it shares the order of sets with the others. Where that or the start counts,
commands are started anew.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import IO

FUZZWRIGHT = str(Path(sysconfig.get_path("scripts")) / "fuzzwright")
LONGEST_MESSAGE = 1 << 17


class Commands:
    """The process that has everything imported, and what is asked of it."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = Lock()
        with theirs:
            number = theirs.fileno()
            # It ends when this end of the channel is closed, at the latest with this process.
            self._server = subprocess.Popen(
                [sys.executable, __file__, str(number)], pass_fds=[number], stdin=subprocess.DEVNULL
            )

    def run(
        self, words: Sequence[str], folder: Path, environment: dict[str, str], timeout: float
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, and to that of all that holds its output, as `subprocess.run` does."""
        with self._one_at_a_time:
            (out, their_out), (err, their_err) = os.pipe(), os.pipe()
            nothing = os.open(os.devnull, os.O_RDONLY)
            message = json.dumps([list(words), str(folder), environment]).encode()
            socket.send_fds(self._channel, [message], [nothing, their_out, their_err])
            for number in (nothing, their_out, their_err):
                os.close(number)
            readers = [_Reader(os.fdopen(number, encoding="utf-8")) for number in (out, err)]
            self._channel.settimeout(None)
            pid = int(self._channel.recv(LONGEST_MESSAGE))
            self._channel.settimeout(timeout)
            try:
                code = int(self._channel.recv(LONGEST_MESSAGE))
            except TimeoutError:
                os.kill(pid, 9)
                self._channel.settimeout(None)
                self._channel.recv(LONGEST_MESSAGE)
                raise subprocess.TimeoutExpired([FUZZWRIGHT, *words], timeout) from None
            for reader in readers:
                reader.join(timeout)
                if reader.is_alive():
                    raise subprocess.TimeoutExpired([FUZZWRIGHT, *words], timeout)
        return subprocess.CompletedProcess([FUZZWRIGHT, *words], code, *(reader.text for reader in readers))


class _Reader(Thread):
    """Reads a stream to its end."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(daemon=True)
        self._stream, self.text = stream, ""
        self.start()

    def run(self) -> None:
        with self._stream:
            self.text = self._stream.read()


@cache
def commands() -> Commands:
    """Return the one process of this session."""
    return Commands()


def serve(channel: socket.socket, main: Callable[[], None]) -> None:
    """Fork for each message; return in the process that was forked, and when there is no one to serve any more."""
    while True:
        message, numbers, _, _ = socket.recv_fds(channel, LONGEST_MESSAGE, 3)
        if not message:
            return
        child = os.fork()
        if child == 0:
            channel.close()
            become(message, numbers)
            main()
        for number in numbers:
            os.close(number)
        channel.send(str(child).encode())
        channel.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def become(message: bytes, numbers: list[int]) -> None:
    """Make this process what it would be had it been started with a command."""
    words, folder, environment = json.loads(message)
    for stream, number in enumerate(numbers):
        os.dup2(number, stream)
        os.close(number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [FUZZWRIGHT, *words]
    sys.path[0] = os.path.dirname(FUZZWRIGHT)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115 # as at a start
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(  # type: ignore[misc] # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )


if __name__ == "__main__":
    from fuzzwright.frontends.cli import COMMANDS, main

    for load, _ in COMMANDS.values():
        load()
    with socket.socket(fileno=int(sys.argv[1])) as to_tests:
        serve(to_tests, main)
