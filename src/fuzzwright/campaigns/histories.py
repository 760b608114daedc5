"""The calls that a failure needs before it: those its worker made, and as few of them as will do."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace

from fuzzwright.campaigns.deaths import ends_processes
from fuzzwright.campaigns.jobs import failure_record, pack
from fuzzwright.campaigns.replays import GRACE, can_go_on, repeats
from fuzzwright.campaigns.requests import CONFIRM, Conditions, Reply, Request
from fuzzwright.campaigns.states import FindingState, TargetState

ATTEMPTS = 80
"""How often a sequence is tried without some of its calls."""


def history(found: FindingState, conditions: Conditions) -> Generator[Request, Reply, list[str]]:
    """Return the inputs that ran before a failure, and itself, last; nothing if that cannot be found out."""
    if found.origin is None:
        return []
    left = conditions.time.left()
    job = replace(
        found.origin,
        careful=True,
        until=found.execution,
        wanted=found.signature,
        seconds=None if left == math.inf else left + GRACE,
    )
    if ends_processes(found.failure):
        # The worker that tells it has to live: it is not to make the last call.
        job.deadly = [*job.deadly, (found.raw, failure_record(found.failure))]
    reply = yield Request(pack(job.record("history")), conditions.limits(CONFIRM))
    inputs = reply.said.get("inputs", []) if reply.said.get("event") == "history" else []
    return [str(text) for text in inputs]


def shortest_sequence(
    state: TargetState, found: FindingState, calls: list[str], conditions: Conditions
) -> Generator[Request, Reply, list[str] | None]:
    """Return few of the calls, the last one among them, after which the finding shows again; None if it does not."""
    sequence = yield from _tail(state, found, calls, conditions)
    if sequence is None:
        return None
    attempts, time = ATTEMPTS, conditions.time
    run = len(sequence) // 2
    while run and attempts and can_go_on(found, time):
        start = 0
        while start < len(sequence) - 1 and attempts and can_go_on(found, time):
            shorter = sequence[:start] + sequence[min(start + run, len(sequence) - 1) :]
            attempts -= 1
            if len(shorter) < len(sequence) and (yield from repeats(state, found, shorter, conditions)):
                sequence = shorter
            else:
                start += run
        run //= 2
    return sequence


def _tail(
    state: TargetState, found: FindingState, calls: list[str], conditions: Conditions
) -> Generator[Request, Reply, list[str] | None]:
    """Return the last calls, as many as it takes: two at first, then four times as many each time."""
    length = 2
    while True:
        tail = calls[-length:]
        if len(tail) < 2:
            return None
        if (yield from repeats(state, found, tail, conditions)):
            return tail
        if length >= len(calls) or not can_go_on(found, conditions.time):
            return None
        length *= 4
