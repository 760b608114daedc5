"""What a whole run saw of a function, held against each of its failures.

A verdict is given where a failure is met, from the failure alone. At the end more is known: with what other values were
refused, how much failed in the same way, and which hint sets that apart. What nothing of that speaks for is unclear.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import Beside, is_doubtful, refused_alike, spoken_for
from fuzzwright.python.texts import read_text


def mark_unsupported(states: Sequence[TargetState], root: str) -> None:
    """Say of failures what else speaks for them, and judge those anew for which nothing does."""
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
            case = _case(state, found, source_of)
            if meant := refused_alike(case, beside):
                said = f"the hints allow it, but other values are refused with `{meant}` too"
                found.verdict, found.evidence = "precondition", f"{said}: {found.evidence}"
            elif not is_doubtful(case):
                continue
            elif not (said := spoken_for(case, beside)):
                said = "the hints allow it, and nothing excuses it, but nothing else speaks against it"
                found.verdict, found.evidence = "unclear", f"{said}: {found.evidence}"
            elif said not in found.evidence:
                found.evidence = f"{found.evidence}; {said}"


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
