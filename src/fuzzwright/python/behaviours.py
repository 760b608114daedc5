"""What a person would call another behaviour of a Python function, read off one run of it.

Of a run that returned: the sides of branches it took in the function's own lines, each loop that it came to and never
entered, and the kind of its result (None, True, False, which enum member, which type, empty or not). Yes and no are
another behaviour at each place where a run came through last. How often a loop ran makes no difference, nor how deep a
recursion went, nor the order of things. A failure is one behaviour for each exception and place, whichever way leads
there. What happens in callees counts only where the function itself hardly decides anything: then it is a thin wrapper,
and what it wraps is what it does.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.trace import Feature

if TYPE_CHECKING:
    from collections.abc import Callable

    from fuzzwright.python.opened import OpenedFunction

FEW = 4
"""With fewer places to be passed than this a function counts as a wrapper."""
MOST_OTHERS = 48
"""Of the file around a wrapper so many places count."""
_HOLDERS = (list, tuple, dict, set, frozenset)


class Behaviours:
    """The traits of one function's runs; called with an observation and its outcome."""

    def __init__(self, function: OpenedFunction, trait: Callable[..., Feature]) -> None:
        found, probes = function.found, function.probes
        here = [(number, probes.sites[number]) for number in function.places_in(found.file)]
        own = [number for number, site in here if found.line <= site.line <= found.last_line]
        self._own = {number: ordinal for ordinal, number in enumerate(own)}
        if len({(probes.sites[number].line, probes.sites[number].kind) for number in own}) < FEW:
            own += [number for number, _ in here if number not in own][:MOST_OTHERS]
        # Counted from the function's first place, so that code before it can change and the traits stay.
        self._traits = {number: trait("site", ordinal) for ordinal, number in enumerate(own)}
        self._lines = {number: site.line for number, site in here}
        self._exits = {
            number: trait("no round", ordinal)
            for ordinal, number in enumerate(own)
            if probes.sites[number].kind == "exit"
        }
        self._trait = trait

    def __call__(self, observation: Observation, outcome: Outcome) -> set[Feature]:
        """Return the traits of a run that returned; none of one that failed, whose end is its trait."""
        if outcome.failed or outcome.kind == "discarded":
            return set()
        path, traits = observation.path, self._traits
        shown = {traits[number] for number in set(path) if number in traits}
        for exit_, none in self._exits.items():
            if none not in shown and exit_ in path and self._came_directly(path, exit_):
                shown.add(none)
        shown.add(self._trait("result", *_kind(observation.result)))
        if observation.result is True or observation.result is False:
            last = next((number for number in reversed(path) if number in self._own), None)
            if last is not None:
                shown.add(self._trait("answer", self._own[last], observation.result))
        return shown

    def _came_directly(self, path: tuple[int, ...], exit_: int) -> bool:
        """Return whether a run came to the end of a loop from before it: its body is on later lines."""
        line, previous = self._lines[exit_], -1
        for number in path:
            if number == exit_ and (previous < 0 or self._lines[previous] <= line):
                return True
            if number in self._lines:
                previous = number
        return False


def _kind(result: object) -> tuple[str, ...]:
    """Return what kind of a result this is, as far as that is another behaviour."""
    cls = type(result)
    if result is None or result is True or result is False:
        return (repr(result),)
    name = str(type.__getattribute__(cls, "__qualname__"))
    if issubclass(cls, enum.Enum):
        return (name, str(getattr(result, "_name_", "")))
    if cls in _HOLDERS:
        return (name, "some" if result else "none")
    return (name,)
