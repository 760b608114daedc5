"""Reducing an input that kills: each attempt runs in a child of the worker, which may die in its stead."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

from fuzzwright.campaigns.jobs import Record, failure_from, pack, to_bytes, to_text
from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.reduce import reduce
from fuzzwright.isolation import audit
from fuzzwright.isolation.link import Link
from fuzzwright.python.open import OpenedModules

ATTEMPTS = {"timed_out": 15, "died": 150, "exited": 150}
SECONDS = {"timed_out": 8.0, "died": 10.0, "exited": 10.0}
_TICK = 0.002
_FINE = 77


def reduce_deadly(opened: OpenedModules, link: Link, record: Record) -> None:
    """Tell the simplest input found that ends a process in the same way."""
    function = opened.functions[record["target"]]
    failure = failure_from(record["failure"])
    domain = function.domain
    input = decode(domain, to_bytes(record["encoded"]))
    target = function.target(link.beat, link.take_output)
    over = time.monotonic() + SECONDS.get(failure.kind, 10.0)

    def dies(candidate: Any) -> bool:
        link.beat[0] += 1
        if time.monotonic() > over:
            return False
        ended = _in_child(lambda: target.run(candidate), record["cpu"], record["wall"], link)
        return ended == failure.kind

    smallest = reduce(domain, input, dies, ATTEMPTS.get(failure.kind, 50))
    call, imports = function.call(smallest)
    verdict, evidence = function.verdict(failure)
    link.send(
        pack(
            {
                "event": "reduced",
                "encoded": to_text(encode(domain, smallest)),
                "call": call,
                "imports": imports,
                "verdict": verdict,
                "evidence": evidence,
                "complexity": domain.complexity(smallest),
            }
        )
    )


def _in_child(run: Callable[[], Any], cpu: float, wall: float, link: Link) -> str:
    """Return how a child that runs something ends: died, exited, timed_out, or fine."""
    audit.stand_aside()
    pid = os.fork()
    if pid == 0:
        try:
            audit.enforce(link.folder)
            run()
        finally:
            os._exit(_FINE)
    began = time.monotonic()
    status = 0
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        link.beat[0] += 1
        if time.monotonic() - began > wall or _cpu(pid) > cpu:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            audit.enforce(link.folder)
            return "timed_out"
        time.sleep(_TICK)
    audit.enforce(link.folder)
    if os.WIFSIGNALED(status):
        return "died"
    return "fine" if os.WEXITSTATUS(status) == _FINE else "exited"


def _cpu(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the CPU clock of another process
    except OSError:
        return 0.0
