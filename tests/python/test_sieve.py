"""Runs that are passed over are those that nobody would have learned from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.integers import Integers
from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Returned
from fuzzwright.engine.search import Candidate
from fuzzwright.engine.trace import cut
from fuzzwright.python.acceleration import new_path
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.sieve import sieve_of
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.mutagen import Mutagen
from tests.engine.shapes import finished

LISTS = finished(Sequences(Integers()))
LONG = tuple(range(1000, 1008))

needs_accelerator = pytest.mark.skipif(accelerator() is None, reason="the accelerator is not installed")


class Told:
    """A search that was told of some runs, the path they are read from, and its sieve."""

    def __init__(self, kind: type[Any] = Adaptive, check: Any = None) -> None:
        self.search = kind(LISTS, Corpus())
        self.path: Any = new_path()
        self.oracle = FunctionOracle(lambda file: True, str(Path.cwd()), check)
        self.alone: dict[int, int] = {}
        sieve = sieve_of(self.path, self.search, self.oracle, self.alone)
        assert sieve is not None
        self.sieve = sieve

    def is_dull(self, input: Any, result: Any) -> bool:
        """Return whether a run is passed over, on the way that was taken last."""
        return self.sieve.is_used() and self.sieve.passes_over(input, result)

    def go(self, *numbers: int) -> None:
        """Take a way."""
        self.path.clear()
        for number in numbers:
            -self.path.probe(number)

    def tell(self, input: Any, *numbers: int) -> bool:
        """Tell a run; return whether something was gained."""
        self.go(*numbers)
        observation = Observation(path=cut(self.path)[0])
        return bool(self.search.tell(Candidate(input), observation, Returned()))


@needs_accelerator
def test_what_reaches_something_new_or_is_simpler_is_told() -> None:
    told = Told()
    assert told.tell((5,), 1, 2, 1)
    told.go(1, 2, 1)
    assert told.is_dull((5,), None)
    assert told.is_dull((9, 9), None)
    assert not told.is_dull((1,), None)
    told.go(1, 2, 3)
    assert not told.is_dull((9, 9), None)


@needs_accelerator
def test_whatever_is_passed_over_would_have_gained_nothing() -> None:
    told = Told()
    passed = 0
    for number in range(400):
        way = [1 + (number * k) % 5 for k in range(number % 7)]
        input = LONG[: number % 9] + (number % 3,) * (number % 4)
        told.go(*way)
        dull = told.is_dull(input, None)
        gained = told.tell(input, *way)
        assert not (dull and gained)
        passed += dull
    assert passed > 100


@needs_accelerator
def test_a_result_of_the_wrong_type_and_what_was_seen_once_are_told() -> None:
    told = Told(check=lambda result: None if type(result) is int else "not an int")
    told.tell((5,), 1, 2)
    assert told.is_dull((5,), 1)
    assert not told.is_dull((5,), "1")
    told.alone[next(iter(told.search.corpus.simplest))] = 1
    assert not told.is_dull((5,), 1)


@needs_accelerator
def test_a_search_that_learns_from_every_new_way_is_told_of_all() -> None:
    told = Told(Mutagen)
    told.tell((5,), 1, 2)
    assert not told.is_dull((5,), None)


def test_without_the_accelerator_all_is_told() -> None:
    oracle = FunctionOracle(lambda file: True, "")
    assert sieve_of([], Adaptive(LISTS, Corpus()), oracle, {}) is None
