"""A finding as the rules of judging see it, with its source read from the files of the project."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.judging.case import Case
from fuzzwright.python.texts import read_text


def sources_in(root: str) -> Callable[[str], str | None]:
    """Return what gives the text of a file below a folder; each is read once."""
    return functools.cache(lambda file: read_text(str(Path(root, file))))


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
