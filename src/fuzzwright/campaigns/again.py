"""Stored findings run again against the code as it is now: which still fail, which are gone.

Each is run in a fresh process of a nursery that imported its module, twice if it does not fail at
once. What became of it is told as data; `note_in` puts it into the store.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from fuzzwright.campaigns.deaths import death_of, ends_processes, our_defect
from fuzzwright.campaigns.jobs import Record, failure_from, pack, to_text, unpack
from fuzzwright.campaigns.plan import Interpreter, find_interpreter
from fuzzwright.campaigns.pyrefly import inferred_by_pyrefly
from fuzzwright.campaigns.replays import run_alone
from fuzzwright.campaigns.requests import CONFIRM, limits_of
from fuzzwright.campaigns.states import TargetState, finding_of
from fuzzwright.campaigns.stored_code import NoFunction, Place, beside, place_of
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Failure, Frame, cycle
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.order import Order
from fuzzwright.python.seen_types import Seen
from fuzzwright.settings import Settings
from fuzzwright.store.identity import finding_id, signature_hash
from fuzzwright.store.records import NewFinding, StoredFinding
from fuzzwright.store.store import Store

ENTRY = "fuzzwright.campaigns.again_work:prepare"
ATTEMPTS = 2
"""How often an input is run before its failure is said to be gone."""
NONE_OF_IT = [""]
"""The functions wanted of a module that is only to be traced: no name is empty."""

End = Literal["still", "differently", "gone", "not_now", "changed", "missing"]


@dataclass(frozen=True, slots=True)
class Again:
    """What became of a stored finding."""

    stored: StoredFinding
    end: End
    """`not_now`: a flaky one that did not happen; `changed`: its input fits no longer; `missing`: nothing to call."""
    why: str = ""
    """For those that could not be run: the reason. One whose function is no longer there is gone."""
    now: Finding | None = None
    """The failure as it is now, if there is one."""
    signature: str = ""
    """What the store knows that failure by."""
    unopened: bool = False
    """Whether its function could not be opened with the hints there were."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A nursery with a module in it, and what it says of the module's functions, by name."""

    nursery: Nursery
    root: str
    functions: Mapping[str, Record]


def replay_again(
    findings: Sequence[StoredFinding],
    files: Mapping[str, str],
    settings: Settings,
    cwd: Path,
    roots: Sequence[Path],
    seen: Seen | None = None,
) -> Iterator[Again]:
    """Run findings again, module by module; `files` says where each target was, relative to one of the roots.

    `seen` has what functions were called with, for those that have no other hints.
    """
    interpreter = find_interpreter(settings.python, cwd, os.environ)
    modules: dict[tuple[str, bool], tuple[Place, list[StoredFinding]]] = {}
    for stored in findings:
        try:
            place = place_of(stored.target, files[stored.target], roots, cwd)
        except FuzzwrightError as error:
            why = "; ".join(part for part in (error.what, error.fix) if part)
            yield Again(stored, "gone" if isinstance(error, NoFunction) else "missing", why)
            continue
        modules.setdefault((place.module, is_call(stored.finding)), (place, []))[1].append(stored)
    for (_, calls), (place, group) in modules.items():
        passed = [frame.file for stored in group for frame in stored.finding.frames]
        near, every = beside(place, passed), beside(place, [*passed, *files.values()])
        # Which classes there are decides what can stand for an interface: some inputs are read with all modules only,
        # and some with hints that only the run which found them inferred.
        ways = [
            _Way(others, infer, calls, (seen or {}) if infer else {})
            for infer in (settings.infer, not settings.infer)
            for others in ([near] if near == every else [near, every])
        ]
        yield from _in_some_way(group, place, ways, interpreter, settings)


def is_call(finding: Finding) -> bool:
    """Return whether a finding is about a call inside of the function, which is only looked at if asked for."""
    return finding.kind == "return_type" and bool(finding.frames)


@dataclass(frozen=True, slots=True)
class _Way:
    """How a module is opened."""

    others: list[list[str]]
    """Other modules that are traced too."""
    infer: bool
    check_calls: bool
    seen: Seen


def _in_some_way(
    findings: Sequence[StoredFinding],
    place: Place,
    ways: Sequence[_Way],
    interpreter: Interpreter,
    settings: Settings,
) -> Iterator[Again]:
    """Run findings of one module again, opened in the first way in which each can be read."""
    first: dict[str, Again] = {}
    left = list(findings)
    for way in ways:
        again = []
        for tried in _tried(left, place, way, interpreter, settings):
            if tried.end != "changed" and not tried.unopened:
                first.pop(tried.stored.finding.id, None)
                yield tried
                continue
            first.setdefault(tried.stored.finding.id, tried)
            again.append(tried.stored)
        left = again
        if not left:
            break
    # As they are told by what the settings say.
    yield from first.values()


def _tried(
    findings: Sequence[StoredFinding],
    place: Place,
    way: _Way,
    interpreter: Interpreter,
    settings: Settings,
) -> Iterator[Again]:
    """Run findings of one module again, opened in one way."""
    left = list(findings)
    for properties in (False, True):
        here: set[str] = set()
        with _opened(left, place, way, interpreter, settings, properties) as opened:
            if isinstance(opened, str):
                yield from (Again(stored, "missing", opened) for stored in left)
                return
            for stored in left:
                if stored.target in opened.functions:
                    here.add(stored.target)
                    yield _again(stored, opened, settings)
        left = [stored for stored in left if stored.target not in here]
        if not left:
            return
    yield from (Again(stored, "missing", "its module has no such function or property any more") for stored in left)


@contextmanager
def _opened(
    findings: Sequence[StoredFinding],
    place: Place,
    way: _Way,
    interpreter: Interpreter,
    settings: Settings,
    properties: bool,
) -> Iterator[_Opened | str]:
    """Open a nursery with the module of some findings; or say why that cannot be."""
    wanted = list(dict.fromkeys(stored.target.removeprefix(f"{place.module}.") for stored in findings))
    modules = [[place.module, place.file], *way.others]
    order = Order(
        modules=modules,
        wanted={place.module: wanted, **{name: NONE_OF_IT for name, _ in way.others}},
        roots=[place.root],
        unannotated=settings.unannotated,
        infer=way.infer,
        texts=inferred_by_pyrefly(modules, interpreter.command)[0] if way.infer else {},
        seen=way.seen,
        check_calls=way.check_calls,
        properties=properties,
    )
    with tempfile.TemporaryDirectory(prefix=f"fuzzwright-{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        nursery = Nursery.spawn(
            ENTRY,
            pack(order.record(order.modules)),
            python=interpreter.command,
            path=tuple(dict.fromkeys((place.root, *interpreter.path))),
            limits=limits_of(settings),
            folder=Path(folder) / "nursery",
        )
        with nursery:
            try:
                hello = unpack(nursery.wait_ready())
            except NurseryDied as death:
                how = "takes too long" if death.kind == "timed_out" else "ends the process"
                yield f"importing its module {how} ({death})"
                return
            yield _Opened(nursery, place.root, {str(record["name"]): record for record in hello["targets"]})


def _again(stored: StoredFinding, opened: _Opened, settings: Settings) -> Again:
    """Run one finding again."""
    finding, about = stored.finding, opened.functions[stored.target]
    if about["reason"]:
        return Again(stored, "missing", " ".join(str(about["reason"]).split()), unopened=True)
    limits = limits_of(settings, CONFIRM if finding.kind == "timed_out" else 1.0)
    job = {
        "target": stored.target,
        "encoded": to_text(finding.encoded),
        "call": "" if finding.call.startswith("<") else finding.call,
        "before": finding.before,
        "imports": finding.imports,
    }
    differently: Again | None = None
    for _ in range(ATTEMPTS):
        said, ended = run_alone(opened.nursery, pack(job), limits)
        if said.get("event") == "unfit":
            reads = (
                f": the stored input reads {said['call']} now" if said["call"] else ": the stored input does not fit"
            )
            return Again(stored, "changed", f"its parameters have changed{reads}")
        if said.get("event") == "replayed":
            failure = failure_from(said["failure"]) if said["failure"] else None
        elif ended.reason in ("prepare", "fork", "nursery", "sandbox"):
            return Again(stored, "missing", f"no process could be started for it ({ended.reason})")
        elif ended.reason == "raised" and (ours := our_defect(ended.fault)):
            return Again(stored, "missing", f"fuzzwright itself failed: {ours}")
        else:
            failure = death_of(ended, opened.root)
        if failure is None:
            continue
        if is_same(finding, failure) and failure.kind == "timed_out":
            # Where it was when its time was up is chance, and makes no other finding of it.
            return Again(stored, "still", now=finding, signature=stored.signature)
        signature = signature_hash(stored.target, failure.signature)
        now = _as_now(finding, failure, said, about, opened.root)
        if is_same(finding, failure):
            return Again(stored, "still", now=now, signature=signature)
        differently = Again(stored, "differently", now=now, signature=signature)
    if differently is not None:
        return differently
    return Again(stored, "not_now" if finding.verdict == "flaky" else "gone")


def is_same(finding: Finding, failure: Failure) -> bool:
    """Return whether a failure is that of a finding, however lines have moved since."""
    if (finding.kind, finding.exception) != (failure.kind, failure.what):
        return False
    # Where exactly a process was when it was ended, or its stack, is chance.
    if ends_processes(failure) or failure.kind == "out_of_memory":
        return True
    if finding.exception == "RecursionError":
        return bool(set(cycle(finding.frames)) & set(cycle(failure.frames)))
    return _innermost(finding.frames) == _innermost(failure.frames)


def _innermost(frames: tuple[Frame, ...]) -> tuple[str, str] | None:
    return (frames[-1].file, frames[-1].name) if frames else None


def _as_now(finding: Finding, failure: Failure, said: Record, about: Record, root: str) -> Finding:
    """Return a finding as it is now: its input, and what came of it this time."""
    file, line = os.path.relpath(str(about["file"]), root), int(about["line"])
    where = failure.frames[-1] if failure.frames else Frame(file, finding.function, line)
    same = is_same(finding, failure)
    return replace(
        finding,
        id=finding_id(finding.function, failure.signature),
        kind=failure.kind,
        exception=failure.what,
        message=failure.says,
        file=where.file,
        line=where.line,
        frames=failure.frames,
        verdict=str(said.get("verdict", "")) or (finding.verdict if same else "unexpected"),
        evidence=str(said.get("evidence", "")) or (finding.evidence if same else ""),
        count=1,
    )


def note_in(store: Store, again: Again) -> None:
    """Put into the store what became of a finding: gone, or gone on as another."""
    stored = again.stored
    if again.now is not None and again.signature != stored.signature:
        store.upsert_finding(stored.target, NewFinding(again.now, again.signature))
        store.mark_gone(stored.target, [stored.signature], "moved" if again.end == "still" else "gone")
    elif again.now is not None and stored.status == "gone":
        store.upsert_finding(stored.target, NewFinding(again.now, again.signature))
    elif again.end == "gone":
        store.mark_gone(stored.target, [stored.signature])


def keep_calls_before(store: Store, states: Iterable[TargetState], seed: int) -> None:
    """Put findings that need other calls before them into the store as they are when a run ends.

    They were told first without those calls, and of two the store keeps the one that takes fewer: it could not be
    run again.
    """
    for state in states:
        for found in state.findings.values():
            if found.before:
                signature = signature_hash(state.name, found.failure.signature)
                store.replace_finding(state.name, NewFinding(finding_of(state, found, seed), signature))
