"""Suggestions of better hints in a campaign: asked for when the findings of a target were made sure of.

Each is a job of its own in a fresh worker, so nothing of it can change what is found; its runs do not count. A
worker that dies over it has simply nothing to suggest.
"""

from __future__ import annotations

from fuzzwright.campaigns.jobs import pack
from fuzzwright.campaigns.requests import Conditions, Request, Script
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.settings import Settings

SECONDS, PATIENT = 0.3, 2.0
"""Seconds of CPU for one finding; and where the run is limited by executions alone, which then hardly ever matters."""
GRACE = 0.5
"""Seconds past the end of the run in which suggestions are still begun."""
MOST_ASKED = 8
"""Findings of one target that are looked into."""
MOST_KEPT = 200
"""Inputs of the corpus that are run for evidence."""
_VERDICTS = ("unexpected", "unclear", "precondition", "any")


def suggest(state: TargetState, conditions: Conditions) -> Script:
    """Ask for a better hint for each finding that one may explain, while there is time."""
    for found in list(state.findings.values()):
        asked = sum(bool(each.asked) for each in state.findings.values())
        if not _is_due(state, found) or asked >= MOST_ASKED or conditions.time.left() <= -GRACE:
            continue
        found.asked, found.suggestion = found.encoded, ""
        job = {
            "do": "suggest",
            "target": state.name,
            "encoded": found.encoded,
            "kept": [kept.encoded for kept in state.kept[:MOST_KEPT]],
            "seed": conditions.settings.seed,
            "seconds": _seconds(conditions.settings),
        }
        reply = yield Request(pack(job), conditions.limits())
        if reply.said.get("event") == "suggested":
            found.suggestion = str(reply.said["suggestion"])


def _is_due(state: TargetState, found: FindingState) -> bool:
    """Return whether a hint may explain the finding: it is one of values, and not asked about before."""
    if state.goal is not None or state.sites or state.deadly:
        return False  # where calls end processes, more of them would too
    if not found.reduced or found.before or found.asked == found.encoded:
        return False
    kind, verdict = found.failure.kind, found.verdict
    if kind == "return_type" and found.failure.frames:
        return False  # it is about the hints of a function that was called
    return (kind == "raised" and verdict in _VERDICTS) or (kind == "return_type" and verdict == "return_type")


def _seconds(settings: Settings) -> float:
    timed = settings.executions is None or settings.time is not None or settings.time_per_function is not None
    return SECONDS if timed else PATIENT
