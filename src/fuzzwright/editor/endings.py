"""Inputs that ended a process, as examples that are told without being run again."""

from __future__ import annotations

from collections.abc import Sequence

from fuzzwright.campaigns.jobs import Record, failure_from, to_bytes
from fuzzwright.campaigns.portrait import failure_name, portrait_of_death
from fuzzwright.engine.codec import Undecodable, decode
from fuzzwright.python.opened import OpenedFunction


def endings(function: OpenedFunction, deadly: Sequence[tuple[str, Record]]) -> list[Record]:
    """Return an example for each way in which inputs ended a process: the one with the shortest call."""
    found: dict[str, Record] = {}
    for encoded, told in deadly:
        try:
            failure = failure_from(told)
            input = decode(function.domain, to_bytes(encoded))
        except (Undecodable, ValueError, KeyError):
            continue  # the types were others
        id = failure_name(function, failure)
        record = {"id": id, "slot": len(found), **portrait_of_death(function, input, failure)}
        known = found.get(id)
        if known is None or len(record["call"]) < len(known["call"]):
            found[id] = record if known is None else {**record, "slot": known["slot"]}
    return list(found.values())
