"""Entry points for the tests: imported by name in a nursery, they call functions and tell what came of it."""

from __future__ import annotations

import builtins
import importlib
import json
import os
import threading
from collections.abc import Callable
from typing import Any

from fuzzwright.isolation import audit
from fuzzwright.isolation.link import Link, Run

globals()["__builtins__"] = dict(vars(builtins))  # the functions called may patch the real ones

_encode, _decode = json.JSONEncoder().encode, json.loads
Note = Callable[[bytes], None]


def call_functions(payload: bytes, note: Note) -> tuple[bytes, Run]:
    """Import the module named by the payload; a job is a function's name and the arguments for its calls."""
    note(b"importing " + payload)
    module = importlib.import_module(payload.decode())

    def run(link: Link, job: bytes) -> None:
        name, arguments = _decode(job)
        function = getattr(module, name)
        for count, argument in enumerate(arguments):
            link.note(repr(argument).encode())
            link.beat[0] = count + 1
            audit.blocked = None
            link.send(repr([argument, _call(function, argument), audit.blocked]).encode())
            link.tidy()

    return b"imported " + payload, run


def _call(function: Callable[[Any], Any], argument: Any) -> str:
    try:
        return f"returned {function(argument)!r}"
    except audit.EffectBlocked as blocked:
        return f"blocked {blocked.effect}"
    except BaseException as error:
        return f"raised {error.__class__.__name__}"


def answer(payload: bytes, note: Note) -> tuple[bytes, Run]:
    """Obey simple commands; for what needs no function under test."""

    def run(link: Link, job: bytes) -> None:
        command, _, rest = job.partition(b" ")
        match command.decode():
            case "echo":
                while (frame := link.receive()) != b"end":
                    link.send(rest + (frame or b""))
            case "wait":
                link.send(repr(link.receive(0.01)).encode())
            case "environment":
                link.send(_encode([dict(os.environ), os.getcwd(), str(link.folder)]).encode())
            case "descriptors":
                link.send(_encode([os.readlink(f"/proc/self/fd/{name}") for name in _open_descriptors()]).encode())
            case "print":
                print(rest.decode())
                link.send(link.take_output().encode())
            case "output":
                os.write(1, rest)
                os._exit(0)
            case "count":
                for number in range(1, 100_000_000):
                    link.beat[0] = number
            case "raise":
                raise ValueError(rest.decode())
            case "pid":
                link.send(_encode([os.getpid(), os.getppid()]).encode())
                link.receive()

    return payload, run


def _open_descriptors() -> list[str]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            os.fstat(int(name))
            found.append(name)
        except OSError:
            continue
    return found


def start_thread(payload: bytes, note: Note) -> tuple[bytes, Run]:
    """Be unfit for forking."""
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    return answer(payload, note)
