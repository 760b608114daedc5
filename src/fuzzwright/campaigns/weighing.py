"""What a whole run saw of a function, held against each of its failures.

A verdict is given where a failure is met, from the failure alone. At the end more is known: with what other values were
refused, how much failed in the same way, and which hint sets that apart. What nothing of that speaks for is unclear.
So is what fails in a function that others of its package call, and that none of these was seen to get there with: they
may well see to it that it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fuzzwright.campaigns.reaching import Site, site_of, sites_by_public, sources_by_file
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.callers import Place
from fuzzwright.python.insiders import Insiders
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import Beside, is_doubtful, is_run_again, proven_by, refused_alike, spoken_for


def mark_unsupported(states: Sequence[TargetState], root: str) -> None:
    """Say of failures what else speaks for them, and judge those anew for which nothing does."""
    if not any(found.verdict == "unexpected" for state in states for found in state.findings.values()):
        return
    sources = sources_by_file(states, root)
    inside = _Inside(states, sources)
    for state in states:
        for found in state.findings.values():
            if found.verdict != "unexpected":
                continue
            share = found.count / state.executions if state.executions else 0.0
            beside = Beside(_refused(state), share, found.suggestion)
            found.verdict, said = _weighed(_case(state, found, sources.get), beside, inside.seen_to_by(state, found))
            if found.verdict != "unexpected":
                found.evidence = f"{said}: {found.evidence}"
            elif said and said not in found.evidence:
                found.evidence = f"{found.evidence}; {said}"


def _weighed(case: Case, beside: Beside, caller: str) -> tuple[str, str]:
    """Return the verdict on a failure that was unexpected by itself, and what is to be said of it."""
    if meant := refused_alike(case, beside):
        return "precondition", f"the hints allow it, but other values are refused with `{meant}` too"
    if is_run_again(case):
        return "precondition", "a program was run before in the same process"
    if not is_doubtful(case):
        return "unexpected", ""
    if said := proven_by(case, beside):
        return "unexpected", said
    if not (said := spoken_for(case, beside)):
        return "unclear", "the hints allow it, and nothing excuses it, but nothing else speaks against it"
    if caller:
        return "unclear", f"the hints allow it, but `{caller}` calls this, and did not get there"
    return "unexpected", said


class _Inside:
    """Which functions are called by others of their package, and what these were seen to fail at."""

    def __init__(self, states: Sequence[TargetState], sources: Mapping[str, str]) -> None:
        insiders = Insiders(sources)
        at = {Place(state.file, state.line): state for state in states if state.executions}
        self._callers = {
            state.name: sorted(
                at[each].name for each in insiders.callers_of(Place(state.file, state.line)) if each in at
            )
            for state in states
        }
        self._reached: set[Site] = {
            site
            for site, through in sites_by_public(states).items()
            if any(not self._callers[state.name] for state, _ in through)
        }

    def seen_to_by(self, state: TargetState, found: FindingState) -> str:
        """Return a function that calls one and may see to it that it does not fail; nothing if it is for anybody."""
        callers = self._callers[state.name]
        return callers[0] if callers and site_of(found.failure) not in self._reached else ""


def _refused(state: TargetState) -> frozenset[str]:
    return frozenset(found.failure.what for found in state.findings.values() if found.verdict == "deliberate")


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
