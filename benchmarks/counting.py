"""Counts what a search did: a job more for the workers of `throughput.py`, beside those that campaigns give them.

The counts come from repeating executions, so that counting takes no time from those that are measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fuzzwright.campaigns.fuzz import FuzzWork
from fuzzwright.campaigns.jobs import FuzzJob, Record, pack, unpack
from fuzzwright.campaigns.work import Work, address_space
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Candidate
from fuzzwright.isolation.link import Link, Run
from fuzzwright.python.open import open_modules
from fuzzwright.python.order import Order

ENTRY = "benchmarks.counting:prepare"


def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
    """Import what the payload names, as workers of campaigns do; return what was found, and what does jobs."""
    opened = open_modules(Order(**unpack(payload)), note)
    return pack({**opened.hello(), "memory": address_space()}), CountingWork(opened).run


class CountingWork(Work):
    """Does the jobs of campaigns, and `count`."""

    def run(self, link: Link, job: bytes) -> None:
        """Do one job and tell how it went."""
        record = unpack(job)
        if record["do"] != "count":
            super().run(link, job)
            return
        work = FuzzWork(self.opened, link, FuzzJob.unpack(record))
        link.send(pack({"event": "counted", **counted(work)}))


def counted(work: FuzzWork) -> Record:
    """Run a job; return its executions, the ways they took, and the variants of its last epoch with their operators."""
    search, before = work.search, work.corpus.executions
    tell, ways = search.tell, set[int]()

    def count_and_tell(candidate: Candidate[Any], observation: Observation, outcome: Outcome) -> Sequence[Any]:
        # A look tells ways that plain runs told before: hence a set.
        more = tuple(sorted((observation.more or {}).items()))
        ways.add(hash((observation.path, more, type(observation.error))))
        return tell(candidate, observation, outcome)

    work.target.sieve = None  # or most new ways would be passed over
    search.tell = count_and_tell  # type: ignore[method-assign]  # of this one search
    work.run()
    # Not every search has variants.
    varying = getattr(search, "_varying", None)
    return {
        "executions": work.corpus.executions - before,
        "new": len(ways),
        "variants": getattr(varying, "variants_made", None),
        "operators": getattr(varying, "operators_used", None),
    }
