"""From an input that does something to the simplest one that still does.

Works on any tree: at each place, largest first, try the simplest value of the type, a smaller
subtree of the same type from within, and what the domain itself calls simpler; then the same for
all equal leaves at once; keep what gets less complex and still does the same; start again until
nothing helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit
from fuzzwright.engine.trees import Spot, replace, replacer, walk


def reduce(domain: Domain[Any], value: Any, still: Callable[[Any], bool], attempts: int = 2000) -> Any:
    """Return the simplest value found for which `still` holds, in at most `attempts` calls of it."""
    tried: set[object] = set()
    best, best_complexity = value, domain.complexity(value)
    start = 0
    while attempts > 0:
        for index, candidate in _candidates(domain, best, start):
            complexity = domain.complexity(candidate)
            if complexity >= best_complexity or _seen(candidate, tried):
                continue
            attempts -= 1
            if still(candidate):
                best, best_complexity, start = candidate, complexity, index
                break
            if attempts <= 0:
                break
        else:
            if start == 0:
                break
            start = 0  # what was tried before the last success may work now
    return best


def _candidates(domain: Domain[Any], tree: Any, start: int) -> Iterator[tuple[int, Any]]:
    """Yield trees that differ from `tree` in one place, from the `start`-th on, then in all equal leaves at once."""
    places = list(walk(domain, tree))
    for index in range(start, len(places)):
        put = replacer(domain, tree, places[index].position)
        for smaller in _simpler_at(places[index]):
            try:
                yield index, put(smaller)
            except Unfit:
                continue
    for twins in _equal_leaves(places):
        for smaller in _simpler_at(twins[0]):
            try:
                candidate = tree
                for spot in twins:
                    candidate = replace(domain, candidate, spot.position, smaller)
                yield len(places), candidate
            except (Unfit, IndexError):
                continue  # a set lost an item that became equal to another


def _equal_leaves(places: list[Spot]) -> list[list[Spot]]:
    """Return the leaves that hold the same value in more than one place: often they have to change together."""
    groups: dict[tuple[int, str], list[Spot]] = {}
    for spot in places:
        if isinstance(spot.domain, LeafDomain):
            groups.setdefault((id(spot.domain), repr(spot.value)), []).append(spot)
    return [group for group in groups.values() if len(group) > 1]


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
