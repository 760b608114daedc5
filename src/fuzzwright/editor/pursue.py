"""A line of an open text that a worker is to reach, as fast as it can."""

from __future__ import annotations

from fuzzwright.campaigns.fuzz import FuzzWork
from fuzzwright.campaigns.jobs import FuzzJob, Record, pack
from fuzzwright.campaigns.portrait import portrait
from fuzzwright.isolation.link import Link
from fuzzwright.python.discover import Found
from fuzzwright.python.open import OpenedModules, Opening

REDUCE_SECONDS = 1.0


def pursue(link: Link, opening: Opening, found: Found, record: Record) -> None:
    """Search for a call of a function that reaches a line; tell it, or how near any came."""
    function, report = opening.open(found)
    if function is None:
        link.send(pack({"event": "skipped", "function": found.qualname, "reason": report["reason"]}))
        return
    link.note(found.qualname.encode("utf-8", "backslashreplace"))
    job = FuzzJob(
        target=found.name,
        search="adaptive",
        seed=record["seed"],
        seconds=record["seconds"],
        goal=record["line"],
        seeds=record["wanted"][0]["inputs"],
        reduce_seconds=REDUCE_SECONDS,
    )
    work = FuzzWork(OpenedModules(functions={found.name: function}), link, job)
    work.run()
    if work.goal is not None and work.goal.reached is not None:
        example = {"id": "reached", "slot": 0, **portrait(function, work.target, work.goal.reached)}
        link.send(pack({"event": "reached", "example": example}))
    link.send(pack({"event": "over"}))
