"""What the accelerator does for paths and their features, wherever there is one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from fuzzwright.engine.acceleration import accelerator
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.observation import Observation
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
