"""What a whole run saw of a function, held against each of its failures.

A verdict is given where a failure is met, from the failure alone. At the end more is known: with what other values were
refused, how much failed in the same way, and which hint sets that apart. Where such support is asked for and missing, a
failure is the caller's business.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import Beside, unsupported
from fuzzwright.python.texts import read_text


def mark_unsupported(states: Sequence[TargetState], root: str) -> None:
    """Judge failures anew that nothing else which the run saw speaks for."""
    refused = {state.name: _refused(state) for state in states}
    by_class: dict[str, frozenset[str]] = {}
    for state in states:
        by_class[_class_of(state)] = by_class.get(_class_of(state), frozenset()) | refused[state.name]
    source_of = functools.cache(lambda file: read_text(str(Path(root, file))))
    for state in states:
        for found in state.findings.values():
            if found.verdict != "unexpected":
                continue
            share = found.count / state.executions if state.executions else 0.0
            beside = Beside(refused[state.name], by_class[_class_of(state)], share, found.suggestion)
            if why := unsupported(_case(state, found, source_of), beside):
                said = f"the hints allow it, but nothing shows that it is meant to work: {why}"
                found.verdict, found.evidence = "precondition", f"{said}: {found.evidence}"


def _refused(state: TargetState) -> frozenset[str]:
    return frozenset(found.failure.what for found in state.findings.values() if found.verdict == "deliberate")


def _class_of(state: TargetState) -> str:
    return state.name.rpartition(".")[0]


def _case(state: TargetState, found: FindingState, source_of: Callable[[str], str | None]) -> Case:
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
