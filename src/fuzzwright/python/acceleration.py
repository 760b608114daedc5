"""What the accelerator does for paths and their features, wherever there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fuzzwright.acceleration import accelerator
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Weigh
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


def sieve_in_c(
    path: Recorded,
    feedback: Feedback,
    corpus: Corpus[Any],
    alone: Mapping[Feature, int],
    weigh: Weigh,
    check: Callable[[object], str | None] | None,
    large: float,
) -> Callable[[Any, Any], bool] | None:
    """Return what says of an input and what it returned that nothing is to be gained; None without an accelerator.

    Something is where a feature of the path is new, was seen once only (`alone`), or the input is simpler than what is
    known for one; or where the path is long, or the result not as it should be.
    """
    fast, buckets = accelerator(), _buckets_of(feedback)
    if fast is None or buckets is None or isinstance(path, list):
        return None
    returned = end_feature(Returned())
    return fast.new_sieve(path, buckets, returned, corpus.simplest, alone, weigh, check, large, PATH_LIMIT)


def _buckets_of(feedback: Feedback) -> bytes | None:
    return BUCKETS if feedback is features else FINE_BUCKETS if feedback is fine_features else None
