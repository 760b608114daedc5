"""The accelerator `fuzzwright-fast`, wherever code under test runs and it is installed there.

It holds probes and the path in C, and derives features; what is seen and found is the same with and without. A missing
accelerator, one of another version or one that cannot be loaded is no error: everything works without.
`FUZZWRIGHT_PURE=1` in the environment leaves it out.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.observation import Observation, Path
from fuzzwright.engine.outcome import Outcome, Returned
from fuzzwright.engine.trace import (
    BUCKETS,
    FINE_BUCKETS,
    PATH_LIMIT,
    Feature,
    Recorded,
    end_feature,
    features,
    fine_features,
)

Feedback = Callable[[Observation, Outcome], set[Feature]]

NAME = "fuzzwright_fast"
INTERFACE = 3
"""What we know how to use; the accelerator has the same number."""
OFF = "FUZZWRIGHT_PURE"


class FastPath(Recorded, Protocol):
    """A path in C: hashes as the tuple of its numbers does, and makes the probes that write to it."""

    def probe(self, number: int, /) -> object: ...


class Accelerator(Protocol):
    """The extension module."""

    INTERFACE: int

    def new_path(self) -> FastPath: ...
    def is_probe(self, object: object, path: Recorded, /) -> bool: ...
    def itself(self, path: Recorded, /) -> object: ...
    def edge_features(self, path: Path, buckets: bytes, /) -> set[Feature] | None: ...
    def most_complex(
        self,
        path: Recorded,
        buckets: bytes,
        feature: Feature,
        simplest: Mapping[Feature, Kept[Any]],
        alone: Mapping[Feature, int],
        /,
    ) -> float: ...


@cache
def accelerator() -> Accelerator | None:
    """Return the accelerator, or None where there is none that may be used."""
    if os.environ.get(OFF, "0") not in ("", "0"):
        return None
    try:
        module = cast(Accelerator, import_module(NAME))
        return module if module.INTERFACE == INTERFACE and _hashes_alike(module) else None
    except Exception:  # also an AttributeError, of something else that has this name
        return None


def new_path() -> Recorded:
    """Return an empty path of the fastest kind there is."""
    fast = accelerator()
    return [] if fast is None else fast.new_path()


def hashable(path: Recorded) -> Callable[[Recorded], object]:
    """Return what makes of `path` something with the hash of its tuple."""
    fast = accelerator()
    if fast is None or isinstance(path, list):
        return tuple
    return fast.itself


def faster(feedback: Feedback) -> Feedback:
    """Return what gives the same features as `feedback`, in less time if we know how."""
    fast = accelerator()
    buckets = _buckets_of(feedback)
    if fast is None or buckets is None:
        return feedback
    of_edges = fast.edge_features

    def faster_features(observation: Observation, outcome: Outcome) -> set[Feature]:
        reached = None if observation.more else of_edges(observation.path, buckets)
        if reached is None:
            return feedback(observation, outcome)
        reached.add(end_feature(outcome))
        return reached

    return faster_features


def limit_of_returns(
    path: Recorded, feedback: Feedback, corpus: Corpus[Any], alone: Mapping[Feature, int]
) -> Callable[[], float] | None:
    """Return what gives, for the path as it is, what an input has to be simpler than to gain something by returning.

    Endless where something is new, was seen once only (`alone`), or the path is long; None without an accelerator.
    """
    fast, buckets = accelerator(), _buckets_of(feedback)
    if fast is None or buckets is None or isinstance(path, list):
        return None
    most_complex, simplest, returned = fast.most_complex, corpus.simplest, end_feature(Returned())
    length = len  # the code under test may have put something else in its place

    def limit() -> float:
        return most_complex(path, buckets, returned, simplest, alone) if length(path) <= PATH_LIMIT else math.inf

    return limit


def _buckets_of(feedback: Feedback) -> bytes | None:
    return BUCKETS if feedback is features else FINE_BUCKETS if feedback is fine_features else None


def _hashes_alike(module: Accelerator) -> bool:
    # Tuples may be hashed in another way one day; keys must not depend on who made them.
    path = module.new_path()
    for number in (0, 1, 70_000):
        -path.probe(number)  # type: ignore[operator]  # it has a minus, and nothing else
        if hash(path) != hash(tuple(path[:])):
            return False
    return len(path) == 3
