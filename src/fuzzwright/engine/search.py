"""What a search and a target promise each other.

A search proposes batches of inputs of one origin and learns from what came of them; a target runs
a batch and lets through only what is new or failed. A search rests on its corpus and a seed alone:
`begin` starts an epoch, and after it nothing may depend on what happened before, except through the
corpus. So an epoch can be repeated in another process, up to the input that killed the first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.trace import Feature

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

Look = Literal["path", "operands"]

Oracle = Callable[[I, Observation], Outcome]
"""Judges what a run showed."""


@dataclass(slots=True)
class Batch(Generic[I]):
    """Inputs of one origin, made one at a time as they are run."""

    inputs: Iterator[I]
    origin: str = "fresh"
    """What made the input given out last: `fresh`, or the name of an operator."""
    parent: Kept[I] | None = None
    look: Look = "path"
    executions: int = 0
    """How many of its inputs were run."""
    discards: int = 0
    """How many of these were discarded; known at once, also while the next input is being made."""
    anew: bool = False
    """Whether from here on all ways are new again, whatever was met before."""


class Candidate(NamedTuple, Generic[I]):
    """An input, with where it came from; a tuple, as `Observation` is."""

    input: I
    origin: str = "fresh"
    parent: Kept[I] | None = None
    known: bool = False
    """Whether it took a way that was met lately, and was let through only to be looked at."""


class Search(Protocol[I]):
    """An algorithm that proposes batches and learns from what came of them."""

    corpus: Corpus[I]

    def begin(self, seed: int) -> None:
        """Start an epoch: all randomness comes from `seed`, all knowledge from the corpus."""

    def end(self) -> None:
        """End an epoch: what the next is to go on from is in the corpus then."""

    def ask(self) -> Batch[I]:
        """Return what to run next."""

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        """Learn from a run; return what it was the first, or the simplest, to reach."""

    def look(self, candidate: Candidate[I], observation: Observation) -> None:
        """Learn from a close look at a run that took a known way."""

    def has_better_than(self, batch: Batch[I]) -> bool:
        """Return whether the rest of a batch should wait for something that turned up."""


class Target(Protocol[I]):
    """What is tested."""

    def run(self, input: I) -> Observation:
        """Run once and return all there is to see."""

    def run_new(self, batch: Batch[I], budget: Budget) -> Iterator[tuple[Candidate[I], Observation]]:
        """Run a batch and let through what took a new way or failed."""


class Producers(Protocol[I]):
    """Functions of the code under test that can make parts of an input."""

    def __bool__(self) -> bool:
        """Return whether there are any."""

    def begin(self) -> None:
        """Forget which of them were of use."""

    def pick(self, random: Random) -> str:
        """Return the name of the one to use next."""

    def inputs(self, name: str, input: I, donor: Callable[[Any], Any], random: Random, count: int) -> Iterator[I]:
        """Yield inputs with a part that was made of it; `donor` gives parts of other inputs by their domain."""

    def won(self, name: str) -> None:
        """Note that what one made was news."""


class Guide(Protocol[I]):
    """What close looks at runs say about other inputs. A side is one of the two ways a condition can go."""

    literals: Sequence[Any]
    """The constants in the code under test."""
    work: int
    """How many changes were tried so far to make suggestions."""

    @property
    def producers(self) -> Producers[I] | None:
        """What can make parts of inputs, if anything can."""

    def distances(self, observation: Observation, met: Collection[int] = ()) -> dict[int, float]:
        """Return how far each side of each condition of a run is, 0 where it went; those of `met` may be left out."""

    def values(self, observation: Observation) -> Sequence[Any]:
        """Return what the run compared with, each value once."""

    def suggestions(
        self, input: I, observation: Observation, random: Random, wanted: Iterable[int] | None = None
    ) -> Iterator[I]:
        """Yield inputs that may go another way; only those that may go to the `wanted` sides, if given."""
