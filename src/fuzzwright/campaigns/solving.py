"""The solver's part in a campaign: asked once per target, when the search had half of its time.

Asking is a job of its own in a worker of its own. What comes back are inputs to try first in the next
fuzzing job; how many of them gained something is told in a remark.
"""

from __future__ import annotations

from dataclasses import replace

from fuzzwright.campaigns.jobs import pack
from fuzzwright.campaigns.requests import Conditions, Request, Script
from fuzzwright.campaigns.states import TargetState
from fuzzwright.settings import Settings

SECONDS = 5.0
"""The solver gets so long for a function, or half of what is left."""
GRACE = 10.0
"""Seconds past its time until it is ended: it has to be loaded first, and looks at the clock only now and then."""


def is_due(state: TargetState, settings: Settings) -> bool:
    """Return whether the solver is still to be asked about a target."""
    if not settings.solver or state.asked:
        return False
    found = state.goal is not None and state.examples  # the line that was to be reached
    return not found and not (settings.first and state.findings)


def first_part(settings: Settings, left: float | None) -> tuple[Settings, float | None]:
    """Return the settings and seconds of the search before the solver is asked: half of what there is."""
    if settings.executions is not None:
        settings = replace(settings, executions=max(settings.executions // 2, 1))
    return settings, None if left is None else left / 2


def ask_solver(state: TargetState, conditions: Conditions, left: float | None) -> Script:
    """Ask for inputs, and have them tried in the next job of the target."""
    state.asked = True
    seconds = SECONDS if left is None else min(SECONDS, max(left / 2, 0.5))
    limits = replace(conditions.limits(), cpu_seconds=seconds + GRACE, wall_seconds=seconds + GRACE)
    job = {"do": "solve", "target": state.name, "seconds": seconds}
    reply = yield Request(pack(job), limits)
    state.seconds += reply.seconds
    said = reply.said if reply.said.get("event") == "solved" else {}
    if not said.get("there", True):
        state.remark("CrossHair was not asked: it is not installed beside the code (`pip install fuzzwright[solver]`)")
        return
    state.solved = [str(text) for text in said.get("inputs", ())]
    if not state.solved:
        state.remark("CrossHair was asked and had no input to offer")
