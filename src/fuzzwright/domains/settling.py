"""Finishing many domains that refer to each other, a few new ones at a time.

`engine.domain.settle` looks at everything below a domain. Where hundreds of functions share most of their
types, only what is new has to be looked at: how high it is, what leads back to itself, what is plain. A
domain that wants to know has a method `measured`; without it, it finds out by itself when it has to.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fuzzwright.domains.heights import height_of
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import mark, reach


class Settled:
    """The domains that are finished, and how high each is."""

    def __init__(self) -> None:
        self._done: dict[int, Domain[Any]] = {}
        self._heights: dict[int, float] = {}

    def add(self, root: Domain[Any]) -> float:
        """Finish what is new below `root`; return its height, infinite if nothing could be finished."""
        fresh = reach(root, self._done)
        found = dict.fromkeys((id(domain) for domain in fresh), math.inf)
        known = _Both(found, self._heights)
        changed = True
        while changed:
            changed = False
            for domain in reversed(fresh):
                height = height_of(domain, known)
                if height < found[id(domain)]:
                    found[id(domain)] = height
                    changed = True
        height = known[id(root)]
        if height == math.inf:
            return height
        loops = _loops(fresh)
        for domain in fresh:
            measured = getattr(domain, "measured", None)
            if measured is not None:
                measured(known, loops)
        mark(fresh)
        # From below, so that compiled methods are made of compiled methods.
        for domain in reversed(fresh):
            domain.settled()
        self._done |= {id(domain): domain for domain in fresh}
        self._heights |= found
        return height


class _Both(dict[int, float]):
    """New heights, and behind them the known ones."""

    def __init__(self, fresh: dict[int, float], known: Mapping[int, float]) -> None:
        super().__init__()
        self._fresh = fresh
        self._known = known

    def __getitem__(self, key: int) -> float:
        height = self._fresh.get(key)
        return self._known[key] if height is None else height


def _loops(fresh: list[Domain[Any]]) -> dict[int, int]:
    """Return for each domain the number of the loop it is in: equal where each leads to the other (Tarjan)."""
    inside = {id(domain): domain for domain in fresh}
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    loops: dict[int, int] = {}
    path: list[int] = []
    for start in inside:
        if start in order:
            continue
        waiting: list[tuple[int, list[int]]] = [(start, _below(inside[start], inside))]
        order[start] = lowest[start] = len(order)
        path.append(start)
        while waiting:
            node, rest = waiting[-1]
            if rest:
                child = rest.pop()
                if child not in order:
                    order[child] = lowest[child] = len(order)
                    path.append(child)
                    waiting.append((child, _below(inside[child], inside)))
                elif child not in loops:
                    lowest[node] = min(lowest[node], order[child])
                continue
            waiting.pop()
            if waiting:
                parent = waiting[-1][0]
                lowest[parent] = min(lowest[parent], lowest[node])
            if lowest[node] == order[node]:
                while True:
                    member = path.pop()
                    loops[member] = order[node]
                    if member == node:
                        break
    return loops


def _below(domain: Domain[Any], inside: Mapping[int, Domain[Any]]) -> list[int]:
    return [id(component) for component in domain.components() if id(component) in inside]
