"""From an input that does something to the simplest one that still does.

Works on any tree: at each place, largest first, try the simplest value of the type, a smaller
subtree of the same type from within, and what the domain itself calls simpler; keep what gets less
complex and still does the same; start again until nothing helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Spot, replacer, walk


def reduce(
    domain: Domain[Any],
    value: Any,
    still: Callable[[Any], bool],
    attempts: int = 2000,
) -> Any:
    """Return the simplest value found for which `still` holds, in at most `attempts` calls of it."""
    tried: set[object] = set()
    best, best_complexity = value, domain.complexity(value)
    improved = True
    while improved and attempts > 0:
        improved = False
        index = 0
        while attempts > 0:
            places = list(walk(domain, best))
            if index >= len(places):
                break
            spot = places[index]
            put = replacer(domain, best, spot.position)
            for smaller in _simpler_at(spot):
                try:
                    candidate = put(smaller)
                    complexity = domain.complexity(candidate)
                except Unfit:
                    continue
                if complexity >= best_complexity or _seen(candidate, tried):
                    continue
                attempts -= 1
                if still(candidate):
                    best, best_complexity = candidate, complexity
                    improved = True
                    break
                if attempts <= 0:
                    break
            else:
                index += 1
    return best


def _simpler_at(spot: Spot) -> Iterator[Any]:
    try:
        yield spot.domain.simplest()
    except Unfit:
        pass  # drawn at random where items have to be distinct, and not found this time
    for inner in walk(spot.domain, spot.value):
        if inner.position and inner.domain is spot.domain:
            yield inner.value
    try:
        yield from spot.domain.simpler(spot.value)
    except Unfit:
        return


def _seen(candidate: Any, tried: set[object]) -> bool:
    try:
        # 0 and False, 1 and 1.0 are equal but not the same input; their text differs.
        key = (candidate, repr(candidate))
        known = key in tried
        tried.add(key)
    except Exception:
        return False
    return known
