"""From an input that does something to the simplest one that still does.

Works on any tree: try to number the numbers anew, in their order; at each place, largest first, try the simplest
value of the type, a smaller subtree of the same type from within, and what the domain itself calls simpler; then the
same at one place of two parts that are side by side, and for all equal parts at once; for all numbers moved by as much
or two of them exchanged, for two whose sum or difference stays the same; without two items that are apart, with one
thing less in a leaf where something else goes too, and with another number where something goes; keep what gets less
complex and still does the same; start again until nothing helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations, islice, permutations
from typing import Any

from fuzzwright.engine.codec import fingerprint
from fuzzwright.engine.domain import Domain, LeafDomain, Part, Unfit
from fuzzwright.engine.trees import Spot, replace, replacer, replacer_of_two, walk

MOST_PAIRED = 12
"""Of so many items two are left out at once, and of so many numbers two are moved."""
MOST_PAIRS = 64
MOST_LESS = 512
MOST_OTHER = 256
MOST_ALIKE = 6
"""Of so many parts two are changed in the same way."""
MOST_NUMBERED = 256
"""So many numbers are changed at once, and in so many places equal parts are looked for."""


def reduce(domain: Domain[Any], value: Any, still: Callable[[Any], bool], attempts: int = 2000) -> Any:
    """Return the simplest value found for which `still` holds, in at most `attempts` calls of it."""
    tried: set[int] = set()
    fingerprints: dict[tuple[int, int], int] = {}
    best, best_complexity = value, domain.complexity(value)
    bests = [best]  # their parts are known by their identity, so they are kept
    weigh = domain.itself.weigh
    start = 0
    while attempts > 0:
        for index, candidate in simplifications(domain, best, start):
            complexity = weigh(candidate, best_complexity)
            if complexity >= best_complexity or _seen(domain, candidate, tried, fingerprints):
                continue
            attempts -= 1
            if still(candidate):
                best, best_complexity, start = candidate, complexity, index
                bests.append(best)
                with suppress(RecursionError):  # one that is too deep is told apart from nothing
                    fingerprint(domain, best, fingerprints, learn=True)
                break
            if attempts <= 0:
                break
        else:
            if start == 0:
                break
            start = 0  # what was tried before the last success may work now
    return best


def simplifications(domain: Domain[Any], tree: Any, start: int) -> Iterator[tuple[int, Any]]:
    """Yield trees that differ from `tree` in one place, from the `start`-th on, then in several."""
    places = list(walk(domain, tree))
    numbers = _numbers(places)
    if start == 0:
        # First, as numbers that bound each other get smaller one by one only in small steps.
        yield from ((0, candidate) for candidate in _changed(domain, tree, numbers, _renumberings(numbers)))
    for index in range(start, len(places)):
        put = replacer(domain, tree, places[index].position)
        for smaller in _simpler_at(places[index]):
            try:
                yield index, put(smaller)
            except Unfit:
                continue
    for candidate in _in_several(domain, tree, places, numbers):
        yield len(places), candidate


def _in_several(domain: Domain[Any], tree: Any, places: list[Spot], numbers: list[Spot]) -> Iterator[Any]:
    """Yield trees that differ from `tree` in more than one place."""
    yield from islice(_alike(domain, tree, places), MOST_LESS)
    for twins in _equal_parts(places):
        yield from _changed(domain, tree, twins, ([smaller] * len(twins) for smaller in _simpler_at(twins[0])))
    yield from _changed(domain, tree, numbers, _moves(numbers))
    for one, less, other, moved in _numbers_together(numbers):
        try:
            candidate = replace(domain, tree, one.position, _fitting(one.domain, less))
            yield replace(domain, candidate, other.position, _fitting(other.domain, moved))
        except (Unfit, IndexError):
            continue
    for spot in places:
        for smaller in _without_two(spot):
            try:
                yield replace(domain, tree, spot.position, smaller)
            except Unfit:
                continue
    yield from islice(_two_less(domain, tree, places), MOST_LESS)
    yield from islice(_less_and_other(domain, tree, places, numbers), MOST_OTHER)


def _alike(domain: Domain[Any], tree: Any, places: list[Spot]) -> Iterator[Any]:
    """Yield trees in which two parts of one type, side by side, get simpler at the same place in the same way."""
    for around in places:
        parts = [Spot((*around.position, index), part[0].itself, part[1]) for index, part in _parts_of(around)]
        for one, other in combinations(parts, 2):
            if one.domain is not other.domain:
                continue
            beside = {spot.position: spot for spot in walk(other.domain, other.value)}
            for here in walk(one.domain, one.value):
                there = beside.get(here.position)
                if there is None or there.domain is not here.domain or type(here.value) is int:
                    continue  # two numbers have their own way below, with bolder steps
                put = replacer_of_two(domain, tree, (*one.position, *here.position), (*other.position, *here.position))
                assert put is not None, "neither is inside the other"
                # Boldest first, so those that belong together come at the same time unless the two differ much.
                for smaller, smaller_there in zip(_simpler_at(here), _simpler_at(there), strict=False):
                    try:
                        yield put(smaller, smaller_there)
                    except (Unfit, IndexError):
                        continue


def _parts_of(spot: Spot) -> list[tuple[int, Part]]:
    parts = spot.domain.parts(spot.value)
    return list(enumerate(parts)) if len(parts) <= MOST_ALIKE else []


def _changed(domain: Domain[Any], tree: Any, spots: list[Spot], changes: Iterable[list[Any]]) -> Iterator[Any]:
    """Yield the tree with other values at some places, all at once."""
    for change in changes:
        try:
            candidate = tree
            for spot, new in zip(spots, change, strict=True):
                if new is not spot.value:
                    candidate = replace(domain, candidate, spot.position, _fitting(spot.domain, new))
            yield candidate
        except (Unfit, IndexError):
            continue  # a set lost an item that became equal to another


def _fitting(domain: Domain[Any], value: Any) -> Any:
    if not domain.contains(value):
        raise Unfit("not a value of this place")
    return value


def _numbers(places: list[Spot]) -> list[Spot]:
    return [spot for spot in places if isinstance(spot.domain, LeafDomain) and type(spot.value) is int]


def _renumberings(numbers: list[Spot]) -> Iterator[list[int]]:
    """Yield the numbers without the gaps between them: from 0 on, and on both sides of the one next to 0."""
    there = sorted({spot.value for spot in numbers})
    if len(there) < 2 or len(numbers) > MOST_NUMBERED:
        return
    ranks = {number: rank for rank, number in enumerate(there)}
    nearest = ranks[min(there, key=abs)]
    for zero in dict.fromkeys((0, nearest)):
        yield [ranks[spot.value] - zero for spot in numbers]


def _moves(numbers: list[Spot]) -> Iterator[list[int]]:
    """Yield all numbers moved by as much, so that one becomes 0, and two different ones exchanged."""
    there = sorted({spot.value for spot in numbers}, key=abs)[:MOST_PAIRED]
    if len(there) < 2 or len(numbers) > MOST_NUMBERED:
        return
    for zero in there:
        yield [spot.value - zero for spot in numbers]
    for one, other in islice(combinations(there, 2), MOST_PAIRS):
        exchanged = {one: other, other: one}
        yield [exchanged.get(spot.value, spot.value) for spot in numbers]


def _less_and_other(domain: Domain[Any], tree: Any, places: list[Spot], numbers: list[Spot]) -> Iterator[Any]:
    """Yield trees with something around leaves simpler and one number another, which may do what that was for."""
    there = {spot.value for spot in numbers}
    known = sorted({near for number in there for near in (number, number + 1, number - 1)}, key=lambda n: (abs(n), -n))
    for around in places:
        if isinstance(around.domain, LeafDomain):
            continue
        put = replacer(domain, tree, around.position)
        for smaller in _simpler_at(around):
            try:
                less = put(smaller)
            except Unfit:
                continue
            for spot in walk(domain, less):
                if _takes_numbers(spot, known):
                    yield from _changed(domain, less, [spot], ([number] for number in known))


def _takes_numbers(spot: Spot, known: list[int]) -> bool:
    """Return whether there is a number in a place, or nothing where one could be: an argument that is left out."""
    if isinstance(spot.domain, LeafDomain):
        return type(spot.value) is int
    return bool(known) and not spot.domain.parts(spot.value) and spot.domain.contains(known[0])


def _numbers_together(numbers: list[Spot]) -> Iterator[tuple[Spot, int, Spot, int]]:
    """Yield two numbers of which one gets smaller and the other keeps its difference to it, or their sum."""
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


def _equal_parts(places: list[Spot]) -> list[list[Spot]]:
    """Return the parts that hold the same value in more than one place: often they have to change together."""
    groups: dict[tuple[object, str], list[Spot]] = {}
    few = len(places) <= MOST_NUMBERED
    for spot in places:
        if isinstance(spot.domain, LeafDomain):
            groups.setdefault((type(spot.value), repr(spot.value)), []).append(spot)
        elif few:
            groups.setdefault((id(spot.domain), _text(spot.value)), []).append(spot)
    return [group for group in groups.values() if len(group) > 1]


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # classes under test may raise here too
        return f"at {id(value)}"


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


def _seen(domain: Domain[Any], candidate: Any, tried: set[int], fingerprints: dict[tuple[int, int], int]) -> bool:
    try:
        key = fingerprint(domain, candidate, fingerprints)
    except Exception:  # objects of the code under test may raise anything
        return False
    known = key in tried
    tried.add(key)
    return known
