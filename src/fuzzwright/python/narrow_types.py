"""Stronger hints by what type values have: unions with fewer members, types in place of any."""

from __future__ import annotations

import collections.abc as abc
from collections import Counter
from collections.abc import Iterator, Sequence
from types import GenericAlias
from typing import Any, get_args

from fuzzwright.python.hint_spots import Spot, conforms, plain
from fuzzwright.python.hint_words import hint_words, union_of
from fuzzwright.python.narrowing import Narrowing, Say

_MOST_TYPES = 3
_CONTAINERS = frozenset({str, bytes, list, tuple, set, dict})
LEAST_SEEN = 3
"""What so few of the calls that passed have something to say about is chance."""


def members(spot: Spot, good: list[Any]) -> Iterator[Narrowing]:
    """Propose a union without the members that no call passed with."""
    known = get_args(plain(spot.hint))
    kept = [index for index, member in enumerate(known) if any(conforms(member, value) for value in good)]
    if not kept or len(kept) == len(known):
        return
    new = union_of(known[index] for index in kept)
    yield Narrowing(spot, new, lambda value: conforms(new, value), kept=tuple(kept))


def types(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    """Propose the types that calls passed with in place of any: those that never failed, then each alone."""
    seen = Counter(type(value) for value in good)
    failed = {type(value) for value in bad}
    never = [kind for kind, _ in seen.most_common() if kind not in failed]
    if len(never) > _MOST_TYPES and set(never) <= _CONTAINERS and not failed & _CONTAINERS:
        yield Narrowing(
            spot,
            abc.Sized,
            lambda value: type(value) in _CONTAINERS,
            instead="Sized",
            uses=(("collections.abc", "Sized"),),
        )
    groups = [never] if 0 < len(never) <= _MOST_TYPES else []
    numbers = [kind for kind in (int, float, bool) if kind in seen]
    groups += [numbers] if len(numbers) > 1 and numbers not in groups else []
    groups += [[kind] for kind, count in seen.most_common(_MOST_TYPES) if [kind] not in groups and count >= LEAST_SEEN]
    for group in groups:
        proposal = _one_of(spot, group)
        if proposal is not None:
            yield proposal


def _one_of(spot: Spot, kinds: Sequence[type]) -> Narrowing | None:
    # True is an int to every type checker.
    names = [kind for kind in kinds if kind is not bool or int not in kinds]
    new = union_of(names)
    words = hint_words(new)
    if words is None:
        return None
    allowed = frozenset(kinds)
    return Narrowing(spot, new, lambda value: type(value) in allowed, instead=words[0], uses=words[1], some=True)


def items(spot: Spot, good: list[Any], bad: list[Any]) -> Iterator[Narrowing]:
    """Propose the types of items for a container whose hint does not say any."""
    containers = (list, tuple, set, frozenset)
    inside = [[item for value in values if isinstance(value, containers) for item in value] for values in (good, bad)]
    for item in types(Spot((*spot.steps, 0), Any), *inside):
        kind = plain(spot.hint)
        new = GenericAlias(tuple, (item.new, ...)) if kind is tuple else kind[item.new]
        text = f"{{}}[{item.instead}{', ...' if kind is tuple else ''}]"

        def holds(value: Any, of: Say = item.holds) -> bool | None:
            return all(of(part) for part in value) if isinstance(value, containers) else None

        yield Narrowing(spot, new, holds, instead=text, uses=item.uses, some=True)
