"""From an input that does something to the simplest one that still does.

Works on any tree: at each place, largest first, try the simplest value of the type, a smaller subtree of
the same type from within, and what the domain itself calls simpler; then the same for all equal leaves at
once, for two numbers whose sum or difference stays the same, without two items that are apart, and with one
thing less in a leaf where something else goes too; keep what gets less complex and still does the same; start
again until nothing helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice, permutations
from typing import Any

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit
from fuzzwright.engine.trees import Spot, replace, replacer, walk

MOST_PAIRED = 12
"""Of so many items two are left out at once, and of so many numbers two are moved."""
MOST_PAIRS = 64
MOST_LESS = 512


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
    """Yield trees that differ from `tree` in one place, from the `start`-th on, then in several."""
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
                    candidate = replace(domain, candidate, spot.position, _fitting(spot.domain, smaller))
                yield len(places), candidate
            except (Unfit, IndexError):
                continue  # a set lost an item that became equal to another
    for one, less, other, moved in _numbers_together(places):
        try:
            candidate = replace(domain, tree, one.position, _fitting(one.domain, less))
            yield len(places), replace(domain, candidate, other.position, _fitting(other.domain, moved))
        except (Unfit, IndexError):
            continue
    for spot in places:
        for smaller in _without_two(spot):
            try:
                yield len(places), replace(domain, tree, spot.position, smaller)
            except Unfit:
                continue
    yield from ((len(places), candidate) for candidate in islice(_two_less(domain, tree, places), MOST_LESS))


def _fitting(domain: Domain[Any], value: Any) -> Any:
    if not domain.contains(value):
        raise Unfit("not a value of this place")
    return value


def _numbers_together(places: list[Spot]) -> Iterator[tuple[Spot, int, Spot, int]]:
    """Yield two numbers of which one gets smaller and the other keeps its difference to it, or their sum."""
    numbers = [spot for spot in places if isinstance(spot.domain, LeafDomain) and type(spot.value) is int]
    for one, other in islice(permutations(numbers[:MOST_PAIRED], 2), MOST_PAIRS):
        step = one.value
        while step:
            less = one.value - step
            yield one, less, other, other.value - step
            yield one, less, other, other.value + step
            step = int(step / 2) if abs(step) < 1 << 53 else step // 2


def _two_less(domain: Domain[Any], tree: Any, places: list[Spot]) -> Iterator[Any]:
    """Yield trees with one thing less in a leaf, and something around others simpler: what it was for may be gone."""
    for leaf in places:
        if not isinstance(leaf.domain, LeafDomain):
            continue
        for less in _one_less(leaf.value):
            try:
                fewer = replace(domain, tree, leaf.position, _fitting(leaf.domain, less))
            except (Unfit, IndexError):
                continue
            for spot in walk(domain, fewer):
                if isinstance(spot.domain, LeafDomain):
                    continue
                put = replacer(domain, fewer, spot.position)
                for smaller in _simpler_at(spot):
                    try:
                        yield put(smaller)
                    except Unfit:
                        continue


def _one_less(value: Any) -> Iterator[Any]:
    if type(value) is int and value:
        yield value - 1 if value > 0 else value + 1
    elif type(value) in (str, bytes) and len(value) <= MOST_PAIRED:
        yield from (value[:index] + value[index + 1 :] for index in range(len(value)))


def _without_two(spot: Spot) -> Iterator[Any]:
    """Yield a run of a few items without two of them: an opening bracket and the closing one."""
    items = spot.domain.run(spot.value)
    if items is None or len(items) > MOST_PAIRED:
        return
    for one, other in combinations(range(len(items)), 2):
        if other == one + 1:
            continue  # neighbours were left out together before
        try:
            yield spot.domain.with_run(spot.value, items[:one] + items[one + 1 : other] + items[other + 1 :])
        except Unfit:
            continue


def _equal_leaves(places: list[Spot]) -> list[list[Spot]]:
    """Return the leaves that hold the same value in more than one place: often they have to change together."""
    groups: dict[tuple[type, str], list[Spot]] = {}
    for spot in places:
        if isinstance(spot.domain, LeafDomain):
            groups.setdefault((type(spot.value), repr(spot.value)), []).append(spot)
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
