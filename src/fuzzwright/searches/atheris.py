"""libFuzzer drives: Atheris on encoded inputs, with their shapes protected. A baseline for all comparisons.

An input is bytes of the codec, shape and data. libFuzzer changes the data alone, so whatever it makes is a value of the
type; new shapes come from inputs made afresh: those of the corpus it starts with, and a share of all others. What it
counts as coverage are our probes. An epoch is one life of libFuzzer: between two, the corpus is amended, which runs all
of it again, leaves out what fails, and tops it off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.codec import Undecodable, decode, encode, start_of_data
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import PATH_LIMIT, Feature, Recorded, features
from fuzzwright.searches.atheris_thread import LibFuzzer
from fuzzwright.searches.keeping import Confirm, Feedback, Keeping
from fuzzwright.searches.options import Choices, Option, Options, defaults

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

OPTIONS: Final[Options] = {
    "corpus-size": Option(100, "how many inputs are made to start with"),
    "fresh-frequency": Option(10, "of a hundred inputs, how many are made afresh", least=0, can_be_off=True),
    "top-off": Option(
        "empty", "whether one input is added to an empty corpus, or as many as it lost", ("empty", "full")
    ),
}
CREATED: Final = "atheris created"
"""The note of the corpus that tells what its first inputs were made from: every epoch begins with them."""
LARGEST: Final = 24
"""Sizes of fresh inputs go round up to this."""
SLACK: Final = 16
"""By so many bytes data may grow past what its shape asks for while it is changed; then it is cut."""


class Atheris(Keeping[I]):
    """Inputs that libFuzzer proposes; it begins anew in each epoch, and there can be one in a process."""

    path: Recorded | None = None
    """What the last run passed; without it only runs on new ways are told to libFuzzer."""
    meet: Callable[[Sequence[int]], None] = staticmethod(lambda passed: None)
    """Told what each run on a new way passed."""
    deadly: Collection[bytes] = ()
    """Inputs that ended a process, encoded; they are not proposed again."""

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        feedback: Feedback = features,
        choices: Choices | None = None,
    ) -> None:
        chosen: dict[str, Any] = {**defaults(OPTIONS), **(choices or {})}
        self._size: int = chosen["corpus-size"]
        self._fresh: float = chosen["fresh-frequency"] / 100
        self._fills: bool = chosen["top-off"] == "full"
        self._fuzzer: LibFuzzer | None = None
        super().__init__(domain, corpus, confirm, feedback)

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)
        self._made = 0
        self._asked: dict[bytes, int] = {}
        """How much data the shapes that were encoded here ask for."""
        self._unsure: deque[I] | None = None
        """What the corpus holds that is still to be run."""
        self._sure: list[I] = []
        self._told: Sequence[int] = ()

    def ask(self) -> Batch[I]:
        if self._unsure is None:
            inputs = [*self._created(), *(kept.input for kept in self.corpus.kept)]
            self._unsure = deque(input for input in inputs if not self._is_deadly(input))
        if self._unsure:
            # Each is told whatever way it takes, so that those that fail can be left out.
            return Batch(iter((self._unsure.popleft(),)), "corpus", anew=True)
        if self._fuzzer is None:
            self._fuzzer = LibFuzzer(self._amended(), self._mutated, self._seed)
        return Batch(self._inputs(self._fuzzer), "libfuzzer")

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        """Keep what gains something; return what it gains."""
        self._told = observation.path
        self.meet(observation.path)
        if candidate.origin == "corpus" and not outcome.failed and outcome.kind != "discarded":
            self._sure.append(candidate.input)
        return self.keep(candidate, observation, outcome)

    def _created(self) -> Iterator[I]:
        """Yield the inputs that the first epoch made: the same in each epoch."""
        notes = self.corpus.notes
        random = Random(notes.setdefault(CREATED, self._seed & 0x7FFFFFFF))
        for number in range(self._size):
            input = self._one(random, number)
            if input is not None:
                yield input

    def _amended(self) -> Iterator[bytes]:
        """Yield what libFuzzer starts with: what did not fail, and new inputs where there is too little of that."""
        wanted = self._size if self._fills else 1
        for input in self._sure:
            yield self._encoded(input)
        for _ in range(wanted - len(self._sure)):
            yield self._encoded(self._another())

    def _inputs(self, fuzzer: LibFuzzer) -> Iterator[I]:
        passed: Sequence[int] = ()
        while True:
            encoded = fuzzer.following(passed)
            passed = ()
            try:
                value: I = decode(self.domain, encoded)
            except Undecodable:
                continue  # too deep to be made; every shape is one of ours
            if self._is_deadly(value):
                continue
            self._told = ()
            yield value
            passed = self._told if self.path is None else self.path[:PATH_LIMIT]

    def _is_deadly(self, input: I) -> bool:
        return bool(self.deadly) and encode(self.domain, input) in self.deadly

    def _mutated(self, encoded: bytes, most: int) -> bytes:
        """Return another input for one: its data changed by libFuzzer, or all of it made afresh."""
        assert self._fuzzer is not None
        start = 0 if self._random.random() < self._fresh else _start(encoded)
        if not start:
            afresh = self._encoded(self._another())
            if len(afresh) <= most:
                return afresh
            start = _start(encoded)
        shape, data = encoded[:start], encoded[start:]
        asked = self._asked.get(shape, len(data))
        return shape + self._fuzzer.mutated(data, max(min(asked + SLACK, most - start), 1))[:asked]

    def _encoded(self, input: I) -> bytes:
        encoded = encode(self.domain, input)
        start = start_of_data(encoded)
        self._asked[encoded[:start]] = len(encoded) - start
        return encoded

    def _another(self) -> I:
        self._made += 1
        input = self._one(self._random, self._made)
        return self.domain.simplest() if input is None else input

    def _one(self, random: Random, number: int) -> I | None:
        try:
            return self.domain.generate(random, 1 + number % LARGEST)
        except Unfit:
            return None


def _start(encoded: bytes) -> int:
    """Return where the data begins; 0 for bytes that nobody encoded, as libFuzzer has them before anything else."""
    try:
        return start_of_data(encoded)
    except Undecodable:
        return 0
