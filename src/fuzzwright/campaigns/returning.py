"""What earlier runs found in functions that changed since, tried again before anything else: some of it is gone.

Each input is run in a fresh worker. What fails as before stays; what fails as before at another line is the same
finding, moved; anything else means that it is gone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fuzzwright.campaigns.bookkeeping import Bookkeeping, still_found
from fuzzwright.campaigns.deaths import death_of, ends_processes
from fuzzwright.campaigns.jobs import Record, failure_from, signature_text, to_text
from fuzzwright.campaigns.ordering_by_change import is_first
from fuzzwright.campaigns.replays import replay, run_alone
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.engine.outcome import Failure
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.settings import Settings
from fuzzwright.store.identity import signature_hash
from fuzzwright.store.records import StoredFinding

MOST_SECONDS = 30.0
PART = 0.1
"""Of the time of the run, as much is spent on old findings at most."""
_UNKNOWN = ("killed", "nursery", "link", "sandbox", "prepare", "fork")
"""Ends that say nothing about the target."""


@dataclass(slots=True)
class Returned:
    """What became of old findings, by their ids."""

    gone: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    still: list[tuple[TargetState, FindingState]] = field(default_factory=list)
    """Those that end processes, which are not among the inputs tried first."""


def try_again(
    nursery: Nursery,
    states: Iterable[TargetState],
    book: Bookkeeping,
    settings: Settings,
    root: str,
    returned: Returned,
) -> None:
    """Try the old findings of functions that changed, note what became of each, and add that to `returned`."""
    over = time.monotonic() + min(MOST_SECONDS, settings.time * PART if settings.time else MOST_SECONDS)
    for state in states:
        known = book.known.get(state.name)
        if known is None or not is_first(known):
            continue
        for stored in book.live_findings(state.name):
            if time.monotonic() > over:
                return
            # The calls that have to come first are kept as text only, and code that was left to chance proves nothing.
            if stored.finding.before or not stored.finding.encoded or stored.finding.verdict == "flaky":
                continue
            request = replay(state, [to_text(stored.finding.encoded)], limits_of(settings))
            said, ended = run_alone(nursery, request.job, request.limits)
            if not _tells(said, ended):
                continue
            failure = _failure(said, ended, root)
            if failure is None or not _is_alike(failure, stored):
                book.gone(state.name, stored)
                returned.gone.append(stored.finding.id)
                continue
            if ends_processes(failure):
                # It keeps its place, and so its id: where a process was when it ended is chance.
                same = replace(failure, frames=stored.finding.frames)
                returned.still.append((state, _as_found(stored, same)))
            elif signature_hash(state.name, failure.signature) != stored.signature:
                book.moved(state.name, stored, still_found(state, stored, _as_found(stored, failure)))
                returned.moved.append(stored.finding.id)


def told(returned: Returned) -> str:
    """Return in words what is gone; nothing if nothing is."""
    if not returned.gone:
        return ""
    count = len(returned.gone)
    ids = ", ".join(returned.gone[:8]) + (", …" if count > 8 else "")
    return f"{count} finding{'s are' if count > 1 else ' is'} gone now that the code has changed: {ids}"


def _tells(said: Record, ended: Ended) -> bool:
    """Return whether a replay says something about the target."""
    if said.get("event") == "replayed":
        return True
    if ended.reason == "raised":
        # An input that no longer fits the hints cannot be passed any more; any other raise there is ours.
        return "Undecodable" in ended.fault
    return ended.reason not in _UNKNOWN


def _failure(said: Record, ended: Ended, root: str) -> Failure | None:
    if said.get("event") != "replayed":
        return None if ended.reason == "raised" else death_of(ended, root)
    try:
        return None if said["failure"] is None else failure_from(said["failure"])
    except (ValueError, KeyError, TypeError):
        return None


def _is_alike(failure: Failure, stored: StoredFinding) -> bool:
    """Return whether a failure is the stored one, though lines may have moved."""
    finding = stored.finding
    if (failure.kind, failure.what) != (finding.kind, finding.exception):
        return False
    if ends_processes(failure) or not failure.frames or not finding.frames:
        return True
    last, before = failure.frames[-1], finding.frames[-1]
    return (last.file, last.name) == (before.file, before.name)


def _as_found(stored: StoredFinding, failure: Failure) -> FindingState:
    encoded = to_text(stored.finding.encoded)
    return FindingState(
        signature=signature_text(failure),
        failure=failure,
        encoded=encoded,
        call=stored.finding.call,
        imports=stored.finding.imports,
        verdict=stored.finding.verdict,
        evidence=stored.finding.evidence,
        execution=0,
        seconds=0.0,
        # Nothing simpler was found when it was reduced; how complex it is, only a worker can say.
        complexity=0.0 if stored.finding.reduced else float("inf"),
        reduced=stored.finding.reduced,
        raw=encoded,
        believed=encoded,
    )
