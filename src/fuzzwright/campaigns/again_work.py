"""The worker's part of replaying stored findings: one input, after the calls it needs, in a fresh process.

Besides what came of the call it tells how the input reads now: a stored input of a function whose
parameters have changed may still decode, to something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuzzwright.campaigns.jobs import Record, failure_record, pack, to_bytes, unpack
from fuzzwright.engine.codec import Undecodable, decode
from fuzzwright.engine.outcome import Failure
from fuzzwright.isolation.link import Link, Run
from fuzzwright.python.inferring import Inference
from fuzzwright.python.open import OpenedModules, open_modules
from fuzzwright.python.order import Order


def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
    """Import what the payload names; return what was found, and the function that replays."""
    order = Order(**unpack(payload))
    opened = open_modules(order, note, Inference(order.infer, order.texts, order.seen))
    return pack(opened.hello()), lambda link, job: replay(opened, link, unpack(job))


def replay(opened: OpenedModules, link: Link, record: Record) -> None:
    """Run a stored input in this fresh process and tell what came of it, or why it does not fit."""
    function = opened.functions[record["target"]]
    try:
        input = decode(function.domain, to_bytes(record["encoded"]))
    except Undecodable as error:
        link.send(pack({"event": "unfit", "why": str(error), "call": ""}))
        return
    call, _ = function.call(input)
    if record["call"] not in (call, ""):
        link.send(pack({"event": "unfit", "why": "it reads differently", "call": call}))
        return
    target = function.target(link.beat, link.take_output)
    target.note = link.note
    _call_before(record)
    outcome = function.oracle(input, target.run(input))
    said: Record = {"event": "replayed", "kind": outcome.kind, "failure": None, "verdict": "", "evidence": ""}
    if isinstance(outcome, Failure):
        said["verdict"], said["evidence"] = function.verdict(outcome)
        said["failure"] = failure_record(outcome)
    link.send(pack(said))


def _call_before(record: Record) -> None:
    """Make the calls that the failure needs before it; what they raise themselves does not matter."""
    names: dict[str, Any] = {}
    for text in (*record["imports"], *record["before"]) if record["before"] else ():
        try:
            exec(text, names)
        except Exception:
            continue
