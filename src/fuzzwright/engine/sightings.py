"""Which executions were the first to show something, and which are still the only ones: what a chance is told from.

Nothing here runs once per execution. First sightings come with what a search keeps. Further ones are looked for
where a run on a way that is new to its epoch is turned into features anyway; a second run on the very same way
shows in the next epoch, since each begins with no way known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.trace import Feature

Feedback = Callable[[Observation, Outcome], set[Feature]]


@dataclass(slots=True)
class Sightings:
    """The features seen so far, as far as it matters how often they were."""

    known: set[Feature] = field(default_factory=set)
    alone: dict[Feature, int] = field(default_factory=dict)
    """Features that one execution has shown, with which."""
    firsts: list[int] = field(default_factory=list)
    """Executions that showed something new, since they were taken last."""

    def watch(self, feedback: Feedback) -> Feedback:
        """Return the feedback, noting what was seen again."""
        alone = self.alone

        def watched(observation: Observation, outcome: Outcome) -> set[Feature]:
            reached = feedback(observation, outcome)
            if alone and not alone.keys().isdisjoint(reached):
                for feature in alone.keys() & reached:
                    del alone[feature]
            return reached

        return watched

    def note(self, won: Iterable[Feature], execution: int) -> None:
        """Note an execution that was kept, for being the first to show something or only the simplest."""
        new = [feature for feature in won if feature not in self.known]
        if new:
            self.known.update(new)
            self.alone.update(dict.fromkeys(new, execution))
            self.firsts.append(execution)

    def take_firsts(self) -> list[int]:
        """Return the executions that showed something new since the last time."""
        taken, self.firsts = self.firsts, []
        return taken

    def take_for_granted(self) -> None:
        """Regard all that was seen as known before; it came from inputs that no search proposed."""
        self.alone.clear()
        self.firsts.clear()
