"""What a tree stands for: a sorted list of keys with their values, and the same operations on lists."""

from __future__ import annotations

from typing import TypeAlias

from .tree import Leaf, Tree

Pairs: TypeAlias = list[tuple[int, bool]]


def contents(tree: Tree) -> Pairs:
    """Return the keys with their values, from left to right."""
    if isinstance(tree, Leaf):
        return []
    return [*contents(tree.left), (tree.key, tree.value), *contents(tree.right)]


def inserted(pairs: Pairs, key: int, value: bool) -> Pairs:
    """Return the list with this value for the key."""
    return sorted([*deleted(pairs, key), (key, value)])


def deleted(pairs: Pairs, key: int) -> Pairs:
    """Return the list without a key."""
    return [pair for pair in pairs if pair[0] != key]
