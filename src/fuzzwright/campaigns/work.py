"""The worker's main: open the targets once, then do jobs on them, next to the code under test.

`prepare` runs in the nursery and imports the user's code; `Work.run` runs in a fork of it, one job
each. Everything a job does follows from its words, so that another worker can do it again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec

from fuzzwright.campaigns.fuzz import FuzzWork
from fuzzwright.campaigns.jobs import FuzzJob, pack, unpack
from fuzzwright.campaigns.repeat import propose, replay, solve, suggest, write
from fuzzwright.isolation.link import Link, Run
from fuzzwright.python.inferring import Inference
from fuzzwright.python.open import OpenedModules, open_modules
from fuzzwright.python.order import Order


def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
    """Import what the payload names; return what was found, and the function that does jobs."""
    order = Order(**unpack(payload))
    opened = open_modules(order, note, Inference(order.infer, order.texts, order.seen))
    return pack({**opened.hello(), "memory": address_space(), "atheris": is_there("atheris")}), Work(opened).run


def is_there(package: str) -> bool:
    """Return whether a package is installed where the code under test is."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def address_space() -> int:
    """Return how many bytes this process has taken of what its memory limit allows; 0 where that cannot be known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Work:
    """Does jobs on the functions that were opened."""

    def __init__(self, opened: OpenedModules) -> None:
        self.opened = opened

    def run(self, link: Link, job: bytes) -> None:
        """Do one job and tell how it went."""
        record = unpack(job)
        match record["do"]:
            case "fuzz":
                FuzzWork(self.opened, link, FuzzJob.unpack(record)).run()
            case "history":
                FuzzWork(self.opened, link, FuzzJob.unpack(record)).tell_history()
            case "replay":
                replay(self.opened, link, record)
            case "write":
                write(self.opened, link, record)
            case "propose":
                propose(self.opened, link, record)
            case "solve":
                solve(self.opened, link, record)
            case "suggest":
                suggest(self.opened, link, record)
