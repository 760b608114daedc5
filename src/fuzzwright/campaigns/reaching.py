"""Whether what fails in a private function can be reached through a public one.

A private function may count on its callers, and so may one that a package does not show to others; a failure in it
matters when a public function can be driven to the same place. Some public functions were when they were fuzzed. For
the other failures those that may lead there are fuzzed again, with the search aimed at the place and with what the
inner function failed on at hand; what is never reached is then the business of the callers.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from fuzzwright.campaigns.states import NO_TIME, TO_ACT_ON, FindingState, TargetState
from fuzzwright.engine.outcome import Failure
from fuzzwright.python.callers import Callers
from fuzzwright.python.judging.grounds import NOT_SHOWN
from fuzzwright.python.makers import Makers
from fuzzwright.python.texts import read_text
from fuzzwright.settings import DEFAULT_SECONDS, Settings

MOST_CALLERS = 3
"""So many public functions are tried for one failure."""
MOST_OF_OTHERS = 2
"""So many for a failure in a function that is only not shown: there are more of these, and fewer matter."""
MOST_CALLS = 20
"""Of so many failures at most a function is told what they were about."""
MORE = 4
"""The part of the executions of a function that it gets once more to reach a place, when executions are its budget."""
SHARE = 0.1
"""Of the time of the whole run, if there is one: what is kept for this."""
JUDGED = ("unexpected",)
"""Only what would be reported is worth the search."""

Site = tuple[str, int, str]
"""File, line and exception."""


def site_of(failure: Failure) -> Site | None:
    """Return where a failure happened and what it was; None if it never was in the code under test."""
    return (failure.frames[-1].file, failure.frames[-1].line, failure.what) if failure.frames else None


def sites_by_public(states: Iterable[TargetState]) -> dict[Site, list[tuple[TargetState, FindingState]]]:
    """Return where public functions failed, and which of them did."""
    sites: dict[Site, list[tuple[TargetState, FindingState]]] = {}
    for state in states:
        for found in state.findings.values() if not state.private else ():
            if found.verdict != "flaky" and (site := site_of(found.failure)) is not None:
                sites.setdefault(site, []).append((state, found))
    return sites


def plan_reaching(states: Sequence[TargetState], root: str) -> list[TargetState]:
    """Aim public functions at what failed in private ones; return those that have something to aim at."""
    public = sites_by_public(states).items()
    reached = {site for site, through in public if any(NOT_SHOWN not in found.evidence for _, found in through)}
    wanted = [(state, found) for state, found in _inner(states) if site_of(found.failure) not in reached]
    if not wanted:
        return []
    callers = Callers(sources_by_file(states, root))
    hidden = {state.name for state in states if any(NOT_SHOWN in each.evidence for each in state.findings.values())}
    at = {(state.file, state.line): state for state in states if not state.private and state.name not in hidden}
    aimed: dict[str, TargetState] = {}
    for state, found in wanted:
        site = site_of(found.failure)
        if site is None:
            continue
        tried = 0
        for place in callers.leading_to(_called(state), most=50):
            caller = at.get((place.file, place.line))
            if caller is not None and caller.reason == NO_TIME:
                found.tried.append(caller.name)  # it would have been; that it got no turn is known later
                continue
            if caller is None or caller.status != "fuzzed" or caller.given_up:
                continue
            if site not in caller.sites:
                caller.sites.append(site)
            if found.call not in caller.failing and len(caller.failing) < MOST_CALLS:
                caller.failing.append(found.call)
                caller.plant = True
            found.tried.append(caller.name)
            aimed[caller.name] = caller
            tried += 1
            if tried >= (MOST_CALLERS if state.private else MOST_OF_OTHERS):
                break
    return sorted(aimed.values(), key=lambda state: state.name)


def settings_for_reaching(settings: Settings, left: float | None) -> Settings:
    """Return how functions are fuzzed that are aimed at something: as before, but not for long."""
    if settings.executions is not None:
        more = max(settings.executions // MORE, 1)
        return replace(settings, executions=settings.executions + more, time=left, first=False)
    seconds = settings.time_per_function or DEFAULT_SECONDS
    return replace(settings, time=left, time_per_function=min(seconds, DEFAULT_SECONDS), first=False)


def mark_reachable(states: Sequence[TargetState], missed: Container[str] | None = ()) -> None:
    """Say of every finding whether a public function leads to it; what none leads to is the callers' business.

    The functions in `missed` got no turn to be aimed at anything; None means that it never came to that.
    """
    reached = sites_by_public(states)
    for state in states:
        for found in state.findings.values():
            if not state.private:
                found.reachable = True
                continue
            site = site_of(found.failure)
            through = reached.get(site, []) if site is not None else []
            found.reachable = bool(through) or None
            _judge_as_public(found, through)
            if found.reachable or missed is None or any(name in missed for name in found.tried):
                continue
            found.reachable = False if found.tried else None
            if found.verdict not in TO_ACT_ON or found.failure.kind == "died":
                continue
            if found.tried:
                why = f"private, and {_listed(found.tried)} did not get there"
            else:
                why = "private, and no public function is seen to lead there"
            found.verdict, found.evidence = "precondition", f"{why}: {found.evidence}"


def mark_made_by_hand(states: Sequence[TargetState], root: str) -> None:
    """Judge failures that need an object which the package makes itself, and that nothing without one was driven to."""
    wanted = [found for state in states for found in state.findings.values() if found.verdict in TO_ACT_ON]
    if not wanted:
        return
    makers = Makers(sources_by_file(states, root))
    by_hand = {id(found): made for found in wanted if (made := makers.made_by_hand(found.call)) is not None}
    reached = {site_of(found.failure) for found in wanted if id(found) not in by_hand}
    for found in wanted:
        if id(found) in by_hand and site_of(found.failure) not in reached and found.failure.kind != "died":
            name, maker = by_hand[id(found)]
            why = f"needs a `{name}` made by hand, which `{maker}` is there for, and nothing without one got there"
            found.verdict, found.evidence = "precondition", f"{why}: {found.evidence}"


def _judge_as_public(found: FindingState, through: Sequence[tuple[TargetState, FindingState]]) -> None:
    """Take over what a failure is judged to be through public functions, where it is nothing to act on for any."""
    if found.verdict not in TO_ACT_ON or not through or any(each.verdict in TO_ACT_ON for _, each in through):
        return
    state, each = min(through, key=lambda pair: (len(pair[1].call), pair[0].name))
    found.verdict, found.evidence = each.verdict, f"private, and through `{state.name}` {each.evidence}"


def _inner(states: Iterable[TargetState]) -> Iterable[tuple[TargetState, FindingState]]:
    """Yield what would be reported if those for whom a package is there could get to it."""
    for state in states:
        for found in state.findings.values():
            if NOT_SHOWN in found.evidence or (state.private and found.verdict in JUDGED):
                yield state, found


def _called(state: TargetState) -> str:
    """Return the name that a call of a function mentions: of a constructor, that of its class."""
    parts = state.name.split(".")
    return parts[-2] if parts[-1] in ("__init__", "__new__", "__post_init__") and len(parts) > 1 else parts[-1]


def sources_by_file(states: Iterable[TargetState], root: str) -> dict[str, str]:
    """Return the source of the files that targets are in, and of those where their packages show what is for others."""
    sources: dict[str, str] = {}
    files = [state.file for state in states]
    # A package shows what it has for others in files without functions, too.
    files += [f"{folder.as_posix()}/__init__.py" for file in files for folder in Path(file).parents if folder.name]
    for file in dict.fromkeys(files):
        if (source := read_text(os.path.join(root, file))) is not None:
            sources[file] = source
    return sources


def _listed(names: Sequence[str]) -> str:
    short = [f"`{name}`" for name in names]
    return short[0] if len(short) == 1 else f"{', '.join(short[:-1])} and {short[-1]}"
