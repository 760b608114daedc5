"""Small jobs on single inputs in fresh processes: run them again, write them, propose simpler ones, others, hints."""

from __future__ import annotations

import time
from typing import Any

from fuzzwright.campaigns.jobs import Record, failure_from, failure_record, pack, signature_text, to_bytes, to_text
from fuzzwright.engine.codec import Undecodable, decode, encode
from fuzzwright.engine.outcome import Failure
from fuzzwright.engine.reduce import reduce
from fuzzwright.isolation.link import Link
from fuzzwright.python.open import OpenedModules
from fuzzwright.python.solver import is_there, solved
from fuzzwright.python.stronger import Inquiry
from fuzzwright.python.target import FunctionTarget

MOST_SOLVED = 500
"""So many inputs of a solver are tried."""
PATIENCE = 2
"""How many times as long waiting may take as working, where a function waits or the machine is busy."""


def replay(opened: OpenedModules, link: Link, record: Record) -> None:
    """Run some inputs one after another in this fresh process and tell the outcome of the last."""
    function = opened.functions[record["target"]]
    target: FunctionTarget = function.target(link.beat, link.take_output)
    target.note = link.note
    outcome = None
    for text in record["inputs"]:
        input = decode(function.domain, to_bytes(text))
        outcome = function.oracle(input, target.run(input))
    assert outcome is not None
    signature = signature_text(outcome)
    failure = failure_record(outcome) if isinstance(outcome, Failure) else None
    link.send(pack({"event": "replayed", "signature": signature, "failure": failure, "kind": outcome.kind}))


def write(opened: OpenedModules, link: Link, record: Record) -> None:
    """Tell inputs as calls to paste, and what a failure of the first amounts to."""
    function = opened.functions[record["target"]]
    inputs = [decode(function.domain, to_bytes(text)) for text in record["inputs"]]
    calls = [function.call(input) for input in inputs]
    failure = failure_from(record["failure"]) if "failure" in record else None
    verdict, evidence = function.verdict(failure, calls[0][0]) if failure is not None else ("", "")
    link.send(
        pack(
            {
                "event": "written",
                "calls": [call for call, _ in calls],
                "imports": sorted({line for _, imports in calls for line in imports}),
                "verdict": verdict,
                "evidence": evidence,
            }
        )
    )


class _Enough(Exception):
    """As many inputs were proposed as were asked for."""


def propose(opened: OpenedModules, link: Link, record: Record) -> None:
    """Tell which simpler inputs to try next for one that kills, given what came of those proposed before.

    The reduction is made again from its start with the answers so far, and goes on as if the answer to each
    further question were no. So it needs no process that survives from one attempt to the next.
    """
    domain = opened.functions[record["target"]].domain
    answers = iter(record["answers"])
    proposed: list[str] = []

    def still(candidate: Any) -> bool:
        answer = next(answers, None)
        if answer is None:
            proposed.append(to_text(encode(domain, candidate)))
            if len(proposed) >= record["most"]:
                raise _Enough
        return bool(answer)

    try:
        reduce(domain, decode(domain, to_bytes(record["encoded"])), still)
    except _Enough:
        pass
    link.send(pack({"event": "proposed", "inputs": proposed}))


def solve(opened: OpenedModules, link: Link, record: Record) -> None:
    """Ask the solver here, and tell its inputs."""
    if not is_there():
        link.send(pack({"event": "solved", "there": False, "inputs": []}))
        return
    function = opened.functions[record["target"]]
    inputs = solved(function, float(record["seconds"]))
    texts = dict.fromkeys(to_text(encode(function.domain, input)) for input in inputs)
    link.send(pack({"event": "solved", "there": True, "inputs": list(texts)[:MOST_SOLVED]}))


def suggest(opened: OpenedModules, link: Link, record: Record) -> None:
    """Look for a hint that sets a failing input apart from those that pass, and tell it as a diff."""
    function = opened.functions[record["target"]]
    domain, cpu, wall = function.domain, time.process_time(), time.monotonic()

    def spent() -> float:
        return max(time.process_time() - cpu, (time.monotonic() - wall) / PATIENCE)

    kept: list[Any] = []
    for text in record["kept"]:
        try:
            kept.append(decode(domain, to_bytes(text)))
        except Undecodable:
            continue
    target: FunctionTarget = function.target(link.beat, link.take_output)
    inquiry = Inquiry(function, opened.hints, target, record["seed"], record["seconds"], spent)
    suggestion = inquiry.suggestion(decode(domain, to_bytes(record["encoded"])), kept)
    link.send(pack({"event": "suggested", "suggestion": "" if suggestion is None else str(suggestion)}))
