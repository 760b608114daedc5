"""How one target is fuzzed, as a script: which jobs follow on which ends.

The script is a generator: it yields a request for a worker and is sent how that worker ended. So
the many things that can happen (a death and its careful repetition, a hang that has to be confirmed,
a worker to be replaced, a finding that does not repeat) read from top to bottom.
"""

from __future__ import annotations

import math
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
GRACE = 2.0
"""Seconds past the end of the run in which findings are still made simple and looked into."""
REPEAT_GRACE = 5.0
"""Seconds past the end of the run that repeating an epoch with care, for one that died, may take."""
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
TimeLeft = Callable[[], float]
"""How many seconds are left of the whole run; less than 0 once it is over."""


def limits_of(settings: Settings, factor: float = 1.0) -> Limits:
    """Return what one call may use; `factor` times the time, to confirm that it hangs."""
    return Limits(
        cpu_seconds=settings.cpu_limit * factor,
        wall_seconds=settings.wall_limit * factor,
        prepare_seconds=settings.import_limit,
        memory_bytes=settings.memory_limit << 20,
    )


def _confirming(settings: Settings, clock: str, left: float) -> Limits:
    """Return what one call may use before it is said to hang; one that only waits, not much past the end."""
    limits = limits_of(settings, CONFIRM)
    if clock != "wall":
        return limits
    return replace(limits, wall_seconds=min(limits.wall_seconds, max(left, settings.wall_limit)))


def conduct(
    state: TargetState,
    settings: Settings,
    seconds: float | None,
    root: str,
    time_left: TimeLeft = lambda: math.inf,
) -> Script:
    """Fuzz a target until its budget is used, then make sure of what was found; with less care when time is up.

    The budget is that of all turns of the target so far: a larger one goes on where the last ended.
    """
    state.status = "fuzzed"
    yield from _fuzz(state, settings, seconds, root, time_left)
    state.over = seconds is None or state.seconds < seconds or bool(state.reason)
    for found in list(state.findings.values()):
        if found.believed != found.encoded:
            found.before = ()
            yield from _believe(state, found, settings, root, time_left)
            found.believed = found.encoded


def conclude(state: TargetState) -> None:
    """Say what only all turns together show."""
    if state.executions and state.discards >= state.executions:
        state.status = "skipped"
        state.reason = "no call got past building its arguments or its assumptions"
        if state.discarded_for:
            state.reason += f" ({state.discarded_for})"
    elif state.executions and not state.lines and not state.findings:
        state.remark("coverage never moved: no line of it was seen to run")


def _fuzz(state: TargetState, settings: Settings, seconds: float | None, root: str, time_left: TimeLeft) -> Script:
    careful = state.died_in == state.epoch  # in an earlier turn, which had no time left to go on
    needed = 0.0
    clock = ""
    while True:
        left = None if seconds is None else seconds - state.seconds
        if left is not None and left <= 0 and not careful:
            return
        # Careful work may go past the end of the budget, but not on and on: what it repeats took `needed` seconds.
        job = state.job(settings, needed * 3 + 2 if careful else left, careful)
        epoch = state.epoch
        limits = _confirming(settings, clock, time_left()) if careful else limits_of(settings)
        reply = yield Request(pack(job.record()), limits, job)
        state.seconds += reply.seconds
        if not careful:
            clock = reply.ended.reason
            hung = {"cpu": settings.cpu_limit, "wall": settings.wall_limit}.get(clock, 0.0)
            needed = max(min(reply.seconds, state.seconds - state.acknowledged) - hung, 0.0)
        for leftover in reply.ended.leftovers:
            state.remark(f"leaves a process running: {leftover}")
        match reply.said.get("event"):
            case "done" | "showing":
                return
            case "again":
                if careful and state.epoch > epoch:
                    state.unexplained += 1
                    state.remark("a worker died once; repeating the same calls did not kill another")
                    if state.unexplained >= UNEXPLAINED:
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
        state.died_in = state.epoch
        if not careful:
            known = state.findings.get(signature_text(death_of(reply.ended, settings, root)))
            if known is not None and (time_left() <= 0 or (seconds is not None and state.seconds >= seconds)):
                known.count += 1
                return
            if needed > max(time_left(), 0) + REPEAT_GRACE:
                state.remark("a worker died when the time was up; none was left to find out on which input")
                return
            careful = True
            continue
        if not _note_death(state, reply.ended, job, settings, root):
            state.status = "fuzzed" if state.executions else "skipped"
            state.reason = f"its worker cannot go on: {_why(reply.ended)}"
            return
        # A hang costs as much time as three other deaths, and its neighbours mostly hang too.
        state.deaths += 3 if reply.ended.kind == "timed_out" else 1
        if state.deaths >= settings.deaths:
            state.given_up = True
            ends = "hangs" if reply.ended.kind == "timed_out" else "ends its process"
            state.reason = f"given up after {len(state.deadly)} deaths: it {ends} on too many inputs"
            state.reason += f" (the setting `deaths`, now {settings.deaths}, says how many are too many)"
            return
        if left is not None and left <= 0:
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


def _why(ended: Ended) -> str:
    how = f"signal {ended.signal}" if ended.signal else f"exit code {ended.code}"
    return " ".join((ended.reason or how, ended.fault[-300:])).strip()


def _sensible(beat: int) -> int:
    """Return how far a worker had counted, as far as that can be believed of one that died."""
    return beat if 0 < beat < 1 << 40 else 1


def death_of(ended: Ended, settings: Settings, root: str) -> Failure:
    """Return the failure that the end of a worker stands for."""
    frames = fault_frames(ended.fault, root)
    if ended.kind == "timed_out":
        limits = ended.worker.limits
        return TimedOut(frames, limits.cpu_seconds if ended.reason == "cpu" else limits.wall_seconds, ended.reason)
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


def _believe(state: TargetState, found: FindingState, settings: Settings, root: str, time_left: TimeLeft) -> Script:
    """Repeat a finding in a fresh process; if it does not, look for the calls it needs before it."""
    if _ends_processes(found.failure):
        if not found.call:
            yield from _write(state, found, settings)
        yield from _reduce_deadly(state, found, settings, root, time_left)
        if found.failure.kind == "timed_out" and found.encoded == found.raw and time_left() <= 0:
            return  # it hung twice with this input, the second time for longer
    if (yield from _repeats(state, found, [found.encoded], settings, root)):
        return
    if found.raw != found.encoded and (yield from _repeats(state, found, [found.raw], settings, root)):
        found.encoded = found.raw
        yield from _write(state, found, settings)
        return
    if not _can_go_on(found, time_left):
        found.verdict, found.evidence = "flaky", "did not happen again in a fresh process; no time was left for more"
        return
    history = yield from _history(state, found, settings)
    sequence = yield from _shortest_sequence(state, found, history, settings, root, time_left)
    if sequence is None:
        found.verdict, found.evidence = "flaky", "did not happen again in a fresh process, nor after the same calls"
        return
    calls = yield from _written(state, sequence, settings)
    if calls:
        found.before, found.call = tuple(calls[:-1]), calls[-1]


def _can_go_on(found: FindingState, time_left: TimeLeft) -> bool:
    """Return whether there is time for another attempt; a few more that take milliseconds are always worth it."""
    return time_left() > (0.0 if found.failure.kind == "timed_out" else -GRACE)


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


def _reduce_deadly(
    state: TargetState, found: FindingState, settings: Settings, root: str, time_left: TimeLeft
) -> Script:
    """Look for a simpler input that ends a process in the same way; each attempt is a process of its own."""
    answers: list[bool] = []
    simplest = found.encoded
    attempts, spent = REDUCE_ATTEMPTS, 0.0
    # A hang shows in a part of the limit; the result is tried at the whole one afterwards.
    limits = limits_of(settings, 0.25)
    while attempts > 0 and spent < REDUCE_SECONDS and _can_go_on(found, time_left):
        job = {"do": "propose", "target": state.name, "encoded": found.raw, "answers": answers, "most": PROPOSED}
        reply = yield Request(pack(job), limits_of(settings))
        spent += reply.seconds
        found.reduced = True
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
            if spent > REDUCE_SECONDS or not _can_go_on(found, time_left):
                break
    if simplest != found.encoded:
        found.encoded = simplest
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
    state: TargetState, found: FindingState, history: list[str], settings: Settings, root: str, time_left: TimeLeft
) -> Generator[Request, Reply, list[str] | None]:
    length = 2
    sequence: list[str] | None = None
    while sequence is None:
        tail = history[-length:]
        if len(tail) < 2:
            return None
        if (yield from _repeats(state, found, tail, settings, root)):
            sequence = tail
        elif length >= len(history) or not _can_go_on(found, time_left):
            return None
        length *= 4
    attempts = 80
    run = len(sequence) // 2
    while run and attempts and _can_go_on(found, time_left):
        start = 0
        while start < len(sequence) - 1 and attempts and _can_go_on(found, time_left):
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
