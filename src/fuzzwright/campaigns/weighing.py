"""What a whole run saw of a function, held against each of its failures.

A verdict is given where a failure is met, from the failure alone. At the end more is known: with what other values were
refused, how much failed in the same way, and which hint sets that apart. What nothing of that speaks for is unclear.
So is what fails in a function that others of its package lead to, which were seen to come to the call and not to the
failure: they may well see to it that it does not.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

from fuzzwright.campaigns.cases import case_of
from fuzzwright.campaigns.reaching import Site, site_of, sources_by_file
from fuzzwright.campaigns.states import FindingState, TargetState
from fuzzwright.python.callers import Place
from fuzzwright.python.insiders import Call, Insiders
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.contrast import Beside, is_doubtful, is_run_again, proven_by, refused_alike, spoken_for
from fuzzwright.python.judging.files import top_of
from fuzzwright.python.texts import read_text


def mark_unsupported(states: Sequence[TargetState], root: str) -> None:
    """Say of failures what else speaks for them, and judge those anew for which nothing does."""
    if not any(found.verdict == "unexpected" for state in states for found in state.findings.values()):
        return
    own = {top_of(state.file) for state in states}
    source_of = functools.cache(lambda file: read_text(str(Path(root, file))))
    inside = _Inside(states, sources_by_file(states, root))
    for state in states:
        for found in state.findings.values():
            if found.verdict != "unexpected":
                continue
            share = found.count / state.executions if state.executions else 0.0
            beside = Beside(_refused(state), share, found.suggestion)
            case, caller = case_of(state, found, source_of), inside.seen_to_by(state, found)
            # A call without end in a package that is not looked at: this one can do little about it.
            place = case.place.file if case.kind == "timed_out" and case.place is not None else ""
            elsewhere = "/" in place and top_of(place) not in own
            found.verdict, said = _weighed(case, beside, caller, elsewhere)
            if found.verdict != "unexpected":
                found.evidence = f"{said}: {found.evidence}"
            elif said and said not in found.evidence:
                found.evidence = f"{found.evidence}; {said}"


def _weighed(case: Case, beside: Beside, caller: str, elsewhere: bool = False) -> tuple[str, str]:
    """Return the verdict on a failure that was unexpected by itself, and what is to be said of it."""
    if meant := refused_alike(case, beside):
        return "precondition", f"the hints allow it, but other values are refused with `{meant}` too"
    if is_run_again(case):
        return "precondition", "a program was run before in the same process"
    if not is_doubtful(case) and not elsewhere:
        return "unexpected", ""
    if said := proven_by(case, beside):
        return "unexpected", said
    if not (said := spoken_for(case, beside)):
        return "unclear", "the hints allow it, and nothing excuses it, but nothing else speaks against it"
    if caller:
        return "unclear", f"the hints allow it, but `{caller}` leads to this function, and did not get there"
    return "unexpected", said


class _Inside:
    """Which functions are called by others of their package, and which of these came to the call."""

    def __init__(self, states: Sequence[TargetState], sources: Mapping[str, str]) -> None:
        insiders = Insiders(sources)
        at = {Place(state.file, state.line): state for state in states}
        self._callers: dict[str, set[str]] = {}
        self._asking: dict[str, set[str]] = {}
        """For each function those callers that ask something about what they hand over."""
        for state in states:
            calls = insiders.calls_of(Place(state.file, state.line))
            came = [call for call in calls if _came_to(call, at.get(call.caller))]
            self._callers[state.name] = {at[call.caller].name for call in came}
            self._asking[state.name] = {at[call.caller].name for call in came if call.asks}
        self._leading: dict[str, set[str]] = {}
        self._public = {state.name for state in states if not state.private}
        self._failed: dict[Site | None, set[str]] = {}
        for state in states:
            for found in (each for each in state.findings.values() if each.verdict != "flaky"):
                self._failed.setdefault(site_of(found.failure), set()).add(state.name)

    def seen_to_by(self, state: TargetState, found: FindingState) -> str:
        """Return a function that leads to one and may see to it that it does not fail; nothing if none does.

        None does if one that failed at the same place is called by no other, or only by those which it leads to.
        """
        site = site_of(found.failure)
        above, failed = self._above(state.name), self._failed.get(site, set())
        if site is None or any(not self._above(each) for each in failed & above & self._public):
            return ""
        asking = {each for called in (state.name, *above) for each in self._asking[called]}
        return min((asking & above) - failed, default="")

    def _above(self, name: str) -> set[str]:
        """Return the functions that lead to one, without those that it leads to as well."""
        return {each for each in self._leading_to(name) if name not in self._leading_to(each)}

    def _leading_to(self, name: str) -> set[str]:
        if name not in self._leading:
            found: set[str] = set()
            waiting = [name]
            for each in waiting:
                new = self._callers[each] - found
                found |= new
                waiting += sorted(new)
            self._leading[name] = found
        return self._leading[name]


def _came_to(call: Call, caller: TargetState | None) -> bool:
    """Tell whether a function was seen to run a call."""
    return caller is not None and any(line in caller.lines for line in range(call.first, call.last + 1))


def _refused(state: TargetState) -> frozenset[str]:
    return frozenset(found.failure.what for found in state.findings.values() if found.verdict == "deliberate")
