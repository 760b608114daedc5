"""How one target is fuzzed, as a script: which jobs follow on which ends.

The script is a generator: it yields a request for a worker and is sent how that worker ended. So
the many things that can happen (a death and its careful repetition, a hang that has to be confirmed,
a worker to be replaced, a finding that does not repeat) read from top to bottom.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace

from fuzzwright.campaigns.jobs import FuzzJob, Record, failure_from, failure_record, pack, signature_text, to_text
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Died, Exited, Failure, Frame, TimedOut
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended
from fuzzwright.settings import Settings

CONFIRM = 3.0
"""How many times the limit a call gets before it is said to hang."""
REDUCE_ATTEMPTS = 150
REDUCE_SECONDS = 10.0
PROPOSED = 6
"""How many simpler inputs are proposed at a time; those behind the first that works are for nothing."""
UNEXPLAINED = 3
"""After so many deaths that careful repetition does not show again, a target is given up."""


@dataclass(slots=True)
class Request:
    """A worker wanted."""

    job: bytes
    limits: Limits
    fuzz: FuzzJob | None = None


@dataclass(slots=True)
class Reply:
    """How a worker ended, and the last thing of importance it said."""

    ended: Ended
    said: Record = field(default_factory=dict)
    seconds: float = 0.0


Script = Generator[Request, Reply, None]


def limits_of(settings: Settings, factor: float = 1.0) -> Limits:
    """Return what one call may use; `factor` times the time, to confirm that it hangs."""
    return Limits(
        cpu_seconds=settings.cpu_limit * factor,
        wall_seconds=settings.wall_limit * factor,
        prepare_seconds=settings.import_limit,
        memory_bytes=settings.memory_limit << 20,
    )


def conduct(
    state: TargetState,
    settings: Settings,
    seconds: float | None,
    root: str,
    hurry: Callable[[], bool] = lambda: False,
) -> Script:
    """Fuzz a target until its budget is used, then make sure of what was found; with less care in a hurry."""
    state.status = "fuzzed"
    yield from _fuzz(state, settings, seconds, root)
    for found in list(state.findings.values()):
        yield from _believe(state, found, settings, root, hurry)
    if state.executions and state.discards >= state.executions:
        state.status = "skipped"
        state.reason = "no call got past building its arguments or its assumptions"
        if state.discarded_for:
            state.reason += f" ({state.discarded_for})"
    elif state.executions and not state.lines and not state.findings:
        state.remark("coverage never moved: no line of it was seen to run")


def _fuzz(state: TargetState, settings: Settings, seconds: float | None, root: str) -> Script:
    careful = False
    unexplained = 0
    needed = 0.0
    while True:
        left = None if seconds is None else seconds - state.seconds
        if left is not None and left <= 0 and not careful:
            return
        # Careful work may go past the end of the budget, but not on and on: what it repeats took `needed` seconds.
        job = state.job(settings, needed * 3 + 2 if careful else left, careful)
        epoch = state.epoch
        reply = yield Request(pack(job.record()), limits_of(settings, CONFIRM if careful else 1.0), job)
        state.seconds += reply.seconds
        needed = reply.seconds if not careful else needed
        for leftover in reply.ended.leftovers:
            state.remark(f"leaves a process running: {leftover}")
        match reply.said.get("event"):
            case "done" | "showing":
                return
            case "again":
                if careful and state.epoch > epoch:
                    unexplained += 1
                    state.remark("a worker died once; repeating the same calls did not kill another")
                    if unexplained >= UNEXPLAINED:
                        state.reason = "workers keep dying for reasons that do not repeat"
                        return
                careful = False
                continue
            case "reducing":
                careful = False  # the failure is marked as reduced; the epoch is acknowledged
                continue
        if reply.ended.reason == "killed":
            return
        if reply.ended.reason == "raised" and (ours := our_defect(reply.ended.fault)):
            state.defect, state.reason = True, f"fuzzwright itself failed: {ours}"
            return
        state.unacknowledged = _sensible(reply.ended.worker.beat)
        if not careful:
            careful = True
            continue
        if not _note_death(state, reply.ended, job, settings, root):
            state.reason = f"the worker cannot go on: {reply.ended.reason} {reply.ended.fault[-300:]}".strip()
            return
        # A hang costs as much time as three other deaths, and its neighbours mostly hang too.
        state.deaths += 3 if reply.ended.kind == "timed_out" else 1
        if state.deaths >= settings.deaths or (left is not None and left <= 0):
            state.reason = f"stopped after {len(state.deadly)} deaths"
            return


def _note_death(state: TargetState, ended: Ended, job: FuzzJob, settings: Settings, root: str) -> bool:
    """Blame the input that was written down; return whether there is one."""
    note = ended.worker.note
    if not note:
        return False
    failure = death_of(ended, settings, root)
    encoded = to_text(note)
    state.deadly.append((encoded, failure_record(failure)))
    signature = signature_text(failure)
    known = state.findings.get(signature)
    if known is not None:
        known.count += 1
        return True
    state.findings[signature] = FindingState(
        signature,
        failure,
        encoded,
        "",
        (),
        "",
        "",
        state.executions + _sensible(ended.worker.beat),
        state.seconds,
        float("inf"),
        raw=encoded,
        origin=job,
    )
    return True


def our_defect(fault: str) -> str:
    """Return where and how our own code in a worker failed; nothing if it was the target's code that raised there."""
    places = _TRACED.findall(fault)
    if not places or not places[-1][0].startswith(_OURS):
        return ""
    file, line = places[-1]
    last = fault.strip().splitlines()[-1]
    return f"{last} ({os.path.relpath(file, _OURS)}:{line})"


_OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_TRACED = re.compile(r'^  File "(.*)", line (\d+), in ', re.MULTILINE)


def _sensible(beat: int) -> int:
    """Return how far a worker had counted, as far as that can be believed of one that died."""
    return beat if 0 < beat < 1 << 40 else 1


def death_of(ended: Ended, settings: Settings, root: str) -> Failure:
    """Return the failure that the end of a worker stands for."""
    frames = fault_frames(ended.fault, root)
    if ended.kind == "timed_out":
        seconds = settings.cpu_limit if ended.reason == "cpu" else settings.wall_limit
        return TimedOut(frames, seconds * CONFIRM, ended.reason)
    if ended.reason == "garbled":
        return Exited(frames, 0, "spoiling descriptors")
    if ended.kind == "signalled":
        return Died(frames, ended.signal or 0)
    how = "os._exit"
    if ended.reason == "link":
        how = "closing descriptors"
    elif ended.reason == "raised":
        how = "breaking the interpreter"
    return Exited(frames, ended.code or 0, how)


_FAULT = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in (?P<name>.*)$', re.MULTILINE)


def fault_frames(text: str, root: str) -> tuple[Frame, ...]:
    """Return the frames below `root` in what faulthandler wrote about the main thread, outermost first."""
    # The thread that runs the target is the last one faulthandler lists.
    text = text[text.rfind("most recent call first") :]
    prefix = root.rstrip("/") + "/"
    frames = [
        Frame(match["file"][len(prefix) :], match["name"], int(match["line"]))
        for match in _FAULT.finditer(text)
        if match["file"].startswith(prefix)
    ]
    return tuple(reversed(frames))


def _believe(
    state: TargetState, found: FindingState, settings: Settings, root: str, hurry: Callable[[], bool]
) -> Script:
    """Repeat a finding in a fresh process; if it does not, look for the calls it needs before it."""
    if _ends_processes(found.failure):
        if not found.call:
            yield from _write(state, found, settings)
        if not hurry():
            yield from _reduce_deadly(state, found, settings, root)
    if (yield from _repeats(state, found, [found.encoded], settings, root)):
        return
    if found.raw != found.encoded and (yield from _repeats(state, found, [found.raw], settings, root)):
        found.encoded = found.raw
        yield from _write(state, found, settings)
        return
    history = yield from _history(state, found, settings)
    sequence = yield from _shortest_sequence(state, found, history, settings, root)
    if sequence is None:
        found.verdict, found.evidence = "flaky", "did not happen again in a fresh process, nor after the same calls"
        return
    calls = yield from _written(state, sequence, settings)
    if calls:
        found.before, found.call = tuple(calls[:-1]), calls[-1]


def _ends_processes(failure: Failure) -> bool:
    return failure.kind in ("died", "timed_out") or (isinstance(failure, Exited) and failure.how != "sys.exit")


def _replay(state: TargetState, inputs: list[str], limits: Limits) -> Request:
    return Request(pack({"do": "replay", "target": state.name, "inputs": inputs}), limits)


def _is_same(reply: Reply, found: FindingState, settings: Settings, root: str) -> bool:
    """Return whether a replay ended as the finding did."""
    if reply.said.get("event") == "replayed":
        return bool(reply.said["signature"] == found.signature)
    failure = death_of(reply.ended, settings, root)
    # Where exactly a process was when it was killed is chance; that it was, and how, is not.
    return failure.kind == found.failure.kind and failure.what == found.failure.what


def _repeats(
    state: TargetState, found: FindingState, inputs: list[str], settings: Settings, root: str
) -> Generator[Request, Reply, bool]:
    # Time-outs were confirmed at three times the limit already; once more at the plain one is quick.
    reply = yield _replay(state, inputs, limits_of(settings))
    if not _is_same(reply, found, settings, root):
        return False
    if reply.said.get("event") == "replayed":
        found.failure = failure_from(reply.said["failure"])
    return True


def _write(state: TargetState, found: FindingState, settings: Settings) -> Script:
    record = {"do": "write", "target": state.name, "inputs": [found.encoded], "failure": failure_record(found.failure)}
    said = (yield Request(pack(record), limits_of(settings))).said
    found.call, found.verdict = "<an input that cannot be written>", "unexpected"
    if said.get("event") == "written":
        found.call, found.imports = str(said["calls"][0]), tuple(map(str, said["imports"]))
        found.verdict, found.evidence = str(said["verdict"]), str(said["evidence"])


def _reduce_deadly(state: TargetState, found: FindingState, settings: Settings, root: str) -> Script:
    """Look for a simpler input that ends a process in the same way; each attempt is a process of its own."""
    answers: list[bool] = []
    simplest = found.encoded
    attempts, spent = REDUCE_ATTEMPTS, 0.0
    # A hang shows in a part of the limit; the result is tried at the whole one afterwards.
    limits = limits_of(settings, 0.25)
    while attempts > 0 and spent < REDUCE_SECONDS:
        job = {"do": "propose", "target": state.name, "encoded": found.raw, "answers": answers, "most": PROPOSED}
        reply = yield Request(pack(job), limits_of(settings))
        spent += reply.seconds
        inputs = reply.said.get("inputs", [])
        if not inputs:
            break
        for text in inputs:
            attempts -= 1
            replay = yield _replay(state, [str(text)], limits)
            spent += replay.seconds
            answers.append(_is_same(replay, found, settings, root))
            if answers[-1]:
                simplest = str(text)
                break
            if spent > REDUCE_SECONDS:
                break
    found.encoded, found.reduced = simplest, True
    yield from _write(state, found, settings)


def _history(state: TargetState, found: FindingState, settings: Settings) -> Generator[Request, Reply, list[str]]:
    """Return the inputs that ran before a failure in its epoch, and itself, last."""
    if found.origin is None:
        return []
    job = replace(found.origin, careful=True, until=found.execution)
    reply = yield Request(pack(job.record("history")), limits_of(settings, CONFIRM))
    inputs = reply.said.get("inputs", []) if reply.said.get("event") == "history" else []
    return [str(text) for text in inputs]


def _shortest_sequence(
    state: TargetState, found: FindingState, history: list[str], settings: Settings, root: str
) -> Generator[Request, Reply, list[str] | None]:
    length = 2
    sequence: list[str] | None = None
    while sequence is None:
        tail = history[-length:]
        if len(tail) < 2:
            return None
        if (yield from _repeats(state, found, tail, settings, root)):
            sequence = tail
        elif length >= len(history):
            return None
        length *= 4
    attempts = 80
    run = len(sequence) // 2
    while run and attempts:
        start = 0
        while start < len(sequence) - 1 and attempts:
            shorter = sequence[:start] + sequence[min(start + run, len(sequence) - 1) :]
            attempts -= 1
            if len(shorter) < len(sequence) and (yield from _repeats(state, found, shorter, settings, root)):
                sequence = shorter
            else:
                start += run
        run //= 2
    return sequence


def _written(state: TargetState, inputs: list[str], settings: Settings) -> Generator[Request, Reply, list[str]]:
    reply = yield Request(pack({"do": "write", "target": state.name, "inputs": inputs}), limits_of(settings))
    return [str(call) for call in reply.said.get("calls", [])]
