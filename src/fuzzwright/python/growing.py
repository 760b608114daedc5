"""One more of what an input has several of: an item of a list, or a call, copied with something else in it.

Where a collection that the code under test fills should have one more member, the item that gave one of
its members is given once more, with another value in the place that the member came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Position, at, replace
from fuzzwright.python.recipes import Recipes


def with_copies(domain: Domain[Any], input: Any, position: Position, values: Sequence[Any]) -> Any | None:
    """Return the input with a copy, for each value, of the innermost item or call around a place, and the value there.

    None if there is no such item, or no room for more.
    """
    for depth in range(len(position) - 1, -1, -1):
        holder = at(domain, input, position[:depth])
        index = position[depth]
        if isinstance(holder.domain, Sequences) or (isinstance(holder.domain, Recipes) and index):
            break
    else:
        return None
    inside, item = holder.domain.parts(holder.value)[index]
    try:
        copies = [replace(inside, item, position[depth + 1 :], value) for value in values]
        return replace(domain, input, holder.position, _with(holder.domain, holder.value, index, copies))
    except (Unfit, IndexError):
        return None


def _with(domain: Domain[Any], value: Any, index: int, copies: list[Any]) -> Any:
    """Return a value with copies of one of its children after it."""
    children = list(domain.children(value))
    children[index + 1 : index + 1] = copies
    head = list(domain.head(value))
    if isinstance(domain, Recipes):
        # Which method each call is of, after what the object is made by.
        head[index + 1 : index + 1] = [head[index]] * len(copies)
    else:
        head = [len(children)]
    return domain.make(tuple(head), children)
