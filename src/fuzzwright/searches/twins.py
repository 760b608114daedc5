"""Places that hold the same in two parts of one type: in two states of a machine, say, that differ in little else.

Where a property asks that such parts are alike, nearly every change of one of them breaks that, and a change of both
does not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import reach
from fuzzwright.searches.algebra import Node, Way
from fuzzwright.searches.tried import PLAIN


def twins(positions: Iterable[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield the positions of an input that hold the same at the same place of two fields of one record or tuple.

    Fields of a type that can hold the record again are none of these: two branches of a tree are just parts of it.
    """
    nodes = {node.way: node for node in positions}
    below: dict[Way, list[Node]] = {}
    for way, node in nodes.items():
        if way:
            below.setdefault(way[:-1], []).append(node)
    for way, fields in below.items():
        if nodes[way].domain.form not in ("record", "tuple"):
            continue
        for one, other in combinations(fields, 2):
            if one.domain is other.domain and one.domain.form != "leaf" and not _holds(one.domain, nodes[way].domain):
                yield from _alike(one, other, below, nodes)


def _alike(one: Node, other: Node, below: dict[Way, list[Node]], nodes: dict[Way, Node]) -> Iterator[tuple[Node, Node]]:
    waiting = deque([(one, other)])
    while waiting:
        one, other = waiting.popleft()
        if one.domain is not other.domain:
            continue
        if _same(one, other):
            yield one, other
        for inner in below.get(one.way, ()):
            partner = nodes.get((*other.way, inner.way[-1]))
            if partner is not None:
                waiting.append((inner, partner))


def _holds(domain: Domain[Any], other: Domain[Any]) -> bool:
    return any(inner.itself is other for inner in reach(domain))


def _same(one: Node, other: Node) -> bool:
    if one.run is None:
        return _equal([(one.domain, one.value, other.value)])
    # At a position of a run there are its items from there on.
    item = one.domain.inside((1,))[0].itself
    return len(one.value) == len(other.value) and _equal(
        [(item, *items) for items in zip(one.value, other.value, strict=True)]
    )


def _equal(pairs: list[tuple[Domain[Any], Any, Any]]) -> bool:
    """Return whether values are the same, two by two, asking none of their own methods; however deep they are."""
    while pairs:
        domain, one, other = pairs.pop()
        if one is other:
            continue
        if domain.leaf:
            if type(one) is not type(other) or type(one) not in PLAIN or one != other:
                return False
            continue
        head = domain.head(one)
        if head != domain.head(other):
            return False
        parts = (part.itself for part in domain.inside(head))
        pairs += zip(parts, domain.children(one), domain.children(other), strict=True)
    return True
