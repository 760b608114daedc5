"""How deep the lowest value of each domain is, so that generation of recursive types can end.

A domain that knows better than "one more than the deepest child" has a method `least`; what has no
finite value at all is infinitely high, and a domain that can do without it has `without_endless`.
"""

from __future__ import annotations

import math
from typing import Any

from fuzzwright.engine.domain import Domain, Later


def heights(root: Domain[Any]) -> dict[int, float]:
    """Return the least height of every domain below `root`, by its id."""
    reachable = reach(root)
    found = {id(domain): math.inf for domain in reachable}
    changed = True
    while changed:
        changed = False
        for domain in reachable:
            height = _height(domain, found)
            if height < found[id(domain)]:
                found[id(domain)] = height
                changed = True
    return found


def prune(root: Domain[Any]) -> dict[int, float]:
    """Take away what has no finite value wherever there is another choice; return the heights."""
    found = heights(root)
    if math.inf in found.values():
        for domain in reach(root):
            without = getattr(domain, "without_endless", None)
            if without is not None:
                without(found)
    return found


def _height(domain: Domain[Any], found: dict[int, float]) -> float:
    least = getattr(domain, "least", None)
    if least is not None:
        height: float = least(found)
        return height
    components = domain.components()
    if not components:
        return 0
    if isinstance(domain, Later):
        return found[id(domain.itself)]
    return 1 + max(found[id(component)] for component in components)


def reach(root: Domain[Any]) -> list[Domain[Any]]:
    """Return every domain below `root`, itself included, in a fixed order."""
    seen: dict[int, Domain[Any]] = {}
    waiting = [root]
    while waiting:
        domain = waiting.pop()
        if id(domain) not in seen:
            seen[id(domain)] = domain
            waiting.extend(domain.components())
    return list(seen.values())


def leads_to(start: Domain[Any], goal: Domain[Any]) -> bool:
    """Return whether a value of `start` can have one of `goal` inside."""
    return any(domain.itself is goal for domain in reach(start))
