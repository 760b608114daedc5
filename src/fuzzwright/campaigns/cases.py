"""A finding as the rules of judging see it."""

from __future__ import annotations

from collections.abc import Callable

from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.judging.case import Case


def case_of(state: TargetState, found: FindingState, source_of: Callable[[str], str | None]) -> Case:
    """Return a finding of a target for judging."""
    failure = found.failure
    return Case(
        kind=failure.kind,
        exception=failure.what,
        message=failure.says,
        frames=failure.frames,
        source_of=source_of,
        file=state.file,
        first=state.line,
        last=state.last_line,
        call=found.call,
    )
