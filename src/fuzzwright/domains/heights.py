"""How deep the lowest value of each domain is, so that generation of recursive types can end.

A domain that knows better than "one more than the deepest child" has a method `least`; what has no
finite value at all is infinitely high.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import Later, reach


def heights(root: Domain[Any]) -> dict[int, float]:
    """Return the least height of every domain below `root`, by its id."""
    reachable = reach(root)
    found = {id(domain): math.inf for domain in reachable}
    changed = True
    while changed:
        changed = False
        for domain in reachable:
            height = height_of(domain, found)
            if height < found[id(domain)]:
                found[id(domain)] = height
                changed = True
    return found


def height_of(domain: Domain[Any], found: Mapping[int, float]) -> float:
    """Return the least height of a domain, given those of its components."""
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


def leads_to(start: Domain[Any], goal: Domain[Any]) -> bool:
    """Return whether a value of `start` can have one of `goal` inside."""
    return any(domain.itself is goal for domain in reach(start))
