"""How one target is fuzzed, as a script: which jobs follow on which ends.

The script is a generator: it yields a request for a worker and is sent how that worker ended. So
the many things that can happen (a death and its careful repetition, a hang that has to be confirmed,
a worker to be replaced, a finding that does not repeat) read from top to bottom.
"""

from __future__ import annotations

from dataclasses import replace

from fuzzwright.campaigns.believe import believe
from fuzzwright.campaigns.deaths import death_of, our_defect, sensible_beat, told_end
from fuzzwright.campaigns.jobs import FuzzJob, failure_record, pack, signature_text, to_text
from fuzzwright.campaigns.requests import CONFIRM, Conditions, Request, Script
from fuzzwright.campaigns.solving import ask_solver, first_part, is_due
from fuzzwright.campaigns.states import Death, FindingState, TargetState, miss_told
from fuzzwright.campaigns.suggesting import suggest
from fuzzwright.engine.outcome import Failure
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended

REPEAT_GRACE = 5.0
"""Seconds past the end of the run that repeating an epoch with care, for one that died, may take."""
UNEXPLAINED = 3
"""After so many deaths that careful repetition does not show again, a target is given up."""

_FIX_DISCARDS = "have hints say what is valid, as in `Annotated[int, Ge(0)]`, or register a generator of valid values"


def conduct(state: TargetState, conditions: Conditions, seconds: float | None) -> Script:
    """Fuzz a target until its budget is used, then make sure of what was found; with less care when time is up.

    The budget is that of all turns of the target so far: a larger one goes on where the last ended.
    """
    state.status = "fuzzed"
    yield from _fuzz(state, conditions, seconds)
    state.over = seconds is None or state.seconds < seconds or bool(state.reason)
    for found in list(state.findings.values()):
        if found.believed != found.encoded:
            found.before = ()
            yield from believe(state, found, conditions)
            found.believed = found.encoded
    yield from suggest(state, conditions)


def conclude(state: TargetState, root: str) -> None:
    """Say what only all turns together show."""
    if state.executions and state.discards >= state.executions:
        state.status = "skipped"
        state.reason = "no call got past building its arguments or its assumptions"
        if state.discarded_for:
            state.reason += f" ({state.discarded_for})"
        if state.miss is not None:
            state.reason += f"; {miss_told(state.miss, root)}"
        state.reason += f"\n  fix: {_FIX_DISCARDS}"
    elif state.executions and not state.lines and not state.findings:
        state.remark("coverage never moved: no line of it was seen to run")


def _fuzz(state: TargetState, conditions: Conditions, seconds: float | None) -> Script:
    settings, time = conditions.settings, conditions.time
    # It may have died in an earlier turn, which had no time left to go on.
    death = state.died if state.died is not None and state.died.epoch == state.epoch else None
    explained = False
    while True:
        left = None if seconds is None else seconds - state.seconds
        if left is not None and left <= 0 and death is None:
            return
        if death is None:
            part = first_part(settings, left) if is_due(state, settings) else (settings, left)
            job, limits = state.job(part[0], seconds=part[1], careful=False), conditions.limits()
        else:
            # Careful work may go past the end of the budget, but not on and on.
            job = state.job(settings, seconds=death.seconds * 3 + 2, careful=True)
            limits = _confirming(conditions, death)
            if death.clock == "wall" and not _confirms(conditions, limits):
                _leave_unconfirmed(state, conditions)
                return
        reply = yield Request(pack(job.record()), limits, job)
        ended = reply.ended
        state.seconds += reply.seconds
        for leftover in ended.leftovers:
            state.remark(f"leaves a process running: {leftover}")
        match reply.said.get("event"):
            case "done" | "showing" if is_due(state, settings):
                yield from ask_solver(state, conditions, None if seconds is None else seconds - state.seconds)
                death = None
                continue
            case "done" | "showing":
                return
            case "again":
                if death is not None and not explained and state.epoch > job.epoch:
                    state.unexplained += 1
                    state.remark("a worker died once; repeating the same calls did not kill another")
                    if state.unexplained >= UNEXPLAINED:
                        state.reason = "workers keep dying for reasons that do not repeat"
                        return
                death = None
                continue
            case "reducing":
                death = None  # the failure is marked as reduced; the epoch is acknowledged
                continue
        if ended.reason == "killed":
            return
        if ended.reason == "raised" and (ours := our_defect(ended.fault)):
            state.defect, state.reason = True, f"fuzzwright itself failed: {ours}"
            return
        state.unacknowledged = sensible_beat(ended)
        if death is None and seconds is not None and (known_hang := _known_hang(state, ended, conditions)):
            state.remark(known_hang)
            state.epoch += 1  # the same calls would hang again
            continue
        if death is None:
            death = state.died = _death(state, ended, reply.seconds, conditions)
            known = state.findings.get(signature_text(death_of(ended, conditions.root)))
            # Repeated with care, an input that is known to kill is left out: that none dies then says nothing.
            explained = known is not None
            if known is not None and (time.left() <= 0 or (seconds is not None and state.seconds >= seconds)):
                known.count += 1
                return
            if death.seconds > max(time.left(), 0) + REPEAT_GRACE:
                state.remark("a worker died when the time was up; none was left to find out on which input")
                return
            continue
        # What follows in the epoch is repeated with care too, but nothing is known to wait there.
        death = state.died = replace(death, epoch=state.epoch, clock="")
        known = state.findings.get(signature_text(death_of(ended, conditions.root)))
        if known is None and ended.reason == "wall" and not _confirms(conditions, limits):
            _leave_unconfirmed(state, conditions)
            return
        if not _note_death(state, ended, job, conditions):
            state.status = "fuzzed" if state.executions else "skipped"
            state.reason = f"its worker cannot go on: {told_end(ended)}"
            return
        explained = True
        # A hang costs as much time as three other deaths, and its neighbours mostly hang too.
        state.deaths += 3 if ended.kind == "timed_out" else 1
        if state.deaths >= settings.deaths:
            state.given_up = True
            ends = "hangs" if ended.kind == "timed_out" else "ends its process"
            state.reason = f"given up after {len(state.deadly)} deaths: it {ends} on too many inputs"
            state.reason += f" (the setting `deaths`, now {settings.deaths}, says how many are too many)"
            return
        if left is not None and left <= 0:
            return


def _death(state: TargetState, ended: Ended, seconds: float, conditions: Conditions) -> Death:
    """Return what is known of a death before it is repeated: `seconds` is how long its worker lived."""
    settings = conditions.settings
    hung = {"cpu": settings.cpu_limit, "wall": settings.wall_limit}.get(ended.reason, 0.0)
    needed = max(min(seconds, state.seconds - state.acknowledged) - hung, 0.0)
    return Death(state.epoch, ended.reason, needed)


def _confirming(conditions: Conditions, death: Death) -> Limits:
    """Return what a call may use when an epoch is repeated with care; waiting stops at the plain limit if time is up.

    One call that only waits is still waited for in full past the end of the run, if such a death is to be confirmed.
    """
    limits = conditions.limits(CONFIRM)
    needed = limits.wall_seconds + death.seconds
    in_full = conditions.time.grants(needed) if death.clock == "wall" else needed <= conditions.time.left()
    return limits if in_full else replace(limits, wall_seconds=conditions.settings.wall_limit)


def _confirms(conditions: Conditions, limits: Limits) -> bool:
    """Return whether a call that waits until these limits may be said to hang."""
    return limits.wall_seconds >= conditions.limits(CONFIRM).wall_seconds


def _leave_unconfirmed(state: TargetState, conditions: Conditions) -> None:
    limit = conditions.settings.wall_limit
    state.remark(
        f"a call did not end within {limit:g} s of wall time; not confirmed, "
        f"as too little time was left to wait {limit * CONFIRM:g} s for it"
    )


def _known_hang(state: TargetState, ended: Ended, conditions: Conditions) -> str:
    """Return what is to be said of a hang at a place where another function is known to hang; nothing if none is.

    Finding out on which input takes many seconds, and nobody needs to see the same place twice.
    """
    place = _hung_at(death_of(ended, conditions.root))
    known = {**conditions.hung_inside, **conditions.hung} if state.private else conditions.hung
    other = "" if place is None else known.get(place, "")
    if place is None or other in ("", state.name):
        return ""
    return f"a call did not end in {place[1]} ({place[0]}), where calls of {other} do not end either"


def _hung_at(failure: Failure) -> tuple[str, str] | None:
    if failure.kind != "timed_out" or not failure.frames:
        return None
    return failure.frames[-1].file, failure.frames[-1].name


def _note_death(state: TargetState, ended: Ended, job: FuzzJob, conditions: Conditions) -> bool:
    """Blame the input that was written down; return whether there is one."""
    note = ended.worker.note
    if not note:
        return False
    failure = death_of(ended, conditions.root)
    if (place := _hung_at(failure)) is not None:
        (conditions.hung_inside if state.private else conditions.hung).setdefault(place, state.name)
    encoded = to_text(note)
    state.deadly.append((encoded, failure_record(failure)))
    signature = signature_text(failure)
    known = state.findings.get(signature)
    if known is not None:
        known.count += 1
        return True
    state.findings[signature] = FindingState(
        signature=signature,
        failure=failure,
        encoded=encoded,
        execution=state.executions + sensible_beat(ended),
        seconds=state.seconds,
        complexity=float("inf"),
        raw=encoded,
        origin=job,
    )
    return True
