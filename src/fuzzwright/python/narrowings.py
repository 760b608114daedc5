"""Stronger hints for one parameter, read from the values that calls passed with and failed with.

Each is a proposal only: it lets through no value that failed, and mostly all that passed. Whether it holds for
others is found out by running.
"""

from __future__ import annotations

import collections.abc as abc
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, get_args, get_origin

from fuzzwright.python.hint_spots import Spot, is_union, plain, spots, values_at
from fuzzwright.python.narrow_types import LEAST_SEEN, items, members, types
from fuzzwright.python.narrow_values import lengths, numbers, texts
from fuzzwright.python.narrowing import Narrowing

_BARE = (list, set, frozenset, tuple, abc.Sequence, abc.Iterable)


def narrowings(hint: Any, passing: Sequence[Any], failing: Sequence[Any]) -> Iterator[Narrowing]:
    """Yield the stronger hints that set apart the values of a parameter that passed from those that failed."""
    for spot in spots(hint):
        passed = [parts for value in passing if (parts := values_at(hint, spot.steps, value))]
        failed = [parts for value in failing if (parts := values_at(hint, spot.steps, value))]
        if len(failed) < len(failing) or len(passed) < min(LEAST_SEEN, len(passing)):
            continue  # some fail without having anything there, or hardly any pass with it
        good, bad = [part for parts in passed for part in parts], [part for parts in failed for part in parts]
        for proposal in _at(spot, good, bad):
            holding = sum(proposal.allows(hint, value) for value in passing)
            enough = holding >= LEAST_SEEN if proposal.some else holding == len(passing)
            clear = bool(proposal.added) or spot.hint is plain(spot.hint)  # nothing of `Annotated` gets lost
            if enough and clear and not any(proposal.allows(hint, value) for value in failing):
                yield proposal


def _at(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    hint = plain(spot.hint)
    kind = get_origin(hint) or hint
    if is_union(hint):
        yield from members(spot, good)
        return
    if kind in (Any, object):
        yield from types(spot, good, bad)
        return
    if kind in _BARE and not get_args(hint):
        yield from items(spot, good, bad)
    yield from lengths(spot, good, bad)
    if kind in (int, float, Decimal):
        yield from numbers(spot, good, bad)
    if kind is str:
        yield from texts(spot, good, bad)
