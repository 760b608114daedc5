"""Single inputs run again, or written as calls, in fresh processes: the supervisor's side of `repeat`."""

from __future__ import annotations

from collections.abc import Generator

from fuzzwright.campaigns.cases import case_of
from fuzzwright.campaigns.deaths import death_of
from fuzzwright.campaigns.jobs import Record, failure_from, failure_record, pack, unpack
from fuzzwright.campaigns.requests import Conditions, Reply, Request, RunTime, Script
from fuzzwright.campaigns.states import TO_ACT_ON, FindingState, TargetState
from fuzzwright.engine.outcome import Failure
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.judging.judge import verdict

UNWRITTEN = "<an input that cannot be written>"
GRACE = 2.0
"""Seconds past the end of the run in which findings are still made simple and looked into."""


def can_go_on(found: FindingState, time: RunTime) -> bool:
    """Return whether there is time for another attempt; a few more that take milliseconds are always worth it."""
    return time.left() > (0.0 if found.failure.kind == "timed_out" else -GRACE)


def replay(state: TargetState, inputs: list[str], limits: Limits) -> Request:
    """Return the request to run some inputs one after another and tell how the last one ended."""
    return Request(pack({"do": "replay", "target": state.name, "inputs": inputs}), limits)


def run_alone(nursery: Nursery, job: bytes, limits: Limits) -> tuple[Record, Ended]:
    """Do one job in a worker that nobody else waits for; return what it said last, and how it ended."""
    worker = nursery.start(job, limits)
    said: Record = {}
    while True:
        for event in nursery.poll(0.1):
            match event:
                case Message(teller, frame) if teller is worker:
                    try:
                        said = unpack(frame)
                    except ValueError:
                        worker.kill()  # the target writes into our descriptors
                case Ended(gone) if gone is worker:
                    return said, event


def is_same(reply: Reply, found: FindingState, root: str) -> bool:
    """Return whether a replay ended as the finding did."""
    if reply.said.get("event") == "replayed":
        return bool(reply.said["signature"] == found.signature)
    failure = death_of(reply.ended, root)
    # Where exactly a process was when it was killed is chance; that it was, and how, is not.
    return failure.kind == found.failure.kind and failure.what == found.failure.what


def failure_in(reply: Reply, root: str) -> Failure:
    """Return how a replay failed: as the worker told, or as its end tells."""
    told = reply.said.get("event") == "replayed"
    return failure_from(reply.said["failure"]) if told else death_of(reply.ended, root)


def repeats(
    state: TargetState, found: FindingState, inputs: list[str], conditions: Conditions
) -> Generator[Request, Reply, bool]:
    """Run inputs in a fresh process and return whether the finding shows again."""
    # Time-outs were confirmed at three times the limit already; once more at the plain one is quick.
    reply = yield replay(state, inputs, conditions.limits())
    if not is_same(reply, found, conditions.root):
        return False
    if reply.said.get("event") == "replayed":
        found.failure = failure_in(reply, conditions.root)
    return True


def write(state: TargetState, found: FindingState, conditions: Conditions) -> Script:
    """Have the input of a finding written as a call, and the finding judged."""
    record = {"do": "write", "target": state.name, "inputs": [found.encoded], "failure": failure_record(found.failure)}
    said = (yield Request(pack(record), conditions.limits())).said
    found.call = UNWRITTEN
    if said.get("event") == "written":
        found.call, found.imports = str(said["calls"][0]), tuple(map(str, said["imports"]))
        found.verdict, found.evidence = str(said["verdict"]), str(said["evidence"])
        return
    try:
        found.verdict, found.evidence = verdict(case_of(state, found, conditions.source_of))
    except RecursionError:
        found.verdict, found.evidence = "unexpected", f"{found.failure.what}, in code too deep to be read"
    if found.verdict in TO_ACT_ON and found.failure.kind != "died":
        # What nobody can be shown, nobody can act on.
        found.verdict, found.evidence = "unclear", f"its input could not be written as a call: {found.evidence}"


def written(state: TargetState, inputs: list[str], conditions: Conditions) -> Generator[Request, Reply, list[str]]:
    """Return inputs as calls; none if they cannot be written."""
    reply = yield Request(pack({"do": "write", "target": state.name, "inputs": inputs}), conditions.limits())
    return [str(call) for call in reply.said.get("calls", [])]
