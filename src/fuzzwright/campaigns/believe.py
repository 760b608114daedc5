"""A finding is believed when it shows again in a fresh process, alone or after the calls it needs.

What ends processes is also made simple here, since the worker that met it could not: each attempt is a
process of its own.
"""

from __future__ import annotations

from dataclasses import replace

from fuzzwright.campaigns.deaths import ends_processes, met_twice
from fuzzwright.campaigns.histories import history, shortest_sequence
from fuzzwright.campaigns.jobs import pack
from fuzzwright.campaigns.replays import can_go_on, failure_in, is_same, repeats, replay, write, written
from fuzzwright.campaigns.requests import CONFIRM, Conditions, Request, Script
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import TimedOut

REDUCE_ATTEMPTS = 150
REDUCE_SECONDS = 10.0
LESS_SECONDS = 1.0
"""What it may take to make an input simple that asks for no action: nobody will look at it for long."""
PROPOSED = 6
"""How many simpler inputs are proposed at a time; those behind the first that works are for nothing."""
PATIENT = 10.0
"""How many times the limit a call gets that would be told to have no end: one that is over by then is slow."""
SURE = 2
"""How often a failure that showed again has to show once more: what is left to chance does it once, seldom thrice."""


def believe(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Repeat a finding in a fresh process, and see whether what takes long is ever over."""
    yield from _repeat(state, found, conditions)
    if found.signature in state.findings:
        yield from _wait_longer(state, found, conditions)


def _repeat(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Repeat a finding in a fresh process; if it does not show again, look for the calls it needs before it."""
    if isinstance(found.failure, TimedOut) and not found.failure.confirmed:
        yield from _confirm(state, found, conditions)
        return
    if ends_processes(found.failure):
        if not found.call:
            yield from write(state, found, conditions)
        yield from _reduce_deadly(state, found, conditions)
        if found.failure.kind == "timed_out" and found.encoded == found.raw and conditions.time.left() <= 0:
            return  # it hung twice with this input, the second time for longer
    if (yield from repeats(state, found, [found.encoded], conditions)):
        yield from _make_sure(state, found, [found.encoded], conditions)
        return
    if found.raw != found.encoded and (yield from repeats(state, found, [found.raw], conditions)):
        found.encoded = found.raw
        yield from write(state, found, conditions)
        yield from _make_sure(state, found, [found.raw], conditions)
        return
    if not can_go_on(found, conditions.time):
        found.verdict, found.evidence = "flaky", "did not happen again in a fresh process; no time was left for more"
        return
    calls = yield from history(found, conditions)
    sequence = yield from shortest_sequence(state, found, calls, conditions)
    if sequence is None:
        found.verdict, found.evidence = "flaky", "did not happen again in a fresh process, nor after the same calls"
        return
    found.encoded = sequence[-1]
    texts = yield from written(state, sequence, conditions)
    if texts:
        found.before, found.call = tuple(texts[:-1]), texts[-1]
    yield from _make_sure(state, found, sequence, conditions)


def _confirm(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Give a call that its worker ended all the time it may have; if it ends by itself then, it was only slow."""
    for encoded in dict.fromkeys((found.encoded, found.raw)):
        reply = yield replay(state, [encoded], conditions.limits(CONFIRM))
        if is_same(reply, found, conditions.root):
            found.failure = met_twice(found.failure, failure_in(reply, conditions.root))
            found.encoded = encoded
            yield from write(state, found, conditions)
            return
    del state.findings[found.signature]
    state.remark(f"a call took long, and was ended before it was over: {found.call}")


def _wait_longer(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Give a call that there is to act on for having no end far more time; note when it is over after all."""
    failure, limits = found.failure, conditions.limits(PATIENT)
    if not isinstance(failure, TimedOut) or failure.clock != "cpu" or failure.ended or found.before:
        return
    if found.verdict not in conditions.settings.fail_on or limits.cpu_seconds > conditions.time.left():
        return
    reply = yield replay(state, [found.encoded], limits)
    if reply.said.get("event") == "replayed" and not is_same(reply, found, conditions.root):
        found.failure = replace(failure, ended=round(max(reply.seconds, failure.seconds), 1))
        yield from write(state, found, conditions)


def _make_sure(state: TargetState, found: FindingState, inputs: list[str], conditions: Conditions) -> Script:
    """Call a finding flaky that showed again once, and then did not."""
    if ends_processes(found.failure) or found.verdict not in conditions.settings.fail_on:
        # What ends a process was met, made simple and repeated in one process each already; and whether something that
        # asks for no action is left to chance is not worth more time.
        return
    for _ in range(SURE):
        if not (yield from repeats(state, found, inputs, conditions)):
            found.verdict, found.evidence = "flaky", "did not happen again each time in a fresh process"
            return


def _reduce_deadly(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Look for a simpler input that ends a process in the same way."""
    answers: list[bool] = []
    simplest = found.encoded
    attempts, spent, time = REDUCE_ATTEMPTS, 0.0, conditions.time
    most = REDUCE_SECONDS if found.verdict in conditions.settings.fail_on else LESS_SECONDS
    # A hang shows in a part of the limit; the result is tried at the whole one afterwards.
    limits = conditions.limits(0.25)
    while attempts > 0 and spent < most and can_go_on(found, time):
        job = {"do": "propose", "target": state.name, "encoded": found.raw, "answers": answers, "most": PROPOSED}
        reply = yield Request(pack(job), conditions.limits())
        spent += reply.seconds
        found.reduced = True
        inputs = reply.said.get("inputs", [])
        if not inputs:
            break
        for text in inputs:
            attempts -= 1
            tried = yield replay(state, [str(text)], limits)
            spent += tried.seconds
            answers.append(is_same(tried, found, conditions.root))
            if answers[-1]:
                simplest = str(text)
                break
            if spent > most or not can_go_on(found, time):
                break
    if simplest != found.encoded:
        found.encoded = simplest
        yield from write(state, found, conditions)
