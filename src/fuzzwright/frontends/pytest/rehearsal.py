"""What runs in a child besides the search: a few first runs that show wrong use, and calls that were kept.

Each is one job in a process of its own, so whatever happens there is told by how the process ends.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any

from fuzzwright.campaigns.jobs import Record, failure_record, pack, to_bytes
from fuzzwright.engine.codec import decode
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Returned
from fuzzwright.frontends.pytest.covering import arcs_of
from fuzzwright.frontends.pytest.failures import arguments_in
from fuzzwright.frontends.pytest.opening import OpenedProperty
from fuzzwright.frontends.pytest.tracing import Tracing
from fuzzwright.isolation import audit
from fuzzwright.isolation.link import Link
from fuzzwright.python.check import checker
from fuzzwright.python.drive import driver
from fuzzwright.python.places import name_of, safe_text
from fuzzwright.python.properties import PRECONDITIONS, TALLY, NotTrue, is_false, says_by_result
from fuzzwright.python.resolve import resolve
from fuzzwright.python.target import FunctionTarget

RUNS = 30


@dataclass(frozen=True, slots=True)
class Jobs:
    """Does the jobs of one property in its workers."""

    opened: OpenedProperty
    tracing: Tracing

    def __call__(self, link: Link, job: Record, usual: Callable[[], None]) -> None:
        """Do one job; what the search does, and what the property said meanwhile, is told at its end."""
        match job["do"]:
            case "rehearse":
                link.send(pack(rehearse(self.opened, link, int(job["seed"]))))
            case "given":
                link.beat[0] += 1
                link.send(pack(given(self.opened, job)))
            case "recheck":
                link.send(pack({"event": "rechecked", "failing": self._failing(link, job["inputs"])}))
            case "cover":
                self.tracing.leave()
                link.send(pack({"event": "covered", "arcs": arcs_of(self._runs(link, job["inputs"]), job["files"])}))
            case _:
                TALLY.clear()
                usual()
                if job["do"] == "fuzz":
                    link.send(pack({"event": "tally", **tally()}))

    def _failing(self, link: Link, inputs: list[str]) -> list[str]:
        """Return those inputs that fail now, though they did not when they were kept."""
        target, oracle = self.opened.target(link.beat, link.take_output), self.opened.oracle
        decoded = [(text, decode(self.opened.domain, to_bytes(text))) for text in inputs]
        return [text for text, input in decoded if oracle(input, target.run(input)).failed]

    def _runs(self, link: Link, inputs: list[str]) -> Iterator[Callable[[], object]]:
        target = self.opened.target(link.beat, link.take_output)
        for text in inputs:
            link.beat[0] += 1
            yield functools.partial(_run, target, decode(self.opened.domain, to_bytes(text)))


def _run(target: FunctionTarget, input: Any) -> object:
    return target.invoke(target.prepare(input))


def tally() -> Record:
    """Return what properties said in this process, as plain data."""
    rejected = [[file, line, count] for (file, line), count in TALLY.rejected.items()]
    return {"events": dict(TALLY.events), "rejected": rejected, "targets": dict(TALLY.targets)}


def rehearse(opened: OpenedProperty, link: Link, seed: int) -> Record:
    """Make some arguments and run the property on them; return what is wrong with how it is used."""
    random, domain = Random(seed), opened.domain
    checks = _checks(opened)
    invoke = opened.target(link.beat, link.take_output).invoke
    said: Record = {"event": "rehearsed", "built": 0, "raised": 0, "error": "", "wrong": "", "changed": []}
    for size in range(RUNS):
        link.beat[0] += 1
        try:
            value = domain.generate(random, 1 + size // 2)
            arguments = domain.prepare(value)
        except Unfit:
            continue
        except BaseException as error:
            said["raised"] += 1
            said["error"] = said["error"] or f"{name_of(error)}: {safe_text(error)}{_place(error, opened)}"
            continue
        said["built"] += 1
        named = _by_name(opened, arguments)
        said["wrong"] = said["wrong"] or _wrong(named, checks)
        before = _copied(named)
        try:
            invoke(arguments)
        except BaseException:
            pass  # the search will find it too, and tell it better
        said["changed"] = sorted({*said["changed"], *(key for key in before if _differs(before[key], named[key]))})
    return said


def given(opened: OpenedProperty, job: Record) -> Record:
    """Run a call that was kept, with its arguments made anew; return what came of it."""
    try:
        arguments, named = arguments_in(job["call"], job["imports"], vars(opened.module), opened.given)
    except BaseException as error:
        return {"event": "given", "unfit": f"{name_of(error)}: {safe_text(error)}", "failure": None}
    outcome = judged(opened, arguments, named)
    return {"event": "given", "unfit": "", "failure": failure_record(outcome) if outcome is not None else None}


def judged(opened: OpenedProperty, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Failure | None:
    """Run a property on these arguments; return its failure, if it fails."""
    drive = driver(opened.found.kind)
    PRECONDITIONS.path = opened.probes.path
    audit.blocked = None
    result: Any = None
    error: BaseException | None = None
    try:
        result = opened.found.object(*arguments, **named)
        result = result if drive is None else drive(result)
        if says_by_result(opened.found.object) and is_false(result):
            error = NotTrue("returned False")
    except BaseException as raised:
        error = raised
    finally:
        PRECONDITIONS.path = None
    outcome = opened.oracle(None, Observation(result, error, blocked=audit.blocked))
    return None if isinstance(outcome, Returned) or not isinstance(outcome, Failure) else outcome


def _checks(opened: OpenedProperty) -> dict[str, Callable[[object], str | None]]:
    hints = resolve(opened.found.object)
    made = {slot.name: checker(hints[slot.name]) for slot in opened.domain.slots if slot.name in hints}
    rest = {slot.name for slot in opened.domain.slots if slot.kind in (slot.kind.VAR_POSITIONAL, slot.kind.VAR_KEYWORD)}
    return {name: check for name, check in made.items() if check is not None and name not in rest}


def _wrong(named: Mapping[str, Any], checks: Mapping[str, Callable[[object], str | None]]) -> str:
    for name, check in checks.items():
        if name in named and (problem := check(named[name])) is not None:
            return f"`{name}` was given {problem}"
    return ""


def _by_name(opened: OpenedProperty, arguments: Any) -> dict[str, Any]:
    positional, named = arguments if opened.domain.kw else (arguments, {})
    names = [slot.name for slot in opened.domain.slots if slot.by_position]
    return {**dict(zip(names, positional, strict=False)), **named}


def _copied(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return copies of those arguments that can be compared with their copies."""
    copies: dict[str, Any] = {}
    for name, value in named.items():
        try:
            again = copy.deepcopy(value)
            if again is not value and again == value:
                copies[name] = again
        except BaseException:
            continue
    return copies


def _differs(before: Any, after: Any) -> bool:
    try:
        return bool(before != after)
    except BaseException:
        return False


def _place(error: BaseException, opened: OpenedProperty) -> str:
    trace: TracebackType | None = error.__traceback__
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if opened.oracle.inside(file):
            place = f", at {_shown(file, opened.oracle.root)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _shown(file: str, root: str) -> str:
    return file.removeprefix(root.rstrip("/") + "/")
